//! Today's lines whole, as a feed has them.

use routewright_model::{City, Frequency, Pattern, Position, Route, Seconds};

use super::FeedOptions;
use super::line::{Call, FeedLine, Ids, Places, Run, Trip};
use super::planned::planned_runs;
use super::shape::Shape;
use crate::{LineWay, TodayLine};

const HOUR: u32 = 3600;
/// A headway may lie so far outside those of the hours of a day and still be an average of them.
const SLACK: f64 = 1.05;

/// The line of today that a route is, unchanged: the same name, a timetable of its own and the same stops.
pub(super) fn whole_line<'feed>(
    city: &City,
    route: &Route,
    lines: &'feed [TodayLine],
) -> Option<&'feed TodayLine> {
    let is_way = |pattern: &Pattern, way: &LineWay| {
        pattern.stops.iter().map(|&stop| city.node(stop).name.as_str()).eq(nodes(way))
    };
    let is_same = |line: &&TodayLine| {
        let ways = route.patterns();
        line.name == route.name()
            && ways.iter().all(|pattern| line.ways.iter().any(|way| is_way(pattern, way)))
    };
    if route.has_own_times() { lines.iter().find(is_same) } else { None }
}

/// The line as it runs today, from end to end. It leaves as often as today in every hour, unless the route says
/// otherwise: then by the route's headway.
pub(super) fn today_line(
    line: &TodayLine,
    (route, headway): (&Route, Seconds),
    options: &FeedOptions,
    (ids, places): (&mut Ids, &mut Places<'_>),
    agency: usize,
) -> FeedLine {
    let id = ids.unused(&line.name);
    let mut counts = [0, 0];
    let mut trips = Vec::new();
    let is_changed = line.ways.iter().all(|way| is_changed(route, way));
    for way in &line.ways {
        let direction = way.direction.min(1);
        let count = &mut counts[usize::from(direction)];
        *count += 1;
        let number = if *count > 1 { format!(" {count}") } else { String::new() };
        let stops: Vec<Position> =
            way.stops.iter().map(|stop| Position { x: stop.lon, y: stop.lat }).collect();
        let course: Vec<Position> = way.shape.iter().map(|&[x, y]| Position { x, y }).collect();
        let call = |(stop, &time)| {
            let time = Seconds(time - way.seconds[0]);
            Call { place: places.stop(stop), arrival: time, departure: time }
        };
        let calls: Vec<Call> = way.stops.iter().zip(&way.seconds).map(call).collect();
        let last = &way.stops[way.stops.len() - 1].name;
        let headsign = way.headsign.as_ref().filter(|text| !text.trim().is_empty()).unwrap_or(last);
        let runs = hourly_runs(&way.departures);
        let runs = if runs.is_empty() || is_changed { planned_runs(headway, options) } else { runs };
        trips.push(Trip {
            id: format!("{id} {}{number}", ["out", "back"][usize::from(direction)]),
            direction,
            headsign: headsign.trim().to_owned(),
            calls,
            shape: Shape::along(&course, &stops),
            runs,
        });
    }
    let long_name = line.long_name.as_deref().unwrap_or_default();
    let [short_name, long_name] = [&line.short_name, long_name].map(|name| name.trim().to_owned());
    let short_name = if short_name.is_empty() && long_name.is_empty() { id.clone() } else { short_name };
    let kind = basic_kind(line.kind);
    FeedLine { id, agency, short_name, long_name, kind, colour: colour(line).to_owned(), trips }
}

/// Nodes of the city in the order in which a way serves them, none twice in a row.
fn nodes(way: &LineWay) -> Vec<&str> {
    let mut nodes: Vec<&str> = way.stops.iter().filter_map(|stop| stop.node.as_deref()).collect();
    nodes.dedup();
    nodes
}

/// Six hexadecimal digits; grey where the line has no colour.
pub(super) fn colour(line: &TodayLine) -> &str {
    let is_colour = |text: &&str| text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    line.colour.as_deref().filter(is_colour).unwrap_or("555555")
}

/// The kind of vehicle that every program knows, for one of the extended kinds.
pub(super) fn basic_kind(kind: u32) -> u16 {
    match kind {
        100..200 => 2,
        400..700 => 1,
        800..900 => 11,
        900..1000 => 0,
        1000..1100 | 1200..1300 => 4,
        1300..1400 => 6,
        1400..1500 => 7,
        0..=7 | 11 | 12 => kind as u16,
        _ => 3,
    }
}

/// Departures of every hour as headways. Hours that follow each other are one run where the headway is a whole number
/// of seconds: else a longer run would lose departures.
fn hourly_runs(departures: &[u32]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (hour, &count) in departures.iter().enumerate().filter(|(_, count)| **count > 0) {
        let count = count.min(HOUR);
        let (start, headway) = (Seconds(hour as u32 * HOUR), Seconds(HOUR.div_ceil(count)));
        let end = start + Seconds(HOUR);
        match runs.last_mut() {
            Some(run) if run.end == start && run.headway == headway && HOUR.is_multiple_of(count) => {
                run.end = end
            }
            _ => runs.push(Run { start, end, headway }),
        }
    }
    runs
}

/// Whether somebody gave the route a headway that no hour of today has.
fn is_changed(route: &Route, way: &LineWay) -> bool {
    let Some(Frequency::Every(minutes)) = route.frequency() else { return route.frequency().is_some() };
    let headways = way.departures.iter().filter(|count| **count > 0).map(|&count| 60.0 / f64::from(count));
    let (least, most) = headways
        .fold((f64::INFINITY, 0.0_f64), |(least, most), headway| (least.min(headway), most.max(headway)));
    minutes * SLACK < least || minutes > most * SLACK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hour_has_as_many_departures_as_today() {
        let departures = |runs: &[Run]| -> u32 {
            runs.iter().map(|run| (run.end.0 - run.start.0).div_ceil(run.headway.0)).sum()
        };
        for counts in [[6, 6, 0, 7], [59, 59, 59, 1], [4, 4, 4, 4], [3600, 13, 11, 5000]] {
            let runs = hourly_runs(&counts);
            assert_eq!(
                departures(&runs),
                counts.iter().map(|&count: &u32| count.min(3600)).sum::<u32>(),
                "{runs:?}"
            );
            assert!(runs.windows(2).all(|pair| pair[0].end <= pair[1].start), "{runs:?}");
        }
        assert_eq!(hourly_runs(&[4, 4, 4, 4]).len(), 1);
        assert_eq!(hourly_runs(&[0, 0, 4])[0].start, Seconds(7200));
    }

    #[test]
    fn extended_kinds_have_a_basic_one() {
        let kinds = [0, 1, 2, 3, 4, 7, 11, 12, 109, 401, 700, 715, 900, 1200, 1400, 1700];
        assert_eq!(kinds.map(basic_kind), [0, 1, 2, 3, 4, 7, 11, 12, 2, 1, 3, 3, 0, 4, 7, 3]);
    }
}
