//! When a run is over.

use std::time::Instant;

use routewright::search::Stop;

use crate::interrupt::Interrupt;

/// Seconds of search, those before an interruption included.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Instant,
    before: f64,
}

impl Clock {
    /// Starts, or goes on after so many seconds.
    pub fn start(before: f64) -> Self {
        Self { started: Instant::now(), before }
    }

    /// Seconds in all.
    pub fn seconds(&self) -> f64 {
        self.before + self.seconds_here()
    }

    /// Seconds since this start.
    pub fn seconds_here(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// How much a run may take. It does one round at least, so that there is a network.
pub struct Budget {
    /// Seconds in all, if limited.
    pub seconds: Option<f64>,
    /// Rounds in all, if limited.
    pub rounds: Option<u64>,
    pub clock: Clock,
    pub interrupt: Interrupt,
}

impl Budget {
    /// Whether nothing is left after so many rounds, interrupted or not.
    pub fn is_spent(&self, rounds: u64) -> bool {
        self.share(rounds) >= 1.0
    }

    /// Whether somebody asked to end, or time is up, before the first round.
    pub fn is_over(&self) -> bool {
        self.interrupt.is_set() || self.is_spent(0)
    }

    fn share(&self, rounds: u64) -> f64 {
        let by_time = self.seconds.map_or(0.0, |limit| self.clock.seconds() / limit);
        let by_rounds = self.rounds.map_or(0.0, |limit| rounds as f64 / limit as f64);
        by_time.max(by_rounds)
    }
}

impl Stop for Budget {
    fn progress(&self, rounds: u64) -> f64 {
        if rounds == 0 {
            return 0.0;
        }
        if self.interrupt.is_set() { 1.0 } else { self.share(rounds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(seconds: Option<f64>, rounds: Option<u64>, before: f64) -> Budget {
        Budget { seconds, rounds, clock: Clock::start(before), interrupt: Interrupt::default() }
    }

    #[test]
    fn rounds_and_seconds_are_counted() {
        let by_rounds = budget(None, Some(4), 100.0);
        assert_eq!([0, 1, 4].map(|rounds| by_rounds.progress(rounds)), [0.0, 0.25, 1.0]);
        let by_time = budget(Some(20.0), None, 10.0);
        assert!((0.5..0.6).contains(&by_time.progress(7)));
        // Whatever is reached first.
        assert!(budget(Some(20.0), Some(4), 10.0).progress(3) >= 0.75);
    }

    #[test]
    fn one_round_is_done_whatever_happens() {
        assert_eq!(budget(Some(1.0), None, 50.0).progress(0), 0.0);
        assert!(budget(Some(1.0), None, 50.0).progress(1) >= 1.0);
    }
}
