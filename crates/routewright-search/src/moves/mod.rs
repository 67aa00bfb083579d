//! Ways to change a route. Each writes a candidate's stops into a draft, or reports that it found no legal
//! change; whether the change pays is for the search to decide.

mod cheap;
mod detour;
mod ends;
mod grow;
mod inner;
mod pair;

use rand::{Rng, RngExt};
use routewright_model::{City, Limits, NodeId, Problem, Seconds};

pub(crate) use cheap::CheapRoutes;
pub(crate) use grow::fresh_route;
pub(crate) use pair::PairMove;

/// What moves have to keep to.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'p> {
    pub(crate) city: &'p City,
    pub(crate) limits: Limits,
    pub(crate) violation_weight: f64,
}

impl<'p> Rules<'p> {
    pub(crate) fn new(problem: &'p Problem) -> Self {
        Self { city: &problem.city, limits: problem.limits, violation_weight: problem.violation_weight }
    }

    /// Whether the number of stops and the ends are allowed.
    pub(crate) fn allow(&self, stops: &[NodeId]) -> bool {
        let count = self.limits.min_stops()..=self.limits.max_stops();
        let may_end = |node: NodeId| self.city.node(node).terminal;
        count.contains(&stops.len()) && may_end(stops[0]) && may_end(stops[stops.len() - 1])
    }
}

/// The first or the last stop of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    First,
    Last,
}

impl End {
    fn draw(rng: &mut impl Rng) -> Self {
        if rng.random_bool(0.5) { Self::First } else { Self::Last }
    }

    fn other(self) -> Self {
        match self {
            Self::First => Self::Last,
            Self::Last => Self::First,
        }
    }

    /// Where the route could go on beyond this end.
    fn ways<'c>(self, city: &'c City, stops: &[NodeId]) -> &'c [(NodeId, Seconds)] {
        match self {
            Self::First => city.links_into(stops[0]),
            Self::Last => city.links_from(stops[stops.len() - 1]),
        }
    }

    fn add(self, stops: &mut Vec<NodeId>, node: NodeId) {
        match self {
            Self::First => stops.insert(0, node),
            Self::Last => stops.push(node),
        }
    }

    fn cut(self, stops: &mut Vec<NodeId>) {
        match self {
            Self::First => drop(stops.remove(0)),
            Self::Last => drop(stops.pop()),
        }
    }
}

/// A change of one route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// One more stop beyond an end.
    Extend,
    /// An end stop less.
    Cut,
    /// A stop more at one end, one less at the other.
    Slide,
    /// A stop more between two neighbours.
    Insert,
    /// An inner stop less.
    Skip,
    /// An inner stop for another.
    Swap,
    /// A stretch for a way through another neighbour.
    Detour,
    /// A stretch for the fastest way.
    Straighten,
    /// Everything beyond some stop anew.
    Regrow,
    /// Everything anew.
    Fresh,
    /// A cheap route instead.
    Cheap,
}

impl Move {
    /// Every move and its odds. Leaving any of them out makes networks worse: `docs/search.md`.
    const ODDS: [(Move, u32); 11] = [
        (Self::Extend, 20),
        (Self::Cut, 8),
        (Self::Slide, 12),
        (Self::Insert, 20),
        (Self::Skip, 8),
        (Self::Swap, 20),
        (Self::Detour, 20),
        (Self::Straighten, 5),
        (Self::Regrow, 15),
        (Self::Fresh, 2),
        (Self::Cheap, 5),
    ];

    /// Draws a move by its odds.
    pub(crate) fn draw(rng: &mut impl Rng) -> Self {
        let total = Self::ODDS.iter().map(|(_, odds)| odds).sum();
        let mut at = rng.random_range(0..total);
        for (kind, odds) in Self::ODDS {
            if at < odds {
                return kind;
            }
            at -= odds;
        }
        unreachable!("a draw lies below the sum of the odds")
    }

    /// Writes a changed route into `draft`. False if there was no legal change where it looked.
    pub(crate) fn propose(
        self,
        rules: Rules<'_>,
        cheap: &CheapRoutes,
        rng: &mut impl Rng,
        stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        draft.clear();
        draft.extend_from_slice(stops);
        let changed = match self {
            Self::Extend => ends::extend(rules, rng, draft),
            Self::Cut => ends::cut(rules, rng, draft),
            Self::Slide => ends::slide(rules, rng, draft),
            Self::Insert => inner::insert(rules, rng, draft),
            Self::Skip => inner::skip(rules, rng, draft),
            Self::Swap => inner::swap(rules, rng, draft),
            Self::Detour => detour::detour(rules, rng, stops, draft),
            Self::Straighten => detour::straighten(rules, rng, stops, draft),
            Self::Regrow => grow::regrow(rules, rng, draft),
            Self::Fresh => {
                fresh_route(rules, rng, draft);
                true
            }
            Self::Cheap => {
                let near = CheapRoutes::near(rng, rules.city, stops);
                cheap.draw(rng, near, draft) && draft != stops
            }
        };
        changed && rules.allow(draft)
    }
}

/// A random element. Drawn as 32 bits, so that every platform agrees.
pub(crate) fn pick<T: Copy>(rng: &mut impl Rng, from: &[T]) -> Option<T> {
    (!from.is_empty()).then(|| from[below(rng, from.len())])
}

/// A random number below `count`, which is not zero.
pub(crate) fn below(rng: &mut impl Rng, count: usize) -> usize {
    rng.random_range(0..count as u32) as usize
}
