//! The fast evaluator.

use routewright_model::{Alpha, Network, NodeId, Problem, Route, Seconds, Timing};

use crate::components::Components;
use crate::cost::{Terms, excess_stops, unified_cost};
use crate::engine::{TripTimes, trip_times};
use crate::kernel::sample::Sampled;
use crate::kernel::sum::Trips;
use crate::lines::{Line, Lines};

/// What a search needs to know of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Unified cost (C).
    pub cost: f64,
    /// Mean trip time over served trips (C_p), minutes; not a number if no trip is served.
    pub passenger_minutes: f64,
    /// Driving time of all lines in every direction they are driven.
    pub driven: Seconds,
    /// Ordered pairs of nodes with demand that no trip connects.
    pub unserved_pairs: usize,
    /// Whether all constraints are kept.
    pub is_feasible: bool,
}

/// Scores networks of one problem exactly and fast. Keep one per worker: it owns its scratch space and
/// allocates only when a network is larger than any before.
///
/// ```
/// use std::sync::Arc;
/// use routewright_eval::{Evaluator, Line};
/// use routewright_model::{Alpha, City, Direction, Limits, Network, Problem, Route};
///
/// let city = Arc::new(City::mandl());
/// let problem = Problem::new(city.clone(), Limits::new(2, 2, 8).unwrap(), Alpha::new(1.0).unwrap());
/// let route = |text: &str| {
///     let stops = text.split('-').map(|name| city.node_named(name).unwrap()).collect();
///     Route::on_links(&city, text, stops, Direction::BothWays).unwrap()
/// };
/// let (red, blue) = (route("1-2-3-6-8-10-11-12"), route("9-15-7-10-14-13"));
/// let network: Network = [red.clone(), blue.clone()].into_iter().collect();
///
/// let mut evaluator = Evaluator::new(&problem);
/// let score = evaluator.score(&network);
/// evaluator.keep(Line::of(&red));
/// let blue = Line::of(&blue).next().unwrap();
/// assert_eq!(evaluator.score_with(blue), score);
/// ```
pub struct Evaluator<'p> {
    problem: &'p Problem,
    alpha: Alpha,
    /// Sum of the weights of all pairs with demand.
    total_weight: u64,
    demand_pairs: usize,
    /// Routes that every network has besides the lines it is given.
    frozen: Box<[Route]>,
    /// The lines kept, the frozen and fixed ones included.
    lines: Lines,
    kept: Shape,
    narrow: Box<dyn TripTimes>,
    /// For networks with trips that take too long for 16 bits, over nine hours; made when first needed.
    wide: Option<Box<dyn TripTimes>>,
    narrow_is_filled: bool,
    wide_is_filled: bool,
    /// What the kept lines connect, once somebody asks.
    components: Components,
    components_are_due: bool,
    /// On which a standing network is worked on.
    threads: usize,
}

impl<'p> Evaluator<'p> {
    /// An evaluator for the problem's city, penalty, weights, limits and fixed routes.
    pub fn new(problem: &'p Problem) -> Self {
        Self::with_frozen(problem, &Network::default())
    }

    /// An evaluator of networks that all share some routes. Only the other routes are given to it; the frozen
    /// ones count among the routes of every network and in its cost.
    pub fn with_frozen(problem: &'p Problem, frozen: &Network) -> Self {
        let city = &*problem.city;
        let narrow = trip_times::<u16>(city, problem.transfer_penalty.0);
        let (total_weight, demand_pairs) = narrow.demand();
        Self {
            problem,
            alpha: problem.alpha,
            total_weight,
            demand_pairs,
            frozen: frozen.routes.clone().into(),
            lines: Lines::default(),
            kept: Shape::default(),
            narrow,
            wide: None,
            narrow_is_filled: false,
            wide_is_filled: false,
            components: Components::new(city),
            components_are_due: false,
            threads: 1,
        }
    }

    /// Scores with another alpha than the problem's from now on. Kept lines stay.
    pub fn set_alpha(&mut self, alpha: Alpha) {
        self.alpha = alpha;
    }

    /// Scores a whole network.
    pub fn score(&mut self, network: &Network) -> Score {
        self.score_lines(network.routes.iter().flat_map(Line::of))
    }

