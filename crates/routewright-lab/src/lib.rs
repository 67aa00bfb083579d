//! The laboratory: repeatable experiments, and their results beside the literature.
//!
//! A [`Suite`] names cities, alphas, methods, seeds and budgets. [`run_missing`] runs the trials that a [`Store`]
//! does not hold yet, with a [`Designer`]. [`Findings`] compares the runs of a store with published figures. Read
//! first: [`Suite`], [`Store`], [`run_missing`].
//!
//! ```
//! use routewright_lab::{Selection, Suite};
//!
//! let suite = Suite::find("quick").unwrap();
//! let trials = suite.trials(&Selection { scaled: true, seeds: None });
//! assert!(trials.iter().any(|trial| trial.city_name == "mandl"));
//! ```

mod attempt;
mod cities;
mod designer;
mod error;
mod export;
mod findings;
mod groups;
mod hypervolume;
mod key;
mod league;
mod library_designer;
mod machine;
mod missing;
mod published;
mod schedule;
mod statistics;
mod store;
mod suite;
mod sweep;

pub use cities::{CityFolders, PlacedCity};
pub use designer::{Designer, Ended, Finding, Identity};
pub use error::LabError;
pub use export::{to_csv, to_parquet};
pub use findings::{Findings, report_files};
pub use groups::distinguish;
pub use hypervolume::{Box2, hypervolume, non_dominated};
pub use league::place;
pub use library_designer::LibraryDesigner;
pub use published::{BenchmarkCity, Published, benchmark_cities, published};
pub use schedule::{BenchStatus, Running, Schedule, Summary, Watcher, run_missing};
pub use statistics::{Spread, sign_test, spread};
pub use store::{Record, Store};
pub use suite::{CitySource, SHIPPED, Selection, Shipped, Suite, SyntheticCity, Trial};
pub use sweep::{Sweep, SweepEnd, SweepRun};
