//! The clipped objective of proximal policy optimisation, for one decision.

use crate::choice::entropy;

/// A choice that was made, and its advantage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TakenAction {
    /// The index of the choice.
    pub(crate) choice: u32,
    /// Its log-probability when it was made.
    pub(crate) log_probability: f32,
    /// Its advantage (A).
    pub(crate) advantage: f32,
}

/// Settings of the objective: how far the policy may move in an iteration, and how much it explores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Objective {
    /// Probability ratios beyond 1 ± this are not rewarded (epsilon).
    pub(crate) clip: f32,
    /// Weight of the entropy bonus; the paper has none.
    pub(crate) entropy: f32,
}

/// The objective of one decision under the current policy, and its diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LossTerms {
    /// min(rho A, clip(rho, 1 − epsilon, 1 + epsilon) A), where rho is the new probability over the old one.
    pub(crate) gain: f32,
    pub(crate) entropy: f32,
    /// rho − 1 − log rho: its mean estimates the divergence of the old policy from the new one.
    pub(crate) divergence: f32,
    /// Whether the ratio is outside the clip.
    pub(crate) is_clipped: bool,
}

impl Objective {
    /// Computes the objective, and the derivative of the loss −gain − weight · entropy by each score.
    ///
    /// d log p_a / d s_k = [k = a] − p_k, and d entropy / d s_k = −p_k (log p_k + entropy). Where the gain is
    /// clipped its derivative is zero.
    pub(crate) fn evaluate(&self, logs: &[f32], taken: &TakenAction, gradient: &mut [f32]) -> LossTerms {
        let choice = taken.choice as usize;
        let log_ratio = logs[choice] - taken.log_probability;
        let ratio = log_ratio.exp();
        let (least, most) = (1.0 - self.clip, 1.0 + self.clip);
        let clipped = ratio.clamp(least, most) * taken.advantage;
        let is_free = ratio * taken.advantage <= clipped;
        let pull = if is_free { ratio * taken.advantage } else { 0.0 };
        let entropy = entropy(logs);
        for (slope, &log) in gradient.iter_mut().zip(logs) {
            let probability = log.exp();
            *slope = pull * probability;
            if self.entropy != 0.0 && log > -80.0 {
                *slope += self.entropy * probability * (log + entropy);
            }
        }
        gradient[choice] -= pull;
        LossTerms {
            gain: (ratio * taken.advantage).min(clipped),
            entropy,
            divergence: ratio - 1.0 - log_ratio,
            is_clipped: !(least..=most).contains(&ratio),
        }
    }

    /// Whether a gradient is zero: there is nothing to learn.
    pub(crate) fn is_zero(gradient: &[f32]) -> bool {
        gradient.iter().all(|&slope| slope == 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::log_softmax;

    fn loss(objective: &Objective, scores: &[f32], taken: &TakenAction) -> f32 {
        let mut logs = scores.to_vec();
        log_softmax(&mut logs);
        let terms = objective.evaluate(&logs, taken, &mut vec![0.0; scores.len()]);
        -terms.gain - objective.entropy * terms.entropy
    }

    #[test]
    fn slopes_equal_finite_differences() {
        let scores = [0.3, -1.2, 0.9, 0.1];
        let mut logs = scores.to_vec();
        log_softmax(&mut logs);
        for entropy in [0.0, 0.3] {
            let objective = Objective { clip: 0.2, entropy };
            for (advantage, then) in [(1.5, -1.0), (-0.7, -1.1), (2.0, -3.0), (-2.0, -3.0), (-1.0, -0.1)] {
                let taken = TakenAction { choice: 0, log_probability: then, advantage };
                let mut gradient = [0.0; 4];
                objective.evaluate(&logs, &taken, &mut gradient);
                for at in 0..scores.len() {
                    let moved = |by: f32| {
                        let mut scores = scores;
                        scores[at] += by;
                        loss(&objective, &scores, &taken)
                    };
                    let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                    assert!((slope - gradient[at]).abs() < 2e-3, "{at} {taken:?}: {slope} {gradient:?}");
                }
            }
        }
    }

    #[test]
    fn ratios_beyond_the_clip_have_no_gradient_unless_they_moved_the_wrong_way() {
        let objective = Objective { clip: 0.2, entropy: 0.0 };
        let mut gradient = [0.0; 2];
        let mut evaluate = |then: f32, advantage| {
            let taken = TakenAction { choice: 0, log_probability: then.ln(), advantage };
            let terms = objective.evaluate(&[0.5f32.ln(); 2], &taken, &mut gradient);
            assert!(terms.is_clipped);
            Objective::is_zero(&gradient)
        };
        assert!(evaluate(0.25, 1.0), "a good choice that is twice as likely now");
        assert!(evaluate(0.9, -1.0), "a bad choice that is less likely now");
        assert!(!evaluate(0.25, -1.0), "a bad choice that is twice as likely now");
        assert!(!evaluate(0.9, 1.0), "a good choice that is less likely now");
    }
}
