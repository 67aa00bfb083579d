//! A city while its files are read: keeps the valid entries and reports the others, for every format.

use std::collections::HashMap;
use std::path::Path;

use routewright_model::{
    City, CityError, CityParts, Coordinates, Defaults, Demand, Link, Node, NodeId, Position, Seconds,
    ServiceDefaults, Turn, Walk,
};

use crate::InputErrors;
use crate::error::{At, Problems};
use crate::reading::{CityReading, Rounding};
use crate::show::{number, printable, shown};

/// The unit of times in a file.
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
    /// Whether the format has ways on foot.
    pub(crate) can_have_walks: bool,
}

/// Nodes come first, then [`Draft::end_nodes`], then links, demand and walks.
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
    walks: Pairs,
    rounding: Rounding,
}

impl<'a> Draft<'a> {
    /// The name may come from a path: control characters are removed.
    pub(crate) fn new(name: &str, coordinates: Coordinates, origin: Origin<'a>) -> Self {
        Self {
            problems: Problems::default(),
            origin,
            parts: CityParts { name: printable(name), coordinates, ..CityParts::default() },
            by_name: HashMap::new(),
            node_lines: Vec::new(),
            too_many_nodes: false,
            links: Pairs::default(),
            demand: Pairs::default(),
            walks: Pairs::default(),
            rounding: Rounding::default(),
        }
    }

    pub(crate) fn node_count(&self) -> usize {
        self.parts.nodes.len()
    }

    /// A node without a valid position is added too, so that its links are not reported as well.
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
        if name.contains(char::is_control) {
            let problem = format!("the id of node {} contains a control character", shown(name));
            self.problems.add(at, "city-029", problem, "rename the node");
            return;
        }
        let id = NodeId::new(self.node_count());
        if let Some(before) = self.by_name.get(name) {
            let problem = format!(
                "node {} is already defined in line {}",
                shown(name),
                self.node_lines[before.index()]
            );
            self.problems.add(at, "city-007", problem, "remove one of the two lines, or rename the node");
            return;
        }
        self.by_name.insert(name.to_owned(), id);
        self.node_lines.push(at.line);
        let position = position.unwrap_or_default();
        self.parts.nodes.push(Node { name: name.to_owned(), label: None, position, terminal });
    }

    /// What people call the node that was added from this line; blank if nothing else than its id.
    pub(crate) fn label_node(&mut self, at: At, name: &str, label: &str) {
        if label.contains(char::is_control) {
            let problem = format!("the name of node {} contains a control character", shown(name));
            self.problems.add(at, "city-029", problem, "write the name as plain text");
            return;
        }
        let id = self.by_name.get(name).filter(|id| self.node_lines[id.index()] == at.line);
        if let Some(id) = id
            && !label.is_empty()
        {
            self.parts.nodes[id.index()].label = Some(label.to_owned());
        }
    }

    /// Ends the list of nodes.
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
        let time = self.drive(at, from, to, time, unit);
        let Some((from_id, to_id)) = ends else { return };
        if from_id == to_id {
            let problem = format!("a link leads from node {} to itself", shown(from));
            self.problems.add(at, "city-016", problem, "remove the line");
        } else if let Err(before) = self.links.insert(from_id, to_id, at.line, &self.problems) {
            let problem =
                format!("the link from {} to {} is already defined{before}", shown(from), shown(to));
            self.problems.add(at, "city-017", problem, "keep the link that vehicles would use");
        } else if let Some(time) = time {
            self.parts.links.push(Link { from: from_id, to: to_id, time });
        }
    }

    pub(crate) fn add_walk(&mut self, at: At, from: &str, to: &str, time: &str, unit: TimeUnit) {
        if self.walks.is_empty() {
            self.walks.start(self.node_count());
        }
        let ends = self.pair(at, from, to);
        let time = seconds(time, unit).map_err(|why| {
            let problem =
                format!("the walk from {} to {} takes {}, {why}", shown(from), shown(to), shown(time));
            let help = format!("give the walking time in {}, such as 4 or 2.5", unit.name());
            self.problems.add(at, "city-030", problem, help);
        });
        let Some((from_id, to_id)) = ends else { return };
        if from_id == to_id {
            let problem = format!("a walk leads from node {} to itself", shown(from));
            self.problems.add(at, "city-031", problem, "remove the line");
        } else if let Err(before) = self.walks.insert(from_id, to_id, at.line, &self.problems) {
            let problem =
                format!("the walk from {} to {} is already defined{before}", shown(from), shown(to));
            self.problems.add(at, "city-032", problem, "keep the shorter of the two");
        } else if let Ok((_, time)) = time {
            self.parts.walks.push(Walk { from: from_id, to: to_id, time });
        }
    }

    /// A turn from one node over a second to a third; minutes.
    pub(crate) fn add_turn(&mut self, at: At, [from, via, to]: [&str; 3], time: &str) {
        let (first, second) = (self.pair(at, from, via), self.pair(at, via, to));
        let time = seconds(time, TimeUnit::Minutes).map_err(|why| {
            let problem = format!("the turn at {} takes {}, {why}", shown(via), shown(time));
            self.problems.add(at, "city-035", problem, "give the time in minutes, such as 0.5");
        });
        if let (Some((from, via)), Some((_, to)), Ok((_, time))) = (first, second, time) {
            self.parts.turns.push(Turn { from, via, to, time });
        }
    }

    pub(crate) fn add_demand(&mut self, at: At, from: &str, to: &str, trips: &str) {
        let ends = self.pair(at, from, to);
        let trips = self.trips(at, from, to, trips);
        let Some((from_id, to_id)) = ends else { return };
        if let Err(before) = self.demand.insert(from_id, to_id, at.line, &self.problems) {
            let problem = format!("demand from {} to {} is already defined{before}", shown(from), shown(to));
            self.problems.add(at, "city-018", problem, "add the two up, or remove one of them");
        } else if let Some(trips) = trips {
            self.parts.demand.push(Demand { from: from_id, to: to_id, trips });
        }
    }

    /// Checks the whole.
    pub(crate) fn finish(
        mut self,
        defaults: Defaults,
        service: ServiceDefaults,
    ) -> Result<CityReading, InputErrors> {
        let clean = self.problems.is_empty(); // rows that could not be read are reported already
        if clean && self.links.is_empty() {
            let at = At::whole(self.origin.links);
            self.problems.add(at, "city-019", "there are no links", "add the streets between the nodes");
        }
        if clean && self.demand.is_empty() {
            let at = At::whole(self.origin.demand);
            self.problems.add(at, "city-020", "there is no demand", "add trips between the nodes");
        }
        let mut parts = self.problems.or(self.parts)?;
        (parts.defaults, parts.service) = (defaults, service);
        let city = City::new(parts).map_err(|error| whole_city_problem(self.origin, &error))?;
        Ok(CityReading { city, notes: self.rounding.note().into_iter().collect() })
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

    fn drive(&mut self, at: At, from: &str, to: &str, text: &str, unit: TimeUnit) -> Option<Seconds> {
        match seconds(text, unit) {
            Ok((seconds, time)) => {
                self.rounding.add(seconds, time);
                Some(time)
            }
            Err(why) => {
                let problem =
                    format!("the time from {} to {} is {}, {why}", shown(from), shown(to), shown(text));
                let help = format!("give the driving time in {}, such as 4 or 2.5", unit.name());
                self.problems.add(at, "city-015", problem, help);
                None
            }
        }
    }

    fn trips(&mut self, at: At, from: &str, to: &str, text: &str) -> Option<f64> {
        let value = number(text);
        let trips = value.filter(|&value| Demand::is_trips(value));
        if trips.is_none() {
            let why = match value {
                None => "which is not a number",
                Some(value) if value < 0.0 => "but trips cannot be negative",
                Some(_) => "which is over a thousand million",
            };
            let problem = format!("demand from {} to {} is {}, {why}", shown(from), shown(to), shown(text));
            self.problems.add(at, "city-014", problem, "give the trips as a number from 0 to 1000000000");
        }
        trips
    }
}

