//! Compare plans with today's network: all judged by the same model, on one page for a council.

mod distance;
mod judge;
mod limits;
mod options;
mod outcome;
mod source;

pub use options::CompareOptions;
pub use outcome::{COMPARE_FILES, ComparedPlans};
