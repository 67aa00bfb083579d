//! When a run is over. Rules that need a clock live above this crate.

mod any_of;
mod no_improvement;
mod rounds;

pub use any_of::AnyOf;
pub use no_improvement::NoImprovement;
pub use rounds::Rounds;

use crate::Progress;

/// Decides when a run is over.
///
/// A rule of one's own ends a run when a cost is reached:
///
/// ```
/// use routewright_search::{Progress, StopRule};
///
/// struct CostBelow(f64);
///
/// impl StopRule for CostBelow {
///     fn progress(&mut self, so_far: &Progress) -> f64 {
///         if so_far.best_cost < self.0 { 1.0 } else { 0.0 }
///     }
/// }
/// ```
pub trait StopRule {
    /// The share of the run that is done, from 0 to 1, asked before every round. At 1 the run ends, but never
    /// before its first round. Searches lower their temperature by it, so it should rise steadily to 1 where
    /// that is possible.
    fn progress(&mut self, so_far: &Progress) -> f64;
}

impl<R: StopRule + ?Sized> StopRule for Box<R> {
    fn progress(&mut self, so_far: &Progress) -> f64 {
        (**self).progress(so_far)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn after(rounds: u64, rounds_without_improvement: u64) -> Progress {
        Progress { rounds, done: 0.0, evaluations: 0, best_cost: 1.0, rounds_without_improvement }
    }

    #[test]
    fn a_boxed_rule_is_the_rule() {
        let mut boxed: Box<dyn StopRule> = Box::new(Rounds(4));
        assert_eq!(boxed.progress(&after(1, 0)), 0.25);
    }
}
