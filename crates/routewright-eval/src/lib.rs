//! What a network costs: riders' time, driving time, transfers and violated constraints; the vehicles it
//! needs and whom it serves.
//!
//! One fast way, [`Evaluator`], and one slow way that follows the definitions word for word,
//! [`reference::evaluate`]; [`assess`] gives all figures of a report at any size, and [`Assessment`] adds
//! operations and access to them. Nothing here searches, draws or reads files. Read first: [`Evaluator`],
//! [`Score`], [`Figures`].
//!
//! The fast way scores a whole network ([`Evaluator::score`]), or keeps all routes but one and scores many
//! replacements for it ([`Evaluator::keep`], [`Evaluator::score_with`]). Both are exact.

mod access;
mod assess;
mod assessment;
mod bounds;
mod components;
mod cost;
mod engine;
mod evaluator;
pub mod fates;
mod figures;
mod glance;
mod kernel;
mod lines;
mod operations;
pub mod reference;
mod screen;
pub mod service;
mod shared_trips;
pub mod strategies;
mod violation;
mod weights;

pub use access::{ACCESS_LIMITS, Access, AccessAssumptions, access};
pub use assess::assess;
pub use assessment::Assessment;
pub use bounds::{
    BoundOptions, LowerBounds, NoBound, RouteMinutesBound, route_minutes_bound, spanning_tree_minutes,
};
pub use evaluator::{Evaluator, Score};
pub use figures::Figures;
pub use glance::{Glance, Sampled, Sampler};
pub use lines::Line;
pub use operations::{OperatingPlan, Operations, RouteOperations, operations};
pub use screen::Screen;
pub use shared_trips::{SharedTrips, shared_trips};
pub use violation::{Violation, violations};
pub use weights::is_same_cost;
