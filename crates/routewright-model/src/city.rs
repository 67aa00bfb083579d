//! A city: travel demand and driving times.

use std::collections::HashMap;

use crate::adjacency::Adjacency;
use crate::demand_matrix::{check_demand_range, fill_demand};
use crate::names::{has_control_character, index_names};
use crate::paths::ShortestPaths;
use crate::service::both_ways;
use crate::turns::Turns;
use crate::{
    CityError, CityParts, Coordinates, Defaults, Demand, Link, Node, NodeId, Seconds, ServiceDefaults, Turn,
    Walk,
};

/// A checked city with its driving times. Never changes once built.
///
/// Invariant: two nodes or more with distinct names; nodes on streets all reach each other over links, and the
/// others have a walk; no link, walk or demand entry twice, no link over a day, demand within bounds, and some
/// demand somewhere.
#[derive(Clone, Debug)]
pub struct City {
    name: String,
    coordinates: Coordinates,
    nodes: Vec<Node>,
    by_name: HashMap<String, NodeId>,
    links_from: Adjacency,
    links_into: Adjacency,
    /// Trips, row-major; nothing on the diagonal.
    demand: Vec<f64>,
    total_demand: f64,
    trips_within_nodes: f64,
    paths: ShortestPaths,
    longest_drive: Seconds,
    mean_drive_minutes: f64,
    symmetric_streets: bool,
    walks: Vec<Walk>,
    turns: Turns,
    defaults: Defaults,
    service: ServiceDefaults,
}

impl City {
    /// Matrices over all pairs of nodes are kept in memory; this many nodes take about two gigabytes.
    pub const MOST_NODES: usize = 10_000;

    /// The longest drive between two nodes: about 97 days. Trip times then fit into 24 bits.
    pub const LONGEST_DRIVE: Seconds = Seconds(1 << 23);

    /// The largest demand, and the total of all, may be this many times the smallest above zero. The evaluator adds
    /// up trips as whole numbers, of which a pair has up to 2^31 and all pairs together have 2^40.
    pub const MOST_DEMAND_RATIO: (f64, f64) = ((1 << 30) as f64, (1_u64 << 39) as f64);

