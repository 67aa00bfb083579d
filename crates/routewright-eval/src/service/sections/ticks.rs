//! Perceived time in whole ticks, so that sums are exact and come out the same in any order.

use routewright_model::Seconds;

use crate::service::ServiceModel;

/// A quarter of a second. Two hours fit into 15 bits.
const PER_SECOND: f64 = 4.0;
/// Ticks of a minute.
pub(super) const PER_MINUTE: f64 = 60.0 * PER_SECOND;

/// Times of a model in ticks, rounded up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ticks {
    /// Of a change.
    pub(super) penalty: u32,
    /// After which a trip is not made.
    pub(super) give_up: u32,
    walk_weight: f64,
}

impl Ticks {
    pub(super) fn new(model: &ServiceModel) -> Self {
        let costs = &model.costs;
        Self {
            penalty: rounded_up(costs.transfer_penalty * 60.0),
            give_up: rounded_up(costs.give_up * 60.0),
            walk_weight: costs.walk_weight,
        }
    }

    /// Of a trip at most, with the penalty of its first boarding.
    pub(super) fn most(&self) -> u32 {
        self.give_up + self.penalty
    }

    /// Of a ride without a change, with a penalty for boarding.
    #[inline(always)]
    pub(super) fn ride(&self, seconds: f64) -> u32 {
        rounded_up(seconds) + self.penalty
    }

    /// Of a walk.
    pub(super) fn walk(&self, time: Seconds) -> u32 {
        rounded_up(self.walk_weight * f64::from(time.0))
    }
}

/// Ticks of so many perceived seconds; no more than 2^28, some two years.
#[inline(always)]
fn rounded_up(seconds: f64) -> u32 {
    let ticks = (seconds * PER_SECOND - 1e-6).clamp(0.0, f64::from(1u32 << 28));
    let whole = ticks as u32;
    whole + u32::from(f64::from(whole) < ticks)
}
