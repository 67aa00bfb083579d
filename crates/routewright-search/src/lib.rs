//! Searches for good networks: one loop, [`run`], and several things it can drive.
//!
//! A [`Search`] holds networks and improves them a little each time it is told to; [`Anneal`] is Routewright's
//! own. When to stop is decided by a [`Stop`] rule and watched by an [`Observer`], both given from above: no
//! clock, no files and no tensors here. Read first: [`run`], [`Search`], [`Anneal`].
//!
//! Same seed, problem and settings give the same network whatever the number of threads, as long as the stop
//! rule counts rounds.

mod anneal;
mod change;
mod construct;
mod evolve;
mod front;
pub mod heuristics;
mod moves;
mod plan;
mod repair;
mod run;
mod seed;

pub use anneal::{Anneal, AnnealConfig};
pub use change::ChangePrice;
pub use construct::{Construct, ConstructConfig};
pub use evolve::{EvolutionConfig, EvolutionVariant, Evolve};
pub use front::{Front, FrontConfig, Trade, closest_to_ideal, hypervolume, knee};
pub use plan::Plan;
pub use repair::{Repaired, repair, stops_on_links};
pub use run::{Observer, Progress, RestoreError, Search, Snapshot, Stop, run};
pub use seed::{Draw, Seed};
