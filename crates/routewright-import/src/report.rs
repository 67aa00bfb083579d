//! What was kept, what was left out, and why.

use serde::Serialize;

use crate::{DemandCounts, DemandPeriod, FeedCounts, ImportConfig, StreetCounts, WalkCounts};

/// Everything that an import kept and left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Every setting, defaults filled in.
    pub settings: ImportConfig,
    /// How the zones were used.
    pub zones: ZoneCounts,
    /// How the streets were used.
    pub streets: StreetCounts,
    /// Links of the city.
    pub links: LinkCounts,
    /// Ways on foot.
    pub walks: WalkCounts,
    /// How the trips were used.
    pub demand: DemandCounts,
    /// When the trips are made.
    pub period: DemandPeriod,
    /// The day whose timetable was taken.
    pub day: Option<String>,
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
    /// Gateways that became nodes of their own.
    pub gateways: usize,
    /// Nodes of the city.
    pub nodes: usize,
    /// Weights that were blank and count as zero.
    pub blank_weights: usize,
    /// Zones that were left out: no street that can be used is near.
    pub isolated: Vec<IsolatedZone>,
    /// Zones that were merged into a busier one.
    pub merged: usize,
    /// Zones that meet the streets at the same corner as another.
    pub sharing_a_corner: usize,
    /// How far zones lie from their corner, in metres: the middle one and the farthest.
    pub metres_to_street: (f64, f64),
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

/// Links of the city.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LinkCounts {
    /// Directed links.
    pub links: usize,
    /// The usual distance between neighbouring zones, straight.
    pub usual_metres: f64,
    /// Neighbours that are too far apart.
    pub too_far: usize,
    /// Directed links that wind too much.
    pub winding: usize,
}

/// Today's network.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NetworkCounts {
    /// Routes to be redesigned.
    pub routes: usize,
    /// Of which driven one way.
    pub one_way: usize,
    /// Two-way routes made of an out and a back.
    pub pairs: usize,
    /// Of which out and back differ somewhere.
    pub unequal_pairs: usize,
    /// Routes that serve the same stops as another and were merged into it.
    pub merged: Vec<String>,
    /// Nodes that some route stops at.
    pub nodes_served: usize,
    /// Routes that are kept as they are.
    pub fixed_routes: usize,
    /// Scheduled time divided by the driving time of the city.
    pub scheduled_over_driven: Option<f64>,
}