    /// Scores a whole network given as lines.
    pub fn score_lines<'a>(&mut self, lines: impl Iterator<Item = Line<'a>> + Clone) -> Score {
        self.keep(lines);
        let trips = self.narrow_total();
        let trips = if self.may_not_fit(trips, None) { self.wide_trips(None) } else { trips };
        self.finish(trips, self.kept)
    }

    /// Works on a standing network on at most so many threads from now on, instead of one. Scores do not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Makes a network ready for [`Evaluator::exchange`]. The same lines are kept.
    pub fn stand<'a>(&mut self, lines: impl Iterator<Item = Line<'a>> + Clone) {
        self.keep(lines);
        self.narrow.stand(&self.problem.city, &self.lines, self.threads);
    }

    /// The score of the network that stands, which is of these lines.
    ///
    /// # Panics
    /// No network stands.
    pub fn standing_score<'a>(&mut self, lines: impl Iterator<Item = Line<'a>> + Clone) -> Score {
        self.keep(lines);
        let trips = self.narrow.standing_total();
        let trips = if self.may_not_fit(trips, None) { self.wide_trips(None) } else { trips };
        self.finish(trips, self.kept)
    }

    /// Replaces a line of the network that stands, where the kept lines are all others. The score of the network as it is
    /// then, exactly that of [`Evaluator::score_lines`]; or `None` if its cost is sure to be above `limit`: then nothing was
    /// done. The work grows with the trips that are concerned, not with all of them: a small change of a line takes a
    /// fraction of the time of a score.
    ///
    /// # Panics
    /// No network stands.
    pub fn exchange(&mut self, old: Line<'_>, new: Line<'_>, limit: f64) -> Option<Score> {
        let shape = self.kept.with(self.problem, new);
        if self.least_cost(shape, false) > limit {
            return None;
        }
        self.lines.push(new);
        let trips = self.narrow.exchange(old, &self.lines, self.threads);
        self.lines.pop();
        let trips = if self.may_not_fit(trips, Some(new)) { self.wide_trips(Some(new)) } else { trips };
        Some(self.finish(trips, shape))
    }

    /// Undoes all exchanges since the network stood or was settled.
    pub fn exchange_back(&mut self) {
        self.narrow.undo();
    }

    /// Leaves the network that stands as it is.
    pub fn settle(&mut self) {
        self.narrow.settle();
    }

    /// Fixes the lines that stay while others are tried with [`Evaluator::score_with`]: to find a better
    /// route for a network, keep all its routes but that one.
    pub fn keep<'a>(&mut self, lines: impl Iterator<Item = Line<'a>> + Clone) {
        let problem = self.problem;
        let frozen = self.frozen.iter().flat_map(Line::of);
        let fixed = problem.fixed.routes.iter().flat_map(Line::of);
        let count = lines.clone().count() + frozen.clone().count() + fixed.clone().count();
        // With room for one more: see `exchange`.
        self.lines.restart(problem.city.node_count(), count + 1);
        self.kept = Shape::default();
        for line in lines {
            self.kept = self.kept.with(problem, line);
            self.lines.push(line);
        }
        for line in frozen {
            self.kept = self.kept.with(problem, line);
            self.lines.push(line);
        }
        fixed.for_each(|line| self.lines.push(line));
        self.components_are_due = true;
        self.narrow_is_filled = false;
        self.wide_is_filled = false;
    }

    /// Scores the kept lines and one more. Exactly what [`Evaluator::score_lines`] gives for all of them.
    pub fn score_with(&mut self, line: Line<'_>) -> Score {
        let trips = self.trips_with(line);
        self.finish(trips, self.kept.with(self.problem, line))
    }

    /// The cost of the kept lines and one more, or `None` if that is sure to be above `limit`. As exact as
    /// [`Evaluator::score_with`], and much faster where the line is too long, leaves nodes unconnected, or
    /// riders' time does not count (alpha 0).
    pub fn cost_with(&mut self, line: Line<'_>, limit: f64) -> Option<f64> {
        self.score_within(line, limit).map(|score| score.cost)
    }

    /// As [`Evaluator::cost_with`], with all that is known at the end. Where riders' time does not count, it is not
    /// computed: `passenger_minutes` is not a number.
    pub fn score_within(&mut self, line: Line<'_>, limit: f64) -> Option<Score> {
        let problem = self.problem;
        let shape = self.kept.with(problem, line);
        if !self.may_cost(line, limit) {
            return None;
        }
        if !self.needs_trips(line) {
            let separated = match self.parts().parts_with(line.stops) {
                0 | 1 => 0,
                _ => self.parts().separated_pairs(&problem.city, line.stops),
            };
            let trips = Trips { unserved_pairs: separated as u64, ..Trips::default() };
            return Some(self.summed_up(trips, shape, 0.0, f64::NAN, self.demand()));
        }
        Some(self.score_with(line))
    }

    /// Whether the kept lines and one more are sure to leave demand unserved. No trip is timed.
    pub fn surely_leaves_unserved(&mut self, line: Line<'_>) -> bool {
        self.parts().surely_leaves_unserved(line.stops)
    }

    /// Whether one more line may bring the cost down to `limit`, by its length and the parts of the city it connects.
    pub(crate) fn may_cost(&mut self, line: Line<'_>, limit: f64) -> bool {
        let unserved = self.parts().surely_leaves_unserved(line.stops);
        self.least_cost(self.kept.with(self.problem, line), unserved) <= limit
    }

    /// The parts of the city that the kept lines connect.
    fn parts(&mut self) -> &mut Components {
        if std::mem::take(&mut self.components_are_due) {
            self.components.restart(&self.lines);
        }
        &mut self.components
    }

    /// Whether the cost depends on riders' time.
    fn needs_trips(&self, line: Line<'_>) -> bool {
        self.alpha.value() > 0.0 || self.lines.has_one_way() || line.legs_back.is_none()
    }

    /// The total of the trips over the kept lines and one more.
    fn trips_with(&mut self, line: Line<'_>) -> Trips {
        self.narrow_total();
        let trips = self.narrow.with_line(line);
        if self.may_not_fit(trips, Some(line)) { self.wide_trips(Some(line)) } else { trips }
    }

    /// What riders' time over the kept lines costs, if it counts and all are served.
    pub(crate) fn kept_riders_cost(&mut self) -> Option<f64> {
        let alpha = self.alpha.value();
        let trips = if alpha > 0.0 { self.narrow_total() } else { return None };
        (trips.unserved_pairs == 0).then(|| alpha * self.passenger_share(trips, self.demand()))
    }

    /// What driving the kept lines and one more costs.
    pub(crate) fn running_cost(&self, line: Line<'_>) -> f64 {
        let shape = self.kept.with(self.problem, line);
        let terms = Terms {
            is_violated: false,
            excess_stops: 0,
            ..self.terms(Trips::default(), shape, 0.0, self.demand())
        };
        unified_cost(self.problem, self.alpha, &terms)
    }

    /// Rider-seconds that one more line saves those who ride nothing else, weighted; for kept lines that serve all.
    pub(crate) fn direct_saving(&mut self, line: Line<'_>) -> f64 {
        self.narrow_total();
        self.narrow.direct_saving(line) as f64
    }

    /// Looks at trips over the kept lines from and to these nodes in [`Evaluator::sampled_saving`].
    pub(crate) fn sample(&mut self, nodes: &[Sampled]) {
        // An unserved trip counts as twice the longest drive.
        let longest = self.problem.city.longest_drive().0.saturating_mul(2);
        self.narrow.sample(&self.lines, nodes, longest);
    }

    /// About how much of the cost of riders' time one more line saves, by the sampled trips.
    pub(crate) fn sampled_saving(&mut self, line: Line<'_>) -> f64 {
        let longest = f64::from(self.problem.city.longest_drive().0);
        let saved = self.narrow.sampled_saving(line);
        self.alpha.value() * saved / longest / (self.total_weight as f64).max(1.0)
    }

    /// Whether the cost depends on riders' time at all.
    pub fn counts_riders(&self) -> bool {
        self.alpha.value() > 0.0
    }

    /// What a network of this shape costs if everybody rides as fast as one can drive.
    fn least_cost(&self, shape: Shape, unserved: bool) -> f64 {
        let trips = Trips { unserved_pairs: u64::from(unserved), ..Trips::default() };
        // A little below, for the rounding of the sums that it is compared with.
        unified_cost(
            self.problem,
            self.alpha,
            &self.terms(trips, shape, self.least_passenger_share(shape), self.demand()),
        ) - 1e-9
    }

    /// Nobody rides faster than one can drive, except on lines whose times are not those of the links.
    fn least_passenger_share(&self, shape: Shape) -> f64 {
        let city = &self.problem.city;
        let is_other = |route: &Route| route.timing() != Timing::Links;
        match shape.other_times || self.problem.fixed.routes.iter().any(is_other) {
            true => 0.0,
            false => city.mean_drive_minutes() / city.longest_drive().minutes(),
        }
    }

    /// The total of the trips over the kept lines, as far as 16 bits hold them.
    fn narrow_total(&mut self) -> Trips {
        if !self.narrow_is_filled {
            self.narrow.fill(&self.lines);
            self.narrow_is_filled = true;
        }
        self.narrow.total()
    }

    /// Whether an unserved pair may only look unserved because its trip is too long for 16 bits.
    fn may_not_fit(&mut self, trips: Trips, line: Option<Line<'_>>) -> bool {
        if trips.unserved_pairs == 0 {
            return false;
        }
        if self.lines.has_one_way() || line.is_some_and(|line| line.legs_back.is_none()) {
            return true;
        }
        let (stops, problem) = (line.map_or(&[][..], |line| line.stops), self.problem);
        self.parts().separated_pairs(&problem.city, stops) as u64 != trips.unserved_pairs
    }

    fn wide_trips(&mut self, line: Option<Line<'_>>) -> Trips {
        let problem = self.problem;
        let make = || trip_times::<u32>(&problem.city, problem.transfer_penalty.0);
        let wide = self.wide.get_or_insert_with(make);
        if !self.wide_is_filled {
            wide.fill(&self.lines);
            self.wide_is_filled = true;
        }
        match line {
            Some(line) => wide.with_line(line),
            None => wide.total(),
        }
    }

    fn finish(&self, trips: Trips, shape: Shape) -> Score {
        self.finish_of(trips, shape, self.demand())
    }

    fn demand(&self) -> TripDemand {
        TripDemand { weight: self.total_weight, pairs: self.demand_pairs }
    }

    fn finish_of(&self, trips: Trips, shape: Shape, demand: TripDemand) -> Score {
        let served = demand.weight - trips.unserved_weight;
        let passenger_minutes = self.served_time(trips, demand) / served as f64 / 60.0;
        let share = self.passenger_share(trips, demand);
        self.summed_up(trips, shape, share, passenger_minutes, demand)
    }

    fn summed_up(
        &self,
        trips: Trips,
        shape: Shape,
        passenger_share: f64,
        passenger_minutes: f64,
        demand: TripDemand,
    ) -> Score {
        let terms = self.terms(trips, shape, passenger_share, demand);
        Score {
            cost: unified_cost(self.problem, self.alpha, &terms),
            passenger_minutes,
            driven: Seconds(u32::try_from(shape.driven).unwrap_or(u32::MAX)),
            unserved_pairs: trips.unserved_pairs as usize,
            is_feasible: !terms.is_violated,
        }
    }

    /// Seconds of all served trips, weighted.
    fn served_time(&self, trips: Trips, demand: TripDemand) -> f64 {
        let served = demand.weight - trips.unserved_weight;
        (trips.time - u64::from(self.problem.transfer_penalty.0) * served) as f64
    }

    /// C_p' over T_max.
    fn passenger_share(&self, trips: Trips, demand: TripDemand) -> f64 {
        let longest = f64::from(self.problem.city.longest_drive().0);
        let total = (demand.weight as f64).max(1.0);
        self.served_time(trips, demand) / total / longest + 2.0 * trips.unserved_weight as f64 / total
    }

    fn terms(&self, trips: Trips, shape: Shape, passenger_share: f64, demand: TripDemand) -> Terms {
        Terms {
            passenger_share,
            driven_seconds: shape.driven as f64,
            unserved_share: trips.unserved_pairs as f64 / demand.pairs.max(1) as f64,
            excess_stops: shape.excess_stops,
            is_violated: trips.unserved_pairs > 0 || shape.violates(self.problem),
        }
    }
}

