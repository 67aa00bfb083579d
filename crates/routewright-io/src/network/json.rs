//! Networks as JSON.

use routewright_model::{City, Direction, Frequency, Network, NodeId, Route, Seconds, Timing};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::route::{RawRoute, too_many};
use super::service::RawService;
use super::times::RawTimes;
use crate::error::Problems;
use crate::json::{Items, Name, explain};
use crate::show::minutes;
use crate::text_file::LineCounter;
use crate::{InputErrors, TextFile};

/// The network as JSON, one route per line. Reading it gives back the same network, unless it is empty.
pub fn network_to_json(city: &City, network: &Network) -> String {
    let service = |route: &Route| match route.frequency() {
        Some(Frequency::Every(minutes)) => (Some(minutes), None),
        Some(Frequency::Vehicles(count)) => (None, Some(count)),
        None => (None, None),
    };
    to_json(city, network.routes.iter().map(|route| (route, service(route))))
}

/// The network as [`network_to_json`] writes it, with both the headway in minutes and the vehicles of each route where
/// `timed`, in the order of the routes, has them. When such a file is read, the headway counts.
///
/// # Panics
/// `timed` has not as many entries as there are routes.
pub fn network_to_json_with_service(city: &City, network: &Network, timed: &[Option<(f64, u32)>]) -> String {
    assert_eq!(timed.len(), network.routes.len(), "every route is timed or not");
    to_json(city, network.routes.iter().zip(timed.iter().map(|timed| timed.unzip())))
}

/// Routes, each with its headway in minutes and its vehicles.
fn to_json<'a>(city: &City, routes: impl Iterator<Item = (&'a Route, (Option<f64>, Option<u32>))>) -> String {
    let routes: Vec<String> = routes
        .map(|(route, (headway, vehicles))| {
            let mut fields = vec![
                format!("\"name\": {}", quoted(route.name())),
                format!("\"stops\": {}", names(city, route.stops())),
            ];
            if route.direction() == Direction::OneWay {
                fields.push("\"one_way\": true".into());
            }
            fields.extend(times(city, route));
            // The shortest decimal that reads back as the same number.
            fields.extend(headway.map(|minutes| format!("\"headway_minutes\": {minutes}")));
            fields.extend(vehicles.map(|count| format!("\"vehicles\": {count}")));
            format!("    {{{}}}", fields.join(", "))
        })
        .collect();
    let city = quoted(city.name());
    format!("{{\n  \"city\": {city},\n  \"routes\": [\n{}\n  ]\n}}\n", routes.join(",\n"))
}

/// The fields of a route's leg times, where they are not those of the links.
fn times(city: &City, route: &Route) -> Vec<String> {
    let patterns = route.patterns();
    let (out, back) = (list(&patterns[0].legs), patterns.get(1).map(|back| list(&back.legs)));
    match route.timing() {
        Timing::Links => Vec::new(),
        Timing::Driving => [Some(format!("\"drive_minutes\": {out}"))]
            .into_iter()
            .chain([back.map(|back| format!("\"drive_minutes_back\": {back}"))])
            .flatten()
            .collect(),
        Timing::Timetable => {
            let mut fields = vec![format!("\"leg_minutes\": {out}")];
            // The way out in reverse takes as long, unless something else is said.
            if route.legs_back() != Some(route.legs_out())
                && let Some(back) = back
            {
                fields.push(format!("\"stops_back\": {}", names(city, &patterns[1].stops)));
                fields.push(format!("\"leg_minutes_back\": {back}"));
            }
            fields
        }
    }
}

fn names(city: &City, stops: &[NodeId]) -> String {
    let names: Vec<String> = stops.iter().map(|&stop| quoted(&city.node(stop).name)).collect();
    format!("[{}]", names.join(", "))
}

fn list(legs: &[Seconds]) -> String {
    let legs: Vec<String> = legs.iter().map(|&leg| minutes(leg)).collect();
    format!("[{}]", legs.join(", "))
}

