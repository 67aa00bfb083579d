//! Until nothing better is found.

use super::StopRule;
use crate::Progress;

/// Ends a run after so many rounds in a row without a better result. A resumed run counts on where
/// [`run_from`](crate::run_from) is told how many there were.
///
/// Its share falls back to 0 with every improvement, so a search that lowers its temperature by it stays hot
/// while it improves. Combine it with [`Rounds`](crate::Rounds) by [`AnyOf`](crate::AnyOf).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoImprovement {
    /// Rounds in a row.
    pub rounds: u64,
}

impl StopRule for NoImprovement {
    fn progress(&mut self, so_far: &Progress) -> f64 {
        let without = so_far.rounds_without_improvement;
        if without >= self.rounds { 1.0 } else { without as f64 / self.rounds as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::tests::after;

    #[test]
    fn rounds_since_the_last_improvement_count() {
        let mut rule = NoImprovement { rounds: 5 };
        assert_eq!([0, 1, 5, 9].map(|without| rule.progress(&after(20, without))), [0.0, 0.2, 1.0, 1.0]);
        assert_eq!(NoImprovement { rounds: 0 }.progress(&after(1, 0)), 1.0);
    }
}
