//! Advantages: how much better a decision turned out than expected.

/// The result of one decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepOutcome {
    /// The fall in cost, including forced moves after it.
    pub(crate) reward: f32,
    /// The expected return of the state it was made in, V(s_t).
    pub(crate) value: f32,
    /// Whether the episode ended with it.
    pub(crate) is_terminal: bool,
}

/// Discount and smoothing of generalised advantage estimation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Discount {
    /// Discount per decision.
    pub(crate) gamma: f32,
    /// Between trusting the value net (0) and the observed rewards (1).
    pub(crate) lambda: f32,
}

impl Discount {
    /// The advantage of every decision of one environment, in order.
    ///
    /// A_t = d_t + gamma lambda A_t+1 with d_t = r_t + gamma V(s_t+1) − V(s_t), where V(s_t+1) and A_t+1 are zero if
    /// the episode ended with decision t. `next_value` is the value of the state after the last decision, where the
    /// horizon cut the episode off.
    pub(crate) fn advantages(self, outcomes: &[StepOutcome], next_value: f32) -> Vec<f32> {
        let mut advantages = vec![0.0; outcomes.len()];
        let (mut later_value, mut later_advantage) = (next_value, 0.0);
        for (outcome, advantage) in outcomes.iter().zip(&mut advantages).rev() {
            if outcome.is_terminal {
                (later_value, later_advantage) = (0.0, 0.0);
            }
            let difference = outcome.reward + self.gamma * later_value - outcome.value;
            *advantage = difference + self.gamma * self.lambda * later_advantage;
            (later_value, later_advantage) = (outcome.value, *advantage);
        }
        advantages
    }
}

/// The advantage of each network by its rank in the group: the cheapest has the highest. The mean is zero and, unless
/// all costs are equal, the variance is one. Costs that differ only by rounding count as equal.
///
/// Ranks rather than costs: a single network that leaves riders unserved costs so much more than the rest that, in
/// standard deviations, all others would look the same.
pub(crate) fn rank_advantages(costs: &[f64]) -> Vec<f32> {
    let leads = leads(costs);
    let deviation = (leads.iter().map(|lead| lead * lead).sum::<f64>() / costs.len() as f64).sqrt();
    let scale = if deviation > 0.0 { deviation.recip() } else { 0.0 };
    leads.iter().map(|lead| (lead * scale) as f32).collect()
}

/// The advantage of each network by what it adds to the best of `count` drawn from its group: how far its rank is above
/// the best of the others in the draw, averaged over all draws, minus the group's mean, divided by the group's size.
///
/// The variance is not one: where all networks are the same there is nothing to learn. A network that several members
/// found adds little, so variety is rewarded: a search takes the best of many.
pub(crate) fn best_of_advantages(costs: &[f64], count: usize) -> Vec<f32> {
    let leads = leads(costs);
    let mut sorted = leads.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let added: Vec<f64> = leads.iter().map(|&own| added(own, &sorted, count)).collect();
    let mean = added.iter().sum::<f64>() / costs.len() as f64;
    added.iter().map(|added| ((added - mean) / costs.len() as f64) as f32).collect()
}

/// How far `own`, one of `sorted`, is above the best of `count` - 1 others, on average.
fn added(own: f64, sorted: &[f64], count: usize) -> f64 {
    let rank = sorted.partition_point(|&lead| lead < own);
    let others = sorted.len() - 1;
    let quotient = |at: usize, below: usize| (at - below) as f64 / (others - below) as f64;
    // The probability that the best of the others drawn is the one at `at`, and the rest rank below it:
    // C(at, count - 2) / C(others, count - 1).
    let likely = |at: usize| {
        let rest: f64 = (0..count - 2).map(|below| quotient(at, below)).product();
        rest * (count - 1) as f64 / (others + 2 - count) as f64
    };
    (count - 2..rank).map(|at| likely(at) * (own - sorted[at])).sum()
}

/// For each network, the number of networks that cost more minus the number that cost less.
fn leads(costs: &[f64]) -> Vec<f64> {
    let cheaper_by = |a: f64, b: f64| f64::from(b - a > 1e-9) - f64::from(a - b > 1e-9);
    let lead = |&own: &f64| costs.iter().map(|&other| cheaper_by(own, other)).sum::<f64>();
    costs.iter().map(lead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_advantages_follow_from_ranks() {
        assert_eq!(rank_advantages(&[1.0, 3.0, 1.0, 3.0]), [1.0, -1.0, 1.0, -1.0]);
        // Leads of 3, 1, -1, -3, which deviate by the root of 5, however large the worst is.
        let fifth = 5f32.sqrt().recip();
        let expected = [3.0, -1.0, 1.0, -3.0].map(|lead| lead * fifth);
        for worst in [2.0, 2000.0] {
            let found = rank_advantages(&[0.5, 0.7, 0.6, worst]);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
        }
        assert_eq!(rank_advantages(&[0.1, 0.1, 0.1]), [0.0; 3]);
    }

    #[test]
    fn what_a_network_adds_to_the_best_is_an_average_over_all_draws() {
        let costs = [0.5, 0.7, 0.6, 0.7, 2.0];
        // Leads by rank: leads of 4, -1, 2, -1, -4.
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
            for (found, added) in best_of_advantages(&costs, count as usize).into_iter().zip(added) {
                assert!((f64::from(found) - (added - mean) / 5.0).abs() < 1e-6, "{count}");
            }
        }
        // Two found the best network, so neither adds to all five.
        assert_eq!(best_of_advantages(&[1.0, 1.0, 2.0, 3.0, 4.0], 5), [0.0; 5]);
    }

    const DISCOUNT: Discount = Discount { gamma: 0.5, lambda: 0.5 };

    fn outcome(reward: f32, value: f32, is_terminal: bool) -> StepOutcome {
        StepOutcome { reward, value, is_terminal }
    }

    #[test]
    fn advantages_match_a_hand_calculation() {
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
