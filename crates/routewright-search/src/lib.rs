//! Searches for good networks: one loop, [`run`], and several things it can drive.
//!
//! A [`Search`] holds networks and improves them a little every round. [`Anneal`] is Routewright's own method,
//! [`Evolve`] and [`Construct`] are the paper's, and [`Front`] finds many trade-offs at once. When to end is decided
//! by a [`StopRule`]; [`moves`] and [`CostTerm`]s of one's own are [`Plugins`]. Files, clocks and tensors belong to the crates above. Read first: [`run`], [`Search`],
//! [`Anneal`].
//!
//! The same seed, problem and settings give the same network whatever the number of threads, as long as the stop
//! rule counts rounds.

mod anneal;

mod chain;
mod change;
mod construct;
mod error;
mod evolve;
mod exchange;
mod front;
pub mod heuristics;
mod interrupt;
mod join;
mod legal;
pub mod moves;
mod opening;
mod parallel;
mod plugins;
mod repair;
mod route_set;
mod run;
mod seed;
mod service;
mod snapshot;
mod start;
mod stop;
mod term;

/// Random numbers, for moves of one's own.
pub use rand;

/// The generator that moves draw from: the same numbers on every platform.
pub type SearchRng = rand_chacha::ChaCha8Rng;

pub use anneal::{Anneal, AnnealConfig};

pub use change::ChangePrice;
pub use construct::{Construct, ConstructConfig};
pub use error::SearchError;
pub use evolve::{EvolutionConfig, EvolutionVariant, Evolve};
pub use exchange::{Exchange, Known};
pub use front::{Front, FrontConfig, Trade, closest_to_ideal, hypervolume, knee};
pub use interrupt::Interrupt;
pub use join::join_networks;
pub use plugins::Plugins;
pub use repair::{Repaired, repair, stops_on_links};
pub use route_set::{DesignedRoute, RouteSet};
pub use run::{NetworkSearch, Progress, RoundsDone, Search, run, run_from, unwatched};
pub use seed::{Draw, Seed};
pub use service::{
    HeadwayChoices, LineRules, ServiceAnneal, ServiceConfig, ServiceFront, ServicePoint, ServiceProblem,
    changed_stops,
};
pub use snapshot::{RestoreError, Snapshot};
pub use start::Start;
pub use stop::{AnyOf, NoImprovement, Rounds, StopRule};
pub use term::CostTerm;
