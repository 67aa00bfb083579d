//! `lines.json` of a city folder: today's lines whole, as they run on one day, also outside the area of the city.

mod check;
mod courses;
mod format;
mod parse;

use routewright_model::Position;
use routewright_model::geography::metres_between;
use serde::{Deserialize, Serialize};

pub use format::format_lines;
pub use parse::parse_lines;

/// Seconds in an hour.
const HOUR: u32 = 3600;
/// Ends of a circular way that share a name may lie this far apart, in metres.
const MOST_METRES_BETWEEN_ENDS: f64 = 100.0;

/// Today's lines on one day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TodayLines {
    /// The day of service, such as `2026-03-18`.
    pub day: String,
    /// The lines, each under a name of its own.
    pub lines: Vec<TodayLine>,
}

impl TodayLines {
    /// The line of a name.
    pub fn line_named(&self, name: &str) -> Option<&TodayLine> {
        self.lines.iter().find(|line| line.name == name)
    }
}

/// A line as riders know it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TodayLine {
    /// Its name in `existing.json` or `fixed.json`.
    pub name: String,
    /// Name of the feed it comes from.
    pub feed: String,
    /// Its id in that feed.
    pub route_id: String,
    /// Its number or short name; may be empty.
    #[serde(default)]
    pub short_name: String,
    /// Its long name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_name: Option<String>,
    /// Who runs it.
    pub agency: LineAgency,
    /// The kind of vehicle as GTFS numbers it: 0 tram, 1 metro, 2 rail, 3 bus and so on.
    pub kind: u32,
    /// Six hexadecimal digits: red, green, blue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Whether it stays as it is: neither redesigned nor charged.
    #[serde(default)]
    pub is_fixed: bool,
    /// One way, or two of different directions.
    pub ways: Vec<LineWay>,
}

impl TodayLine {
    /// Whether it has a way that ends where it starts.
    pub fn is_circular(&self) -> bool {
        self.ways.iter().any(LineWay::is_circular)
    }

    /// Departures of all ways that start within a window (seconds of the day of service).
    pub fn departures_between(&self, window: (u32, u32)) -> f64 {
        self.ways.iter().map(|way| way.departures_between(window)).sum()
    }
}

/// Who runs a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineAgency {
    /// Its name.
    pub name: String,
    /// Its page on the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its time zone, such as `America/Sao_Paulo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Its language, such as `pt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
}

/// One direction of a line: stops, times and course.
///
/// Invariant, checked on reading: two stops or more, as many times as stops, the first zero and none before the one
/// before it; two points of the course or more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineWay {
    /// Out (0) or back (1).
    pub direction: u8,
    /// Where it goes, as its vehicles show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headsign: Option<String>,
    /// Departures from the first stop in each hour of the day of service, from midnight; up to 48 hours.
    pub departures: Vec<u32>,
    /// Where it stops, in order.
    pub stops: Vec<LineStop>,
    /// Seconds from the start to the arrival at each stop.
    pub seconds: Vec<u32>,
    /// Its course: longitude and latitude of each point, in degrees. Without a known course, the stops.
    pub shape: Vec<[f64; 2]>,
}

impl LineWay {
    /// Length of its course in metres.
    pub fn metres(&self) -> f64 {
        self.shape.windows(2).map(|part| metres(part[0], part[1])).sum()
    }

    /// Seconds from the first stop to the last.
    pub fn running_seconds(&self) -> u32 {
        self.seconds.last().copied().unwrap_or_default()
    }

    /// Whether it ends where it starts: at the same stop, or at one of the same name at most 100 m away.
    pub fn is_circular(&self) -> bool {
        let [first, .., last] = &self.stops[..] else { return false };
        let is_near = || metres(first.place(), last.place()) <= MOST_METRES_BETWEEN_ENDS;
        self.stops.len() > 2 && (first.id == last.id || (first.name == last.name && is_near()))
    }

    /// Departures on the whole day.
    pub fn departures_on_day(&self) -> u64 {
        self.departures.iter().map(|&count| u64::from(count)).sum()
    }

    /// Departures within a window (seconds of the day of service). Those of an hour are taken to be spread evenly
    /// over it.
    pub fn departures_between(&self, (from, to): (u32, u32)) -> f64 {
        let mut sum = 0.0;
        for (start, &count) in (0..).step_by(HOUR as usize).zip(&self.departures) {
            let seconds = to.min(start + HOUR).saturating_sub(from.max(start));
            sum += f64::from(count) * f64::from(seconds) / f64::from(HOUR);
        }
        sum
    }

    /// Mean minutes between two departures within a window, or `None` if there are none.
    pub fn headway_minutes(&self, window: (u32, u32)) -> Option<f64> {
        let departures = self.departures_between(window);
        let minutes = f64::from(window.1.saturating_sub(window.0)) / 60.0;
        (departures > 0.0).then(|| minutes / departures)
    }
}

/// A stop of a line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineStop {
    /// Its id in the feed.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
    /// The node of the city where it lies; `None` outside the area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
}

impl LineStop {
    /// Longitude and latitude.
    pub fn place(&self) -> [f64; 2] {
        [self.lon, self.lat]
    }
}

fn metres(from: [f64; 2], to: [f64; 2]) -> f64 {
    let position = |[x, y]: [f64; 2]| Position { x, y };
    metres_between(position(from), position(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(stops: &[(&str, &str, f64)]) -> LineWay {
        let stop = |&(id, name, lat): &(&str, &str, f64)| LineStop {
            id: id.into(),
            name: name.into(),
            lat,
            ..LineStop::default()
        };
        let stops: Vec<LineStop> = stops.iter().map(stop).collect();
        LineWay { shape: stops.iter().map(LineStop::place).collect(), stops, ..LineWay::default() }
    }

    #[test]
    fn lengths_follow_the_course() {
        let way = way(&[("a", "A", 0.0), ("b", "B", 0.01), ("c", "C", 0.0)]);
        assert!((way.metres() - 2.0 * 1111.95).abs() < 0.01, "{}", way.metres());
    }

    #[test]
    fn circular_ways_end_where_they_start() {
        assert!(way(&[("a", "A", 0.0), ("b", "B", 0.01), ("a", "A", 0.0)]).is_circular());
        assert!(way(&[("a", "A", 0.0), ("b", "B", 0.01), ("a2", "A", 0.0008)]).is_circular(), "89 m");
        assert!(!way(&[("a", "A", 0.0), ("b", "B", 0.01), ("a2", "A", 0.001)]).is_circular(), "111 m");
        assert!(!way(&[("a", "A", 0.0), ("b", "B", 0.01), ("c", "C", 0.0)]).is_circular());
        assert!(!way(&[("a", "A", 0.0), ("a", "A", 0.0)]).is_circular(), "goes nowhere");
    }

    #[test]
    fn headways_follow_from_departures_by_hour() {
        let mut way = way(&[]);
        way.departures = vec![0, 0, 0, 0, 0, 0, 0, 6, 3];
        assert_eq!(way.headway_minutes((7 * 3600, 8 * 3600)), Some(10.0));
        assert_eq!(way.headway_minutes((7 * 3600, 9 * 3600)), Some(120.0 / 9.0));
        assert_eq!(way.headway_minutes((7 * 3600 + 1800, 8 * 3600 + 1200)), Some(50.0 / 4.0));
        assert_eq!(way.headway_minutes((9 * 3600, 20 * 3600)), None);
        assert_eq!(way.headway_minutes((8 * 3600, 7 * 3600)), None);
        assert_eq!(way.departures_on_day(), 9);
    }
}
