//! Watches the networks that an evolution begins with, while they are built.

use super::budget::Budget;
use crate::view::{View, clock};

/// Shows how far they are; its budget says when to stop.
pub struct Opening<'a> {
    pub budget: &'a Budget,
    pub view: &'a mut View,
}

impl Opening<'_> {
    /// Shows how many of them are built, and the best cost.
    pub fn show(&mut self, built: u64, of: u32, cost: f64) {
        let time = clock(self.budget.clock.seconds());
        let done = built as f64 / f64::from(of.max(1));
        self.view.show(done, || format!("{time} | {built} of {of} networks to begin with, cost {cost:.5}"));
    }
}
