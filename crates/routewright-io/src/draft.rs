//! A city while its files are read: keeps what is right and reports what is wrong, whatever the format.

use std::collections::HashMap;
use std::path::Path;

use routewright_model::{
    City, CityError, CityParts, Coordinates, Defaults, Demand, Link, Node, NodeId, Position, Seconds,
};

use crate::InputErrors;
use crate::error::{At, Problems};
use crate::show::{number, shown};

/// What a file's times are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TimeUnit {
    #[default]
    Minutes,
    Seconds,
}

/// The files a city came from, for messages about no line in particular.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    pub(crate) nodes: &'a Path,
    pub(crate) links: &'a Path,
    pub(crate) demand: &'a Path,
}

/// Nodes come first, then [`Draft::end_nodes`], then links and demand.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    pub(crate) problems: Problems,
    origin: Origin<'a>,
    parts: CityParts,
    by_name: HashMap<String, NodeId>,
    node_lines: Vec<u64>,
    too_many_nodes: bool,
    links: Pairs,
    demand: Pairs,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(name: impl Into<String>, coordinates: Coordinates, origin: Origin<'a>) -> Self {
        Self {
            problems: Problems::default(),
            origin,
            parts: CityParts { name: name.into(), coordinates, ..CityParts::default() },
            by_name: HashMap::new(),
            node_lines: Vec::new(),
            too_many_nodes: false,
            links: Pairs::default(),
            demand: Pairs::default(),
        }
    }

    pub(crate) fn node_count(&self) -> usize {
        self.parts.nodes.len()
    }

    /// A node whose position could not be read is added all the same: its links are not to blame.
    pub(crate) fn add_node(&mut self, at: At, name: &str, position: Option<Position>, terminal: bool) {
        if self.node_count() == City::MOST_NODES {
            if !self.too_many_nodes {
                let problem = format!("there are more than {} nodes", City::MOST_NODES);
                self.problems.add(at, "city-011", problem, "merge nodes, or plan a part of the city");
            }
            self.too_many_nodes = true;
            return;
        }
        if name.is_empty() {
            self.problems.add(at, "city-006", "the node has no id", "give every node an id of its own");
            return;
        }
        let id = NodeId::new(self.node_count());
        if let Some(before) = self.by_name.get(name) {
            let problem =
                format!("node {} is there already, in line {}", shown(name), self.node_lines[before.index()]);
            self.problems.add(at, "city-007", problem, "remove one of the two lines, or rename the node");
            return;
        }
        self.by_name.insert(name.to_owned(), id);
        self.node_lines.push(at.line);
        let position = position.unwrap_or_default();
        self.parts.nodes.push(Node { name: name.to_owned(), position, terminal });
    }

    /// Says that all nodes are there.
    ///
    /// # Errors
    /// So much is wrong with them that links and demand cannot be checked.
    pub(crate) fn end_nodes(mut self) -> Result<Self, InputErrors> {
        let count = self.node_count();
        if count < 2 && self.problems.is_empty() {
            let problem = if count == 0 { "there are no nodes" } else { "there is only one node" };
            let at = At::whole(self.origin.nodes);
            self.problems.add(at, "city-012", problem, "a city needs two nodes or more");
        }
        if count < 2 || self.too_many_nodes {
            return self.problems.or(()).map(|()| unreachable!("a problem was just added"));
        }
        self.links.start(count);
        self.demand.start(count);
        Ok(self)
    }

    pub(crate) fn add_link(&mut self, at: At, from: &str, to: &str, time: &str, unit: TimeUnit) {
        let ends = self.pair(at, from, to);
        let time = self.time(at, from, to, time, unit);
        let Some((from_id, to_id)) = ends else { return };
        if from_id == to_id {
            let problem = format!("a link leads from node {} to itself", shown(from));
            self.problems.add(at, "city-016", problem, "remove the line");
        } else if let Err(before) = self.links.insert(from_id, to_id, at.line, &self.problems) {
            let problem = format!("the link from {} to {} is there already{before}", shown(from), shown(to));
            self.problems.add(at, "city-017", problem, "keep the link that vehicles would use");
        } else if let Some(time) = time {
            self.parts.links.push(Link { from: from_id, to: to_id, time });
        }
    }

    pub(crate) fn add_demand(&mut self, at: At, from: &str, to: &str, trips: &str) {
        let ends = self.pair(at, from, to);
        let trips = self.trips(at, from, to, trips);
        let Some((from_id, to_id)) = ends else { return };
        if let Err(before) = self.demand.insert(from_id, to_id, at.line, &self.problems) {
            let problem = format!("demand from {} to {} is there already{before}", shown(from), shown(to));
            self.problems.add(at, "city-018", problem, "add the two up, or remove one of them");
        } else if let Some(trips) = trips {
            self.parts.demand.push(Demand { from: from_id, to: to_id, trips });
        }
    }

    /// Checks the whole.
    pub(crate) fn finish(mut self, defaults: Defaults) -> Result<City, InputErrors> {
        let clean = self.problems.is_empty(); // rows that could not be read are told already
        if clean && self.links.is_empty() {
            let at = At::whole(self.origin.links);
            self.problems.add(at, "city-019", "there are no links", "add the streets between the nodes");
        }
        if clean && self.demand.is_empty() {
            let at = At::whole(self.origin.demand);
            self.problems.add(at, "city-020", "there is no demand", "add trips between the nodes");
        }
        let mut parts = self.problems.or(self.parts)?;
        parts.defaults = defaults;
        let city = City::new(parts).map_err(|error| whole_city_problem(self.origin, &error))?;
        if !city.total_demand().is_finite() {
            let problem = "all trips together are more than a number can hold";
            let at = At::whole(self.origin.demand);
            return Err(InputErrors::one(at, "city-026", problem, "count trips in thousands or millions"));
        }
        Ok(city)
    }

    fn pair(&mut self, at: At, from: &str, to: &str) -> Option<(NodeId, NodeId)> {
        let ids = [from, to].map(|name| {
            let id = self.by_name.get(name).copied();
            if id.is_none() {
                let nodes = self.origin.nodes.display();
                let problem = format!("node {} is not in {nodes}", shown(name));
                self.problems.add(at, "city-013", problem, "add the node there, or correct its id here");
            }
            id
        });
        ids[0].zip(ids[1])
    }

    fn time(&mut self, at: At, from: &str, to: &str, text: &str, unit: TimeUnit) -> Option<Seconds> {
        let value = number(text);
        let time = value.and_then(|value| match unit {
            TimeUnit::Minutes => Seconds::from_minutes(value),
            TimeUnit::Seconds => Seconds::from_seconds(value),
        });
        if time.is_none() {
            let why = match value {
                None => "which is not a number",
                Some(value) if value < 0.0 => "but times cannot be negative",
                Some(_) => "which is over 97 days",
            };
            let problem = format!("the time from {} to {} is {}, {why}", shown(from), shown(to), shown(text));
            let unit = if unit == TimeUnit::Minutes { "minutes" } else { "seconds" };
            let help = format!("give the driving time in {unit}, such as 4 or 2.5");
            self.problems.add(at, "city-015", problem, help);
        }
        time
    }

    fn trips(&mut self, at: At, from: &str, to: &str, text: &str) -> Option<f64> {
        let value = number(text);
        let trips = value.filter(|&value| value >= 0.0);
        if trips.is_none() {
            let why = if value.is_some() { "but trips cannot be negative" } else { "which is not a number" };
            let problem = format!("demand from {} to {} is {}, {why}", shown(from), shown(to), shown(text));
            self.problems.add(at, "city-014", problem, "give the trips as a number, zero or more");
        }
        trips
    }
}

