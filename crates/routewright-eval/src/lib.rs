//! What a network costs: riders' time, driving time, transfers and violated constraints.
//!
//! One fast way, [`Evaluator`], and one slow way that follows the definitions word for word,
//! [`reference::evaluate`]; [`assess`] gives all figures of a report at any size. Nothing here searches, draws
//! or reads files. Read first: [`Evaluator`], [`Score`], [`Figures`].
//!
//! The fast way scores a whole network ([`Evaluator::score`]), or keeps all routes but one and scores many
//! replacements for it ([`Evaluator::keep`], [`Evaluator::score_with`]). Both are exact.

mod assess;
mod components;
mod cost;
mod engine;
mod evaluator;
mod figures;
mod kernel;
mod lines;
mod operations;
mod reach;
pub mod reference;
mod screen;
mod shared_trips;
mod violation;
mod weights;

pub use assess::assess;
pub use evaluator::{Evaluator, Score};
pub use figures::Figures;
pub use lines::Line;
pub use operations::{Operations, RouteOperations, Service, operations};
pub use reach::{REACH_LIMITS, Reach, reach};
pub use screen::Screen;
pub use shared_trips::{SharedTrips, shared_trips};
pub use violation::{Violation, violations};
pub use weights::is_same_cost;
