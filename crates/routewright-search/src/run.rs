//! The loop that drives every search.

use std::ops::ControlFlow;

use crate::moves::MoveCount;
use crate::{RouteSet, Snapshot, StopRule};

/// A search in progress: holds networks and improves them round by round.
pub trait Search {
    /// Name for settings, logs and reports, such as `"anneal"`.
    fn name(&self) -> &'static str;

    /// Does one round of work, a fraction of a second in all but the largest cities. `progress` runs from 0
    /// to 1 over the whole run; a search may plan by it. Uses at most `threads` threads, and gives the same
    /// result with any number.
    fn advance(&mut self, progress: f64, threads: usize);

    /// A number that falls whenever the search finds something better: for a [`NetworkSearch`], the cost of its
    /// best network, charges of cost terms included.
    fn best_cost(&self) -> f64;

    /// Networks scored so far.
    fn evaluations(&self) -> u64;

    /// Takes a last look at what was found, once a run is over. What a resumed search does is not affected.
    fn conclude(&mut self) {}

    /// Whether it was asked to end in the middle of a round, or while it started. That round is undone and can be done
    /// again by a resumed search; only the best network that it found stays.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// How often each move was drawn and what came of it; empty for searches without moves.
    fn move_counts(&self) -> Vec<MoveCount> {
        Vec::new()
    }

    /// Everything needed to resume the search later as if it had never stopped.
    fn snapshot(&self) -> Snapshot;
}

/// A search with one best network.
pub trait NetworkSearch: Search {
    /// The best network so far, without frozen routes.
    fn best(&self) -> &RouteSet;
}

/// The state of a run between two rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Rounds done in all.
    pub rounds: u64,
    /// Share of the run, from 0 to 1, that was done before the last of them.
    pub done: f64,
    /// Networks scored.
    pub evaluations: u64,
    /// [`Search::best_cost`] so far.
    pub best_cost: f64,
    /// Rounds since the best cost last fell. [`run`] counts from where the run was started or resumed, [`run_from`]
    /// from where it is told.
    pub rounds_without_improvement: u64,
}

/// Drives a search from round `first_round` (0, or where a resumed run left off) until the rule or `after_round`
/// ends it, or the search is cancelled. A run that is not cancelled does one round at least. Returns the rounds done in
/// all.
///
/// `after_round` sees the search after every round, to show, record or save it, and once more if the last round was
/// cut short; that one is not counted.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use routewright_model::{Alpha, City, Limits, Problem};
/// use routewright_search::{Anneal, AnnealConfig, Rounds, Search, Seed, Start, run};
///
/// let limits = Limits::new(6, 2, 8)?;
/// let problem = Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5)?);
/// let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(1), Start::default())?;
/// let mut costs = Vec::new();
/// run(&mut search, &mut Rounds(3), 0, 1, &mut |_, progress| {
///     costs.push(progress.best_cost);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(costs.len(), 3);
/// assert!(costs.is_sorted_by(|earlier, later| earlier >= later));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<S: Search + ?Sized>(
    search: &mut S,
    stop: &mut dyn StopRule,
    first_round: u64,
    threads: usize,
    after_round: &mut dyn FnMut(&S, &Progress) -> ControlFlow<()>,
) -> u64 {
    run_from(search, stop, RoundsDone { in_all: first_round, without_improvement: 0 }, threads, after_round)
}

/// The rounds that a resumed run has behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RoundsDone {
    /// [`Progress::rounds`] where the run was left.
    pub in_all: u64,
    /// [`Progress::rounds_without_improvement`] where the run was left.
    pub without_improvement: u64,
}

