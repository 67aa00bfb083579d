//! The city, the routes that serve it and the problem to solve: data and its invariants, nothing else.
//!
//! This crate reads no files, scores nothing and searches nothing. It defines the types that all other crates use
//! and refuses invalid values. Read first: [`City`], [`Route`], [`Problem`].
//!
//! Inside Routewright nodes are dense indices, times are whole seconds and distances are metres. Names,
//! minutes and degrees are used in files and on screen and are converted there, once.
//!
//! ```
//! use routewright_model::{City, Direction, Route};
//!
//! let city = City::mandl();
//! let stops: Vec<_> = ["1", "2", "3", "6"].iter().map(|name| city.node_named(name).unwrap()).collect();
//! let route = Route::on_links(&city, "red", stops, Direction::BothWays).unwrap();
//! assert_eq!(route.time_out().minutes(), 13.0);
//! ```

mod adjacency;
mod city;
mod city_parts;
mod demand_matrix;
mod error;
mod frequency;
pub mod geography;
mod headways;
mod mandl;
mod names;
mod network;
mod node;
mod paths;
mod people_and_jobs;
mod problem;
mod problem_builder;
mod route;
mod service;
mod transfer_penalty;
mod turns;
mod units;

pub use city::City;
pub use city_parts::{CityParts, Defaults, Demand, Link};
pub use error::{CityError, ProblemError, RouteError};
pub use frequency::Frequency;
pub use headways::Headways;
pub use network::Network;
pub use node::{Coordinates, Node, NodeId, Position};
pub use people_and_jobs::PeopleAndJobs;
pub use problem::{Alpha, Limits, Problem};
pub use problem_builder::ProblemBuilder;
pub use route::{Direction, Pattern, Route, Timing};
pub use service::{Period, ServiceDefaults, Walk};
pub use transfer_penalty::checked_transfer_penalty;
pub use turns::Turn;
pub use units::Seconds;
