//! What was kept, what was left out, and why.

use routewright_streets::StreetCounts;
use serde::Serialize;

use crate::today::{DayCounts, FeedCounts};
use crate::{DemandCounts, DemandPeriod, ImportConfig, StopSource, WalkCounts};

/// Everything that an import kept and left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Every setting, defaults filled in.
    pub settings: ImportConfig,
    /// How the zones were used.
    pub zones: ZoneCounts,
    /// The stops of the city; `None` where every zone is one.
    pub stops: Option<StopCounts>,
    /// How the streets were used.
    pub streets: StreetCounts,
    /// How much longer driving takes than on empty streets.
    pub congestion: CongestionCounts,
    /// Links of the city.
    pub links: LinkCounts,
    /// Ways on foot.
    pub walks: WalkCounts,
    /// How the trips were used.
    pub demand: DemandCounts,
    /// When the trips are made.
    pub period: DemandPeriod,
    /// The day whose timetable was taken.
    pub day: Option<DayCounts>,
    /// How each feed was used.
    pub feeds: Vec<FeedCounts>,
    /// Today's network.
    pub network: NetworkCounts,
}

/// How the zones were used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ZoneCounts {
    /// Zones in the file.
    pub zones: usize,
    /// Their production in all.
    pub production: f64,
    /// Their attraction in all.
    pub attraction: f64,
    /// Gateways that are places of their own.
    pub gateways: usize,
    /// Nodes of the city, stops and zones.
    pub nodes: usize,
    /// Zones that are nodes.
    pub zone_nodes: usize,
    /// Zones without people, jobs or trips, which need no node.
    pub empty: usize,
    /// Weights that were blank and count as zero.
    pub blank_weights: usize,
    /// Zones that were left out: no street is near.
    pub isolated: Vec<IsolatedZone>,
    /// Zones that were merged into a busier one.
    pub merged: usize,
    /// Notes of the reader, such as which property is the id.
    pub notes: Vec<String>,
}

/// A zone that was left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IsolatedZone {
    /// Its id.
    pub id: String,
    /// Its production.
    pub production: f64,
    /// Its attraction.
    pub attraction: f64,
}

/// The stops of the city.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StopCounts {
    /// Where they come from.
    pub source: StopSource,
    /// Stops in the area.
    pub stops: usize,
    /// Stops outside it.
    pub outside: usize,
    /// Places they were taken together to.
    pub places: usize,
    /// Places that no bus can reach legally: stations, and stops off the streets.
    pub off_streets: Vec<String>,
}

/// How much longer driving takes than on empty streets.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CongestionCounts {
    /// The factor.
    pub factor: f64,
    /// `given`, `timetable` or `usual`.
    pub source: String,
    /// The factor at which driving along the streets takes as long as in the timetable, stops included.
    pub timetable: Option<f64>,
    /// Ways of today's lines it was found from.
    pub ways_compared: usize,
    /// Length along the streets of those ways, against their shapes: the middle one.
    pub metres_over_shape: Option<f64>,
}

/// Links of the city.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LinkCounts {
    /// Directed links.
    pub links: usize,
    /// The usual distance between neighbours, straight.
    pub usual_metres: f64,
    /// Neighbours that are too far apart.
    pub too_far: usize,
    /// Directed links that wind too much.
    pub winding: usize,
    /// Directed links whose way back takes far longer, or far less long.
    pub lopsided: usize,
    /// Directed links that lead past another stop.
    pub passing: usize,
}

/// A line that leaves the area.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CutLine {
    /// Its name.
    pub line: String,
    /// Running time of all its ways, minutes.
    pub minutes: f64,
    /// Of which within the area.
    pub minutes_within: f64,
}

/// Today's network.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NetworkCounts {
    /// Lines to be redesigned.
    pub routes: usize,
    /// Of which driven one way.
    pub one_way: usize,
    /// Of which end where they start.
    pub circular: usize,
    /// Of which the way back has other stops than the way out.
    pub own_ways_back: usize,
    /// Stops that some line serves.
    pub nodes_served: usize,
    /// Lines that stay as they are.
    pub fixed_routes: usize,
    /// Lines to be redesigned that leave the area: only their part within it is in the city.
    pub cut: Vec<CutLine>,
}
