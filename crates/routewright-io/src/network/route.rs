//! One route as a file describes it, checked.

use routewright_model::{City, Direction, NodeId, Route, RouteError};

use super::service::RawService;
use super::times::{Place, RawTimes};
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
    pub(super) times: RawTimes,
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
        let place = Place { city, route: &name, at };
        let stops = known_stops(&place, "", &self.stops, problems)?;
        let route = self.times.apply(self.name, stops, self.direction, &place, problems)?;
        self.service.apply(city, route, at, problems)
    }
}

/// More routes than any network has.
pub(super) fn too_many(at: At) -> InputErrors {
    let problem = format!("there are more than {MOST_ROUTES} routes");
    InputErrors::one(at, "net-010", problem, "check that this is a network of routes")
}

/// The nodes of these stops, or `None` after naming those that the city does not have. `way` says where in the route.
pub(super) fn known_stops(
    place: &Place,
    way: &str,
    stops: &[impl AsRef<str>],
    problems: &mut Problems,
) -> Option<Vec<NodeId>> {
    let &Place { city, route, at } = place;
    let ids: Option<Vec<_>> = stops.iter().map(|stop| city.node_named(stop.as_ref())).collect();
    if ids.is_none() {
        let stops = stops.iter().map(AsRef::as_ref).filter(|stop| city.node_named(stop).is_none());
        let unknown: Vec<String> = stops.map(shown).collect();
        let is_one = unknown.iter().all(|stop| *stop == unknown[0]);
        let (nodes, are) = if is_one { ("node", "is") } else { ("nodes", "are") };
        let nodes_are = format!("{nodes} {} {are}", listed_few(unknown.into_iter(), 3));
        let problem = format!("route {route}{way}: {nodes_are} not in city {}", shown(city.name()));
        problems.add(at, "net-003", problem, "correct the id, or use the city that the network belongs to");
    }
    ids
}

/// Adds what is wrong with a route, or with a `way` of it; `times` are the fields that its leg times came from.
pub(super) fn explain(place: &Place, way: &str, error: &RouteError, times: &str, problems: &mut Problems) {
    let &Place { city, route, at } = place;
    let (code, help) = match error {
        RouteError::TooShort => ("net-006", "give two stops or more, or remove the route".into()),
        RouteError::RepeatedStop(_) => {
            ("net-005", "stop there once, or give leg_minutes if the route really returns".into())
        }
        RouteError::StandingStill(_) => ("net-009", "remove one of the two stops and its leg".into()),
        RouteError::MissingLink(from, to) => ("net-004", bridge(city, from, to)),
        RouteError::LegCount { .. } => {
            ("net-007", format!("give one time for each two consecutive stops, or leave {times} out"))
        }
        RouteError::LegTooLong
        | RouteError::UnknownStop(_)
        | RouteError::Headway(_)
        | RouteError::Vehicles(_) => {
            panic!("stops and times were checked before, and frequencies come after, but: {error}")
        }
    };
    problems.add(at, code, format!("route {route}{way}: {error}"), help);
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
