//! Draws weighted by scores.

use rand::{Rng, RngExt};

/// An index drawn with probability e^(score / temperature) / sum of e^(score / temperature) (softmax).
///
/// # Panics
/// There are no scores, or one is not a number.
pub(crate) fn draw_by_score(scores: &[f32], temperature: f64, rng: &mut impl Rng) -> usize {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |&score: &f32| libm::exp((f64::from(score) - f64::from(highest)) / temperature);
    let weights = || scores.iter().map(weight);
    let total: f64 = weights().sum();
    assert!(total >= 1.0, "scores of paths are numbers below infinity");
    let mut rest = rng.random::<f64>() * total;
    for (index, weight) in weights().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return index;
        }
    }
    // Rounding used up the last of the weights.
    scores.iter().rposition(|&score| score == highest).expect("one of the scores is the highest")
}

/// True with probability 1 / (1 + e^(-score / temperature)) (sigmoid).
pub(crate) fn draw_halt(score: f32, temperature: f64, rng: &mut impl Rng) -> bool {
    rng.random::<f64>() < 1.0 / (1.0 + libm::exp(-f64::from(score) / temperature))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn frequencies_follow_the_scores() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let scores = [0.0, 2f32.ln(), f32::NEG_INFINITY, 1f32.exp().ln().ln()];
        let mut counts = [0; 4];
        for _ in 0..40_000 {
            counts[draw_by_score(&scores, 1.0, &mut rng)] += 1;
        }
        assert_eq!(counts[2], 0);
        for (count, share) in counts.into_iter().zip([0.25, 0.5, 0.0, 0.25]) {
            assert!((f64::from(count) / 40_000.0 - share).abs() < 0.01, "{counts:?}");
        }
        let halts = (0..40_000).filter(|_| draw_halt(3f32.ln(), 1.0, &mut rng)).count();
        assert!((halts as f64 / 40_000.0 - 0.75).abs() < 0.01);
    }

    #[test]
    fn temperature_divides_the_scores() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let lower =
            (0..40_000).filter(|_| draw_by_score(&[0.0, 2.0 * 3f32.ln()], 2.0, &mut rng) == 0).count();
        assert!((lower as f64 / 40_000.0 - 0.25).abs() < 0.01);
        let halts = (0..40_000).filter(|_| draw_halt(2.0 * 3f32.ln(), 2.0, &mut rng)).count();
        assert!((halts as f64 / 40_000.0 - 0.75).abs() < 0.01);
    }
}