impl TimeUnit {
    fn name(self) -> &'static str {
        if self == Self::Minutes { "minutes" } else { "seconds" }
    }
}

/// A time as it stands in a file, exact in seconds and rounded to whole ones, or why it is none.
fn seconds(text: &str, unit: TimeUnit) -> Result<(f64, Seconds), &'static str> {
    let value = number(text).ok_or("which is not a number")?;
    let seconds = if unit == TimeUnit::Minutes { value * 60.0 } else { value };
    match Seconds::from_seconds(seconds) {
        Some(time) => Ok((seconds, time)),
        None if value < 0.0 => Err("but times cannot be negative"),
        None => Err("which is over a day"),
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
        Err(before.map_or_else(String::new, |entry| format!(" in line {}", entry.2)))
    }
}

/// Problems that only show in the city as a whole.
fn whole_city_problem(origin: Origin, error: &CityError) -> InputErrors {
    let (links, demand) = (At::whole(origin.links), At::whole(origin.demand));
    match error {
        CityError::NoDemand => {
            let problem = "no two different nodes have any demand between them";
            InputErrors::one(demand, "city-020", problem, "add trips between the nodes")
        }
        CityError::Disconnected(from, to) => {
            let problem = format!("node {} cannot be reached from node {}", shown(to), shown(from));
            let mut help =
                "add the missing links, in both directions where the street has both, or remove the \
                            nodes that cannot be reached from all others"
                    .to_owned();
            if origin.can_have_walks {
                help += ", or give riders a way on foot in walks.csv to a node without any links";
            }
            InputErrors::one(links, "city-021", problem, help)
        }
        CityError::NoTime => {
            let problem = "all travel times are zero";
            InputErrors::one(links, "city-028", problem, "give the time that each link takes")
        }
        CityError::DriveTooLong(from, to) => {
            let problem = format!("driving from {} to {} takes over 97 days", shown(from), shown(to));
            InputErrors::one(links, "city-022", problem, "check the unit of the times")
        }
        CityError::DemandRange { .. } => {
            let help = "remove the smallest demands: the largest may be 1e9 times the smallest, the total 5e11 times";
            InputErrors::one(demand, "city-026", error.to_string(), help)
        }
        other => panic!("a draft lets nothing else through, but: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Origin<'static> {
        Origin {
            nodes: Path::new("nodes.csv"),
            links: Path::new("links.csv"),
            demand: Path::new("demand.csv"),
            can_have_walks: false,
        }
    }

    fn draft() -> Draft<'static> {
        let mut draft = Draft::new("test", Coordinates::Metres, origin());
        for (line, name) in (2..).zip(["a", "b"]) {
            draft.add_node(At::line(Path::new("nodes.csv"), line), name, Some(Position::default()), true);
        }
        draft
    }

    fn link(draft: &mut Draft, line: u64, from: &str, to: &str, time: &str) {
        draft.add_link(At::line(Path::new("links.csv"), line), from, to, time, TimeUnit::Minutes);
    }

    fn finish(draft: Draft) -> Result<CityReading, InputErrors> {
        draft.finish(Defaults::default(), ServiceDefaults::default())
    }

    #[test]
    fn a_good_draft_becomes_a_city() {
        let mut draft = draft().end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "2.5");
        link(&mut draft, 3, "b", "a", "1");
        draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", "3");
        let reading = finish(draft).unwrap();
        assert_eq!(reading.city.longest_drive(), Seconds(150));
        assert_eq!(reading.notes, []);
    }

    #[test]
    fn rounded_times_are_noted() {
        let mut draft = draft().end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "2.504");
        link(&mut draft, 3, "b", "a", "1.6667");
        draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", "3");
        let notes = finish(draft).unwrap().notes;
        assert_eq!(notes[0].to_string(), "1 of 2 link times were rounded to whole seconds, by up to 0.16 %");
    }

    #[test]
    fn values_out_of_bounds_are_refused() {
        let demand = |trips: [&str; 2]| {
            let mut draft = draft().end_nodes().unwrap();
            link(&mut draft, 2, "a", "b", "1");
            link(&mut draft, 3, "b", "a", "1441");
            draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", trips[0]);
            draft.add_demand(At::line(Path::new("demand.csv"), 3), "b", "a", trips[1]);
            let errors = finish(draft).unwrap_err();
            errors.listed().iter().map(|error| (error.line, error.code)).collect::<Vec<_>>()
        };
        assert_eq!(demand(["1e306", "1e12"]), [(3, "city-015"), (2, "city-014"), (3, "city-014")]);
        let mut draft = draft().end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "1");
        link(&mut draft, 3, "b", "a", "1");
        draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", "1e9");
        draft.add_demand(At::line(Path::new("demand.csv"), 3), "b", "a", "1e-6");
        assert_eq!(finish(draft).unwrap_err().listed()[0].code, "city-026");
    }

    #[test]
    fn names_reach_the_terminal_as_text() {
        let mut draft = Draft::new("Town\u{1b}[31m\u{7}", Coordinates::Metres, origin());
        draft.add_node(At::line(Path::new("n"), 2), "a\u{1b}[2J", Some(Position::default()), true);
        assert_eq!(draft.parts.name, "Town[31m");
        let errors = draft.end_nodes().unwrap_err();
        assert_eq!(errors.listed()[0].code, "city-029");
        assert!(!errors.to_string().contains('\u{1b}'));
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
        let errors = finish(draft).unwrap_err();
        let told: Vec<_> = errors.listed().iter().map(|e| format!("{}:{}", e.line, e.problem)).collect();
        assert_eq!(
            told,
            [
                "4:node a is already defined in line 2",
                "2:the time from a to b is -1, but times cannot be negative",
                "3:node c is not in nodes.csv",
                "4:the time from b to a is inf, which is not a number",
                "5:a link leads from node b to itself",
                "6:the time from b to a is 1e9, which is over a day",
                "6:the link from b to a is already defined in line 4",
                "9:demand from a to b is nan, which is not a number",
            ]
        );
    }

    #[test]
    fn a_disconnected_city_names_the_links_file() {
        let mut draft = draft().end_nodes().unwrap();
        link(&mut draft, 2, "a", "b", "1");
        draft.add_demand(At::line(Path::new("demand.csv"), 2), "a", "b", "1");
        let errors = finish(draft).unwrap_err();
        assert_eq!(
            errors.to_string(),
            "links.csv: node a cannot be reached from node b [city-021]\n  help: add the missing links, in \
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
        let errors = finish(draft).unwrap_err();
        assert_eq!(
            errors.to_string(),
            "links.csv: all travel times are zero [city-028]\n  help: give the time that each link takes"
        );
    }
}