/// The routes that are right, and how many there were in all.
pub(super) fn parse(
    city: &City,
    file: &TextFile,
    problems: &mut Problems,
) -> Result<(Network, usize), InputErrors> {
    let items = items(file)?;
    let mut lines = LineCounter::new(&file.text);
    let mut network = Network::default();
    for (item, number) in items.iter().zip(1..) {
        let line = lines.line_of_part(item.get());
        match raw_route(item, number) {
            Ok(raw) => network.routes.extend(raw.check(city, file.at(line), problems)),
            Err(error) => {
                let (line, problem) = explain(&error, line);
                let help = "a route has stops and may have name, one_way, leg_minutes, stops_back, \
                            leg_minutes_back, drive_minutes, drive_minutes_back, headway_minutes and vehicles, \
                            or is a list of stops";
                problems.add(file.at(line), "net-011", format!("route {number}: {problem}"), help);
            }
        }
    }
    Ok((network, items.len()))
}

#[derive(Deserialize)]
struct JsonNetwork<'a> {
    #[serde(borrow)]
    routes: Items<'a>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonRoute<'a> {
    name: Option<Name>,
    stops: Vec<Name>,
    #[serde(default)]
    one_way: bool,
    leg_minutes: Option<Vec<f64>>,
    stops_back: Option<Vec<Name>>,
    leg_minutes_back: Option<Vec<f64>>,
    drive_minutes: Option<Vec<f64>>,
    drive_minutes_back: Option<Vec<f64>>,
    #[serde(borrow)]
    headway_minutes: Option<&'a RawValue>,
    #[serde(borrow)]
    vehicles: Option<&'a RawValue>,
}

fn items(file: &TextFile) -> Result<Vec<&RawValue>, InputErrors> {
    let parsed = match file.text.trim_start().starts_with('{') {
        true => serde_json::from_str(&file.text).map(|network: JsonNetwork| network.routes),
        false => serde_json::from_str(&file.text),
    };
    parsed.map(|items: Items| items.0).map_err(|error| {
        let (line, problem) = explain(&error, 1);
        if problem.starts_with("the list is longer") {
            return too_many(file.at(line));
        }
        let help = match file.text.contains("\"FeatureCollection\"") {
            true => "this is GeoJSON, which is for maps: give the network it was made from",
            false => "write {\"routes\": [{\"stops\": [\"1\", \"2\"]}]}, or a list of lists of stops",
        };
        InputErrors::one(file.at(line), "net-001", format!("not a network in JSON: {problem}"), help)
    })
}

