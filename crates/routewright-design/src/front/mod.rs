//! Find networks that trade riders' time against operating cost, in one run: by the paper's costs, or services with
//! several numbers of vehicles.

mod files;
mod job;
mod outcome;
mod paper;
mod parallel;
mod run;
mod service;
mod settings;
mod status;

pub use files::{PAGE, network_file};
pub use job::FrontJob;
pub use outcome::{FrontOutcome, Pick};
pub use paper::FrontPoint;
use parallel::in_parallel;
pub use service::ServiceFrontPoint;
pub use settings::{FrontOptions, FrontSettings};
pub use status::FrontStatus;
