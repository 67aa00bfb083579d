//! What a city folder knows of the ground: streets and where vehicles stop, and today's lines as they run.

use std::path::Path;

use rayon::prelude::*;
use routewright_io::{Course as LinkCourse, LinkShapes, TodayLines};
use routewright_model::{City, Network, NodeId, Position, Route, Seconds};
use routewright_streets::{
    CityStreets, Course, CourseChecker, Fault, Router, StopSite, geometry, read_streets,
};

use crate::Result;
use crate::gtfs::read_today_lines;

/// Streets and today's lines of a city; both may be missing.
#[derive(Debug, Default)]
pub struct Ground {
    /// The streets, and where vehicles stop for each node.
    pub streets: Option<CityStreets>,
    /// Today's lines whole.
    pub lines: TodayLines,
}

/// Kilometres per hour that a bus can be expected to drive between two stops.
const PLAUSIBLE: (f64, f64) = (8.0, 45.0);

/// Stops in a row that may be left out of a line of today that is still drawn along its course.
const MOST_LEFT_OUT: usize = 2;

/// What a check of designed routes along the streets found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CourseCheck {
    /// Ways that were checked: out and back of every designed route.
    pub ways: usize,
    /// What is wrong, in words: route, fault and place.
    pub faults: Vec<String>,
    /// Legs from stop to stop of these ways.
    pub legs: usize,
    /// Kilometres per hour of the slowest and the fastest leg while driving.
    pub leg_speeds: (f64, f64),
    /// Kilometres per hour of the slowest and the fastest way, time at stops included.
    pub way_speeds: (f64, f64),
}

/// A designed network on the streets.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaidOut {
    /// Its routes with the driving times of their courses.
    pub(crate) network: Network,
    /// Names of routes that could not be laid out; they keep the times of their links.
    pub(crate) failed: Vec<String>,
}

impl Ground {
    /// Reads `streets.json` and `lines.json` where the city is a folder that has them.
    ///
    /// # Errors
    /// A file is wrong.
    pub fn read(city: &City, name: &str) -> Result<Self> {
        let folder = Path::new(name);
        let streets = if folder.is_dir() { read_streets(folder, city)? } else { None };
        Ok(Self { streets, lines: read_today_lines(name)? })
    }

    /// The network with every designed route driven along streets legally, out and back: no turn on the spot, no street
    /// against its direction. Routes with a timetable stay as they are.
    pub(crate) fn lay_out(&self, network: &Network) -> LaidOut {
        let laid: Vec<(Route, bool)> = match &self.streets {
            None => network.routes.iter().map(|route| (route.clone(), true)).collect(),
            Some(streets) => {
                let lay = |router: &mut Router<'_>, route: &Route| match with_times(streets, router, route) {
                    Some(laid) => (laid, true),
                    None => (route.clone(), false),
                };
                let routes = network.routes.par_iter();
                routes.map_init(|| Router::new(&streets.streets), lay).collect()
            }
        };
        let failed =
            laid.iter().filter(|(_, done)| !done).map(|(route, _)| route.name().to_owned()).collect();
        LaidOut { network: Network { routes: laid.into_iter().map(|(route, _)| route).collect() }, failed }
    }

    /// A designed route with the driving times of its course along the streets, out and back; as it is where the streets
    /// are not known. `None` if no legal course exists.
    pub fn driven(&self, route: &Route) -> Option<Route> {
        match &self.streets {
            Some(streets) => with_times(streets, &mut Router::new(&streets.streets), route),
            None => Some(route.clone()),
        }
    }

    /// Shapes of links, with the courses of all ways of some networks: those of today's lines as they are drawn, those of
    /// designed routes along the streets.
    pub fn shapes(&self, city: &City, links: &LinkShapes, networks: &[&Network]) -> LinkShapes {
        let mut shapes = links.clone();
        let routes = || networks.iter().flat_map(|network| &network.routes);
        for route in routes().filter(|route| route.has_own_times()) {
            // A line that was split, joined or renamed still runs where some line of today does.
            let lines = match self.lines.line_named(route.name()) {
                Some(line) => std::slice::from_ref(line),
                None => &self.lines.lines[..],
            };
            let ways: Vec<_> =
                lines.iter().flat_map(|line| &line.ways).filter_map(|way| way.course_within(city)).collect();
            if ways.is_empty() {
                continue;
            }
            for pattern in route.patterns() {
                let course = |leg: &[NodeId]| {
                    let is_street = leg.iter().all(|&stop| city.is_on_street(stop));
                    let kind = if is_street { LinkCourse::Streets } else { LinkCourse::Straight };
                    driven_today(city, &ways, leg[0], leg[1])
                        .unwrap_or_else(|| links.way(city, leg[0], leg[1], kind))
                };
                let legs = pattern.stops.windows(2).map(course);
                match ways.iter().find(|(stops, _)| *stops == pattern.stops) {
                    Some((stops, legs)) => shapes.lay(stops.clone(), legs.clone()),
                    // Somebody changed the line: where it runs as before, it is drawn as before.
                    None => shapes.lay(pattern.stops.clone(), legs.collect()),
                }
            }
        }
        if let Some(streets) = &self.streets {
            let designed: Vec<&Route> = routes().filter(|route| !route.has_own_times()).collect();
            let course = |router: &mut Router<'_>, route: &&Route| courses(streets, router, route);
            let laid: Vec<Option<Vec<Course>>> =
                designed.par_iter().map_init(|| Router::new(&streets.streets), course).collect();
            for (route, courses) in designed.into_iter().zip(laid) {
                for (pattern, course) in route.patterns().into_iter().zip(courses.into_iter().flatten()) {
                    shapes
                        .lay(pattern.stops, course.legs.into_iter().map(|leg| points(&leg.points)).collect());
                }
            }
        }
        shapes
    }
}

