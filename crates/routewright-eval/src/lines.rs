//! The routes of a network laid out for the kernels: flat arrays, no pointers to follow.

use routewright_model::{NodeId, Route, Seconds, Timing};

/// One route as the kernels see it: stops and the driving times between them. Borrowed, so that a search can
/// score candidates without building a [`Route`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Stops in the order of the way out, two or more.
    pub stops: &'a [NodeId],
    /// Leg `i` leads from stop `i` to stop `i + 1`.
    pub legs_out: &'a [Seconds],
    /// Leg `i` leads from stop `i + 1` to stop `i`; `None` if driven one way.
    pub legs_back: Option<&'a [Seconds]>,
    /// Where its times come from. With a timetable of its own it may end anywhere, and its times include those at
    /// stops.
    pub timing: Timing,
    /// Whether it is the way back of the line before, both of one route: it counts as no further route.
    pub is_way_back: bool,
}

impl<'a> Line<'a> {
    /// A route as lines: one, or, where its way back has other stops than its way out, two driven one way each. To
    /// riders these are as good as two routes; they share their vehicles.
    pub fn of(route: &'a Route) -> impl Iterator<Item = Self> + Clone {
        let out = Line {
            stops: route.stops(),
            legs_out: route.legs_out(),
            legs_back: route.legs_back(),
            timing: route.timing(),
            is_way_back: false,
        };
        let back = route.own_back();
        let back =
            back.map(|back| Line { stops: &back.stops, legs_out: &back.legs, is_way_back: true, ..out });
        [Some(out), back].into_iter().flatten()
    }

    /// Whether it has a timetable of its own.
    pub fn has_own_times(&self) -> bool {
        self.timing == Timing::Timetable
    }

    /// Driving time of the way out (its part of C_o).
    pub fn time_out(&self) -> Seconds {
        self.legs_out.iter().copied().sum()
    }

    /// Driving time of every direction it is driven.
    pub fn driven_time(&self) -> Seconds {
        self.time_out() + self.legs_back.unwrap_or_default().iter().copied().sum()
    }

    /// Whether the way back takes the same time as the way out, leg by leg.
    pub fn is_symmetric(&self) -> bool {
        self.legs_back == Some(self.legs_out)
    }
}

/// All lines of a network, and which of them stop at each node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    spans: Vec<Span>,
    stops: Vec<u32>,
    legs_out: Vec<u32>,
    legs_back: Vec<u32>,
    /// For each node, the set of lines that stop there, as `words` words of bits.
    at_node: Vec<u64>,
    words: usize,
}

#[derive(Clone, Copy, Debug)]
struct Span {
    first_stop: usize,
    stop_count: usize,
    first_leg: usize,
    one_way: bool,
    /// Takes the same time either way.
    symmetric: bool,
    /// Visits some node twice: its own improvements may help it again.
    revisits: bool,
}

impl Lines {
    /// Starts over, for `line_count` lines of a city with `node_count` nodes.
    pub(crate) fn restart(&mut self, node_count: usize, line_count: usize) {
        self.spans.clear();
        self.stops.clear();
        self.legs_out.clear();
        self.legs_back.clear();
        self.words = line_count.div_ceil(64).max(1);
        self.at_node.clear();
        self.at_node.resize(node_count * self.words, 0);
    }

    /// Adds a line.
    pub(crate) fn push(&mut self, line: Line<'_>) {
        let index = self.spans.len();
        let (first_stop, first_leg) = (self.stops.len(), self.legs_out.len());
        let mut revisits = false;
        for stop in line.stops {
            let word = &mut self.at_node[stop.index() * self.words + index / 64];
            revisits |= *word & (1 << (index % 64)) != 0;
            *word |= 1 << (index % 64);
            self.stops.push(stop.index() as u32);
        }
        self.legs_out.extend(line.legs_out.iter().map(|leg| leg.0));
        match line.legs_back {
            Some(back) => self.legs_back.extend(back.iter().map(|leg| leg.0)),
            None => self.legs_back.resize(self.legs_out.len(), 0),
        }
        self.spans.push(Span {
            first_stop,
            stop_count: line.stops.len(),
            first_leg,
            one_way: line.legs_back.is_none(),
            symmetric: line.is_symmetric(),
            revisits,
        });
    }