fn raw_route(item: &RawValue, number: usize) -> serde_json::Result<RawRoute<String>> {
    let route: JsonRoute<'_> = match item.get().starts_with('[') {
        true => JsonRoute { stops: serde_json::from_str(item.get())?, ..JsonRoute::default() },
        false => serde_json::from_str(item.get())?,
    };
    let bare = |stops: Vec<Name>| stops.into_iter().map(|stop| stop.0).collect();
    Ok(RawRoute {
        name: route.name.map_or_else(|| number.to_string(), |name| name.0),
        stops: bare(route.stops),
        direction: if route.one_way { Direction::OneWay } else { Direction::BothWays },
        times: RawTimes {
            leg_minutes: route.leg_minutes,
            stops_back: route.stops_back.map(bare),
            leg_minutes_back: route.leg_minutes_back,
            drive_minutes: route.drive_minutes,
            drive_minutes_back: route.drive_minutes_back,
        },
        service: RawService::new(route.headway_minutes, route.vehicles),
    })
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_network;

    fn read(text: &str) -> Result<Network, InputErrors> {
        parse_network(&City::mandl(), &TextFile::new("net.json", text))
    }

    fn told(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn all_fields_and_both_forms_are_read() {
        let text = r#"{"city": "elsewhere", "routes": [
            {"name": "metro", "stops": [1, "9", 1], "one_way": true, "leg_minutes": [4, 2.5]},
            {"stops": ["1", "2"]}]}"#;
        let network = read(text).unwrap();
        let (metro, bus) = (&network.routes[0], &network.routes[1]);
        assert_eq!(
            (metro.name(), metro.time_out(), metro.direction()),
            ("metro", Seconds(390), Direction::OneWay)
        );
        assert_eq!((bus.name(), bus.has_own_times(), bus.time_back()), ("2", false, Seconds(480)));
        assert_eq!(read("[[1, 2, \"3\"], [4, 5]]").unwrap().routes[0].stop_count(), 3);
    }

    #[test]
    fn networks_are_written_a_route_a_line() {
        let text = r#"[{"name": "a\"b", "stops": [1, 9], "leg_minutes": [1.25], "one_way": true}, [1, 2]]"#;
        let network = read(text).unwrap();
        let text = network_to_json(&City::mandl(), &network);
        assert_eq!(
            text,
            r#"{
  "city": "mandl",
  "routes": [
    {"name": "a\"b", "stops": ["1", "9"], "one_way": true, "leg_minutes": [1.25]},
    {"name": "2", "stops": ["1", "2"]}
  ]
}
"#
        );
        assert_eq!(read(&text).unwrap(), network);
    }

    #[test]
    fn frequencies_are_written_as_they_are_known() {
        let text = "[{\"stops\": [1, 2], \"headway_minutes\": 7.3333333333333339}, \
                     {\"stops\": [2, 3], \"vehicles\": 3}, [4, 5]]";
        let (city, network) = (City::mandl(), read(text).unwrap());
        let json = network_to_json(&city, &network);
        assert!(
            json.contains("\"stops\": [\"1\", \"2\"], \"headway_minutes\": 7.333333333333334},"),
            "{json}"
        );
        assert!(json.contains("\"stops\": [\"2\", \"3\"], \"vehicles\": 3},"), "{json}");
        assert!(json.contains("\"stops\": [\"4\", \"5\"]}"), "{json}");
        assert_eq!(read(&json).unwrap(), network);
        let json = network_to_json_with_service(&city, &network, &[Some((4.0, 4)), Some((2.5, 2)), None]);
        assert!(
            json.contains("\"stops\": [\"2\", \"3\"], \"headway_minutes\": 2.5, \"vehicles\": 2},"),
            "{json}"
        );
        let again: Vec<_> = read(&json).unwrap().routes.iter().map(|route| route.frequency()).collect();
        assert_eq!(again, [Some(Frequency::Every(4.0)), Some(Frequency::Every(2.5)), None]);
    }

    #[test]
    fn a_map_is_told_from_a_network() {
        let map = crate::network_to_geojson(&City::mandl(), &Network::default(), None);
        assert!(
            told(&map).ends_with("this is GeoJSON, which is for maps: give the network it was made from")
        );
    }

    #[test]
    fn faults_are_named_with_the_line_of_their_route() {
        assert_eq!(
            told("{\"routes\": [\n[1, 3],\n[1, 77],\n[1, 2, 1],\n[5]]}"),
            "net.json:2: route 1: no link leads from node 1 to node 3 [net-004]\n  help: no street connects \
             them directly: name the stops between them, such as 1-2-3\n\
             net.json:3: route 2: node 77 is not in city mandl [net-003]\n  help: correct the id, or use the \
             city that the network belongs to\n\
             net.json:4: route 3: the route stops at node 1 twice [net-005]\n  help: stop there once, or \
             give leg_minutes if the route really returns\n\
             net.json:5: route 4: a route needs at least two stops [net-006]\n  help: give two stops or \
             more, or remove the route"
        );
        assert_eq!(
            told(
                "[\n{\"stops\": [1, 2],\n\"leg_minutes\": [1, 2]},\
                 {\"stops\": [1, 2], \"leg_minutes\": [-1]}]"
            ),
            "net.json:2: route 1: 2 stops need 1 leg times, but 2 are given [net-007]\n  help: give one time \
             for each two consecutive stops, or leave leg_minutes out\n\
             net.json:3: route 2: a leg takes -1 minutes, but times cannot be negative [net-008]\n  help: \
             give the running time of every leg in minutes"
        );
    }

    #[test]
    fn what_is_no_network_is_refused() {
        assert!(
            told("[\n[1, 2],\n").starts_with("net.json:3: not a network in JSON: EOF while parsing a value")
        );
        assert!(told("{}").starts_with("net.json:1: not a network in JSON: missing field `routes`"));
        assert!(told("[]").starts_with("net.json: there are no routes [net-002]"));
        assert!(told("[\n{\"stops\":\n [1, 2.5]}]").starts_with(
            "net.json:3: route 1: invalid type: floating point `2.5`, expected a text or a whole number"
        ));
        assert!(told("[{\"stops\": [1, 2], \"oneway\": true}]").contains("unknown field `oneway`"));
        assert!(told("[{\"stops\": [1, 1], \"leg_minutes\": [1]}]").contains("[net-009]"));
        assert!(told(&format!("[{}0]", "0,".repeat(100_000))).contains("[net-010]"));
    }
}
