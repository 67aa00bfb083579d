//! How often a route runs, as a file says it: a headway, vehicles, or both where they fit together.

use routewright_model::{City, Frequency, Route, RouteError, Seconds};
use serde_json::value::RawValue;

use crate::error::{At, Problems};
use crate::show::shown;

/// `headway_minutes` and `vehicles` as they stand in the file.
#[derive(Debug, Default)]
pub(super) struct RawService {
    headway: Option<String>,
    vehicles: Option<String>,
}

impl RawService {
    pub(super) fn new(headway: Option<&RawValue>, vehicles: Option<&RawValue>) -> Self {
        let text = |value: &RawValue| value.get().to_owned();
        Self { headway: headway.map(text), vehicles: vehicles.map(text) }
    }

    /// The route as often as it runs, or `None` after adding the problem. Where both are given, the headway counts.
    pub(super) fn apply(self, city: &City, route: Route, at: At, problems: &mut Problems) -> Option<Route> {
        let name = shown(route.name());
        let mut refuse = |code, problem: String, help: &str| {
            problems.add(at, code, format!("route {name}: {problem}"), help);
        };
        let headway = match self.headway.map(|text| headway(&text)) {
            Some(Err(problem)) => {
                refuse("net-014", problem, "give the minutes between two departures, such as 10 or 7.5");
                return None;
            }
            headway => headway.and_then(Result::ok),
        };
        let vehicles = match self.vehicles.map(|text| vehicles(&text)) {
            Some(Err(problem)) => {
                refuse("net-015", problem, "give a whole number of vehicles, 1 or more");
                return None;
            }
            vehicles => vehicles.and_then(Result::ok),
        };
        if let (Some(Frequency::Every(minutes)), Some(Frequency::Vehicles(count))) = (headway, vehicles)
            && let Some(problem) = contradiction(city, &route, minutes, count)
        {
            refuse("net-016", problem, "give headway_minutes or vehicles alone, or correct one of them");
            return None;
        }
        Some(route.with_frequency(headway.or(vehicles)))
    }
}

fn headway(text: &str) -> Result<Frequency, String> {
    let minutes: f64 = text.parse().map_err(|_| format!("headway_minutes is {}", shown(text)))?;
    match Frequency::every(minutes) {
        Ok(frequency) if minutes >= SHORTEST_HEADWAY => Ok(frequency),
        _ => Err(format!("a headway must be from {SHORTEST_HEADWAY} to 1440 minutes, not {minutes}")),
    }
}

fn vehicles(text: &str) -> Result<Frequency, String> {
    let count = text.parse().ok().filter(|count: &f64| count.fract() == 0.0 && *count >= 0.0);
    let count = count.ok_or_else(|| format!("vehicles is {}", shown(text)))?;
    Frequency::vehicles(count.min(f64::from(u32::MAX)) as u32).map_err(|error| match error {
        RouteError::Vehicles(_) => {
            let most = Frequency::MOST_VEHICLES;
            format!("a route must have from 1 to {most} vehicles, not {}", shown(text))
        }
        other => other.to_string(),
    })
}

/// Vehicles cannot follow each other any closer, in minutes.
const SHORTEST_HEADWAY: f64 = 0.01;

/// Headways are often rounded to a tenth of a minute.
const HEADWAY_ROUNDING: f64 = 0.05;

/// More than any vehicle stands at a stop.
const MOST_DWELL: Seconds = Seconds(120);

/// More than any vehicle rests at an end.
const MOST_LAYOVER: Seconds = Seconds(3600);

/// Why so many vehicles cannot run, or are not needed, that often. A city's own times at stops and ends count where
/// they are longer than usual.
fn contradiction(city: &City, route: &Route, headway: f64, vehicles: u32) -> Option<String> {
    let driving = route.time_out().minutes() + route.time_back().minutes();
    let count = f64::from(vehicles);
    if count * (headway + HEADWAY_ROUNDING) < driving {
        let least = Frequency::Every(headway).vehicle_count(driving);
        return Some(format!(
            "every {headway} minutes takes at least {least} vehicles for a round trip of {} minutes of driving, \
             but vehicles is {vehicles}",
            rounded(driving)
        ));
    }
    let dwell = city.service().dwell.unwrap_or_default().max(MOST_DWELL).minutes();
    let layover = city.service().layover.unwrap_or_default().max(MOST_LAYOVER).minutes();
    let standing = route.patterns().iter().map(|way| dwell * way.stops.len() as f64 + layover).sum::<f64>();
    let longest = driving + standing;
    let shortest_headway = (headway - HEADWAY_ROUNDING).max(headway / 2.0);
    let most = Frequency::Every(shortest_headway).vehicle_count(longest);
    (vehicles > most).then(|| {
        format!(
            "every {headway} minutes takes at most {most} vehicles for a round trip of {} minutes of driving, even with {} \
             minutes at every stop and {} minutes of rest at each end, but vehicles is {vehicles}",
            rounded(driving),
            rounded(dwell),
            rounded(layover)
        )
    })
}

