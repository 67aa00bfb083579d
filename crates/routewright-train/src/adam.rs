//! The Adam optimiser.

/// Settings of the optimiser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AdamConfig {
    pub(crate) learning_rate: f32,
    /// L2 decay: this factor times the weight is added to its gradient.
    pub(crate) weight_decay: f32,
    /// Gradients are clipped to this norm before the decay is added.
    pub(crate) longest_gradient: f32,
}

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Smaller weights and moments become zero: arithmetic on subnormal numbers is many times slower, and decay drives
/// unused weights there.
const SMALLEST: f32 = 1e-30;

/// Running means of the gradients (m) and their squares (v) of some weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Adam {
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) steps: u64,
}

impl Adam {
    /// A fresh optimiser of this many weights.
    pub(crate) fn new(count: usize) -> Self {
        Self { first: vec![0.0; count], second: vec![0.0; count], steps: 0 }
    }

    /// Moves the weights against a gradient. Returns the norm of the gradient before clipping. A gradient that is not
    /// finite changes nothing.
    ///
    /// m = beta_1 m + (1 − beta_1) g, v = beta_2 v + (1 − beta_2) g², and the weight moves by
    /// −rate · m / (1 − beta_1^t) / (sqrt(v / (1 − beta_2^t)) + epsilon), as in Kingma and Ba 2015.
    pub(crate) fn step(&mut self, weights: &mut [f32], gradient: &[f32], config: &AdamConfig) -> f32 {
        assert_eq!(weights.len(), gradient.len(), "one gradient per weight");
        let length = gradient.iter().map(|&g| f64::from(g) * f64::from(g)).sum::<f64>().sqrt() as f32;
        if !length.is_finite() {
            return length;
        }
        self.steps = self.steps.saturating_add(1);
        let shorten = if length > config.longest_gradient { config.longest_gradient / length } else { 1.0 };
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let first_unbias = 1.0 / (1.0 - f64::from(BETA_1).powi(steps)) as f32;
        let second_unbias = 1.0 / (1.0 - f64::from(BETA_2).powi(steps)) as f32;
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((weight, &gradient), (first, second)) in weights.iter_mut().zip(gradient).zip(moments) {
            let gradient = gradient * shorten + config.weight_decay * *weight;
            *first = or_zero(BETA_1 * *first + (1.0 - BETA_1) * gradient);
            *second = or_zero(BETA_2 * *second + (1.0 - BETA_2) * gradient * gradient);
            let scale = (*second * second_unbias).sqrt() + EPSILON;
            *weight = or_zero(*weight - config.learning_rate * (*first * first_unbias) / scale);
        }
        length
    }
}

fn or_zero(value: f32) -> f32 {
    if value.abs() < SMALLEST { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_the_learning_rate_whatever_the_gradient() {
        let config = AdamConfig { learning_rate: 0.1, weight_decay: 0.0, longest_gradient: 1e9 };
        let mut weights = [1.0, -1.0, 0.0];
        let length = Adam::new(3).step(&mut weights, &[3.0, -4.0, 0.0], &config);
        assert_eq!(length, 5.0);
        for (weight, expected) in weights.into_iter().zip([0.9, -0.9, 0.0]) {
            assert!((weight - expected as f32).abs() < 1e-6);
        }
    }

    #[test]
    fn decay_alone_pulls_weights_to_zero_and_long_gradients_are_clipped() {
        let config = AdamConfig { learning_rate: 0.1, weight_decay: 0.5, longest_gradient: 0.5 };
        let mut adam = Adam::new(2);
        adam.step(&mut [2.0, 0.0], &[0.0, 50.0], &config);
        // First moments are a tenth of 0.5 · 2 and of 50 clipped to 0.5.
        assert!((adam.first[0] - 0.1).abs() < 1e-6 && (adam.first[1] - 0.05).abs() < 1e-6, "{adam:?}");
    }

    #[test]
    fn subnormal_weights_become_zero() {
        let config = AdamConfig { learning_rate: 1e-3, weight_decay: 1e-3, longest_gradient: 0.5 };
        let (mut weights, mut adam) = ([1e-37f32, 0.1], Adam::new(2));
        adam.step(&mut weights, &[1e-36, 0.0], &config);
        assert_eq!((weights[0], adam.first[0], adam.second[0]), (0.0, 0.0, 0.0));
        assert!(weights[1] > 0.09 && adam.first[1] > 0.0 && adam.second[1] > 0.0);
    }

    #[test]
    fn gradients_that_are_not_finite_change_nothing() {
        let config = AdamConfig { learning_rate: 0.1, weight_decay: 0.1, longest_gradient: 0.5 };
        let (mut weights, mut adam) = ([1.0, 2.0], Adam::new(2));
        for bad in [f32::NAN, f32::INFINITY] {
            assert!(!adam.step(&mut weights, &[1.0, bad], &config).is_finite());
        }
        assert_eq!((weights, adam), ([1.0, 2.0], Adam::new(2)));
    }

    #[test]
    fn a_minimum_is_found() {
        let config = AdamConfig { learning_rate: 0.05, weight_decay: 0.0, longest_gradient: 1e9 };
        let (mut weights, mut adam) = ([5.0f32], Adam::new(1));
        for _ in 0..1000 {
            let gradient = [2.0 * (weights[0] - 1.5)];
            adam.step(&mut weights, &gradient, &config);
        }
        assert!((weights[0] - 1.5).abs() < 1e-2, "{weights:?}");
    }
}
