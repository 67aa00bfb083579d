//! From open data to a city: zones, streets, trips and timetables become nodes, links, demand and today's
//! network.
//!
//! `routewright-io` reads the files; this crate combines them. Nothing is dropped silently: the [`Report`] says
//! what was left out and why. This crate designs and scores nothing. Read first: [`import`],
//! [`ImportConfig`], [`Imported`].
//!
//! ```
//! use routewright_import::{ImportConfig, Sources, import};
//! use routewright_io::{OsmStreets, OsmWay, TextFile, WeightColumns, parse_zones};
//!
//! let columns = WeightColumns { productions: Some("people"), attractions: Some("jobs") };
//! let table = "id,lon,lat,people,jobs\na,0,0,10,1\nb,0.01,0,10,5\n";
//! let zones = parse_zones(&TextFile::new("zones.csv", table), columns)?;
//! let tags = [("highway".into(), "residential".into())].into();
//! let streets = OsmStreets {
//!     places: vec![[0.0, 0.0], [0.01, 0.0]],
//!     ways: vec![OsmWay { id: 1, places: vec![0, 1], tags }],
//!     ..OsmStreets::default()
//! };
//! let sources = Sources::new(&zones, &streets);
//! let imported = import(&sources, &ImportConfig::default(), &mut |_| {})?;
//! // 1112 metres at 30 kilometres an hour take 133 seconds.
//! assert_eq!(imported.city.longest_drive().0, 133);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod demand;
mod error;
mod geometry;
mod import;
mod links;
mod markdown;
mod merge;
mod neighbours;
mod period;
mod report;
mod schedule;
mod streets;
mod walks;
mod write;

pub use config::{GravityConfig, ImportConfig};
pub use demand::DemandCounts;
pub use error::ImportError;
pub use import::{Imported, Progress, Sources, import};
pub use links::StreetLink;
pub use period::DemandPeriod;
pub use report::{IsolatedZone, LinkCounts, NetworkCounts, Report, ZoneCounts};
pub use schedule::{FeedCounts, Skipped};
pub use streets::{StreetCounts, StreetMap};
pub use walks::WalkCounts;
pub use write::write_import;
