//! Undominated trade-offs.

use routewright_model::Seconds;

/// The two costs of a network: riders' and the operator's. Less of both is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trade {
    /// Mean trip time (C_p), minutes.
    pub passenger_minutes: f64,
    /// Driving time of all routes in every direction they are driven.
    pub driven: Seconds,
}

/// Sums of the same whole numbers differ by less, minutes.
const ROUNDING: f64 = 1e-9;

/// Pareto-optimal trades, each with something attached: the less is driven, the longer the trips.
#[derive(Clone, Debug)]
pub(crate) struct Staircase<T> {
    /// By rising driving time, and so by falling trip time.
    steps: Vec<(Trade, T)>,
}

impl<T> Default for Staircase<T> {
    fn default() -> Self {
        Self { steps: Vec::new() }
    }
}

impl<T> Staircase<T> {
    pub(crate) fn steps(&self) -> &[(Trade, T)] {
        &self.steps
    }

    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether no step is as good as a trade.
    pub(crate) fn lacks(&self, trade: Trade) -> bool {
        let dearer = self.steps.partition_point(|(step, _)| step.driven <= trade.driven);
        dearer == 0 || self.steps[dearer - 1].0.passenger_minutes > trade.passenger_minutes + ROUNDING
    }

    /// Adds a step that it lacks, and drops those that are no better.
    pub(crate) fn add(&mut self, trade: Trade, attached: T) {
        if !self.lacks(trade) {
            return;
        }
        let first = self.steps.partition_point(|(step, _)| step.driven < trade.driven);
        let no_faster = |(step, _): &(Trade, T)| step.passenger_minutes >= trade.passenger_minutes - ROUNDING;
        let last = first + self.steps[first..].partition_point(no_faster);
        self.steps.splice(first..last, [(trade, attached)]);
    }

    /// Drops the steps that matter least until `most` are left; the ends stay. A step matters by the area that
    /// only it dominates, whatever the units.
    pub(crate) fn thin(&mut self, most: usize) {
        while self.steps.len() > most.max(2) {
            let area = |at: usize| {
                let [before, here, after] = [at - 1, at, at + 1].map(|at| self.steps[at].0);
                f64::from(after.driven.0 - here.driven.0)
                    * (before.passenger_minutes - here.passenger_minutes)
            };
            let least = (1..self.steps.len() - 1).min_by(|&a, &b| area(a).total_cmp(&area(b)));
            self.steps.remove(least.expect("there are more than two"));
        }
    }

    /// The same steps with nothing attached.
    pub(crate) fn bare(&self) -> Staircase<()> {
        Staircase { steps: self.steps.iter().map(|(trade, _)| (*trade, ())).collect() }
    }

    /// All steps.
    pub(crate) fn into_steps(self) -> Vec<(Trade, T)> {
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trade(passenger_minutes: f64, driven: u32) -> Trade {
        Trade { passenger_minutes, driven: Seconds(driven) }
    }

    fn staircase(steps: &[(f64, u32)]) -> Staircase<()> {
        let mut staircase = Staircase::default();
        steps.iter().for_each(|&(passenger, driven)| staircase.add(trade(passenger, driven), ()));
        staircase
    }

    fn steps(staircase: &Staircase<()>) -> Vec<(f64, u32)> {
        staircase.steps().iter().map(|(trade, _)| (trade.passenger_minutes, trade.driven.0)).collect()
    }

    #[test]
    fn only_what_nothing_dominates_stays() {
        let mut known =
            staircase(&[(12.0, 300), (10.0, 500), (14.0, 200), (12.0, 310), (12.5, 300), (11.0, 600)]);
        assert_eq!(steps(&known), [(14.0, 200), (12.0, 300), (10.0, 500)]);
        assert!(!known.lacks(trade(12.0, 300)) && !known.lacks(trade(12.0, 400)));
        assert!(known.lacks(trade(11.9, 400)) && known.lacks(trade(20.0, 199)));
        // One that is as good as two of them takes their place.
        known.add(trade(10.0, 300), ());
        assert_eq!(steps(&known), [(14.0, 200), (10.0, 300)]);
        known.add(trade(1.0, 1), ());
        assert_eq!(steps(&known), [(1.0, 1)]);
    }

    #[test]
    fn any_order_gives_the_same_as_comparing_all_with_all() {
        // A walk over a small grid that visits every pair once: 7 generates the numbers below 31.
        let all: Vec<(f64, u32)> = (0..30u32).map(|at| (f64::from(at * 7 % 31), at * at * 3 % 31)).collect();
        let is_beaten = |&(p, d): &(f64, u32)| all.iter().any(|&(q, e)| q <= p && e <= d && (q, e) != (p, d));
        let mut expected: Vec<_> = all.iter().copied().filter(|pair| !is_beaten(pair)).collect();
        expected.sort_by_key(|pair| pair.1);
        expected.dedup();
        assert_eq!(steps(&staircase(&all)), expected);
        let backwards: Vec<_> = all.iter().rev().copied().collect();
        assert_eq!(steps(&staircase(&backwards)), expected);
    }

    #[test]
    fn thinning_keeps_the_ends_and_what_dominates_most() {
        let mut known = staircase(&[(14.0, 200), (13.9, 210), (12.0, 300), (11.9, 390), (10.0, 500)]);
        known.thin(3);
        assert_eq!(steps(&known), [(14.0, 200), (12.0, 300), (10.0, 500)]);
        known.thin(0);
        assert_eq!(steps(&known), [(14.0, 200), (10.0, 500)]);
    }
}
