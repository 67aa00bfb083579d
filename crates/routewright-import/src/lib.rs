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
//! let table = "id,lon,lat,people,jobs\na,0.01,0,10,1\nb,0.02,0,10,5\n";
//! let zones = parse_zones(&TextFile::new("zones.csv", table), columns)?;
//! // Round a block: a street that buses cannot turn on would be of no use to them.
//! let tags = [("highway".into(), "residential".into())].into();
//! let streets = OsmStreets {
//!     places: vec![[0.0, 0.0], [0.01, 0.0], [0.02, 0.0], [0.03, 0.0], [0.03, 0.01], [0.0, 0.01]],
//!     ways: vec![OsmWay { id: 1, places: vec![0, 1, 2, 3, 4, 5, 0], tags }],
//!     ..OsmStreets::default()
//! };
//! let sources = Sources::new(&zones, &streets);
//! let empty_streets = ImportConfig { congestion: Some(1.0), ..ImportConfig::default() };
//! let imported = import(&sources, &empty_streets, &mut |_| {})?;
//! // 1112 metres at 30 kilometres an hour take 133 seconds.
//! assert_eq!(imported.links[0].time.0, 133);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod congestion;
mod demand;
mod error;
mod files;
mod import;
mod kinds;
mod links;
mod losses;
mod markdown;
mod merge;
mod neighbours;
mod nodes;
mod period;
mod places;
mod report;
mod summary;
mod today;
mod turns;
mod walks;
mod whereabouts;
mod write;

pub use config::{GravityConfig, ImportConfig, StopSource};
pub use demand::DemandCounts;
pub use error::ImportError;
pub use files::ImportFiles;
pub use import::{Imported, Progress, Sources, import};
pub use kinds::{Kind, kind_name};
pub use links::StreetLink;
pub use period::DemandPeriod;
pub use report::{
    CongestionCounts, CutLine, IsolatedZone, LinkCounts, NetworkCounts, Report, StopCounts, ZoneCounts,
};
pub use summary::summary;
pub use today::{DayCounts, DayTrips, FeedCounts, Skipped};
pub use walks::WalkCounts;
pub use write::write_import;
