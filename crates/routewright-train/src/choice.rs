//! The probabilities of a decision.
//!
//! A halting decision is a choice of two: continuing, with score 0, and halting, with the policy's score. Their softmax
//! is the sigmoid of the paper, so all decisions are treated alike.

use rand::{Rng, RngExt};

/// Index of halting in a halting decision; continuing is 0.
pub(crate) const HALT: u32 = 1;

/// Turns scores into log-probabilities, in place: scores − log(sum of e^scores). Where scores are not finite all choices
/// become equally likely.
pub(crate) fn log_softmax(scores: &mut [f32]) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = scores.iter().map(|&score| (score - highest).exp()).sum();
    let shift = highest + total.ln();
    if !shift.is_finite() {
        return scores.fill(-(scores.len() as f32).ln());
    }
    scores.iter_mut().for_each(|score| *score -= shift);
}

/// Draws a choice by its probability.
pub(crate) fn draw(log_probabilities: &[f32], rng: &mut impl Rng) -> u32 {
    let mut rest = rng.random::<f32>();
    let mut likeliest = 0;
    for (choice, &log_probability) in log_probabilities.iter().enumerate() {
        rest -= log_probability.exp();
        if rest < 0.0 {
            return choice as u32;
        }
        if log_probability > log_probabilities[likeliest] {
            likeliest = choice;
        }
    }
    // Rounding errors left a remainder beyond the last choice.
    likeliest as u32
}

/// The entropy of a decision: −sum of p log p, in nats.
pub(crate) fn entropy(log_probabilities: &[f32]) -> f32 {
    -log_probabilities.iter().map(|&log| if log > -80.0 { log.exp() * log } else { 0.0 }).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn probabilities_follow_the_scores() {
        let mut logs = [0.0, 3f32.ln(), -1e30];
        log_softmax(&mut logs);
        assert!((logs[0].exp() - 0.25).abs() < 1e-6 && (logs[1].exp() - 0.75).abs() < 1e-6);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let drawn = (0..20_000).filter(|_| draw(&logs, &mut rng) == 1).count();
        assert!((drawn as f64 / 20_000.0 - 0.75).abs() < 0.01, "{drawn}");
        assert!((entropy(&logs) - 0.562_335).abs() < 1e-5, "{}", entropy(&logs));
    }

    #[test]
    fn scores_that_are_not_finite_give_equal_probabilities() {
        for bad in [f32::NAN, f32::INFINITY] {
            let mut logs = [1.0, bad, -2.0, 0.0];
            log_softmax(&mut logs);
            assert_eq!(logs, [-4f32.ln(); 4]);
        }
    }
}