    /// Checks the parts and computes driving times and shortest paths.
    ///
    /// Trips from a node to itself ride no transit: they are counted in
    /// [`City::trips_within_nodes`] and otherwise left out.
    ///
    /// # Errors
    /// The first broken invariant.
    pub fn new(parts: CityParts) -> Result<Self, CityError> {
        let n = parts.nodes.len();
        let by_name = index_names(&parts.nodes)?;
        if has_control_character(&parts.name) {
            return Err(CityError::ControlCharacter(parts.name));
        }
        let name_of = |node: NodeId| parts.nodes[node.index()].name.clone();
        let walk_ends = parts.walks.iter().map(|walk| (walk.from, walk.to));
        let turn_ends = parts.turns.iter().flat_map(|turn| [(turn.from, turn.via), (turn.via, turn.to)]);
        let ends = parts.links.iter().map(|link| (link.from, link.to)).chain(walk_ends).chain(turn_ends);
        let pairs = parts.demand.iter().map(|demand| (demand.from, demand.to));
        if let Some((from, to)) = ends.chain(pairs).find(|(a, b)| a.index().max(b.index()) >= n) {
            return Err(CityError::UnknownNode(from.index().max(to.index())));
        }
        for link in &parts.links {
            if link.from == link.to {
                return Err(CityError::LoopLink(name_of(link.from)));
            }
            if link.time > Seconds::LONGEST {
                return Err(CityError::LinkTooLong(name_of(link.from), name_of(link.to)));
            }
        }
        let links_from = Adjacency::new(n, parts.links.iter().map(|l| (l.from, l.to, l.time)));
        let links_into = Adjacency::new(n, parts.links.iter().map(|l| (l.to, l.from, l.time)));
        if let Some((from, to)) = links_from.find_duplicate() {
            return Err(CityError::DuplicateLink(name_of(from), name_of(to)));
        }
        let walks = both_ways(parts.walks).map_err(|walk| {
            let [from, to] = [walk.from, walk.to].map(name_of);
            if walk.from == walk.to { CityError::LoopWalk(from) } else { CityError::DuplicateWalk(from, to) }
        })?;
        if let Some(walk) = walks.iter().find(|walk| walk.time > Seconds::LONGEST) {
            return Err(CityError::WalkTooLong(name_of(walk.from), name_of(walk.to)));
        }
        let turns = Turns::new(n, parts.turns, name_of)?;
        parts.service.check()?;
        // A node without links or walks counts as one on a street that nothing reaches.
        let mut is_on_street = vec![true; n];
        walks.iter().for_each(|walk| is_on_street[walk.from.index()] = false);
        for link in &parts.links {
            is_on_street[link.from.index()] = true;
            is_on_street[link.to.index()] = true;
        }
        let (demand, trips_within_nodes) =
            fill_demand(n, &parts.demand).map_err(|(from, to, twice)| match twice {
                true => CityError::DuplicateDemand(name_of(from), name_of(to)),
                false => CityError::BadDemand(name_of(from), name_of(to)),
            })?;
        let total_demand: f64 = demand.iter().sum();
        if total_demand <= 0.0 {
            return Err(CityError::NoDemand);
        }
        check_demand_range(&demand, total_demand)?;
        let paths = ShortestPaths::new(&is_on_street, &links_into).map_err(|(from, to)| {
            CityError::Disconnected(parts.nodes[from].name.clone(), parts.nodes[to].name.clone())
        })?;
        let drives = || paths.times.iter().copied().filter(|&time| time != ShortestPaths::NO_DRIVE);
        let longest_drive = Seconds(drives().max().unwrap_or(0));
        if longest_drive == Seconds(0) {
            return Err(CityError::NoTime);
        }
        if longest_drive > Self::LONGEST_DRIVE {
            let at = paths.times.iter().position(|&time| time == longest_drive.0).unwrap_or(0);
            return Err(CityError::DriveTooLong(name_of(NodeId::new(at / n)), name_of(NodeId::new(at % n))));
        }
        let is_drive = |time: u32| time != ShortestPaths::NO_DRIVE;
        let minutes =
            paths.times.iter().map(|&time| if is_drive(time) { Seconds(time).minutes() } else { 0.0 });
        let trip_minutes: f64 = minutes.zip(&demand).map(|(minutes, trips)| minutes * trips).sum();
        let driven = paths.times.iter().zip(&demand).filter(|(time, _)| is_drive(**time));
        let driven_demand: f64 = driven.map(|(_, trips)| trips).sum();
        let symmetric_streets = links_from == links_into && turns.is_empty();
        Ok(Self {
            name: parts.name,
            coordinates: parts.coordinates,
            nodes: parts.nodes,
            by_name,
            links_from,
            links_into,
            demand,
            total_demand,
            trips_within_nodes,
            paths,
            longest_drive,
            mean_drive_minutes: if driven_demand > 0.0 { trip_minutes / driven_demand } else { 0.0 },
            symmetric_streets,
            walks,
            turns,
            defaults: parts.defaults,
            service: parts.service,
        })
    }

