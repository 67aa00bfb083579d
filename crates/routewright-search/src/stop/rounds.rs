//! So many rounds.

use super::StopRule;
use crate::Progress;

/// Ends a run after this number of rounds in all, those before an interruption included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds(pub u64);

impl StopRule for Rounds {
    fn progress(&mut self, so_far: &Progress) -> f64 {
        if so_far.rounds >= self.0 { 1.0 } else { so_far.rounds as f64 / self.0 as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::tests::after;

    #[test]
    fn rounds_are_counted() {
        assert_eq!(
            [0, 1, 3, 4, 5].map(|done| Rounds(4).progress(&after(done, 0))),
            [0.0, 0.25, 0.75, 1.0, 1.0]
        );
        assert_eq!(Rounds(0).progress(&after(0, 0)), 1.0);
    }
}
