//! What a city folder knows of the ground: streets and where vehicles stop, and today's lines as they run.

use std::path::Path;

use rayon::prelude::*;
use routewright_io::{LinkShapes, TodayLines};
use routewright_model::{City, Network, Position, Route, Seconds};
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

/// What a check of designed routes along the streets found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CourseCheck {
    /// Ways that were checked: out and back of every designed route.
    pub ways: usize,
    /// What is wrong, in words: route, fault and place.
    pub faults: Vec<String>,
    /// Kilometres per hour of the slowest and the fastest way, time at stops included.
    pub speeds: (f64, f64),
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

    /// Shapes of links, with the courses of all ways of some networks: those of today's lines as they are drawn, those of
    /// designed routes along the streets.
    pub fn shapes(&self, city: &City, links: &LinkShapes, networks: &[&Network]) -> LinkShapes {
        let mut shapes = links.clone();
        let routes = || networks.iter().flat_map(|network| &network.routes);
        for route in routes().filter(|route| route.has_own_times()) {
            let Some(line) = self.lines.line_named(route.name()) else { continue };
            let patterns = route.patterns();
            for (stops, legs) in line.ways.iter().filter_map(|way| way.course_within(city)) {
                if patterns.iter().any(|pattern| pattern.stops == stops) {
                    shapes.lay(stops, legs);
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
        let mut check = CourseCheck { speeds: (f64::INFINITY, 0.0), ..CourseCheck::default() };
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
                let metres: f64 =
                    points.windows(2).map(|part| geometry::metres_between(part[0], part[1])).sum();
                let driving: Seconds = pattern.legs.iter().copied().sum();
                let seconds = driving.0 + dwell.0 * pattern.legs.len() as u32;
                let speed = metres / f64::from(seconds.max(1)) * 3.6;
                check.speeds = (check.speeds.0.min(speed), check.speeds.1.max(speed));
                check.ways += 1;
            }
        }
        (check.ways > 0).then_some(check)
    }
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
    let course = |stops: &[routewright_model::NodeId]| {
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

fn points(places: &[[f64; 2]]) -> Vec<Position> {
    places.iter().map(|&[x, y]| Position { x, y }).collect()
}
