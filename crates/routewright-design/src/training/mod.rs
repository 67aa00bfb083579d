//! Train the policy that builds networks.

mod files;
mod job;
mod page;
mod remote;
mod run;
mod status;

pub use files::PAGE;
pub use job::TrainJob;
pub use status::TrainStatus;
