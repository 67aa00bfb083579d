//! Trains the policy net that builds networks: proximal policy optimisation on synthetic cities.
//!
//! A [`Trainer`] runs construction episodes of `routewright-env` with the net of `routewright-policy` in many parallel
//! environments, updates the net from every decision, and regularly validates it on cities it was not trained on. It
//! prints nothing and renders no pages. Read first: [`Trainer`], [`TrainConfig`], [`Metrics`].
//!
//! The same settings give the same weights, to the bit, with any number of threads and however often the run was
//! interrupted.
//!
//! ```
//! use routewright_train::{TrainConfig, Trainer};
//!
//! let small = TrainConfig { iterations: 1, batch: 2, horizon: 8, nodes: 6, routes: 2, cities: 20, ..TrainConfig::default() };
//! let mut trainer = Trainer::new(small, 1)?;
//! while !trainer.is_done() {
//!     trainer.advance(&|| false);
//! }
//! assert_eq!(trainer.metrics().len(), 2); // before training, and after one iteration
//! let weights: Vec<u8> = trainer.best_net().unwrap().to_bytes();
//! # Ok::<(), routewright_train::TrainError>(())
//! ```

mod adam;
mod advantage;
mod augment;
mod batch;
mod checkpoint;
mod choice;
mod cities;
mod config;
mod decision;
mod environment;
mod episode_batch;
mod episode_sampler;
mod error;
mod iteration;
mod metrics;
mod objective;
mod prepare;
mod remote;
mod rollout;
mod seed;
mod tensor_file;
mod trainer;
mod trajectory;
mod update;
mod validate;
mod value;

pub use augment::Augmentation;
pub use cities::CitySet;
pub use config::TrainConfig;
pub use episode_batch::{EpisodeBatch, EpisodeSource, Outcome};
pub use error::TrainError;
pub use metrics::{Metrics, ValidationCosts, metrics_csv};
pub use remote::{Recorded, RolloutOrder};
pub use trainer::Trainer;
