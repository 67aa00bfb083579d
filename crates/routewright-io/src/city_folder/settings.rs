//! `city.toml`: settings that the tables of a city do not contain.

use routewright_model::{
    Coordinates, Defaults, Limits, Period, ProblemError, Seconds, ServiceDefaults, checked_transfer_penalty,
};
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
    /// When the trips are made, in words.
    pub(super) period: Option<String>,
    /// Hours over which the trips are counted.
    pub(super) period_hours: Option<f64>,
    /// Time at every stop.
    pub(super) dwell_minutes: Option<f64>,
    /// Rest at each end of a route.
    pub(super) layover_minutes: Option<f64>,
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

    pub(super) fn service(&self) -> ServiceDefaults {
        let period = match (&self.period, self.period_hours) {
            (None, None) => None,
            (Some(name), hours) => Some(Period { name: name.clone(), hours: hours.unwrap_or(1.0) }),
            (None, Some(1.0)) => Some(Period { name: "1 hour".into(), hours: 1.0 }),
            (None, Some(hours)) => Some(Period { name: format!("{hours} hours"), hours }),
        };
        let time = |minutes: Option<f64>| minutes.and_then(Seconds::from_minutes);
        ServiceDefaults { period, dwell: time(self.dwell_minutes), layover: time(self.layover_minutes) }
    }

    /// Whether the period is named, but not how many hours it has.
    pub(super) fn names_period_only(&self) -> bool {
        self.period.is_some() && self.period_hours.is_none()
    }

    /// The first thing that is wrong with the settings.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.limits_fault().or_else(|| self.penalty_fault()).or_else(|| self.service_fault())
    }

    fn limits_fault(&self) -> Option<Fault> {
        if let Some(name) = self.name.as_deref().filter(|name| name.contains(char::is_control)) {
            let problem = format!("the name {} contains a control character", shown(name));
            return Some(Fault::new("name", "city-029", problem, "write the name as plain text"));
        }
        let (routes, min, max) = (self.routes, self.min_stops, self.max_stops);
        if let Err(error) = Limits::new(routes.unwrap_or(1), min.unwrap_or(2), max.unwrap_or(Limits::MOST)) {
            let key = match error {
                ProblemError::NoRoutes | ProblemError::TooManyRoutes(_) => "routes",
                ProblemError::MinStops(_) => "min-stops",
                _ => "max-stops",
            };
            let help = "ask for one route or more, each of min-stops to max-stops stops, at least two";
            return Some(Fault::new(key, "city-024", error.to_string(), help));
        }
        max.filter(|&max| max < 2)?;
        let problem = "a route has at least two stops, but max-stops is less";
        Some(Fault::new("max-stops", "city-024", problem, "set max-stops to 2 or more, or leave it out"))
    }

    fn penalty_fault(&self) -> Option<Fault> {
        let error = checked_transfer_penalty(self.transfer_penalty_minutes?).err()?;
        let help = "set transfer-penalty-minutes to what a change costs a rider: from 0 to 1440";
        Some(Fault::new("transfer-penalty-minutes", "city-025", error.to_string(), help))
    }

    fn service_fault(&self) -> Option<Fault> {
        if let Some(name) = &self.period {
            let help = "say when the trips are made, such as \"weekday 7:00-9:00\"";
            if name.trim().is_empty() {
                return Some(Fault::new("period", "city-033", "the period is blank", help));
            }
            if name.contains(char::is_control) {
                let problem = format!("the period {} contains a control character", shown(name));
                return Some(Fault::new("period", "city-029", problem, help));
            }
        }
        if let Some(hours) =
            self.period_hours.filter(|hours| !(LEAST_HOURS..=Period::MOST_HOURS).contains(hours))
        {
            let problem = format!("period-hours must be from {LEAST_HOURS} to 8784, but is {hours}");
            let help = "give the hours over which demand counts trips, or leave it out if demand is per hour";
            return Some(Fault::new("period-hours", "city-033", problem, help));
        }
        let times = [
            ("dwell-minutes", self.dwell_minutes, MOST_DWELL, "the time that a vehicle takes at a stop"),
            ("layover-minutes", self.layover_minutes, MOST_LAYOVER, "the rest of a vehicle at each end"),
        ];
        times.into_iter().find_map(|(key, minutes, most, what)| {
            let minutes = minutes.filter(|minutes| !(0.0..=most).contains(minutes))?;
            let problem = format!("{key} must be from 0 to {most}, but is {minutes}");
            Some(Fault::new(key, "city-034", problem, format!("give {what} in minutes, such as 0.3 or 3")))
        })
    }
}

/// The shortest period, so that trips per hour stay within reason.
const LEAST_HOURS: f64 = 0.01;

/// The longest time at a stop, in minutes: the stops of any route then add up within 32 bits.
const MOST_DWELL: f64 = 60.0;

