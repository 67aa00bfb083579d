//! Whatever comes first.

use super::StopRule;
use crate::Progress;

/// Ends a run as soon as one of several rules does. The largest share is its share.
#[derive(Default)]
pub struct AnyOf(pub Vec<Box<dyn StopRule>>);

impl StopRule for AnyOf {
    fn progress(&mut self, so_far: &Progress) -> f64 {
        // Every rule is asked, so that each of them sees every round.
        self.0.iter_mut().map(|rule| rule.progress(so_far)).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::tests::after;
    use crate::{NoImprovement, Rounds};

    #[test]
    fn the_largest_share_wins() {
        let mut rule = AnyOf(vec![Box::new(Rounds(10)), Box::new(NoImprovement { rounds: 4 })]);
        assert_eq!(rule.progress(&after(2, 1)), 0.25);
        assert_eq!(rule.progress(&after(6, 1)), 0.6);
        assert_eq!(rule.progress(&after(6, 4)), 1.0);
        assert_eq!(rule.progress(&after(10, 0)), 1.0);
        assert_eq!(AnyOf::default().progress(&after(3, 3)), 0.0);
    }
}