/// Minutes for a message.
fn rounded(minutes: f64) -> f64 {
    (minutes * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InputErrors, TextFile, parse_network};

    /// The frequency of a route of 33 minutes each way.
    fn read(service: &str) -> Result<Option<Frequency>, InputErrors> {
        let text = format!("{{\"routes\": [\n{{\"stops\": [1, 2, 3, 6, 8, 10, 13], {service}}}]}}");
        let network = parse_network(&City::mandl(), &TextFile::new("net.json", text))?;
        assert_eq!((network.routes[0].time_out(), network.routes[0].stop_count()), (Seconds(33 * 60), 7));
        Ok(network.routes[0].frequency())
    }

    fn told(service: &str) -> String {
        read(service).unwrap_err().to_string()
    }

    #[test]
    fn a_headway_or_vehicles_or_both_are_read() {
        assert_eq!(read("\"headway_minutes\": 7.5").unwrap(), Some(Frequency::Every(7.5)));
        assert_eq!(read("\"vehicles\": 9").unwrap(), Some(Frequency::Vehicles(9)));
        assert_eq!(
            read("\"vehicles\": 9.0, \"headway_minutes\": null").unwrap(),
            Some(Frequency::Vehicles(9))
        );
        assert_eq!(read("\"headway_minutes\": 8, \"vehicles\": 9").unwrap(), Some(Frequency::Every(8.0)));
        assert_eq!(read("\"one_way\": false").unwrap(), None);
        // 66 minutes by 9 vehicles are 7.333 minutes.
        for headway in ["7.33", "7.3", "7.333333"] {
            assert!(read(&format!("\"headway_minutes\": {headway}, \"vehicles\": 9")).is_ok(), "{headway}");
        }
        // 66 minutes, 14 at stops each way and an hour at both ends: 214 minutes.
        assert!(read("\"headway_minutes\": 10, \"vehicles\": 22").is_ok());
    }

    #[test]
    fn contradictions_show_the_arithmetic() {
        assert_eq!(
            told("\"headway_minutes\": 5, \"vehicles\": 9"),
            "net.json:2: route 1: every 5 minutes takes at least 14 vehicles for a round trip of 66 minutes of \
             driving, but vehicles is 9 [net-016]\n  help: give headway_minutes or vehicles alone, or correct one \
             of them"
        );
        assert_eq!(
            told("\"headway_minutes\": 10, \"vehicles\": 23"),
            "net.json:2: route 1: every 10 minutes takes at most 22 vehicles for a round trip of 66 minutes of \
             driving, even with 2 minutes at every stop and 60 minutes of rest at each end, but vehicles is 23 \
             [net-016]\n  help: give headway_minutes or vehicles alone, or correct one of them"
        );
    }

    #[test]
    fn what_is_no_frequency_is_refused() {
        for (text, problem) in [
            ("0", "a headway must be from 0.01 to 1440 minutes, not 0 [net-014]"),
            ("-5", "a headway must be from 0.01 to 1440 minutes, not -5 [net-014]"),
            ("1441", "a headway must be from 0.01 to 1440 minutes, not 1441 [net-014]"),
            ("0.001", "a headway must be from 0.01 to 1440 minutes, not 0.001 [net-014]"),
            ("1e999", "a headway must be from 0.01 to 1440 minutes, not inf [net-014]"),
            ("\"ten\"", "headway_minutes is \"ten\" [net-014]"),
        ] {
            let told = told(&format!("\"headway_minutes\": {text}"));
            assert!(told.starts_with(&format!("net.json:2: route 1: {problem}\n")), "{told}");
        }
        for (text, problem) in [
            ("0", "a route must have from 1 to 100000 vehicles, not 0 [net-015]"),
            ("1e9", "a route must have from 1 to 100000 vehicles, not 1e9 [net-015]"),
            ("2.5", "vehicles is 2.5 [net-015]"),
            ("-1", "vehicles is -1 [net-015]"),
            ("[]", "vehicles is [] [net-015]"),
        ] {
            let told = told(&format!("\"vehicles\": {text}"));
            assert!(told.starts_with(&format!("net.json:2: route 1: {problem}\n")), "{told}");
        }
        assert!(told("\"headway_minutes\": NaN").contains("net.json:2"), "not JSON");
    }
}
