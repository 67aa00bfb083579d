//! What became of a network's lines in another network: kept, changed, split, merged or dropped, and which lines are
//! new.
//!
//! A line keeps the stops that another serves in the same order, in either direction. [`fates`] compares stops alone;
//! a name decides only between lines that keep as much.

mod order;

use routewright_model::{Network, Route};

use order::{Ways, kept_stops};

/// A line with this share of its stops in order is the same line.
const SAME: f64 = 0.9;
/// A line that keeps more than this share of another's stops takes its place.
const MOST: f64 = 0.5;
/// Lines that a line may be split into; more are no replacement for it.
const MOST_PARTS: usize = 3;
/// A part of a split line keeps at least so many of its stops that the other parts do not.
const LEAST_STOPS: usize = 2;

/// What became of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// A line of its own keeps nine tenths of its stops or more.
    Kept(Successor),
    /// A line of its own keeps most of its stops.
    Changed(Successor),
    /// Several lines together keep most of its stops, and none does alone: those lines, the largest part first.
    Split(Vec<Successor>),
    /// A line that takes the place of another keeps most of its stops as well.
    Merged(Successor),
    /// No line, nor a few together, keep most of its stops.
    Dropped,
}

/// A line that keeps stops of an earlier one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Successor {
    /// Its place in the later network.
    pub line: usize,
    /// Share of the earlier line's stops that it serves in the same order.
    pub kept: f64,
}

/// What became of all lines of a network.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fates {
    /// By the place of the earlier line.
    pub lines: Vec<LineFate>,
    /// Lines of the later network that keep most stops of no earlier one.
    pub new: Vec<usize>,
}

/// What became of a line, and how much of it is left.
#[derive(Clone, Debug, PartialEq)]
pub struct LineFate {
    /// What became of it.
    pub fate: Fate,
    /// Share of its stops that the lines of its fate keep in order; where it is dropped, the largest share that any
    /// line keeps.
    pub kept: f64,
}

impl Fate {
    /// In a word.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Kept(_) => "kept",
            Self::Changed(_) => "changed",
            Self::Split(_) => "split",
            Self::Merged(_) => "merged",
            Self::Dropped => "dropped",
        }
    }

    /// The lines that take its place.
    pub fn successors(&self) -> &[Successor] {
        match self {
            Self::Kept(one) | Self::Changed(one) | Self::Merged(one) => std::slice::from_ref(one),
            Self::Split(parts) => parts,
            Self::Dropped => &[],
        }
    }
}

impl Fates {
    /// How many lines had a fate of this name.
    pub fn count(&self, name: &str) -> usize {
        self.lines.iter().filter(|line| line.fate.name() == name).count()
    }
}

/// A pair of lines that keep most of one.
struct Claim {
    before: usize,
    after: usize,
    kept: f64,
    /// Share of all stops of the two that both serve.
    alike: f64,
    has_same_name: bool,
}

/// Compares two networks of one city.
pub fn fates(before: &Network, after: &Network) -> Fates {
    let later: Vec<Ways> = after.routes.iter().map(Ways::new).collect();
    let kept: Vec<Vec<Vec<bool>>> = before
        .routes
        .iter()
        .map(|route| later.iter().map(|ways| kept_stops(route, ways)).collect())
        .collect();
    let share = |stops: &[bool]| stops.iter().filter(|kept| **kept).count() as f64 / stops.len() as f64;
    let shares: Vec<Vec<f64>> = kept.iter().map(|of| of.iter().map(|stops| share(stops)).collect()).collect();
    let own = own_successors(before, after, &shares);
    let lines = (0..before.routes.len())
        .map(|at| {
            let line = |line: usize| Successor { line, kept: shares[at][line] };
            let best = (0..shares[at].len())
                .max_by(|&a, &b| shares[at][a].total_cmp(&shares[at][b]).then(b.cmp(&a)));
            let best_share = best.map_or(0.0, |best| shares[at][best]);
            let fate = match (own[at], best) {
                (Some(own), _) if shares[at][own] >= SAME => Fate::Kept(line(own)),
                (Some(own), _) => Fate::Changed(line(own)),
                (None, Some(best)) if best_share > MOST => Fate::Merged(line(best)),
                _ => match parts(&kept[at]) {
                    Some(parts) => Fate::Split(parts.into_iter().map(line).collect()),
                    None => Fate::Dropped,
                },
            };
            let kept = match &fate {
                Fate::Split(parts) => together(&kept[at], parts.iter().map(|part| part.line)),
                Fate::Dropped => best_share,
                Fate::Kept(one) | Fate::Changed(one) | Fate::Merged(one) => one.kept,
            };
            LineFate { fate, kept }
        })
        .collect();
    let is_new = |line: &usize| shares.iter().all(|of| of[*line] <= MOST);
    Fates { lines, new: (0..after.routes.len()).filter(is_new).collect() }
}