    /// Removes the last line.
    ///
    /// # Panics
    /// There is none.
    pub(crate) fn pop(&mut self) {
        let span = self.spans.pop().expect("there is a last line");
        let index = self.spans.len();
        for stop in self.stops.drain(span.first_stop..) {
            self.at_node[stop as usize * self.words + index / 64] &= !(1 << (index % 64));
        }
        self.legs_out.truncate(span.first_leg);
        self.legs_back.truncate(span.first_leg);
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether all trips take the same time either way.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.spans.iter().all(|span| span.symmetric)
    }

    /// Whether some line is driven one way only.
    pub(crate) fn has_one_way(&self) -> bool {
        self.spans.iter().any(|span| span.one_way)
    }

    /// How many words a set of lines takes.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Makes `set` the set of all lines.
    pub(crate) fn all(&self, set: &mut [u64]) {
        set.fill(0);
        for line in 0..self.spans.len() {
            set[line / 64] |= 1 << (line % 64);
        }
    }

    /// Stops, legs out, and legs back unless driven one way.
    #[inline(always)]
    pub(crate) fn line(&self, index: usize) -> (&[u32], &[u32], Option<&[u32]>) {
        let span = self.spans[index];
        let legs = span.first_leg..span.first_leg + span.stop_count - 1;
        let back = (!span.one_way).then(|| &self.legs_back[legs.clone()]);
        (&self.stops[span.first_stop..][..span.stop_count], &self.legs_out[legs], back)
    }

    /// Adds to `set` the lines at a node.
    #[inline(always)]
    pub(crate) fn mark_all_at(&self, node: u32, set: &mut [u64]) {
        let here = &self.at_node[node as usize * self.words..][..self.words];
        set.iter_mut().zip(here).for_each(|(word, lines)| *word |= lines);
    }

    /// Adds to `set` the lines at a node, except `line` itself unless it visits nodes twice: to ride a line,
    /// get off and ride it again never beats staying on board.
    #[inline(always)]
    pub(crate) fn mark_others_at(&self, node: u32, line: usize, set: &mut [u64]) {
        let here = &self.at_node[node as usize * self.words..][..self.words];
        let own = set[line / 64] & (1 << (line % 64));
        for (word, lines) in set.iter_mut().zip(here) {
            *word |= lines;
        }
        if !self.spans[line].revisits {
            set[line / 64] = set[line / 64] & !(1 << (line % 64)) | own;
        }
    }
}

#[cfg(test)]
mod tests {
    use routewright_model::{City, Direction, Pattern};

    use super::*;

    #[test]
    fn a_way_back_of_its_own_is_a_line_of_its_own() {
        let city = City::mandl();
        let nodes =
            |names: &[&str]| names.iter().map(|name| city.node_named(name).unwrap()).collect::<Vec<_>>();
        let bus = Route::on_links(&city, "1", nodes(&["1", "2"]), Direction::BothWays).unwrap();
        assert_eq!(Line::of(&bus).map(|line| line.is_symmetric()).collect::<Vec<_>>(), [true]);
        let pattern = |names, legs: &[u32]| Pattern {
            stops: nodes(names),
            legs: legs.iter().map(|&leg| Seconds(leg)).collect(),
        };
        let back = pattern(&["3", "5", "1"], &[7, 8]);
        let loop_line = Route::with_timetable(&city, "2", pattern(&["1", "3"], &[9]), Some(back)).unwrap();
        let lines: Vec<Line> = Line::of(&loop_line).collect();
        let found: Vec<_> =
            lines.iter().map(|line| (line.stops.len(), line.driven_time().0, line.is_way_back)).collect();
        assert_eq!(found, [(2, 9, false), (3, 15, true)]);
        assert!(lines.iter().all(|line| line.legs_back.is_none() && line.has_own_times()));
    }
}
