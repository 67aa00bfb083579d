//! How much better a decision turned out than was expected.

/// What one decision brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// What it lowered the cost by, forced steps after it included.
    pub(crate) reward: f32,
    /// What was expected of the state it was made in, V(s_t).
    pub(crate) value: f32,
    /// Whether the episode ended with it.
    pub(crate) ends: bool,
}

/// Discount and smoothing of generalised advantage estimation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Discount {
    /// Weight of what comes a decision later.
    pub(crate) gamma: f32,
    /// Between trusting the value net (0) and what was seen (1).
    pub(crate) lambda: f32,
}

impl Discount {
    /// The advantage of every decision of one environment, in order.
    ///
    /// A_t = d_t + gamma lambda A_t+1 with d_t = r_t + gamma V(s_t+1) − V(s_t), where V(s_t+1) and A_t+1 count
    /// for nothing if the episode ended with decision t. `next_value` is the value of the state after the
    /// last decision, where the horizon cut the episode off.
    pub(crate) fn advantages(self, outcomes: &[Outcome], next_value: f32) -> Vec<f32> {
        let mut advantages = vec![0.0; outcomes.len()];
        let (mut later_value, mut later_advantage) = (next_value, 0.0);
        for (outcome, advantage) in outcomes.iter().zip(&mut advantages).rev() {
            if outcome.ends {
                (later_value, later_advantage) = (0.0, 0.0);
            }
            let surprise = outcome.reward + self.gamma * later_value - outcome.value;
            *advantage = surprise + self.gamma * self.lambda * later_advantage;
            (later_value, later_advantage) = (outcome.value, *advantage);
        }
        advantages
    }
}

/// How each network stands in its group by cost: the cheapest has the most, and all together have zero mean and, as far
/// as they differ, unit variance. Costs that differ by rounding alone count as equal.
///
/// By rank and not by cost: one network of a group that leaves somebody unserved costs so much more than the others that,
/// measured in standard deviations, they would all look the same.
pub(crate) fn against_group(costs: &[f64]) -> Vec<f32> {
    let leads = leads(costs);
    let deviation = (leads.iter().map(|lead| lead * lead).sum::<f64>() / costs.len() as f64).sqrt();
    let scale = if deviation > 0.0 { deviation.recip() } else { 0.0 };
    leads.iter().map(|lead| (lead * scale) as f32).collect()
}

/// What each network adds to the best of `count` drawn from its group: how far its rank is above the best of all others
/// in the draw, on average over all draws, less the mean of the group, in sizes of the group. Unlike ranks that has no unit
/// variance: where all have found the same there is nothing to learn. What several of a group have found adds little,
/// so that variety is worth something: a search takes the best of many.
pub(crate) fn beyond_group(costs: &[f64], count: usize) -> Vec<f32> {
    let leads = leads(costs);
    let mut sorted = leads.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let added: Vec<f64> = leads.iter().map(|&own| added(own, &sorted, count)).collect();
    let mean = added.iter().sum::<f64>() / costs.len() as f64;
    added.iter().map(|added| ((added - mean) / costs.len() as f64) as f32).collect()
}

/// How far `own`, one of `sorted`, is above the best of `count` - 1 others, on average.
fn added(own: f64, sorted: &[f64], count: usize) -> f64 {
    let place = sorted.partition_point(|&lead| lead < own);
    let others = sorted.len() - 1;
    let quotient = |at: usize, below: usize| (at - below) as f64 / (others - below) as f64;
    // The probability that the best of the draw is the other at a place, and the rest of it comes from below:
    // C(at, count - 2) / C(others, count - 1).
    let likely = |at: usize| {
        let rest: f64 = (0..count - 2).map(|below| quotient(at, below)).product();
        rest * (count - 1) as f64 / (others + 2 - count) as f64
    };
    (count - 2..place).map(|at| likely(at) * (own - sorted[at])).sum()
}

/// Of each network the number of those that cost more, less those that cost less.
fn leads(costs: &[f64]) -> Vec<f64> {
    let cheaper_by = |a: f64, b: f64| f64::from(b - a > 1e-9) - f64::from(a - b > 1e-9);
    let lead = |&own: &f64| costs.iter().map(|&other| cheaper_by(own, other)).sum::<f64>();
    costs.iter().map(lead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_judged_by_rank() {
        assert_eq!(against_group(&[1.0, 3.0, 1.0, 3.0]), [1.0, -1.0, 1.0, -1.0]);
        // Leads of 3, 1, -1, -3, which deviate by the root of 5, however large the worst is.
        let fifth = 5f32.sqrt().recip();
        let expected = [3.0, -1.0, 1.0, -3.0].map(|lead| lead * fifth);
        for worst in [2.0, 2000.0] {
            let found = against_group(&[0.5, 0.7, 0.6, worst]);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
        }
        assert_eq!(against_group(&[0.1, 0.1, 0.1]), [0.0; 3]);
    }

    #[test]
    fn what_a_network_adds_to_the_best_is_an_average_over_all_draws() {
        let costs = [0.5, 0.7, 0.6, 0.7, 2.0];
        // Places from the cheapest: leads of 4, -1, 2, -1, -4.
        let leads = [4.0, -1.0, 2.0, -1.0, -4.0f64];
        for count in 2..=5u32 {
            let added: Vec<f64> = (0..5)
                .map(|own| {
                    let draws = (0..32u32).filter(|set| set.count_ones() == count - 1 && set & 1 << own == 0);
                    let best = |set: u32| {
                        (0..5).filter(|at| set & 1 << at != 0).map(|at| leads[at]).fold(f64::MIN, f64::max)
                    };
                    let beyond: Vec<f64> = draws.map(|set| (leads[own] - best(set)).max(0.0)).collect();
                    beyond.iter().sum::<f64>() / beyond.len() as f64
                })
                .collect();
            let mean = added.iter().sum::<f64>() / 5.0;
            for (found, added) in beyond_group(&costs, count as usize).into_iter().zip(added) {
                assert!((f64::from(found) - (added - mean) / 5.0).abs() < 1e-6, "{count}");
            }
        }
        // Two have found the best, so none of them adds to all five.
        assert_eq!(beyond_group(&[1.0, 1.0, 2.0, 3.0, 4.0], 5), [0.0; 5]);
    }

    const DISCOUNT: Discount = Discount { gamma: 0.5, lambda: 0.5 };

    fn outcome(reward: f32, value: f32, ends: bool) -> Outcome {
        Outcome { reward, value, ends }
    }

    #[test]
    fn advantages_follow_by_hand() {
        let outcomes = [outcome(1.0, 2.0, false), outcome(0.0, 4.0, false), outcome(3.0, 1.0, false)];
        // d = 1 + 2 − 2 = 1; 0 + 0.5 − 4 = −3.5; 3 + 4 − 1 = 6.
        // A = 6; −3.5 + 6 / 4 = −2; 1 − 2 / 4 = 0.5.
        assert_eq!(DISCOUNT.advantages(&outcomes, 8.0), [0.5, -2.0, 6.0]);
    }

    #[test]
    fn nothing_is_expected_beyond_the_end_of_an_episode() {
        let outcomes = [outcome(1.0, 2.0, true), outcome(0.0, 4.0, false), outcome(3.0, 1.0, true)];
        // d = 1 − 2; 0 + 0.5 − 4; 3 − 1: neither the next episode's value nor the 8 counts.
        assert_eq!(DISCOUNT.advantages(&outcomes, 8.0), [-1.0, -3.0, 2.0]);
    }
}