/// For every earlier line, the later one that takes its place alone: at most one each. Lines that keep nearly all
/// stops come first, then lines of the same name, then those most alike.
fn own_successors(before: &Network, after: &Network, shares: &[Vec<f64>]) -> Vec<Option<usize>> {
    let mut claims = Vec::new();
    for (at, route) in before.routes.iter().enumerate() {
        for (to, other) in after.routes.iter().enumerate().filter(|(to, _)| shares[at][*to] > MOST) {
            claims.push(Claim {
                before: at,
                after: to,
                kept: shares[at][to],
                alike: alike(route, other),
                has_same_name: route.name() == other.name(),
            });
        }
    }
    claims.sort_by(|a, b| {
        let is_same = |claim: &Claim| claim.kept >= SAME;
        is_same(b)
            .cmp(&is_same(a))
            .then(b.has_same_name.cmp(&a.has_same_name))
            .then(b.alike.total_cmp(&a.alike))
            .then(b.kept.total_cmp(&a.kept))
            .then((a.before, a.after).cmp(&(b.before, b.after)))
    });
    let mut own = vec![None; before.routes.len()];
    let mut is_taken = vec![false; after.routes.len()];
    for claim in claims {
        if own[claim.before].is_none() && !is_taken[claim.after] {
            own[claim.before] = Some(claim.after);
            is_taken[claim.after] = true;
        }
    }
    own
}

/// Stops that both lines serve, as a share of those that either serves.
fn alike(one: &Route, other: &Route) -> f64 {
    let [stops, others] = [one, other].map(|route| {
        let mut stops: Vec<_> = route.patterns().into_iter().flat_map(|pattern| pattern.stops).collect();
        stops.sort_unstable();
        stops.dedup();
        stops
    });
    let shared = stops.iter().filter(|stop| others.binary_search(stop).is_ok()).count();
    shared as f64 / (stops.len() + others.len() - shared) as f64
}

/// The few lines that together keep most of a line's stops, the largest part first; `None` if they do not, or if one
/// is enough.
fn parts(kept: &[Vec<bool>]) -> Option<Vec<usize>> {
    let stops = kept.first()?.len();
    let (mut is_kept, mut parts) = (vec![false; stops], Vec::new());
    while parts.len() < MOST_PARTS {
        let adds = |line: usize| kept[line].iter().zip(&is_kept).filter(|(new, old)| **new && !**old).count();
        let Some(best) = (0..kept.len()).max_by_key(|&line| (adds(line), std::cmp::Reverse(line))) else {
            break;
        };
        if adds(best) < LEAST_STOPS {
            break;
        }
        is_kept.iter_mut().zip(&kept[best]).for_each(|(old, new)| *old |= new);
        parts.push(best);
    }
    (parts.len() > 1 && together(kept, parts.iter().copied()) > MOST).then_some(parts)
}

/// Share of a line's stops that some lines keep together.
fn together(kept: &[Vec<bool>], lines: impl Iterator<Item = usize> + Clone) -> f64 {
    let stops = kept.first().map_or(0, Vec::len);
    let count = (0..stops).filter(|&stop| lines.clone().any(|line| kept[line][stop])).count();
    count as f64 / stops.max(1) as f64
}

#[cfg(test)]
mod tests {
    use routewright_model::{City, Direction, NodeId, Pattern, Seconds};

