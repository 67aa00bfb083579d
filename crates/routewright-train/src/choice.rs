//! The probabilities of a decision.
//!
//! A halting decision is a choice among two, going on with score 0 and halting with the policy's score: the
//! softmax of those is the sigmoid of the paper. So all decisions are treated alike.

use rand::{Rng, RngExt};

/// Index of halting in a halting decision; going on is 0.
pub(crate) const HALT: u32 = 1;

/// The logarithms of the probabilities of all choices: scores − log(sum of e^scores), in place.
pub(crate) fn log_softmax(scores: &mut [f32]) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = scores.iter().map(|&score| (score - highest).exp()).sum();
    let shift = highest + total.ln();
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
    // Rounding ate the last of the probabilities.
    likeliest as u32
}

/// How undecided a decision is: −sum of p log p, in natural units.
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
}
