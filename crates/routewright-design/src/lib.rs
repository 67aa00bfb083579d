//! The use cases: design a network, find a front of networks, train a policy.
//!
//! Each use case takes typed options and inputs, fills in defaults, runs, saves checkpoints, re-scores what
//! it found apart from the search, and returns the result. The command line, the laboratory and other
//! programs call this crate; it parses no arguments and prints nothing. Whoever watches a run implements
//! [`Observer`]. Read first: [`Design`], [`DesignJob`], [`Plan`].
//!
//! ```
//! use routewright_design::{City, Design, OpenCity, Problem, Stop};
//!
//! let city = City::open("mandl")?;
//! let problem = Problem::for_city(&city).alpha(0.8).build()?;
//! let plan = Design::new(&problem).stop(Stop::iterations(3)).seed(1).run()?;
//! assert_eq!(plan.network().routes.len(), 6);
//! # Ok::<(), routewright_design::Error>(())
//! ```

mod assessment;
mod bound;
mod cancel;
mod choice;
mod command;
pub mod compare;
mod design;
mod drawn;
mod error;
mod evaluate;
mod fingerprint;
pub mod front;
mod ground;
mod gtfs;
mod inputs;
mod limits;
mod networks;
mod observer;
mod open;
mod operating;
mod options;
mod place;
mod planning;
mod resume;
mod run_file;
mod run_folder;
mod saver;
mod scoring;
mod service;
mod stop;
#[cfg(feature = "train")]
pub mod training;

pub use bound::Bound;
pub use cancel::Cancel;
pub use choice::Choice;
pub use command::command_line;
pub use design::{
    Comparison, Design, DesignJob, DesignOptions, DesignStatus, FILES as DESIGN_FILES, Init, KernelChoice,
    Method, Plan, STATE, Settings, Stage,
};
pub use drawn::{Judged, drawn_report_html};
pub use error::{Error, Result, chain};
pub use evaluate::{EvaluateOptions, Evaluation};
pub use fingerprint::{Fingerprints, city_fingerprint, fingerprint};
pub use ground::{CourseCheck, Ground};
pub use gtfs::{GtfsOptions, read_today_lines, write_gtfs};
pub use inputs::{InputNames, Inputs, built_in_model, read_model};
pub use limits::suggested_limits;
pub use networks::read_network;
pub use observer::{Observer, Status, clock};
pub use open::{OpenCity, OpenNetwork};
pub use operating::{OperatingOptions, unused_headways};
pub use options::ProblemOptions;
pub use place::Place;
pub use planning::{PlanningOptions, ServiceSettings, VehicleLimit, VehicleRange, line_rules};
pub use run_folder::{RunFolder, unused_path};
pub use scoring::{score, score_many, score_replacements, stop_names};
pub use service::ServiceOptions;
pub use stop::Stop;

pub use routewright_model::{City, Network, Problem};

/// Version of the program, as run files record it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Threads that this machine runs side by side.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
