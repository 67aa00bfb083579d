//! Trains the policy net that builds networks: proximal policy optimisation on synthetic cities.
//!
//! A [`Trainer`] plays the construction episodes of `routewright-env` with the net of `routewright-policy` in
//! many environments side by side, learns from every decision, and now and then looks how good the networks
//! are on cities it was not trained on. It knows no terminal and draws no page. Read first: [`Trainer`],
//! [`TrainConfig`], [`Metrics`].
//!
//! The same settings give the same weights, to the bit, with any number of threads and however often the run
//! was interrupted.
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
mod checkpoint;
mod choice;
mod cities;
mod config;
mod environment;
mod error;
mod lesson;
mod metrics;
mod objective;
mod prepare;
mod question;
mod seed;
mod stage;
mod tensor_file;
mod trainer;
mod trajectory;
mod update;
mod validate;
mod value;

pub use augment::Augmentation;
pub use cities::CitySet;
pub use config::TrainConfig;
pub use error::TrainError;
pub use metrics::{Metrics, ValidationCosts, metrics_csv};
pub use trainer::Trainer;
