//! Routewright designs and improves public-transit networks.
//!
//! A city goes in (streets, travel times, travel demand, perhaps today's routes); numbers, maps and better
//! routes come out. This crate is the public face: it gathers the crates below it and adds no logic.
//!
//! | module | what it is for |
//! |---|---|
//! | [`model`] | [`City`], [`Route`], [`Network`], [`Problem`] |
//! | [`eval`] | what a network costs: fast, and by the definitions |
//! | [`io`] | every file format, both ways |
//! | [`import`] | cities from open data: zones, streets, trips, timetables |
//! | [`synth`] | seeded random cities and exact grids |
//! | [`env`] | networks built route by route |
//! | [`search`] | searches for good networks |
//! | [`policy`] | the neural policy that builds networks |
//! | [`train`] | how it is trained |
//! | [`lab`] | experiments, their store, and results beside the literature |
//! | [`report`] | maps of networks, folders and reports of runs |
//!
//! ```
//! use std::sync::Arc;
//! use routewright::prelude::*;
//!
//! let city = Arc::new(routewright::io::read_city("mandl")?);
//! let problem = Problem::new(city, Limits::new(6, 2, 8)?, Alpha::new(0.5)?);
//! assert_eq!(problem.city.node_count(), 15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use routewright_env as env;
pub use routewright_eval as eval;
pub use routewright_import as import;
pub use routewright_io as io;
pub use routewright_lab as lab;
pub use routewright_model as model;
pub use routewright_policy as policy;
pub use routewright_report as report;
pub use routewright_search as search;
pub use routewright_synth as synth;
pub use routewright_train as train;

pub use eval::{Evaluator, Figures, Score};
pub use model::{City, Network, Problem, Route};

/// What most programs need.
pub mod prelude {
    pub use crate::eval::{Evaluator, Figures, Line, Score, Violation, assess, reference};
    pub use crate::model::{Alpha, City, Direction, Limits, Network, NodeId, Problem, Route, Seconds};
}