/// All trips that count for a score.
#[derive(Clone, Copy)]
struct TripDemand {
    /// Sum of their weights.
    weight: u64,
    /// Pairs with demand.
    pairs: usize,
}

/// What the cost counts of lines besides their trips.
#[derive(Clone, Copy, Debug, Default)]
struct Shape {
    lines: usize,
    driven: u64,
    /// Stops missing or too many, over all lines.
    excess_stops: usize,
    bad_ends: usize,
    /// Whether the times of some line are not those of the links.
    other_times: bool,
}

impl Shape {
    fn with(self, problem: &Problem, line: Line<'_>) -> Self {
        let stops = line.stops;
        let is_bad = |end: &&NodeId| !line.has_own_times() && !problem.city.node(**end).terminal;
        // Limits are for the stops of the way out.
        let excess = if line.is_way_back { 0 } else { excess_stops(problem, stops.len()) };
        Self {
            lines: self.lines + usize::from(!line.is_way_back),
            other_times: self.other_times || line.timing != Timing::Links,
            driven: self.driven + u64::from(line.driven_time().0),
            excess_stops: self.excess_stops + excess,
            bad_ends: self.bad_ends + [stops[0], stops[stops.len() - 1]].iter().filter(is_bad).count(),
        }
    }

    fn violates(&self, problem: &Problem) -> bool {
        self.lines != problem.limits.routes() || self.excess_stops > 0 || self.bad_ends > 0
    }
}