    use super::*;

    /// Routes over any nodes of Mandl's city, by number.
    fn network(routes: &[(&str, &str)]) -> Network {
        let city = City::mandl();
        let route = |&(name, stops): &(&str, &str)| {
            let stops: Vec<NodeId> =
                stops.split('-').map(|stop| NodeId::new(stop.parse::<usize>().unwrap() - 1)).collect();
            let legs = vec![Seconds(60); stops.len() - 1];
            Route::with_leg_times(&city, name, stops, legs, Direction::BothWays).unwrap()
        };
        routes.iter().map(route).collect()
    }

    fn told(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<(&'static str, Vec<usize>)> {
        let found = fates(&network(before), &network(after));
        let line = |line: &LineFate| {
            (line.fate.name(), line.fate.successors().iter().map(|successor| successor.line).collect())
        };
        found.lines.iter().map(line).collect()
    }

    #[test]
    fn every_line_has_one_fate() {
        let before = [
            ("kept", "1-2-3-4-5-6-7-8-9-10"),
            ("changed", "11-12-13-14"),
            ("split", "2-14-6-12-4-15-8-11"),
            ("dropped", "15-12-9-6"),
        ];
        let after = [
            // Backwards, with one stop fewer.
            ("x", "10-9-8-7-5-4-3-2-1"),
            ("changed", "11-12-13-2"),
            ("left", "2-14-6-12"),
            ("right", "15-8-11"),
            ("new", "2-4"),
        ];
        let expected = [("kept", vec![0]), ("changed", vec![1]), ("split", vec![2, 3]), ("dropped", vec![])];
        assert_eq!(told(&before, &after), expected);
        let found = fates(&network(&before), &network(&after));
        assert_eq!(found.lines[0].kept, 0.9);
        assert_eq!((found.lines[1].kept, found.lines[2].kept), (0.75, 7.0 / 8.0));
        assert_eq!((found.count("kept"), found.count("merged"), &found.new[..]), (1, 0, &[2, 3, 4][..]));
    }

    #[test]
    fn a_line_that_shares_its_successor_is_merged() {
        let before = [("a", "1-2-3-4"), ("b", "3-4-5-6"), ("c", "5-6-7")];
        let after = [("b", "1-2-3-4-5-6-7")];
        assert_eq!(told(&before, &after), [("merged", vec![0]), ("kept", vec![0]), ("merged", vec![0])]);
        // A line of its own comes first.
        let after = [("b", "1-2-3-4-5-6-7"), ("z", "1-2-3-4")];
        assert_eq!(told(&before[..2], &after), [("kept", vec![1]), ("kept", vec![0])]);
    }

    #[test]
    fn order_counts_and_loops_have_no_start() {
        // The same stops in another order are another line.
        assert_eq!(told(&[("a", "1-2-3-4-5-6")], &[("a", "4-1-6-3-5-2")]), [("dropped", vec![])]);
        let turned = told(&[("ring", "1-2-3-4-5-6-1")], &[("ring", "4-5-6-1-2-3-4")]);
        assert_eq!(turned, [("kept", vec![0])]);
    }

    #[test]
    fn a_way_back_with_other_stops_counts_as_well() {
        let city = City::mandl();
        let pattern = |stops: &[usize]| Pattern {
            stops: stops.iter().map(|&stop| NodeId::new(stop - 1)).collect(),
            legs: vec![Seconds(60); stops.len() - 1],
        };
        let own = Route::with_timetable(&city, "a", pattern(&[1, 2, 3, 4]), Some(pattern(&[4, 7, 8, 1])));
        let before = Network::from_iter([own.unwrap()]);
        let found = fates(&before, &network(&[("a", "1-2-3-4")]));
        // All of the way out, and its ends of the way back.
        assert_eq!((found.lines[0].fate.name(), found.lines[0].kept), ("changed", 0.75));
        assert_eq!(fates(&before, &before).lines[0].kept, 1.0);
        assert_eq!(fates(&before, &Network::default()).lines[0].fate, Fate::Dropped);
        assert_eq!(fates(&Network::default(), &before).new, [0]);
    }
}
