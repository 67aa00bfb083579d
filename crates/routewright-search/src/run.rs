//! The loop that drives every search.

use crate::Plan;

/// A search under way: holds networks and improves them step by step.
pub trait Search {
    /// Name for settings, logs and reports, such as `"anneal"`.
    fn name(&self) -> &'static str;

    /// Does one round of work, a fraction of a second in all but the largest cities. `progress` runs from 0
    /// to 1 over the whole run; a search may plan by it. Uses at most `threads` threads, and gives the same
    /// result with any number.
    fn advance(&mut self, progress: f64, threads: usize);

    /// The best network so far.
    fn best(&self) -> &Plan;

    /// Its unified cost, and what changed stops are charged where change has a price.
    fn best_cost(&self) -> f64;

    /// Networks scored so far.
    fn evaluations(&self) -> u64;

    /// Everything needed to go on later as if nothing had happened.
    fn snapshot(&self) -> Snapshot;
}

/// A search laid down as data.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Snapshot {
    /// [`Search::name`] of the search it came from.
    pub method: String,
    /// Networks scored.
    pub evaluations: u64,
    /// Best cost so far.
    pub best_cost: f64,
    /// Best network so far, as node indices.
    pub best: Vec<Vec<u32>>,
    /// What the search itself needs, in a form of its own.
    pub state: String,
}

/// Why a snapshot cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// It is of another search.
    #[error("the saved state is of method {found}, not {expected}")]
    Method {
        /// What was asked for.
        expected: String,
        /// What is there.
        found: String,
    },
    /// It does not fit the city or its own form.
    #[error("the saved state is damaged or of another city: {0}")]
    Damaged(String),
}

/// Says when a run is over.
pub trait Stop {
    /// How much of the run is done, from 0 to 1, before round `rounds` (counted from 0). At 1 the run ends.
    fn progress(&self, rounds: u64) -> f64;
}

/// How a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Rounds done.
    pub rounds: u64,
    /// From 0 to 1.
    pub done: f64,
    /// Networks scored.
    pub evaluations: u64,
    /// Best cost so far.
    pub best_cost: f64,
}

/// Watches a run. Methods return quickly and cannot change the result.
pub trait Observer {
    /// A round is over.
    fn on_round(&mut self, _search: &dyn Search, _progress: &Progress) {}
    /// A better network was found.
    fn on_improvement(&mut self, _best: &Plan, _progress: &Progress) {}
}

impl Observer for () {}

/// Drives a search from round `first_round` (0, or where a resumed run left off) until the rule says stop.
/// Returns the rounds done in all.
pub fn run(
    search: &mut dyn Search,
    stop: &dyn Stop,
    first_round: u64,
    threads: usize,
    observer: &mut dyn Observer,
) -> u64 {
    let mut rounds = first_round;
    let mut best_cost = f64::INFINITY;
    loop {
        let done = stop.progress(rounds).clamp(0.0, 1.0);
        if done >= 1.0 {
            return rounds;
        }
        search.advance(done, threads);
        rounds += 1;
        let progress =
            Progress { rounds, done, evaluations: search.evaluations(), best_cost: search.best_cost() };
        if progress.best_cost < best_cost {
            best_cost = progress.best_cost;
            observer.on_improvement(search.best(), &progress);
        }
        observer.on_round(search, &progress);
    }
}
