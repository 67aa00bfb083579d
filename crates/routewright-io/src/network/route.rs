//! One route as a file describes it, checked.

use routewright_model::{City, Direction, NodeId, Route, RouteError, Seconds};

use super::service::RawService;
use crate::InputErrors;
use crate::error::{At, Problems};
use crate::json::Items;
use crate::show::{listed_few, shown};

/// A network may not have more.
pub(super) const MOST_ROUTES: usize = Items::MOST;

/// A route as a file describes it.
#[derive(Debug)]
pub(super) struct RawRoute<Name> {
    pub(super) name: String,
    pub(super) stops: Vec<Name>,
    pub(super) direction: Direction,
    pub(super) leg_minutes: Option<Vec<f64>>,
    pub(super) service: RawService,
}

impl<Name: AsRef<str>> RawRoute<Name> {
    /// The route, or `None` after adding its problems.
    pub(super) fn check(self, city: &City, at: At, problems: &mut Problems) -> Option<Route> {
        let name = shown(&self.name);
        if self.name.contains(char::is_control) {
            let problem = format!("the name of route {name} contains a control character");
            problems.add(at, "net-012", problem, "write the name as plain text");
            return None;
        }
        let stops = known_stops(city, &name, &self.stops, at, problems)?;
        let route = match self.leg_minutes {
            None => Route::on_links(city, self.name, stops, self.direction),
            Some(minutes) => {
                let legs = legs(&name, &minutes, at, problems)?;
                Route::with_leg_times(city, self.name, stops, legs, self.direction)
            }
        };
        let route = route.map_err(|error| explain(city, &name, &error, at, problems)).ok()?;
        self.service.apply(city, route, at, problems)
    }
}

/// More routes than any network has.
pub(super) fn too_many(at: At) -> InputErrors {
    let problem = format!("there are more than {MOST_ROUTES} routes");
    InputErrors::one(at, "net-010", problem, "check that this is a network of routes")
}

fn known_stops(
    city: &City,
    route: &str,
    stops: &[impl AsRef<str>],
    at: At,
    problems: &mut Problems,
) -> Option<Vec<NodeId>> {
    let ids: Option<Vec<_>> = stops.iter().map(|stop| city.node_named(stop.as_ref())).collect();
    if ids.is_none() {
        let stops = stops.iter().map(AsRef::as_ref).filter(|stop| city.node_named(stop).is_none());
        let unknown: Vec<String> = stops.map(shown).collect();
        let is_one = unknown.iter().all(|stop| *stop == unknown[0]);
        let (nodes, are) = if is_one { ("node", "is") } else { ("nodes", "are") };
        let nodes_are = format!("{nodes} {} {are}", listed_few(unknown.into_iter(), 3));
        let problem = format!("route {route}: {nodes_are} not in city {}", shown(city.name()));
        problems.add(at, "net-003", problem, "correct the id, or use the city that the network belongs to");
    }
    ids
}

fn legs(route: &str, minutes: &[f64], at: At, problems: &mut Problems) -> Option<Vec<Seconds>> {
    let mut check = |&minutes: &f64| {
        let time = Seconds::from_minutes(minutes);
        if time.is_none() {
            let why = if minutes < 0.0 { "but times cannot be negative" } else { "which is over a day" };
            let problem = format!("route {route}: a leg takes {minutes} minutes, {why}");
            problems.add(at, "net-008", problem, "give the running time of every leg in minutes");
        }
        time
    };
    let legs: Vec<_> = minutes.iter().map(&mut check).collect();
    legs.into_iter().collect()
}

fn explain(city: &City, route: &str, error: &RouteError, at: At, problems: &mut Problems) {
    let (code, help) = match error {
        RouteError::TooShort => ("net-006", "give two stops or more, or remove the route".into()),
        RouteError::RepeatedStop(_) => {
            ("net-005", "stop there once, or give leg_minutes if the route really returns".into())
        }
        RouteError::StandingStill(_) => ("net-009", "remove one of the two stops and its leg".into()),
        RouteError::MissingLink(from, to) => ("net-004", bridge(city, from, to)),
        RouteError::LegCount { .. } => {
            ("net-007", "give one time for each two consecutive stops, or leave leg_minutes out".into())
        }
        RouteError::LegTooLong
        | RouteError::UnknownStop(_)
        | RouteError::Headway(_)
        | RouteError::Vehicles(_) => {
            panic!("stops and times were checked before, and frequencies come after, but: {error}")
        }
    };
    problems.add(at, code, format!("route {route}: {error}"), help);
}

/// How to get from one node to the next where no link leads.
fn bridge(city: &City, from: &str, to: &str) -> String {
    let ends = city.node_named(from).zip(city.node_named(to));
    let (from_id, to_id) = ends.expect("a missing link lies between known nodes");
    let between: Vec<String> =
        city.shortest_path(from_id, to_id).map(|node| shown(&city.node(node).name)).collect();
    if between.len() > 8 {
        return "no street connects them directly: name the stops between them, or correct the ids".into();
    }
    format!("no street connects them directly: name the stops between them, such as {}", between.join("-"))
}