impl Ground {
    /// Walks every way of the designed routes over the mapped streets, apart from how it was found; `None` where the streets
    /// are not known. `dwell` is the time at a stop.
    pub fn check(
        &self,
        city: &City,
        network: &Network,
        shapes: &LinkShapes,
        dwell: Seconds,
    ) -> Option<CourseCheck> {
        let streets = &self.streets.as_ref()?.streets;
        let checker = CourseChecker::new(streets.parts());
        let none_yet = (f64::INFINITY, 0.0);
        let mut check = CourseCheck { leg_speeds: none_yet, way_speeds: none_yet, ..CourseCheck::default() };
        for route in network.routes.iter().filter(|route| !route.has_own_times()) {
            for pattern in route.patterns() {
                let legs = shapes.legs_out(city, &pattern.stops, routewright_io::Course::Streets);
                let mut points: Vec<[f64; 2]> =
                    legs.iter().flatten().map(|point| [point.x, point.y]).collect();
                points.dedup();
                for finding in checker.check(&points) {
                    let [lon, lat] = finding.place;
                    check.faults.push(format!(
                        "{}: {} at {lat:.5}, {lon:.5}",
                        route.name(),
                        fault(finding.fault)
                    ));
                }
                let mut way_metres = 0.0;
                for (at, (leg, &seconds)) in legs.iter().zip(&pattern.legs).enumerate() {
                    let metres = length(leg);
                    let speed = metres / f64::from(seconds.0.max(1)) * 3.6;
                    widen(&mut check.leg_speeds, speed);
                    if !(PLAUSIBLE.0..=PLAUSIBLE.1).contains(&speed) {
                        let [from, to] = [at, at + 1].map(|at| city.node(pattern.stops[at]).label());
                        check.faults.push(format!(
                            "{}: {metres:.0} m in {} s, {speed:.0} km/h, from {from} to {to}",
                            route.name(),
                            seconds.0
                        ));
                    }
                    way_metres += metres;
                }
                check.legs += pattern.legs.len();
                let driving: Seconds = pattern.legs.iter().copied().sum();
                let seconds = driving.0 + dwell.0 * pattern.legs.len() as u32;
                widen(&mut check.way_speeds, way_metres / f64::from(seconds.max(1)) * 3.6);
                check.ways += 1;
            }
        }
        (check.ways > 0).then_some(check)
    }
}

fn length(points: &[Position]) -> f64 {
    let metres = |part: &[Position]| geometry::metres_between([part[0].x, part[0].y], [part[1].x, part[1].y]);
    points.windows(2).map(metres).sum()
}

fn widen(range: &mut (f64, f64), value: f64) {
    *range = (range.0.min(value), range.1.max(value));
}

fn fault(fault: Fault) -> &'static str {
    match fault {
        Fault::WrongWay => "against a one-way street",
        Fault::TurnOnTheSpot => "turns on the spot",
        Fault::BannedTurn => "breaks a turn restriction",
        Fault::OffStreet => "leaves the streets",
        Fault::Jump => "changes between streets that do not meet",
    }
}

/// The courses of a designed route, out and back.
fn courses(streets: &CityStreets, router: &mut Router<'_>, route: &Route) -> Option<Vec<Course>> {
    let course = |stops: &[NodeId]| {
        let sites: Option<Vec<&StopSite>> =
            stops.iter().map(|stop| streets.sites.get(stop.index())?.as_ref()).collect();
        router.lay_out(&sites?)
    };
    let mut course = course;
    route.patterns().iter().map(|pattern| course(&pattern.stops)).collect()
}

fn with_times(streets: &CityStreets, router: &mut Router<'_>, route: &Route) -> Option<Route> {
    if route.has_own_times() {
        return Some(route.clone());
    }
    let times = |course: &Course| -> Option<Vec<Seconds>> {
        let seconds = |milliseconds: u32| Seconds::from_seconds(f64::from(milliseconds) / 1000.0);
        course.legs.iter().map(|leg| seconds(leg.milliseconds).map(|time| time.max(Seconds(1)))).collect()
    };
    let mut times =
        courses(streets, router, route)?.iter().map(times).collect::<Option<Vec<_>>>()?.into_iter();
    let (out, back) = (times.next()?, times.next().unwrap_or_default());
    route.clone().with_driving_times(out, back).ok()
}

