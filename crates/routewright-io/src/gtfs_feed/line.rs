//! Lines as the tables of a feed take them, wherever they come from.

use std::collections::{BTreeMap, BTreeSet};

use routewright_model::geography::{metres_between, to_degrees};
use routewright_model::{City, NodeId, Position, Seconds};

use super::shape::Shape;
use crate::LineStop;

/// Metres within which riders see vehicles stand.
const WITHIN_SIGHT: f64 = 12.0;

/// A line of the feed.
pub(super) struct FeedLine {
    pub(super) id: String,
    /// By its place in the list of agencies.
    pub(super) agency: usize,
    pub(super) short_name: String,
    pub(super) long_name: String,
    pub(super) kind: u16,
    pub(super) colour: String,
    pub(super) trips: Vec<Trip>,
}

/// One way of a line: its first vehicle, and how often others follow.
pub(super) struct Trip {
    pub(super) id: String,
    pub(super) direction: u8,
    pub(super) headsign: String,
    pub(super) calls: Vec<Call>,
    pub(super) shape: Shape,
    pub(super) runs: Vec<Run>,
}

/// A stop of a trip, in time from its start.
pub(super) struct Call {
    /// By its place in the list of places.
    pub(super) place: usize,
    pub(super) arrival: Seconds,
    pub(super) departure: Seconds,
}

/// Part of the day in which vehicles leave at the same headway.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) start: Seconds,
    pub(super) end: Seconds,
    pub(super) headway: Seconds,
}

/// A stop of the feed.
pub(super) struct Place {
    pub(super) id: String,
    pub(super) name: String,
    /// Longitude and latitude.
    pub(super) position: Position,
}

/// The stops of a feed, in the order in which lines come to them.
pub(super) struct Places<'feed> {
    city: &'feed City,
    pub(super) list: Vec<Place>,
    ids: Ids,
    /// Where vehicles stand for each node: the two sides of a street, or round a corner.
    of_nodes: BTreeMap<NodeId, Vec<usize>>,
    /// By id and position to a decimetre: several timetables may use the same id.
    of_stops: BTreeMap<(String, [i64; 2]), usize>,
}

impl<'feed> Places<'feed> {
    /// None yet. Nodes of the city keep their ids, whatever stops of other lines are called.
    pub(super) fn new(city: &'feed City) -> Self {
        let mut ids = Ids::default();
        let node_ids = city.node_ids().map(|node| ids.unused(&city.node(node).name)).collect();
        let mut places =
            Self { city, list: Vec::new(), ids, of_nodes: BTreeMap::new(), of_stops: BTreeMap::new() };
        places.ids.of_nodes = node_ids;
        places
    }

    /// The stop of a node for vehicles that stand here. The first is where the node is, unless that is too far away for
    /// riders to see: a node may be the middle of a zone. Vehicles that stand farther away have a stop of their own, with
    /// the same name.
    pub(super) fn node(&mut self, node: NodeId, stand: Position) -> usize {
        let known = self.of_nodes.entry(node).or_default();
        let metres = |place: usize| metres_between(self.list[place].position, stand);
        let nearest = known.iter().copied().min_by(|&a, &b| metres(a).total_cmp(&metres(b)));
        if let Some(place) = nearest.filter(|&place| metres(place) <= WITHIN_SIGHT) {
            return place;
        }
        let at = self.city.node(node);
        let own_place = to_degrees(self.city, at.position);
        let wanted = self.ids.of_nodes[node.index()].clone();
        let (id, position) = match known.is_empty() {
            true if metres_between(own_place, stand) <= WITHIN_SIGHT => (wanted, own_place),
            true => (wanted, stand),
            false => (self.ids.unused(&wanted), stand),
        };
        self.list.push(Place { id, name: at.label().trim().to_owned(), position });
        known.push(self.list.len() - 1);
        self.list.len() - 1
    }

    /// The stop of a line of today.
    pub(super) fn stop(&mut self, stop: &LineStop) -> usize {
        let cell = [stop.lon, stop.lat].map(|degrees| (degrees * 1e6).round() as i64);
        let key = (stop.id.clone(), cell);
        if let Some(&place) = self.of_stops.get(&key) {
            return place;
        }
        let id = self.ids.unused(&stop.id);
        let name = if stop.name.trim().is_empty() { id.clone() } else { stop.name.trim().to_owned() };
        self.list.push(Place { id, name, position: Position { x: stop.lon, y: stop.lat } });
        self.of_stops.insert(key, self.list.len() - 1);
        self.list.len() - 1
    }
}

/// Ids and names that were given out.
#[derive(Default)]
pub(super) struct Ids {
    taken: BTreeSet<String>,
    names: BTreeSet<String>,
    of_nodes: Vec<String>,
}

impl Ids {
    /// The wanted id, with a number behind where it is taken. Ids are printable ASCII, as other programs expect it.
    pub(super) fn unused(&mut self, wanted: &str) -> String {
        let ascii = |letter: char| if (' '..='~').contains(&letter) { letter } else { '_' };
        let wanted: String = wanted.trim().chars().map(ascii).collect();
        numbered(&mut self.taken, &wanted)
    }

    /// The wanted name, with a number behind where another line has it.
    pub(super) fn unused_name(&mut self, wanted: &str) -> String {
        numbered(&mut self.names, wanted.trim())
    }
}

fn numbered(taken: &mut BTreeSet<String>, wanted: &str) -> String {
    let numbered = (2..).map(|number: usize| format!("{wanted} ({number})"));
    let found = std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let found = found.expect("numbers do not end");
    taken.insert(found.clone());
    found
}
