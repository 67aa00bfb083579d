//! Streets as buses may drive on them and people may walk along them.
//!
//! [`Streets`] is a graph of directed pieces of street: from one piece a bus goes on to the next, but never turns on
//! the spot, breaks a turn restriction or drives against a one-way street. A [`StopSite`] says at which
//! pieces the vehicles of a node can stop, [`Router::lay_out`] finds the legal [`Course`] of a line along its
//! sites, and [`check_course`] checks a drawn course without help from the router. [`FootMap`] measures walks. This
//! crate designs and scores nothing. Read first: [`Streets`], [`SiteFinder`], [`Router`].
//!
//! ```
//! use routewright_io::{OsmStreets, OsmWay};
//! use routewright_streets::{Router, SiteFinder, Streets};
//!
//! // A square of one-way streets, about 1.1 km long on each side.
//! let tags = [("highway".into(), "residential".into()), ("oneway".into(), "yes".into())].into();
//! let osm = OsmStreets {
//!     places: vec![[0.0, 0.0], [0.01, 0.0], [0.01, 0.01], [0.0, 0.01]],
//!     ways: vec![OsmWay { id: 1, places: vec![0, 1, 2, 3, 0], tags }],
//!     ..OsmStreets::default()
//! };
//! let (streets, counts) = Streets::from_osm(&osm, &[], 1.0);
//! assert_eq!(counts.usable_pieces, counts.pieces);
//! let finder = SiteFinder::new(&streets);
//! let [a, b] = [[0.005, 0.0], [0.005, 0.01]].map(|place| finder.site_near(place, 50.0).unwrap());
//! let course = Router::new(&streets).lay_out(&[&a, &b]).unwrap();
//! assert!((course.metres() - 2224.0).abs() < 100.0);
//! ```

mod apart;
mod check;
mod components;
mod course;
mod file;
mod foot;
mod foot_rules;
mod from_osm;
pub mod geometry;
mod near_pieces;
mod nearest;
mod router;
mod rules;
mod sites;
mod streets;

pub use check::{CourseChecker, Fault, Finding, check_course};
/// Turn restrictions as extracts have them.
pub use routewright_io::{OsmTurn as TurnBan, OsmTurnKind as TurnKind};

pub use components::strong_components;
pub use course::{BothWays, Course, CourseLeg};
pub use file::{CityStreets, STREETS_FILE, format_streets, parse_streets, read_streets, write_streets};
pub use foot::FootMap;
pub use foot_rules::may_walk;
pub use from_osm::StreetCounts;
pub use nearest::Nearest;
pub use router::{Router, Way};
pub use rules::{Closed, Use, bus_use};
pub use sites::{SiteFinder, StopSite};
pub use streets::{BannedTurn, Next, Piece, PieceId, Street, StreetParts, Streets};
