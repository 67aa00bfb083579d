//! How much longer driving takes than on empty streets, by the timetable of today's lines.

use rayon::prelude::*;
use routewright_streets::{Router, StopSite, Streets};

use crate::report::CongestionCounts;
use crate::today::{Pattern, Timetable};
use routewright_streets::geometry::metres_between;

/// Streets of cities without a timetable.
const USUAL: f64 = 1.3;
/// A factor outside these bounds says more about the data than about the streets.
const BOUNDS: (f64, f64) = (1.0, 4.0);
/// Ways whose length along the streets is this far from that of their shape are not the same ways.
const SAME_WAY: f64 = 0.25;
/// With fewer ways to compare, the usual factor is used.
const FEWEST: usize = 5;

/// One way of a line, on empty streets and in the timetable.
struct Compared {
    driven_minutes: f64,
    scheduled_minutes: f64,
    trips: f64,
    metres_over_shape: Option<f64>,
}

/// The factor: as given, else such that driving and `dwell_minutes` at every stop take as long as the timetable
/// says.
pub(crate) fn congestion<'a>(
    given: Option<f64>,
    timetable: Option<&Timetable<'_>>,
    empty_streets: &Streets,
    site_of: impl Fn(usize, u32) -> Option<(usize, &'a StopSite)> + Sync,
    dwell_minutes: f64,
) -> CongestionCounts {
    let ways: Vec<(usize, &Pattern)> = timetable
        .iter()
        .flat_map(|timetable| &timetable.lines)
        .filter(|line| !line.is_fixed)
        .flat_map(|line| line.ways.iter().map(|way| (line.feed, way)))
        .collect();
    let compared: Vec<Compared> = ways
        .par_iter()
        .map_init(
            || Router::new(empty_streets),
            |router, &(feed, way)| {
                let shape = timetable.and_then(|timetable| {
                    let feed = timetable.feeds[feed];
                    feed.shape(&feed.trips[way.trip])
                });
                compare(router, way, shape, |stop| site_of(feed, stop), dwell_minutes)
            },
        )
        .flatten()
        .collect();
    let mut ratios: Vec<f64> = compared.iter().filter_map(|way| way.metres_over_shape).collect();
    ratios.sort_by(f64::total_cmp);
    let is_same = |way: &&Compared| way.metres_over_shape.is_none_or(|ratio| (ratio - 1.0).abs() <= SAME_WAY);
    let (mut scheduled, mut driven, mut count) = (0.0, 0.0, 0);
    for way in compared.iter().filter(is_same) {
        scheduled += way.trips * way.scheduled_minutes;
        driven += way.trips * way.driven_minutes;
        count += 1;
    }
    let found = (count >= FEWEST && driven > 0.0).then(|| (scheduled / driven * 100.0).round() / 100.0);
    let (factor, source) = match (given, found) {
        (Some(factor), _) => (factor, "given"),
        (None, Some(factor)) => (factor.clamp(BOUNDS.0, BOUNDS.1), "timetable"),
        (None, None) => (USUAL, "usual"),
    };
    CongestionCounts {
        factor,
        source: source.into(),
        timetable: found,
        ways_compared: count,
        metres_over_shape: ratios.get(ratios.len() / 2).copied(),
    }
}

/// `None` unless all but a tenth of its stops lie on streets of the city.
fn compare<'a>(
    router: &mut Router<'_>,
    way: &Pattern,
    shape: Option<&[[f64; 2]]>,
    site_of: impl Fn(u32) -> Option<(usize, &'a StopSite)>,
    dwell_minutes: f64,
) -> Option<Compared> {
    let mut visited: Vec<(usize, usize, &StopSite)> = Vec::new();
    let mut inside = 0;
    for (at, &stop) in way.stops.iter().enumerate() {
        let Some((node, site)) = site_of(stop) else { continue };
        inside += 1;
        if visited.last().is_none_or(|last| last.1 != node) {
            visited.push((at, node, site));
        }
    }
    if inside * 10 < way.stops.len() * 9 || visited.len() < 2 {
        return None;
    }
    let sites: Vec<&StopSite> = visited.iter().map(|(_, _, site)| *site).collect();
    let course = router.lay_out(&sites)?;
    let times = way.times.as_ref()?;
    let (first, last) = (visited[0].0, visited[visited.len() - 1].0);
    let scheduled = (times[last] - times[first]) / 60.0 - dwell_minutes * (visited.len() - 1) as f64;
    // The shape is that of the whole way; compare only where the whole way lies inside.
    let shape = shape.filter(|_| inside == way.stops.len());
    let shape_metres =
        shape.map(|shape| shape.windows(2).map(|part| metres_between(part[0], part[1])).sum::<f64>());
    (scheduled > 0.0).then(|| Compared {
        driven_minutes: course.milliseconds() as f64 / 60_000.0,
        scheduled_minutes: scheduled,
        trips: way.all_trips as f64,
        metres_over_shape: shape_metres.filter(|&metres| metres > 0.0).map(|metres| course.metres() / metres),
    })
}

