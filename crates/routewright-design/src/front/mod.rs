//! Find networks that trade riders' time against operating cost, in one run.

mod files;
mod job;
mod outcome;
mod run;
mod settings;
mod status;

pub use files::{PAGE, network_file};
pub use job::FrontJob;
pub use outcome::{FrontOutcome, FrontPoint, Pick};
pub use settings::{FrontOptions, FrontSettings};
pub use status::FrontStatus;
