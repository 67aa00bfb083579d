//! Every file format of Routewright, both ways: cities and networks.
//!
//! Readers check everything and report what is wrong, where, and how to fix it, up to twenty problems at once. No
//! number in a file decides how much memory is used. This crate scores
//! nothing, draws nothing and knows no command line. Read first: [`read_city`], [`read_network`],
//! [`InputErrors`].
//!
//! Each format is read in two steps: find the files and load them as [`TextFile`]s, then parse those. The
//! second step touches no disk and can be called on its own.
//!
//! ```
//! use routewright_io::{TextFile, network_to_json, parse_network, read_city};
//!
//! let city = read_city("mandl").unwrap();
//! let file = TextFile::new("example.txt", "1-2-3-6\n9-15-7");
//! let network = parse_network(&city, &file).unwrap();
//! assert_eq!(network.routes.len(), 2);
//!
//! let json = TextFile::new("example.json", network_to_json(&city, &network));
//! assert_eq!(parse_network(&city, &json).unwrap(), network);
//! ```

mod city_folder;
mod colours;
mod crs;
mod csv_table;
mod csv_text;
mod date;
mod detect;
mod draft;
mod encoding;
mod error;
mod foreign;
pub mod fuzz;
mod gtfs;
mod gtfs_feed;
mod json;
mod lines;
mod mumford;
mod network;
mod omx;
mod osm;
mod reading;
mod show;
mod text_file;
mod tntp;
mod trips;
mod write;
mod zones;

pub use city_folder::{
    CityDetails, Course, FolderFiles, LinkShapes, Overwrite, ZoneColumn, format_city_folder,
    parse_city_folder, parse_headways, parse_link_shapes, parse_people_and_jobs, parse_zone_columns,
    read_city_details, read_city_folder, read_headways, read_zone_columns, write_city_folder,
};
pub use colours::LINE_COLOURS;
pub use csv_text::csv_text;
pub use date::{Date, InvalidDate, last_day_of_year, parse_date, utc_date};
pub use detect::{read_city, read_city_with_notes};
pub use encoding::Encoding;
pub use error::{InputError, InputErrors};
pub use gtfs::{
    Call, Feed, FeedAgency, FeedIssue, FeedIssueKind, FeedIssues, FeedRoute, FeedStop, FeedTrip, Frequency,
    ServiceDays, parse_clock, parse_gtfs, read_gtfs,
};
pub use gtfs_feed::{
    FeedContent, FeedError, FeedOptions, FeedPeriod, FeedPeriods, FeedTable, RouteCourse, Weekdays,
    gtfs_feed, time_of_day, write_gtfs_feed,
};
pub use lines::{LineAgency, LineStop, LineWay, TodayLine, TodayLines, format_lines, parse_lines};
pub use mumford::{MumfordFiles, parse_mumford, read_mumford};
pub use network::{
    network_to_geojson, network_to_geojson_on_streets, network_to_json, network_to_json_with_service,
    network_to_text, parse_network, read_network,
};
pub use omx::{parse_omx, read_omx};
pub use osm::{
    OsmStop, OsmStreets, OsmTag, OsmTurn, OsmTurnKind, OsmWay, parse_osm, read_osm, sample as osm_sample,
};
pub use reading::{CityNote, CityReading};
pub use text_file::TextFile;
pub use tntp::{TntpFiles, parse_tntp, read_tntp};
pub use trips::{Gateway, TripTable, parse_gateways, parse_trips, read_gateways, read_trips};
pub use write::{WriteError, refuse_to_replace, write_bytes_atomically, write_text_atomically};
pub use zones::{
    WeightColumns, Zone, ZoneNote, ZoneOptions, Zones, parse_zone_bytes, parse_zones, read_zones,
};