    /// The parts it was built from, links and walks in order of their ends and demand in order of its pairs. Walks are
    /// listed one by one in each direction.
    pub fn to_parts(&self) -> CityParts {
        let n = self.node_count();
        let pairs = (0..n).flat_map(|from| (0..n).map(move |to| (NodeId::new(from), NodeId::new(to))));
        CityParts {
            name: self.name.clone(),
            coordinates: self.coordinates,
            nodes: self.nodes.clone(),
            links: self.links().collect(),
            demand: pairs
                .map(|(from, to)| Demand { from, to, trips: self.demand(from, to) })
                .filter(|demand| demand.trips > 0.0)
                .collect(),
            walks: self.walks.clone(),
            turns: self.turns.all().to_vec(),
            defaults: self.defaults,
            service: self.service.clone(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its positions are measured in.
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// Settings it suggests where the planner gives none.
    pub fn defaults(&self) -> Defaults {
        self.defaults
    }

    /// What planning a service needs to know.
    pub fn service(&self) -> &ServiceDefaults {
        &self.service
    }

    /// Ways on foot, each in one direction, in order of `from`, then `to`.
    pub fn walks(&self) -> &[Walk] {
        &self.walks
    }

    /// Whether vehicles can get to a node. The others are zones that riders reach on foot.
    pub fn is_on_street(&self, node: NodeId) -> bool {
        !self.links_from(node).is_empty() || !self.links_into(node).is_empty()
    }

    /// How many candidate stops it has (n).
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Every node, in order of index.
    pub fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.node_count()).map(NodeId::new)
    }

    /// The candidate stops; a node's place is its index.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// One candidate stop.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The node of that name.
    pub fn node_named(&self, name: &str) -> Option<NodeId> {
        self.by_name.get(name).copied()
    }

    /// All directed links, in order of `from`, then `to`.
    pub fn links(&self) -> impl Iterator<Item = Link> + '_ {
        self.node_ids()
            .flat_map(|from| self.links_from(from).iter().map(move |&(to, time)| Link { from, to, time }))
    }

    /// Links that start at a node: the neighbour each leads to and its driving time, by index.
    pub fn links_from(&self, node: NodeId) -> &[(NodeId, Seconds)] {
        self.links_from.of(node.index())
    }

    /// Links that end at a node: the neighbour each comes from and its driving time, by index.
    pub fn links_into(&self, node: NodeId) -> &[(NodeId, Seconds)] {
        self.links_into.of(node.index())
    }

    /// Driving time of the link between two nodes, if there is one.
    pub fn link_time(&self, from: NodeId, to: NodeId) -> Option<Seconds> {
        self.links_from(from).iter().find(|link| link.0 == to).map(|link| link.1)
    }

    /// Driving time of a leg of a route: that of its link, or, against a one-way street, that of the fastest
    /// detour.
    pub fn leg_time(&self, from: NodeId, to: NodeId) -> Seconds {
        self.link_time(from, to).unwrap_or_else(|| self.drive_time(from, to))
    }

    /// Time that vehicles lose between two links, where any is known.
    pub fn turns(&self) -> &[Turn] {
        self.turns.all()
    }

    /// Time that a vehicle loses where it comes from one stop and goes on to another; zero unless the city says otherwise.
    pub fn turn_time(&self, from: NodeId, via: NodeId, to: NodeId) -> Seconds {
        self.turns.time(from, via, to)
    }

    /// Driving times of a route along these stops: leg `i` out leads from stop `i` to the next, leg `i` back from stop
    /// `i + 1` to stop `i`. Time lost between two links belongs to the later leg.
    pub fn legs_along(&self, stops: &[NodeId], out: &mut Vec<Seconds>, back: &mut Vec<Seconds>) {
        out.clear();
        out.extend(stops.windows(2).map(|leg| self.leg_time(leg[0], leg[1])));
        back.clear();
        if self.symmetric_streets {
            back.extend_from_slice(out);
        } else {
            back.extend(stops.windows(2).map(|leg| self.leg_time(leg[1], leg[0])));
        }
        if self.turns.is_empty() {
            return;
        }
        for (at, turn) in stops.windows(3).enumerate() {
            out[at + 1] += self.turn_time(turn[0], turn[1], turn[2]);
            back[at] += self.turn_time(turn[2], turn[1], turn[0]);
        }
    }

    /// Trips from one node to another (D).
    pub fn demand(&self, from: NodeId, to: NodeId) -> f64 {
        self.demand[from.index() * self.node_count() + to.index()]
    }

    /// Trips from one node to each node, by index.
    pub fn demand_from(&self, from: NodeId) -> &[f64] {
        let n = self.node_count();
        &self.demand[from.index() * n..][..n]
    }

    /// Trips between all pairs of distinct nodes.
    pub fn total_demand(&self) -> f64 {
        self.total_demand
    }

    /// Trips from a node to itself, which were left out.
    pub fn trips_within_nodes(&self) -> f64 {
        self.trips_within_nodes
    }

