//! When a run is over.

use std::time::Instant;

use routewright_search::{Interrupt, Progress, StopRule};

use crate::{Cancel, Error, Result};

/// Seconds after its time that a round is cut short.
const OVERTIME: f64 = 0.5;

/// When a run is over: after a time, after a number of rounds, when nothing improves any more, by a rule of
/// your own, or whichever of several comes first. The default is that of the method: 20 s for anneal, 400 rounds
/// for evolution. A run that is not cancelled does one round at least.
#[derive(Default)]
pub struct Stop {
    /// Seconds in all, if limited.
    pub(crate) seconds: Option<f64>,
    /// Rounds in all, if limited.
    pub(crate) iterations: Option<u64>,
    /// Rounds without a better network, if limited.
    pub(crate) no_improvement: Option<u64>,
    /// Rules from outside.
    pub(crate) rules: Vec<Box<dyn StopRule + Send>>,
}

impl Stop {
    /// After so many seconds. Results then depend on the machine.
    pub fn seconds(seconds: f64) -> Self {
        Self { seconds: Some(seconds), ..Self::default() }
    }

    /// After so many rounds: the same result every time, at any number of threads.
    pub fn iterations(rounds: u64) -> Self {
        Self { iterations: Some(rounds), ..Self::default() }
    }

    /// After so many rounds without a better network. Annealing cools over the time or the rounds it has, so
    /// combine this with one of those ([`Stop::any`]); alone, the default of the method holds as well: 20 s
    /// for anneal, 400 rounds for evolution.
    pub fn no_improvement(rounds: u64) -> Self {
        Self { no_improvement: Some(rounds), ..Self::default() }
    }

    /// By a rule of your own.
    pub fn rule(rule: impl StopRule + Send + 'static) -> Self {
        Self { rules: vec![Box::new(rule)], ..Self::default() }
    }

    /// Whichever comes first.
    pub fn any(stops: impl IntoIterator<Item = Self>) -> Self {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        stops.into_iter().fold(Self::default(), |mut all, stop| {
            all.seconds = all.seconds.into_iter().chain(stop.seconds).reduce(f64::min);
            all.iterations = least(all.iterations, stop.iterations);
            all.no_improvement = least(all.no_improvement, stop.no_improvement);
            all.rules.extend(stop.rules);
            all
        })
    }
}

/// Refuses limits that never end or end before they begin.
pub(crate) fn check_seconds(seconds: Option<f64>) -> Result<()> {
    match seconds.filter(|seconds| !seconds.is_finite() || *seconds <= 0.0) {
        Some(seconds) => Err(Error::Settings(format!("--seconds must be more than 0, but is {seconds}"))),
        None => Ok(()),
    }
}

/// Seconds of search, those before an interruption included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    started: Instant,
    before: f64,
}

impl Clock {
    /// Starts, or continues after so many seconds.
    pub fn start(before: f64) -> Self {
        Self { started: Instant::now(), before }
    }

    /// Seconds in all.
    pub fn seconds(&self) -> f64 {
        self.before + self.seconds_here()
    }

    /// Seconds to come, as far as that can be said: by the limit, or by the share that is done.
    pub fn seconds_left(&self, limit: Option<f64>, done: f64) -> Option<f64> {
        let seconds = self.seconds();
        let by_share = (done > 0.0).then(|| seconds * (1.0 / done - 1.0));
        limit.map(|limit| (limit - seconds).max(0.0)).or(by_share)
    }

    /// Seconds since this start.
    pub fn seconds_here(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// What a run may take, as the stop rule of its search.
pub(crate) struct Budget<'run> {
    pub seconds: Option<f64>,
    pub iterations: Option<u64>,
    pub no_improvement: Option<u64>,
    pub rules: &'run mut [Box<dyn StopRule + Send>],
    pub clock: Clock,
    pub cancel: Cancel,
}

impl Budget<'_> {
    /// Whether the time or the rounds are used up, cancelled or not.
    pub fn is_spent(&self, rounds: u64) -> bool {
        self.share(rounds) >= 1.0
    }