/// Which ordered pairs were there, and in which lines.
#[derive(Debug, Default)]
struct Pairs {
    node_count: usize,
    seen: Vec<u64>, // one bit a pair
    entries: Vec<(NodeId, NodeId, u64)>,
}

impl Pairs {
    fn start(&mut self, node_count: usize) {
        self.node_count = node_count;
        self.seen = vec![0; (node_count * node_count).div_ceil(64)];
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// # Errors
    /// The pair was there before: where, in words, unless nobody will read it.
    fn insert(&mut self, from: NodeId, to: NodeId, line: u64, problems: &Problems) -> Result<(), String> {
        let at = from.index() * self.node_count + to.index();
        let (word, bit) = (&mut self.seen[at / 64], 1 << (at % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.entries.push((from, to, line));
            return Ok(());
        }
        if problems.is_full() {
            return Err(String::new());
        }
        let before = self.entries.iter().find(|entry| (entry.0, entry.1) == (from, to));
        Err(before.map_or_else(String::new, |entry| format!(", in line {}", entry.2)))
    }
}

/// What only the city as a whole shows.
fn whole_city_problem(origin: Origin, error: &CityError) -> InputErrors {
    let (links, demand) = (At::whole(origin.links), At::whole(origin.demand));
    match error {
        CityError::NoDemand => {
            let problem = "no two different nodes have any demand between them";
            InputErrors::one(demand, "city-020", problem, "add trips between the nodes")
        }
        CityError::Disconnected(from, to) => {
            let problem = format!("no way leads from node {} to node {}", shown(from), shown(to));
            let help = "add the missing links, in both directions where the street has both, or remove the \
                        nodes that cannot be reached from all others";
            InputErrors::one(links, "city-021", problem, help)
        }
        CityError::NoTime => {
            let problem = "driving takes no time, wherever one goes";
            InputErrors::one(links, "city-028", problem, "write down the time that each link takes")
        }
        CityError::DriveTooLong(from, to) => {
            let problem = format!("driving from {} to {} takes over 97 days", shown(from), shown(to));
            InputErrors::one(links, "city-022", problem, "check the unit of the times")
        }
        other => panic!("a draft lets nothing else through, but: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft<'static> {
        let origin = Origin {
            nodes: Path::new("nodes.csv"),
            links: Path::new("links.csv"),
            demand: Path::new("demand.csv"),
        };
        let mut draft = Draft::new("test", Coordinates::Metres, origin);
        for (line, name) in (2..).zip(["a", "b"]) {
            draft.add_node(At::line(Path::new("nodes.csv"), line), name, Some(Position::default()), true);
        }
        draft
    }

    fn link(draft: &mut Draft, line: u64, from: &str, to: &str, time: &str) {
        draft.add_link(At::line(Path::new("links.csv"), line), from, to, time, TimeUnit::Minutes);
    }

    #[test]
    fn a_good_draft_becomes_a_city() {
        let mut draft = draft().end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "2.5");
        link(&mut draft, 3, "b", "a", "1");
        draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", "3");
        let city = draft.finish(Defaults::default()).unwrap();
        assert_eq!(city.longest_drive(), Seconds(150));
    }

    #[test]
    fn faults_are_collected_with_their_lines() {
        let mut draft = draft();
        draft.add_node(At::line(Path::new("nodes.csv"), 4), "a", None, true);
        let mut draft = draft.end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "-1");
        link(&mut draft, 3, "a", "c", "1");
        link(&mut draft, 4, "b", "a", "inf");
        link(&mut draft, 5, "b", "b", "1");
        link(&mut draft, 6, "b", "a", "1e9");
        draft.add_demand(At::line(Path::new("demand.csv"), 9), "a", "b", "nan");
        let errors = draft.finish(Defaults::default()).unwrap_err();
        let told: Vec<_> = errors.listed().iter().map(|e| format!("{}:{}", e.line, e.problem)).collect();
        assert_eq!(
            told,
            [
                "4:node a is there already, in line 2",
                "2:the time from a to b is -1, but times cannot be negative",
                "3:node c is not in nodes.csv",
                "4:the time from b to a is inf, which is not a number",
                "5:a link leads from node b to itself",
                "6:the time from b to a is 1e9, which is over 97 days",
                "6:the link from b to a is there already, in line 4",
                "9:demand from a to b is nan, which is not a number",
            ]
        );
    }

    #[test]
    fn a_disconnected_city_names_the_links_file() {
        let mut draft = draft().end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "1");
        draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", "1");
        let errors = draft.finish(Defaults::default()).unwrap_err();
        assert_eq!(
            errors.to_string(),
            "links.csv: no way leads from node b to node a [city-021]\n  help: add the missing links, in \
             both directions where the street has both, or remove the nodes that cannot be reached from all \
             others"
        );
    }

    #[test]
    fn a_city_without_times_names_the_links_file() {
        let mut draft = draft().end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "0");
        link(&mut draft, 3, "b", "a", "0");
        draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", "1");
        let errors = draft.finish(Defaults::default()).unwrap_err();
        assert_eq!(
            errors.to_string(),
            "links.csv: driving takes no time, wherever one goes [city-028]\n  help: write down the time that each link \
             takes"
        );
    }
}