/// As [`run`], for a resumed run whose rule counts rounds without improvement.
pub fn run_from<S: Search + ?Sized>(
    search: &mut S,
    stop: &mut dyn StopRule,
    before: RoundsDone,
    threads: usize,
    after_round: &mut dyn FnMut(&S, &Progress) -> ControlFlow<()>,
) -> u64 {
    let mut progress = Progress {
        rounds: before.in_all,
        done: 0.0,
        evaluations: search.evaluations(),
        best_cost: search.best_cost(),
        rounds_without_improvement: before.without_improvement,
    };
    while !search.is_cancelled() {
        let share = stop.progress(&progress);
        // A share that is not a number would never end the run.
        let is_over = share >= 1.0 || share.is_nan();
        if is_over && progress.rounds > 0 {
            break;
        }
        progress.done = if is_over { 0.0 } else { share.max(0.0) };
        search.advance(progress.done, threads);
        progress.evaluations = search.evaluations();
        let cost = search.best_cost();
        // A round that was cut short is undone and does not count.
        if !search.is_cancelled() {
            progress.rounds += 1;
            let improves = cost < progress.best_cost;
            progress.rounds_without_improvement =
                if improves { 0 } else { progress.rounds_without_improvement + 1 };
        }
        progress.best_cost = progress.best_cost.min(cost);
        if after_round(search, &progress).is_break() || search.is_cancelled() {
            break;
        }
    }
    search.conclude();
    progress.rounds
}

/// For a [`run`] that nobody watches.
pub fn unwatched<S: ?Sized>(_search: &S, _progress: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoImprovement, Rounds};

    /// Improves in its first rounds, then no more.
    struct Sinking {
        round: u64,
        improves: u64,
        seen: Vec<f64>,
    }

    impl Search for Sinking {
        fn name(&self) -> &'static str {
            "sinking"
        }

        fn advance(&mut self, progress: f64, _threads: usize) {
            self.round += 1;
            self.seen.push(progress);
        }

        fn best_cost(&self) -> f64 {
            10.0 - self.round.min(self.improves) as f64
        }

        fn evaluations(&self) -> u64 {
            2 * self.round
        }

        fn snapshot(&self) -> Snapshot {
            unreachable!("nobody saves it")
        }
    }

    fn sinking(improves: u64) -> Sinking {
        Sinking { round: 0, improves, seen: Vec::new() }
    }

    #[test]
    fn a_run_ends_where_the_rule_says() {
        let mut search = sinking(9);
        assert_eq!(run(&mut search, &mut Rounds(4), 0, 1, &mut unwatched), 4);
        assert_eq!(search.seen, [0.0, 0.25, 0.5, 0.75]);
        // Improves in rounds 1 to 3; rounds 4 to 6 bring nothing.
        let mut rule = NoImprovement { rounds: 3 };
        assert_eq!(run(&mut sinking(3), &mut rule, 0, 1, &mut unwatched), 6);
        // Left after round 4 and resumed, it ends at the same round.
        let mut search = Sinking { round: 4, ..sinking(3) };
        let before = RoundsDone { in_all: 4, without_improvement: 1 };
        assert_eq!(run_from(&mut search, &mut rule, before, 1, &mut unwatched), 6);
    }

    #[test]
    fn one_round_is_always_done_and_a_resumed_run_may_be_over() {
        struct Over(f64);
        impl StopRule for Over {
            fn progress(&mut self, _: &Progress) -> f64 {
                self.0
            }
        }
        for share in [1.0, 7.0, f64::NAN, f64::INFINITY] {
            let mut search = sinking(1);
            assert_eq!(run(&mut search, &mut Over(share), 0, 1, &mut unwatched), 1);
            assert_eq!(search.seen, [0.0]);
            assert_eq!(run(&mut search, &mut Over(share), 5, 1, &mut unwatched), 5);
        }
        let mut search = sinking(1);
        assert_eq!(run(&mut search, &mut Rounds(8), 6, 1, &mut unwatched), 8);
        assert_eq!(search.seen, [0.75, 0.875]);
    }

    #[test]
    fn who_watches_sees_every_round_and_may_end_the_run() {
        let mut seen = Vec::new();
        let rounds = run(&mut sinking(2), &mut Rounds(10), 0, 1, &mut |search: &Sinking, progress| {
            assert_eq!(search.round, progress.rounds);
            seen.push((progress.best_cost, progress.evaluations, progress.rounds_without_improvement));
            if progress.rounds == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(rounds, 4);
        assert_eq!(seen, [(9.0, 2, 0), (8.0, 4, 0), (8.0, 6, 1), (8.0, 8, 2)]);
    }
}
