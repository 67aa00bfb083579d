//! Settings of an import.

use crate::{ImportError, Kind};
use routewright_io::Date;
use routewright_model::Period;
use serde::Serialize;

/// Settings of an import; the defaults suit a city of zones a few hundred metres apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ImportConfig {
    /// Name of the city.
    pub name: String,
    /// Where the stops of the city come from; by default from the feeds where there are any, else from
    /// OpenStreetMap where it has some, else every zone is a stop.
    pub stops: Option<StopSource>,
    /// Stops nearer than this to one that is used more are taken together with it.
    pub stop_spacing: f64,
    /// Driving takes this many times as long as on empty streets; by default as the timetable says, or 1.3 without one.
    pub congestion: Option<f64>,
    /// A zone farther than this from every street is left out.
    pub snap_metres: f64,
    /// Zones nearer than this to a busier one are merged into it; by default none are.
    pub merge_metres: Option<f64>,
    /// Where zones are the stops: a stop of a feed farther than this from every zone lies outside; by default 500
    /// metres, or the distance between neighbouring zones where that is more.
    pub stop_metres: Option<f64>,
    /// Stops farther apart than this are not neighbours; by default three times the usual distance between
    /// neighbours.
    pub link_metres: Option<f64>,
    /// A link longer than this many times the straight distance is left out, where the city stays connected
    /// without it.
    pub detour: f64,
    /// Riders walk at most so many metres, along streets and footways, between zones and stops and between stops; 0 for
    /// not at all.
    pub walk_metres: f64,
    /// When the trips of the demand are made, in words; by default on a whole weekday.
    pub period: Option<String>,
    /// Hours over which those trips are counted.
    pub period_hours: Option<f64>,
    /// How demand is estimated where no table of trips is given.
    pub gravity: GravityConfig,
    /// Demand between two nodes below this is left out.
    pub smallest_demand: f64,
    /// The day whose timetable is used; by default the busiest normal weekday.
    #[serde(serialize_with = "shown")]
    pub date: Option<Date>,
    /// Trips that start within these seconds of the day count; by default 7:00 to 9:00, or where nothing runs
    /// then the two hours with most trips.
    pub window: Option<(u32, u32)>,
    /// Kinds of vehicles of the feeds to be redesigned that stay as they are, besides those that do not run on streets.
    pub fixed_route_types: Vec<Kind>,
    /// Kinds of vehicles that are redesigned although they do not run on streets.
    pub redesign_route_types: Vec<Kind>,
    /// Whether to go on although much is lost.
    pub accept_losses: bool,
}

/// Where the stops of a city come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopSource {
    /// Stops of the feeds, those near each other taken together.
    Feed,
    /// Bus stops of OpenStreetMap, those near each other taken together.
    Osm,
    /// Every zone is a stop.
    Zones,
}

impl Default for ImportConfig {
    fn default() -> Self {
        Self {
            name: "city".into(),
            stops: None,
            stop_spacing: 250.0,
            congestion: None,
            snap_metres: 500.0,
            merge_metres: None,
            stop_metres: None,
            link_metres: None,
            detour: 3.0,
            walk_metres: 800.0,
            period: None,
            period_hours: None,
            gravity: GravityConfig::default(),
            smallest_demand: 0.001,
            date: None,
            window: None,
            fixed_route_types: Vec::new(),
            redesign_route_types: Vec::new(),
            accept_losses: false,
        }
    }
}

impl ImportConfig {
    /// Checks that all numbers lie within bounds that a city can have.
    ///
    /// # Errors
    /// [`ImportError::Setting`] for the first that does not.
    pub(crate) fn check(&self) -> Result<(), ImportError> {
        let GravityConfig { trips_per_production, decay_minutes, return_share } = self.gravity;
        let given = [
            ("congestion", self.congestion, 0.01, 100.0),
            ("stop-spacing", Some(self.stop_spacing), 0.0, 10_000.0),
            ("snap-metres", Some(self.snap_metres), 0.0, 100_000.0),
            ("merge-metres", self.merge_metres, 0.0, 1e6),
            ("stop-metres", self.stop_metres, 0.0, 1e6),
            ("link-metres", self.link_metres, 0.0, 1e7),
            ("detour", Some(self.detour), 0.0, 1e6),
            ("walk-metres", Some(self.walk_metres), 0.0, 5000.0),
            ("period-hours", self.period_hours, 0.01, Period::MOST_HOURS),
            ("trips-per-production", Some(trips_per_production), 0.0, 1e6),
            ("decay-minutes", Some(decay_minutes), 1e-3, 1e6),
            ("return-share", Some(return_share), 0.0, 1.0),
            ("smallest-demand", Some(self.smallest_demand), 0.0, 1e9),
        ];
        let outside = given.into_iter().find_map(|(name, value, least, most)| {
            let value = value.filter(|value| !(least..=most).contains(value))?;
            Some(ImportError::Setting { name, value, least, most })
        });
        outside.map_or(Ok(()), Err)
    }
}

/// The gravity model: trips from `i` to `j` go with the production of `i`, the attraction of `j` and
/// `exp(-driving time / decay)`, balanced so that both ends get their share.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GravityConfig {
    /// Trips that start for each unit of production.
    pub trips_per_production: f64,
    /// Minutes of driving after which interest falls to about a third (1/e).
    pub decay_minutes: f64,
    /// For each trip out, this many come back the other way.
    pub return_share: f64,
}

impl Default for GravityConfig {
    fn default() -> Self {
        Self { trips_per_production: 1.0, decay_minutes: 10.0, return_share: 1.0 }
    }
}

#[expect(clippy::ref_option, reason = "the form serde asks for")]
fn shown<S: serde::Serializer>(date: &Option<Date>, serializer: S) -> Result<S::Ok, S::Error> {
    date.map(|date| date.to_string()).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_bounds() {
        assert!(ImportConfig::default().check().is_ok());
        let told = |config: ImportConfig| config.check().unwrap_err().to_string();
        assert_eq!(
            told(ImportConfig { congestion: Some(1e5), ..ImportConfig::default() }),
            "congestion is 100000, but must be from 0.01 to 100\n  help: change --congestion"
        );
        assert!(
            told(ImportConfig { snap_metres: f64::NAN, ..ImportConfig::default() }).contains("snap-metres")
        );
        assert!(
            told(ImportConfig { merge_metres: Some(1e30), ..ImportConfig::default() })
                .contains("merge-metres")
        );
        assert!(
            told(ImportConfig { period_hours: Some(0.0), ..ImportConfig::default() })
                .contains("period-hours")
        );
        assert!(told(ImportConfig { walk_metres: -1.0, ..ImportConfig::default() }).contains("walk-metres"));
    }
}