    /// Ordered pairs of nodes with demand.
    pub fn demand_pair_count(&self) -> usize {
        self.demand.iter().filter(|&&trips| trips > 0.0).count()
    }

    /// Driving time of the fastest way between two nodes (T); [`City::LONGEST_DRIVE`] where one of them is not on a
    /// street.
    pub fn drive_time(&self, from: NodeId, to: NodeId) -> Seconds {
        Seconds(self.paths.times[from.index() * self.node_count() + to.index()])
    }

    /// The longest of all driving times between nodes on streets (T_max).
    pub fn longest_drive(&self) -> Seconds {
        self.longest_drive
    }

    /// Demand-weighted mean driving time between nodes on streets: a lower bound of the mean trip (C_p).
    pub fn mean_drive_minutes(&self) -> f64 {
        self.mean_drive_minutes
    }

    /// The node after `from` on the chosen fastest way to `to`; `to` itself once there.
    pub fn next_on_path(&self, from: NodeId, to: NodeId) -> NodeId {
        NodeId::new(self.paths.next[from.index() * self.node_count() + to.index()] as usize)
    }

    /// The chosen fastest way between two nodes (SP), both ends included. Ties are broken by fewer stops,
    /// then by the smaller index of the next node.
    pub fn shortest_path(&self, from: NodeId, to: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut at = Some(from);
        std::iter::from_fn(move || {
            let here = at?;
            at = (here != to).then(|| self.next_on_path(here, to));
            Some(here)
        })
    }

    /// How many links the chosen fastest way has.
    pub fn links_on_path(&self, from: NodeId, to: NodeId) -> usize {
        self.paths.links[from.index() * self.node_count() + to.index()] as usize
    }

    /// Whether every street takes the same time both ways.
    pub fn has_symmetric_streets(&self) -> bool {
        self.symmetric_streets
    }