/// The longest rest at an end, in minutes.
const MOST_LAYOVER: f64 = 1440.0;

/// Something that is wrong with the settings.
#[derive(Debug)]
pub(super) struct Fault {
    key: &'static str,
    code: &'static str,
    pub(super) problem: String,
    help: String,
}

impl Fault {
    fn new(
        key: &'static str,
        code: &'static str,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self { key, code, problem: problem.into(), help: help.into() }
    }
}

/// # Errors
/// It is not TOML, or has an unknown key or an invalid value.
pub(super) fn parse(file: &TextFile) -> Result<Settings, InputErrors> {
    let settings: Settings = toml::from_str(&file.text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(file.text.len()));
        let line = LineCounter::new(&file.text).line_of(start);
        let problem = error.message().lines().next().unwrap_or("cannot be understood");
        let help = match problem.starts_with("invalid type") {
            true => "write numbers without quotation marks, and texts with them",
            false => KNOWN_KEYS,
        };
        InputErrors::one(file.at(line), "city-023", clipped(problem), help)
    })?;
    match settings.fault() {
        Some(Fault { key, code, problem, help }) => {
            Err(InputErrors::one(file.at(line_of(key, &file.text)), code, problem, help))
        }
        None => Ok(settings),
    }
}

const KNOWN_KEYS: &str = "known keys are name, time-unit, coordinates, routes, min-stops, max-stops, \
                          transfer-penalty-minutes, period, period-hours, dwell-minutes, layover-minutes, \
                          speed-metres-per-second and provenance";

/// The line that a key of the settings is in.
fn line_of(key: &str, text: &str) -> u64 {
    let table = toml::de::DeTable::parse(text).ok();
    let start = table.and_then(|table| Some(table.get_ref().get_key_value(key)?.0.span().start));
    start.map_or(0, |start| LineCounter::new(text).line_of(start))
}

/// The parser's own words, unless they quote half the file.
fn clipped(problem: &str) -> String {
    const MOST: usize = 200;
    if problem.len() <= MOST { problem.to_owned() } else { shown(problem) }
}

#[cfg(test)]
mod tests {
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
                    period = \"morning\"\nperiod-hours = 2\ndwell-minutes = 0.3\nlayover-minutes = 3\n\
                    speed-metres-per-second = 15\nprovenance = \"drawn by hand\"";
        let settings = parse(&TextFile::new("city.toml", text)).unwrap();
        assert_eq!(settings.defaults().transfer_penalty, Some(Seconds(150)));
        assert_eq!(settings.provenance.as_deref(), Some("drawn by hand"));
    }

    #[test]
    fn faults_are_named() {
        assert!(message("\nstops = 3").starts_with("2: unknown field `stops`"));
        assert!(message("routes = -1").ends_with("[city-023]"));
        assert_eq!(message("routes = 0"), "1: a network needs at least one route [city-024]");
        assert!(message("min-stops = 5\nmax-stops = 4").ends_with("[city-024]"));
        assert!(message("max-stops = 1").ends_with("[city-024]"));
        assert_eq!(
            message("transfer-penalty-minutes = nan"),
            "1: the transfer penalty must be from 0 to 1440 minutes, but is NaN [city-025]"
        );
        assert!(message("transfer-penalty-minutes = 139680").ends_with("[city-025]"), "97 days");
        assert!(message("max-stops = 9223372036854775807").ends_with("[city-024]"));
        assert!(message("name = \"a\\u001b[2J\"").ends_with("[city-029]"));
    }

    #[test]
    fn faults_of_the_service_are_named_with_their_lines() {
        let hours = |text: &str| message(&format!("name = \"a\"\n# per hour?\nperiod-hours = {text}\n"));
        assert_eq!(hours("0"), "3: period-hours must be from 0.01 to 8784, but is 0 [city-033]");
        assert!(hours("-2").starts_with("3: ") && hours("-2").ends_with("but is -2 [city-033]"));
        assert!(hours("nan").ends_with("but is NaN [city-033]"));
        assert!(hours("8785").ends_with("[city-033]") && hours("1e-320").ends_with("[city-033]"));
        assert!(hours("\"two\"").starts_with("3: invalid type: string \"two\", expected f64 [city-023]"));
        assert_eq!(message("\n'period' = \" \""), "2: the period is blank [city-033]");
        assert!(message("period = \"\\u001b[2J\"").ends_with("[city-029]"));
        assert_eq!(
            message("dwell-minutes = -1"),
            "1: dwell-minutes must be from 0 to 60, but is -1 [city-034]"
        );
        assert!(message("dwell-minutes = nan").ends_with("but is NaN [city-034]"));
        assert!(message("\nlayover-minutes = 1441").starts_with("2: layover-minutes must be from 0 to 1440"));
    }
}