/// The course between two stops that a line of today visits one after the other, or with a stop or two in between.
fn driven_today(
    city: &City,
    ways: &[(Vec<NodeId>, Vec<Vec<Position>>)],
    from: NodeId,
    to: NodeId,
) -> Option<Vec<Position>> {
    // Where a link leads there, the line was led another way on purpose.
    let most = if city.link_time(from, to).is_some() { 1 } else { MOST_LEFT_OUT + 1 };
    (1..=most).find_map(|count| {
        ways.iter().find_map(|(stops, legs)| {
            let is_start = |at: &usize| stops[*at] == from && stops.get(at + count) == Some(&to);
            let start = (0..legs.len()).find(is_start)?;
            let mut course = legs[start].clone();
            for leg in &legs[start + 1..start + count] {
                course.extend(leg.iter().skip(1));
            }
            Some(course)
        })
    })
}

fn points(places: &[[f64; 2]]) -> Vec<Position> {
    places.iter().map(|&[x, y]| Position { x, y }).collect()
}

#[cfg(test)]
mod tests {
    use routewright_io::{OsmStreets, OsmWay};
    use routewright_model::{
        CityParts, Coordinates, Defaults, Demand, Direction, Link, Node, NodeId, ServiceDefaults,
    };
    use routewright_streets::{SiteFinder, Streets};

    use super::*;

    /// Two blocks of residential streets, 556 m a side, with stops along the southern street.
    fn town() -> (City, Ground) {
        let places = vec![[0.0, 0.0], [0.005, 0.0], [0.01, 0.0], [0.01, 0.005], [0.005, 0.005], [0.0, 0.005]];
        let way = |id: i64, places: Vec<u32>| {
            let tags = [("highway".into(), "residential".into())].into();
            OsmWay { id, places, tags }
        };
        let ways = vec![way(1, vec![0, 1, 2, 3, 4, 5, 0]), way(2, vec![1, 4])];
        let (streets, _) = Streets::from_osm(&OsmStreets { places, ways, ..OsmStreets::default() }, &[], 1.5);
        let stops = [[0.002, 0.0], [0.005, 0.0], [0.008, 0.0]];
        let finder = SiteFinder::new(&streets);
        let sites = stops.map(|stop| finder.site_near(stop, 50.0)).to_vec();
        let node = |at: usize| {
            let [x, y] = stops[at];
            Node { name: format!("S{at}"), label: None, position: Position { x, y }, terminal: true }
        };
        let ids = [0, 1, 2].map(NodeId::new);
        let link = |from, to| Link { from, to, time: Seconds(60) };
        let parts = CityParts {
            name: "town".into(),
            coordinates: Coordinates::Degrees,
            nodes: (0..3).map(node).collect(),
            links: ids.windows(2).flat_map(|ends| [link(ends[0], ends[1]), link(ends[1], ends[0])]).collect(),
            demand: vec![Demand { from: ids[0], to: ids[2], trips: 1.0 }],
            walks: Vec::new(),
            turns: Vec::new(),
            defaults: Defaults::default(),
            service: ServiceDefaults::default(),
        };
        let ground = Ground { streets: Some(CityStreets { streets, sites }), lines: TodayLines::default() };
        (City::new(parts).unwrap(), ground)
    }

    #[test]
    fn implausible_legs_are_faults() {
        let (city, ground) = town();
        let stops = [0, 1, 2].map(NodeId::new).to_vec();
        let route = Route::on_links(&city, "1", stops, Direction::BothWays).unwrap();
        let network = ground.lay_out(&Network { routes: vec![route.clone()] }).network;
        let shapes = ground.shapes(&city, &LinkShapes::default(), &[&network]);
        let check = ground.check(&city, &network, &shapes, Seconds(18)).unwrap();
        assert_eq!((check.ways, check.legs, check.faults), (2, 4, vec![]));
        // 30 km/h in traffic that takes half as long again.
        let (slowest, fastest) = check.leg_speeds;
        assert!(slowest > 19.0 && fastest < 21.0, "{slowest} {fastest}");
        assert!(check.way_speeds.1 < slowest, "stops take time as well");
        let slow = route.with_driving_times(vec![Seconds(200), Seconds(60)], vec![Seconds(60); 2]).unwrap();
        let check = ground.check(&city, &Network { routes: vec![slow] }, &shapes, Seconds(0)).unwrap();
        assert_eq!(check.faults.len(), 1, "{:?}", check.faults);
        assert!(check.faults[0].contains("m in 200 s, 6 km/h, from S0 to S1"), "{}", check.faults[0]);
    }
}
