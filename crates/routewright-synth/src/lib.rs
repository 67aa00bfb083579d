//! Seeded random cities for training, tests and demonstrations, and grid cities whose driving times follow
//! from arithmetic.
//!
//! This crate reads no files, scores nothing and designs nothing: its random routes are walks, good for
//! tests and benchmarks only. Read first: [`SynthConfig`], [`CityKind`], [`grid_city`].
//!
//! The same configuration and seed give the same city on every platform: points, streets and demand are
//! drawn from ChaCha8 streams, and nothing but sums, products, quotients and square roots is computed.
//!
//! ```
//! use routewright_model::Seconds;
//! use routewright_synth::{CityKind, SynthConfig, generate, grid_city};
//!
//! let city = generate(&SynthConfig::new(CityKind::Voronoi, 20), 7).unwrap();
//! assert_eq!((city.name(), city.node_count()), ("voronoi-20-seed7", 20));
//!
//! let grid = grid_city(4, 3, Seconds(60));
//! let (corner, opposite) = (grid.node_named("c0r0").unwrap(), grid.node_named("c3r2").unwrap());
//! assert_eq!(grid.drive_time(corner, opposite), Seconds(5 * 60));
//! ```

mod config;
mod draw;
mod error;
mod generate;
mod grid_city;
mod kind;
mod layout;
mod removal;
mod walk;

pub use config::SynthConfig;
pub use error::SynthError;
pub use generate::generate;
pub use grid_city::{directed_grid_city, grid_city, grid_city_with_demand};
pub use kind::{CityKind, UnknownKind};
pub use walk::{random_network, random_route};