    /// Whether streets and demand are the same both ways, as in the literature's problem.
    pub fn is_symmetric(&self) -> bool {
        let n = self.node_count();
        let mirrored = |i: usize| (0..i).all(|j| self.demand[i * n + j] == self.demand[j * n + i]);
        self.symmetric_streets && (0..n).all(mirrored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    /// Nodes `a`, `b`, … and links such as `ab5` (5 s from a to b); one trip between all pairs.
    fn city(node_count: usize, links: &str) -> Result<City, CityError> {
        let index = |letter: u8| NodeId::new((letter - b'a') as usize);
        let node = |i: usize| Node {
            name: char::from(b'a' + i as u8).to_string(),
            label: None,
            position: Position::default(),
            terminal: true,
        };
        let link = |text: &str| Link {
            from: index(text.as_bytes()[0]),
            to: index(text.as_bytes()[1]),
            time: Seconds(text[2..].parse().unwrap()),
        };
        City::new(CityParts {
            nodes: (0..node_count).map(node).collect(),
            links: links.split_whitespace().map(link).collect(),
            demand: vec![Demand { from: index(b'a'), to: index(b'b'), trips: 1.0 }],
            ..CityParts::default()
        })
    }

    fn path(city: &City, ends: &str) -> String {
        let mut names = ends.split("");
        let (from, to) = (names.nth(1).unwrap(), names.next().unwrap());
        let (from, to) = (city.node_named(from).unwrap(), city.node_named(to).unwrap());
        city.shortest_path(from, to).map(|node| city.node(node).name.as_str()).collect()
    }

    #[test]
    fn directed_times_and_paths() {
        let city = city(3, "ab5 bc5 ca5 ba9").unwrap();
        assert_eq!(path(&city, "ac"), "abc");
        assert_eq!(path(&city, "ba"), "ba"); // 9 s direct, 10 s round
        assert_eq!(city.longest_drive(), Seconds(10));
        assert!(!city.has_symmetric_streets());
    }

    #[test]
    fn ties_go_to_fewer_stops_then_to_the_smaller_index() {
        let both = "ab2 ba2 bd2 db2 ac2 ca2 cd2 dc2";
        assert_eq!(path(&city(4, both).unwrap(), "ad"), "abd");
        assert_eq!(path(&city(4, &format!("{both} ad4 da4")).unwrap(), "ad"), "ad");
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(city(3, "ab1 ba1").unwrap_err(), CityError::Disconnected("c".into(), "a".into()));
        assert_eq!(city(2, "ab0 ba0").unwrap_err(), CityError::NoTime);
        assert_eq!(city(2, "ab1 ba1 ab2").unwrap_err(), CityError::DuplicateLink("a".into(), "b".into()));
        assert_eq!(city(2, "aa1").unwrap_err(), CityError::LoopLink("a".into()));
        assert_eq!(city(1, "").unwrap_err(), CityError::TooSmall);
    }

    #[test]
    fn zones_reached_on_foot_need_no_street() {
        let on_foot = |walks: &[(usize, usize, u32)]| {
            let mut parts = city(2, "ab60 ba60").unwrap().to_parts();
            parts.nodes.push(Node { name: "c".into(), ..parts.nodes[0].clone() });
            let walk = |&(from, to, time): &(usize, usize, u32)| Walk {
                from: NodeId::new(from),
                to: NodeId::new(to),
                time: Seconds(time),
            };
            parts.walks = walks.iter().map(walk).collect();
            City::new(parts)
        };
        assert_eq!(on_foot(&[]).unwrap_err(), CityError::Disconnected("c".into(), "a".into()));
        let found = on_foot(&[(2, 0, 300), (1, 0, 90), (0, 1, 120)]).unwrap();
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        assert_eq!([a, b, c].map(|node| found.is_on_street(node)), [true, true, false]);
        let walks: Vec<_> = found.walks().iter().map(|w| (w.from.index(), w.to.index(), w.time.0)).collect();
        assert_eq!(walks, [(0, 1, 120), (0, 2, 300), (1, 0, 90), (2, 0, 300)]);
        assert_eq!((found.longest_drive(), found.drive_time(a, c)), (Seconds(60), City::LONGEST_DRIVE));
        assert_eq!(found.mean_drive_minutes(), 1.0);
        assert_eq!(City::new(found.to_parts()).unwrap().to_parts(), found.to_parts());
        assert_eq!(on_foot(&[(2, 2, 1)]).unwrap_err(), CityError::LoopWalk("c".into()));
        let twice = on_foot(&[(2, 0, 1), (2, 0, 2)]).unwrap_err();
        assert_eq!(twice, CityError::DuplicateWalk("c".into(), "a".into()));
        let long = on_foot(&[(2, 0, 86_401)]).unwrap_err();
        assert_eq!(long, CityError::WalkTooLong("a".into(), "c".into()));
    }

    #[test]
    fn values_out_of_bounds_are_refused() {
        let build = |change: &dyn Fn(&mut CityParts)| {
            let mut parts = City::mandl().to_parts();
            change(&mut parts);
            City::new(parts).map(drop)
        };
        let demand =
            |trips: [f64; 2]| build(&|parts| (0..2).for_each(|at| parts.demand[at].trips = trips[at]));
        assert_eq!(demand([1e9, 2e-6]), Err(CityError::DemandRange { smallest: 2e-6, largest: 1e9 }));
        assert_eq!(demand([1e9, 1.0]), Ok(()));
        assert_eq!(demand([2e9, 1.0]), Err(CityError::BadDemand("1".into(), "2".into())));
        assert_eq!(demand([1e306, 1.0]), Err(CityError::BadDemand("1".into(), "2".into())));
        let long = build(&|parts| parts.links[0].time = Seconds(86_401));
        assert_eq!(long, Err(CityError::LinkTooLong("1".into(), "2".into())));
        let named = build(&|parts| parts.name = "a\u{1b}[2J".into());
        assert_eq!(named.unwrap_err().to_string(), "the name \"a\\u{1b}[2J\" contains a control character");
        let node = build(&|parts| parts.nodes[3].name = "4\n".into());
        assert_eq!(node, Err(CityError::ControlCharacter("4\n".into())));
    }

    #[test]
    fn parts_round_trip() {
        let city = City::mandl();
        let again = City::new(city.to_parts()).unwrap();
        assert_eq!(again.to_parts(), city.to_parts());
    }
}
