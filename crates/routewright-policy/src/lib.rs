//! The neural policy: a graph attention net that builds networks route by route.
//!
//! An [`EpisodeTracker`] turns the steps of a construction episode into [`Observation`]s; a [`Net`] scores the paths
//! that may extend a route, and whether to halt it ([`Net::score`]), and computes the gradient of those scores
//! ([`Net::add_gradient`]); a [`NeuralPolicy`] plays episodes of `routewright-env` with a net. All arithmetic is done
//! by kernels of this crate, in a plain and a fast version ([`Kernel`]). This crate does not train and starts no
//! threads. Read first: [`Net`], [`Observation`], [`NeuralPolicy`].
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
mod arrays;
mod backward;
mod built_in;
mod city_view;
mod edges;
mod episode;
mod episode_tracker;
mod forward;
mod kernel;
mod layout;
mod learn;
mod net;
mod normalisers;
mod observation;
mod packed;
mod pair_memo;
mod path_sums;
mod policy;
mod temperature;
mod transfers;
mod trips;
mod weights;
mod workspace;

pub use architecture::{Architecture, Embeddings, Inputs};
pub use arrays::Pairs;
pub use episode::{ConstructionEpisode, IllegalChoice};
pub use episode_tracker::EpisodeTracker;
pub use kernel::{Kernel, Level};
pub use layout::TensorInfo;
pub use net::Net;
pub use normalisers::{NormaliserBuilder, Normalisers, Scale};
pub use observation::Observation;
pub use policy::NeuralPolicy;
pub use temperature::{Temperature, TemperatureError};
pub use weights::WeightsError;
pub use workspace::Workspace;
