//! What must be true of a line.

use super::{HOUR, LineWay, TodayLine};
use crate::error::{At, Problems};
use crate::show::shown;

/// More stops than any vehicle makes on one way.
const MOST_STOPS: usize = 2_000;
/// More points than the course of any line needs.
const MOST_POINTS: usize = 100_000;
/// Times of a timetable are within a week.
const MOST_SECONDS: u32 = 7 * 24 * HOUR;
/// Two days of service.
const MOST_HOURS: usize = 48;
/// One a second.
const MOST_DEPARTURES: u32 = HOUR;

pub(super) fn check_line(line: &TodayLine, at: At, problems: &mut Problems) {
    if line.name.is_empty() {
        problems.add(at, "line-004", "a line has no name", "give every line a name of its own");
    }
    let name = format!("line {}", shown(&line.name));
    if let Some(text) = texts(line).find(|text| text.chars().any(char::is_control)) {
        let problem = format!("{name}: '{}' contains a control character", shown(text));
        problems.add(at, "line-004", problem, "write it as plain text");
    }
    let is_hex = |colour: &str| colour.len() == 6 && colour.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(colour) = line.colour.as_deref().filter(|colour| !is_hex(colour)) {
        let problem = format!("{name}: colour '{}'", shown(colour));
        problems.add(at, "line-011", problem, "write six hexadecimal digits, such as 1F78B4");
    }
    check_directions(line, &name, at, problems);
    for way in &line.ways {
        check_way(way, &format!("{name}, direction {}", way.direction), at, problems);
    }
}

fn check_directions(line: &TodayLine, name: &str, at: At, problems: &mut Problems) {
    let help = "give one way, or one of direction 0 and one of direction 1";
    if let Some(way) = line.ways.iter().find(|way| way.direction > 1) {
        problems.add(at, "line-005", format!("{name}: direction {}", way.direction), help);
    }
    match &line.ways[..] {
        [_] => {}
        [first, second] if first.direction != second.direction => {}
        [first, _] => {
            let problem = format!("{name}: has two ways of direction {}", first.direction);
            problems.add(at, "line-005", problem, help);
        }
        ways => problems.add(at, "line-005", format!("{name}: has {} ways", ways.len()), help),
    }
}

fn check_way(way: &LineWay, name: &str, at: At, problems: &mut Problems) {
    let mut add = |code, problem: String, help| problems.add(at, code, format!("{name}: {problem}"), help);
    let (stops, times) = (way.stops.len(), way.seconds.len());
    match stops {
        0 | 1 => add("line-006", format!("stops {stops} times"), "give two stops or more"),
        _ if stops > MOST_STOPS => {
            add("line-006", format!("has {stops} stops"), "give the stops of one trip, at most 2000");
        }
        _ if stops != times => {
            add("line-006", format!("{stops} stops, but {times} times"), "give one time per stop");
        }
        _ => {}
    }
    let help = "count seconds from the start: 0, then never fewer, at most a week";
    if let Some(first) = way.seconds.first().filter(|&&first| first != 0) {
        add("line-007", format!("the first time is {first} s, not 0"), help);
    }
    if let Some(pair) = way.seconds.windows(2).find(|pair| pair[1] < pair[0]) {
        add("line-007", format!("goes back in time from {} to {} s", pair[0], pair[1]), help);
    }
    if way.running_seconds() > MOST_SECONDS {
        add("line-007", format!("takes {} s, more than a week", way.running_seconds()), help);
    }
    let help = "give longitude, then latitude, in degrees";
    if let Some(stop) = way.stops.iter().find(|stop| !is_place(stop.place())) {
        add("line-008", format!("stop {} lies at {}, {}", shown(&stop.id), stop.lon, stop.lat), help);
    }
    if let Some((number, [lon, lat])) = (1..).zip(&way.shape).find(|(_, point)| !is_place(**point)) {
        add("line-008", format!("point {number} of the course lies at {lon}, {lat}"), help);
    }
    let points = way.shape.len();
    if !(2..=MOST_POINTS).contains(&points) {
        let s = if points == 1 { "" } else { "s" };
        add("line-009", format!("the course has {points} point{s}"), "give the course, or its stops as such");
    }
    let help = "give one number per hour from midnight, at most 48, each at most 3600";
    if way.departures.len() > MOST_HOURS {
        add("line-010", format!("departures of {} hours", way.departures.len()), help);
    }
    if let Some(count) = way.departures.iter().find(|&&count| count > MOST_DEPARTURES) {
        add("line-010", format!("{count} departures in an hour"), help);
    }
}

fn is_place([lon, lat]: [f64; 2]) -> bool {
    lon.abs() <= 180.0 && lat.abs() <= 90.0
}

/// Everything that may appear on a terminal.
fn texts(line: &TodayLine) -> impl Iterator<Item = &str> {
    let agency = &line.agency;
    let optional = [&line.long_name, &agency.url, &agency.timezone, &agency.lang];
    let plain = [&line.name, &line.feed, &line.route_id, &line.short_name, &agency.name];
    let headsigns = line.ways.iter().filter_map(|way| way.headsign.as_deref());
    let stops = line.ways.iter().flat_map(|way| &way.stops);
    let stops = stops.flat_map(|stop| [Some(&*stop.id), Some(&*stop.name), stop.node.as_deref()]).flatten();
    let plain = plain.into_iter().map(String::as_str);
    plain.chain(optional.into_iter().filter_map(Option::as_deref)).chain(headsigns).chain(stops)
}