#[cfg(test)]
mod tests {
    use routewright_io::{Feed, FeedTrip, OsmStreets, OsmWay, parse_date};
    use routewright_streets::SiteFinder;

    use super::*;
    use crate::today::{DayCounts, Line, Period};

    /// A street with a block at its end to turn round; a hundredth of a degree, 1112 m, takes 133.4 s.
    fn streets() -> Streets {
        let way = |id: i64, places: Vec<u32>| OsmWay {
            id,
            places,
            tags: [("highway".into(), "residential".into())].into(),
        };
        let places = vec![
            [0.0, 0.0],
            [0.01, 0.0],
            [0.02, 0.0],
            [0.03, 0.0],
            [0.03, 0.01],
            [0.0, 0.01],
            [0.04, 0.0],
            [0.04, 0.01],
        ];
        let ways = vec![way(1, vec![0, 1, 2, 3, 4, 5, 0]), way(2, vec![3, 6, 7, 4])];
        Streets::from_osm(&OsmStreets { places, ways, ..OsmStreets::default() }, &[], 1.0).0
    }

    /// So many lines from one hundredth to two in so many seconds.
    fn counts(lines: usize, seconds: f64, given: Option<f64>) -> CongestionCounts {
        let streets = streets();
        let finder = SiteFinder::new(&streets);
        let sites = [[0.01, 0.0], [0.02, 0.0]].map(|place| finder.site_near(place, 50.0).unwrap());
        let mut feed = Feed::default();
        feed.trips.push(FeedTrip::default());
        let way = Pattern {
            route: 0,
            direction: 0,
            stops: vec![0, 1],
            all_trips: 1,
            times: Some(vec![0.0, seconds]),
            trip: 0,
            departures: Vec::new(),
        };
        let line = |at: usize| Line {
            feed: 0,
            route: 0,
            name: at.to_string(),
            is_fixed: false,
            ways: vec![way.clone()],
        };
        let date = parse_date("2026-03-02").unwrap();
        let timetable = Timetable {
            feeds: vec![&feed],
            period: Period { day: date, window: (0, 3600) },
            day: DayCounts {
                date: date.to_string(),
                weekday: "Monday".into(),
                given: false,
                trips: 1,
                others: Vec::new(),
            },
            lines: (0..lines).map(line).collect(),
            counts: Vec::new(),
        };
        let site_of = |_, stop: u32| sites.get(stop as usize).map(|site| (stop as usize, site));
        congestion(given, Some(&timetable), &streets, site_of, 0.3)
    }

    #[test]
    fn driving_and_stopping_take_as_long_as_the_timetable_says() {
        // 400 s less 18 at the stop, over 133.4.
        let found = counts(5, 400.0, None);
        assert_eq!((found.source.as_str(), found.ways_compared), ("timetable", 5));
        assert!((found.factor - 2.86).abs() < 0.015, "{found:?}");
        // Somebody knows better; what the timetable says is told all the same.
        let given = counts(5, 400.0, Some(1.5));
        assert_eq!((given.factor, given.source.as_str(), given.timetable), (1.5, "given", found.timetable));
        // Beyond all bounds.
        let slow = counts(5, 4000.0, None);
        assert!(slow.factor == BOUNDS.1 && slow.timetable > Some(25.0), "{slow:?}");
    }

    #[test]
    fn few_lines_tell_nothing() {
        let few = counts(4, 400.0, None);
        assert_eq!((few.factor, few.source.as_str(), few.timetable), (USUAL, "usual", None));
    }

    #[test]
    fn ways_that_lead_out_of_the_city_are_not_compared() {
        let streets = streets();
        let finder = SiteFinder::new(&streets);
        let sites = [[0.01, 0.0], [0.02, 0.0]].map(|place| finder.site_near(place, 50.0).unwrap());
        let way = Pattern {
            route: 0,
            direction: 0,
            stops: vec![0, 1, 2],
            all_trips: 1,
            times: Some(vec![0.0, 200.0, 400.0]),
            trip: 0,
            departures: Vec::new(),
        };
        let site_of = |stop: u32| sites.get(stop as usize).map(|site| (stop as usize, site));
        let mut router = Router::new(&streets);
        assert!(compare(&mut router, &way, None, site_of, 0.3).is_none());
        let inside = Pattern { stops: vec![0, 1, 1], ..way };
        // A shape twice as long as the street: 2224 m.
        let shape = [[0.0, 0.0], [0.02, 0.0]];
        let compared = compare(&mut router, &inside, Some(&shape), site_of, 0.3).unwrap();
        assert!(compared.metres_over_shape.is_some_and(|ratio| (ratio - 0.5).abs() < 0.01));
        assert!((compared.driven_minutes - 133.4 / 60.0).abs() < 0.01);
    }
}
