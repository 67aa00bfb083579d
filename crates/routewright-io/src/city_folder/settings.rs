//! `city.toml`: settings that the tables of a city do not contain.

use routewright_model::{Coordinates, Defaults, Limits, checked_transfer_penalty};
use serde::{Deserialize, Serialize};

use crate::draft::TimeUnit;
use crate::show::shown;
use crate::text_file::LineCounter;
use crate::{InputErrors, TextFile};

/// The keys of `city.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Settings {
    pub(super) name: Option<String>,
    pub(super) time_unit: TimeUnit,
    pub(super) coordinates: Option<CoordinateKind>,
    pub(super) routes: Option<usize>,
    pub(super) min_stops: Option<usize>,
    pub(super) max_stops: Option<usize>,
    pub(super) transfer_penalty_minutes: Option<f64>,
    /// For people and other programs: travel times are given, so nothing here needs it.
    pub(super) speed_metres_per_second: Option<f64>,
    /// For people: where the data comes from.
    pub(super) provenance: Option<String>,
}

/// The unit of `lat` and `lon`. On a plane, `lat` points north and `lon` east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum CoordinateKind {
    #[default]
    Degrees,
    Metres,
    Kilometres,
}

impl From<Coordinates> for CoordinateKind {
    fn from(coordinates: Coordinates) -> Self {
        match coordinates {
            Coordinates::Degrees => Self::Degrees,
            Coordinates::Metres => Self::Metres,
        }
    }
}

impl Settings {
    pub(super) fn names_no_limits(&self) -> bool {
        self.routes.is_none() && self.min_stops.is_none() && self.max_stops.is_none()
    }

    pub(super) fn defaults(&self) -> Defaults {
        Defaults {
            routes: self.routes,
            min_stops: self.min_stops,
            max_stops: self.max_stops,
            transfer_penalty: self
                .transfer_penalty_minutes
                .and_then(|minutes| checked_transfer_penalty(minutes).ok()),
        }
    }

    /// What is wrong with the settings: a code, the problem and the fix.
    pub(super) fn fault(&self) -> Option<(&'static str, String, String)> {
        if let Some(name) = self.name.as_deref().filter(|name| name.contains(char::is_control)) {
            let problem = format!("the name {} contains a control character", shown(name));
            return Some(("city-029", problem, "write the name as plain text".into()));
        }
        let (routes, min, max) = (self.routes, self.min_stops, self.max_stops);
        if let Err(error) = Limits::new(routes.unwrap_or(1), min.unwrap_or(2), max.unwrap_or(Limits::MOST)) {
            let help = "ask for one route or more, each of min-stops to max-stops stops, at least two";
            return Some(("city-024", error.to_string(), help.into()));
        }
        if max.is_some_and(|max| max < 2) {
            let problem = "a route has at least two stops, but max-stops is less".into();
            return Some(("city-024", problem, "set max-stops to 2 or more, or leave it out".into()));
        }
        let error = checked_transfer_penalty(self.transfer_penalty_minutes?).err()?;
        let help = "set transfer-penalty-minutes to what a change costs a rider: from 0 to 1440";
        Some(("city-025", error.to_string(), help.into()))
    }
}

/// # Errors
/// It is not TOML, or has an unknown key or an invalid value.
pub(super) fn parse(file: &TextFile) -> Result<Settings, InputErrors> {
    let settings: Settings = toml::from_str(&file.text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(file.text.len()));
        let line = LineCounter::new(&file.text).line_of(start);
        let problem = error.message().lines().next().unwrap_or("cannot be understood");
        let help = "known keys are name, time-unit, coordinates, routes, min-stops, max-stops, \
                    transfer-penalty-minutes, speed-metres-per-second and provenance";
        InputErrors::one(file.at(line), "city-023", clipped(problem), help)
    })?;
    match settings.fault() {
        Some((code, problem, help)) => Err(InputErrors::one(file.whole(), code, problem, help)),
        None => Ok(settings),
    }
}

/// The parser's own words, unless they quote half the file.
fn clipped(problem: &str) -> String {
    const MOST: usize = 200;
    if problem.len() <= MOST { problem.to_owned() } else { shown(problem) }
}

#[cfg(test)]
mod tests {
    use routewright_model::Seconds;

    use super::*;

    fn message(text: &str) -> String {
        let errors = parse(&TextFile::new("city.toml", text)).unwrap_err();
        let error = &errors.listed()[0];
        format!("{}: {} [{}]", error.line, error.problem, error.code)
    }

    #[test]
    fn all_keys_are_known() {
        let text = "name = \"Town\"\ntime-unit = \"minutes\"\ncoordinates = \"metres\"\nroutes = 6\n\
                    min-stops = 2\nmax-stops = 8\ntransfer-penalty-minutes = 2.5\n\
                    speed-metres-per-second = 15\nprovenance = \"drawn by hand\"";
        let settings = parse(&TextFile::new("city.toml", text)).unwrap();
        assert_eq!(settings.defaults().transfer_penalty, Some(Seconds(150)));
        assert_eq!(settings.provenance.as_deref(), Some("drawn by hand"));
    }

    #[test]
    fn faults_are_named() {
        assert!(message("\nstops = 3").starts_with("2: unknown field `stops`"));
        assert!(message("routes = -1").ends_with("[city-023]"));
        assert_eq!(message("routes = 0"), "0: a network needs at least one route [city-024]");
        assert!(message("min-stops = 5\nmax-stops = 4").ends_with("[city-024]"));
        assert!(message("max-stops = 1").ends_with("[city-024]"));
        assert_eq!(
            message("transfer-penalty-minutes = nan"),
            "0: the transfer penalty must be from 0 to 1440 minutes, but is NaN [city-025]"
        );
        assert!(message("transfer-penalty-minutes = 139680").ends_with("[city-025]"), "97 days");
        assert!(message("max-stops = 9223372036854775807").ends_with("[city-024]"));
        assert!(message("name = \"a\\u001b[2J\"").ends_with("[city-029]"));
    }
}
