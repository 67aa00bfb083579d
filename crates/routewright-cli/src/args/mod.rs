//! Options that several commands share, and their way into the library's types.

mod choice;
mod number;
mod operating;
mod planning;
mod problem;
mod service;

pub use choice::choice;
pub use number::decimal;
pub use operating::OperatingArgs;
pub use planning::{LineArgs, PlanningArgs};
pub use problem::ProblemArgs;
pub use service::ServiceArgs;

/// Threads to use: those asked for, or one per core.
pub fn thread_count(threads: Option<u32>) -> usize {
    threads.map_or_else(routewright::cores, |threads| threads as usize)
}