    /// When a search ends in the middle of a round: when the run is cancelled, or time has been up for a while.
    pub fn interrupt(&self) -> Interrupt {
        let (clock, seconds, cancel) = (self.clock, self.seconds, self.cancel.clone());
        Interrupt::when(move || {
            cancel.is_cancelled() || seconds.is_some_and(|limit| clock.seconds() > limit + OVERTIME)
        })
    }

    /// Whether the run was cancelled or time is up, before the first round.
    pub fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.is_spent(0)
    }

    fn share(&self, rounds: u64) -> f64 {
        let by_time = self.seconds.map_or(0.0, |limit| self.clock.seconds() / limit);
        let by_rounds = self.iterations.map_or(0.0, |limit| rounds as f64 / limit as f64);
        by_time.max(by_rounds)
    }
}

impl StopRule for Budget<'_> {
    fn progress(&mut self, so_far: &Progress) -> f64 {
        if so_far.rounds == 0 {
            return 0.0;
        }
        let stands_still =
            self.no_improvement.is_some_and(|rounds| so_far.rounds_without_improvement >= rounds);
        if stands_still || self.cancel.is_cancelled() {
            return 1.0;
        }
        let own = self.share(so_far.rounds);
        self.rules.iter_mut().fold(own, |most, rule| most.max(rule.progress(so_far)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(stop: Stop, before: f64, rounds: u64, rounds_without_improvement: u64) -> f64 {
        let Stop { seconds, iterations, no_improvement, mut rules } = stop;
        let (clock, cancel) = (Clock::start(before), Cancel::new());
        let so_far =
            Progress { rounds, done: 0.0, evaluations: 0, best_cost: 1.0, rounds_without_improvement };
        Budget { seconds, iterations, no_improvement, rules: &mut rules, clock, cancel }.progress(&so_far)
    }

    #[test]
    fn rounds_and_seconds_are_counted() {
        let by_rounds = |rounds| progress(Stop::iterations(4), 100.0, rounds, 0);
        assert_eq!([0, 1, 4].map(by_rounds), [0.0, 0.25, 1.0]);
        assert!((0.5..0.6).contains(&progress(Stop::seconds(20.0), 10.0, 7, 0)));
        let either = || Stop::any([Stop::seconds(20.0), Stop::iterations(4)]);
        assert!(progress(either(), 10.0, 3, 0) >= 0.75);
    }

    #[test]
    fn standing_still_ends_a_run_but_does_not_hurry_it() {
        let stop = || Stop::any([Stop::iterations(100), Stop::no_improvement(5)]);
        assert_eq!(progress(stop(), 0.0, 10, 4), 0.1);
        assert_eq!(progress(stop(), 0.0, 10, 5), 1.0);
    }

    #[test]
    fn rules_from_outside_count() {
        struct AtTen;
        impl StopRule for AtTen {
            fn progress(&mut self, so_far: &Progress) -> f64 {
                so_far.rounds as f64 / 10.0
            }
        }
        let stop = || Stop::any([Stop::iterations(100), Stop::rule(AtTen)]);
        assert_eq!(progress(stop(), 0.0, 5, 0), 0.5);
        assert_eq!(progress(Stop::any([Stop::iterations(4), Stop::rule(AtTen)]), 0.0, 3, 0), 0.75);
    }

    #[test]
    fn one_round_is_done_whatever_happens() {
        assert_eq!(progress(Stop::seconds(1.0), 50.0, 0, 0), 0.0);
        assert!(progress(Stop::seconds(1.0), 50.0, 1, 0) >= 1.0);
    }

    #[test]
    fn limits_are_times() {
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(check_seconds(Some(wrong)).is_err(), "{wrong}");
        }
        assert!(check_seconds(Some(0.1)).is_ok() && check_seconds(None).is_ok());
    }
}
