//! A run as several annealings: short ones that each start anew, and a last one that can draw from their routes.
//!
//! Good networks of a city have routes in common where the operator's cost counts. What several short annealings agree on
//! is found sooner than one long annealing finds it.

/// Share of the run for the short ones.
const SHORT_SHARE: f64 = 0.65;
/// Times that a short one visits every route, at least: one that is shorter finds no routes worth keeping.
const LEAST_VISITS: f64 = 60.0;

/// How a run is divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Heats {
    /// Short annealings on each chain before the last one.
    pub(super) short: u32,
    /// Share of the run that was done when the first one began.
    begin: f64,
    /// Share of the run at which the last one ends.
    end: f64,
    /// The one under way.
    pub(super) now: u32,
}

impl Heats {
    /// One annealing until the end of the run.
    pub(super) fn plain() -> Self {
        Self { end: 1.0, ..Self::default() }
    }

    /// As many short annealings as there is time for, up to `most`, from here to `end`. So far every route was visited
    /// `visits` times in a share of the run.
    pub(super) fn plan(most: u32, (begin, end): (f64, f64), visits: f64, share: f64) -> Self {
        let one = Self { short: 0, begin, end, now: 0 };
        let possible =
            (visits * (one.last_begins() - begin).max(0.0) / share.max(1e-9) / LEAST_VISITS) as u32;
        match possible.min(most) {
            // The temperature falls over the whole run, as it would without a plan.
            0 | 1 if end == 1.0 => Self::plain(),
            0 | 1 => one,
            short => Self { short, ..one },
        }
    }

    /// Share of the run at which the last one begins.
    fn last_begins(&self) -> f64 {
        SHORT_SHARE * self.end
    }

    /// Whether this is the last one.
    pub(super) fn is_last(&self) -> bool {
        self.now == self.short
    }

    /// The annealing that should be under way, never one before.
    pub(super) fn due(&self, progress: f64) -> u32 {
        if self.short == 0 {
            return 0;
        }
        let share = (progress - self.begin) / (self.last_begins() - self.begin);
        ((share.max(0.0) * f64::from(self.short)) as u32).clamp(self.now, self.short)
    }

    /// How far the one under way is, from 0 to 1.
    pub(super) fn progress(&self, progress: f64) -> f64 {
        if self.short == 0 {
            return ((progress - self.begin) / (self.end - self.begin)).clamp(0.0, 1.0);
        }
        let length = (self.last_begins() - self.begin) / f64::from(self.short);
        let begin = self.begin + f64::from(self.now) * length;
        let length = if self.is_last() { self.end - self.last_begins() } else { length };
        ((progress - begin) / length).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_there_is_time_for() {
        // Four visits in a hundredth of the run: 256 in its first 64 hundredths.
        let short = |most, begin, share| Heats::plan(most, (begin, 1.0), 4.0, share).short;
        assert_eq!([short(10, 0.01, 0.01), short(3, 0.01, 0.01)], [4, 3]);
        assert_eq!([short(10, 0.05, 0.05), short(10, 0.0, 0.0)], [0, 10]);
        // One alone that ends early still runs from hot to cold.
        let early = Heats::plan(0, (0.4, 0.8), 4.0, 0.01);
        assert_eq!(
            [0.4, 0.6, 0.8, 0.9].map(|at| (early.progress(at) * 100.0).round()),
            [0.0, 50.0, 100.0, 100.0]
        );
    }

    #[test]
    fn every_one_runs_from_hot_to_cold() {
        let mut heats = Heats { short: 4, begin: 0.05, end: 1.0, now: 0 };
        let mut seen = vec![(0, 0.0); 0];
        for step in 0..100 {
            let progress = 0.05 + 0.95 * f64::from(step) / 100.0;
            heats.now = heats.due(progress);
            seen.push((heats.now, heats.progress(progress)));
        }
        for number in 0..=4 {
            let within: Vec<f64> = seen.iter().filter(|one| one.0 == number).map(|one| one.1).collect();
            assert!(within.is_sorted() && within[0] < 0.08 && within[within.len() - 1] > 0.9, "{within:?}");
        }
        // What is over does not come back.
        assert_eq!(Heats { now: 3, ..heats }.due(0.1), 3);
        assert_eq!((Heats::plain().due(0.9), Heats::plain().progress(0.4)), (0, 0.4));
    }
}
