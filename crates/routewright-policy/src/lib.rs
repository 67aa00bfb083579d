//! The neural policy: what a graph attention net sees of a construction episode, how it scores the paths that may
//! extend a route and the halting of it, and how its parameters follow a gradient.
//!
//! An [`Observer`] turns the steps of an episode into [`Observation`]s; a [`Net`] scores them
//! ([`Net::score`]) and gives the gradient of those scores ([`Net::add_gradient`]); a [`NeuralPolicy`] lets a net
//! play episodes of `routewright-env`. Everything is computed by kernels of this crate, in a plain and a fast
//! version ([`Kernel`]). Nothing here trains, plays episodes or owns a thread. Read first: [`Net`],
//! [`Observation`], [`NeuralPolicy`].
//!
//! ```
//! use std::sync::Arc;
//! use rand::SeedableRng;
//! use routewright_env::{ConstructionOptions, construct};
//! use routewright_model::{Alpha, City, Limits, Problem};
//! use routewright_policy::{Architecture, Net, NeuralPolicy, Normalisers};
//!
//! let limits = Limits::new(6, 2, 8).unwrap();
//! let problem = Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap());
//! let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
//! let net = Net::new(Architecture::default(), Normalisers::default(), &mut rng);
//! let policy = NeuralPolicy::new(Arc::new(net));
//! let routes = construct(&problem, ConstructionOptions::default(), &policy, &mut rng);
//! assert_eq!(routes.len(), 6);
//! ```

mod aligned;
mod architecture;
mod backward;
mod built_in;
mod city_view;
mod edges;
mod forward;
mod kernel;
mod layout;
mod learn;
mod net;
mod normalisers;
mod observation;
mod observer;
mod packed;
mod pair_memo;
mod path_sums;
mod policy;
mod transfers;
mod trips;
mod weights;
mod workspace;

pub use architecture::{Architecture, Inputs};
pub use kernel::{Kernel, Level};
pub use layout::TensorInfo;
pub use net::Net;
pub use normalisers::{NormaliserBuilder, Normalisers, Scale};
pub use observation::Observation;
pub use observer::Observer;
pub use policy::NeuralPolicy;
pub use weights::WeightsError;
pub use workspace::Workspace;
