//! The construction episode: a network built route by route from shortest paths, as a policy decides.
//!
//! This is the paper's Markov decision process. A [`State`] holds the finished routes and the one in
//! progress, and knows what may be done next; a [`Policy`] scores that; [`construct`] plays episodes to
//! their end, [`rebuild_route`] builds one more route for a given network, and [`Rewards`] computes the
//! reward of each step. Nothing here improves a finished network, learns, or reads files. Read first: [`State`],
//! [`Policy`], [`construct`].
//!
//! ```
//! use std::sync::Arc;
//! use rand::SeedableRng;
//! use routewright_env::{ConstructionOptions, UniformPolicy, construct};
//! use routewright_model::{Alpha, City, Limits, Problem};
//!
//! let limits = Limits::new(6, 2, 8).unwrap();
//! let problem = Problem::new(Arc::new(City::mandl()), limits, Alpha::new(1.0).unwrap());
//! let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
//! let routes = construct(&problem, ConstructionOptions::default(), &UniformPolicy, &mut rng);
//! assert_eq!(routes.len(), 6);
//! ```

mod action;
mod choose;
mod coverage;
mod episode;
mod legal;
mod options;
mod policy;
mod reward;
mod state;

pub use action::{Decision, End, HaltChoice, PathAction};
pub use episode::{Rebuild, construct, construct_many, construct_while, rebuild_route, rebuild_routes};
pub use options::{ConstructionOptions, Extension};
pub use policy::{Policy, Scores, Step, UniformPolicy};
pub use reward::Rewards;
pub use state::State;
