//! Routewright designs and improves public-transit networks.
//!
//! A city goes in (streets, travel times, travel demand, perhaps today's routes); figures, maps and better
//! routes come out. This crate is the public face: it gathers the crates below it and adds no logic.
//!
//! ```
//! use routewright::prelude::*;
//! fn main() -> routewright::Result<()> {
//! #   std::env::set_current_dir(std::env::temp_dir()).unwrap();
//!     let city = City::open("mandl")?;
//!     let problem = Problem::for_city(&city).alpha(0.8).build()?;
//!     let plan = Design::new(&problem).method(Method::Anneal).stop(Stop::seconds(5.0)).seed(1).run()?;
//!     println!("{}", plan.figures());
//!     plan.write_folder("plan")?;
//!     plan.write_gtfs("plan.zip", &GtfsOptions::default())?;
//!     let today = Network::open(&city, "plan/network.json")?;
//!     let better = Design::new(&problem).start(&today).stop(Stop::iterations(50)).run()?;
//!     assert!(better.figures().cost <= plan.figures().cost);
//!     Ok(())
//! }
//! ```
//!
//! | module | what it is for |
//! |---|---|
//! | [`design`] | the use cases: design a network, find a front, train a policy |
//! | [`model`] | [`City`], [`Route`], [`Network`], [`Problem`] |
//! | [`eval`] | what a network costs: fast, and by the definitions |
//! | [`io`] | every file format, both ways |
//! | [`synth`] | seeded random cities and exact grids |
//! | [`mod@env`] | networks built route by route |
//! | [`search`] | searches for good networks: moves, stop rules, cost terms |
//! | [`policy`] | the neural policy that builds networks |
//! | [`report`] | maps of networks, reports of runs |
//! | `import` | cities from open data: zones, streets, trips, timetables (feature `import`) |
//! | `planner` | planning by hand: a workspace of plans, edits with undo, jobs (feature `planner`) |
//! | `train` | how policies are trained (feature `train`) |
//! | `lab` | experiments, their store, and results beside the literature (feature `lab`) |

pub use routewright_design as design;
pub use routewright_env as env;
pub use routewright_eval as eval;
#[cfg(feature = "import")]
pub use routewright_import as import;
pub use routewright_io as io;
#[cfg(feature = "lab")]
pub use routewright_lab as lab;
pub use routewright_model as model;
#[cfg(feature = "planner")]
pub use routewright_planner as planner;
pub use routewright_policy as policy;
pub use routewright_report as report;
pub use routewright_search as search;
pub use routewright_streets as streets;
pub use routewright_synth as synth;
#[cfg(feature = "train")]
pub use routewright_train as train;

pub use design::{Design, Error, Plan, Result, Stop, cores};
pub use eval::{Evaluator, Figures, Score};
pub use model::{City, Network, Problem, Route};

/// What most programs need.
pub mod prelude {
    pub use crate::design::{
        Cancel, Design, DesignStatus, GtfsOptions, Method, Observer, OpenCity, OpenNetwork, Plan, Stop,
    };
    pub use crate::eval::{Evaluator, Figures, Line, Score, Violation, assess, reference};
    pub use crate::model::{Alpha, City, Direction, Limits, Network, NodeId, Problem, Route, Seconds};
    pub use crate::search::moves::{Move, MoveContext};
    pub use crate::search::{CostTerm, Plugins, Progress, RouteSet, SearchRng, StopRule};
}
