//! The value net.

use rand::{Rng, RngExt};

use super::INPUTS;

/// Width of both hidden layers.
const HIDDEN: usize = 36;
const FIRST_BIAS: usize = HIDDEN * INPUTS;
const SECOND: usize = FIRST_BIAS + HIDDEN;
const SECOND_BIAS: usize = SECOND + HIDDEN * HIDDEN;
const OUT: usize = SECOND_BIAS + HIDDEN;
const OUT_BIAS: usize = OUT + HIDDEN;
const COUNT: usize = OUT_BIAS + 1;

/// V(s): two hidden layers of 36 with ReLU between, one number out.
///
/// All weights are in one list: the first layer row by row, one row per unit, then its biases; the second layer
/// likewise; then the output's weights and its bias.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ValueNet {
    weights: Vec<f32>,
}

impl ValueNet {
    /// The number of its weights.
    pub(crate) const WEIGHT_COUNT: usize = COUNT;

    /// Random weights, uniform within ±1 / sqrt(inputs of the unit); biases the same.
    pub(crate) fn new(rng: &mut impl Rng) -> Self {
        let bound = |at: usize| {
            let inputs = if at < SECOND { INPUTS } else { HIDDEN };
            1.0 / (inputs as f32).sqrt()
        };
        Self { weights: (0..COUNT).map(|at| bound(at) * (2.0 * rng.random::<f32>() - 1.0)).collect() }
    }

    /// A net with these weights; `None` if their number is wrong.
    pub(crate) fn from_weights(weights: Vec<f32>) -> Option<Self> {
        (weights.len() == COUNT).then_some(Self { weights })
    }

    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(crate) fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// The value it predicts for an input.
    pub(crate) fn value(&self, input: &[f32; INPUTS]) -> f32 {
        self.forward(input).value
    }

    /// Adds the derivative of weight · (value − target)² by every weight. Returns the value.
    pub(crate) fn add_gradient(
        &self,
        input: &[f32; INPUTS],
        target: f32,
        weight: f32,
        gradient: &mut [f32],
    ) -> f32 {
        let Forward { first, second, value } = self.forward(input);
        let out = 2.0 * weight * (value - target);
        let mut into_first = [0.0; HIDDEN];
        gradient[OUT_BIAS] += out;
        for unit in 0..HIDDEN {
            gradient[OUT + unit] += out * second[unit];
            if second[unit] <= 0.0 {
                continue;
            }
            let slope = out * self.weights[OUT + unit];
            let row = SECOND + unit * HIDDEN;
            gradient[SECOND_BIAS + unit] += slope;
            for from in 0..HIDDEN {
                gradient[row + from] += slope * first[from];
                into_first[from] += slope * self.weights[row + from];
            }
        }
        for unit in (0..HIDDEN).filter(|&unit| first[unit] > 0.0) {
            let slope = into_first[unit];
            gradient[FIRST_BIAS + unit] += slope;
            let row = &mut gradient[unit * INPUTS..][..INPUTS];
            row.iter_mut().zip(input).for_each(|(weight, &input)| *weight += slope * input);
        }
        value
    }

    fn forward(&self, input: &[f32; INPUTS]) -> Forward {
        let first = layer(&self.weights[..FIRST_BIAS], &self.weights[FIRST_BIAS..SECOND], input);
        let second = layer(&self.weights[SECOND..SECOND_BIAS], &self.weights[SECOND_BIAS..OUT], &first);
        let out = &self.weights[OUT..OUT_BIAS];
        let value = self.weights[OUT_BIAS] + out.iter().zip(&second).map(|(w, x)| w * x).sum::<f32>();
        Forward { first, second, value }
    }
}

/// All activations of a forward pass.
struct Forward {
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    value: f32,
}

fn layer(weights: &[f32], biases: &[f32], input: &[f32]) -> [f32; HIDDEN] {
    std::array::from_fn(|unit| {
        let row = &weights[unit * input.len()..][..input.len()];
        let sum: f32 = row.iter().zip(input).map(|(weight, input)| weight * input).sum();
        (sum + biases[unit]).max(0.0)
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn gradients_equal_finite_differences() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let net = ValueNet::new(&mut rng);
        let input: [f32; INPUTS] = std::array::from_fn(|_| 2.0 * rng.random::<f32>() - 1.0);
        let (target, weight) = (3.0, 0.5);
        let mut gradient = vec![0.0; COUNT];
        net.add_gradient(&input, target, weight, &mut gradient);
        assert!(gradient.iter().filter(|slope| **slope != 0.0).count() > COUNT / 5);
        for at in (0..COUNT).step_by(7).chain([OUT_BIAS]) {
            let loss = |by: f32| {
                let mut moved = net.clone();
                moved.weights[at] += by;
                let miss = f64::from(moved.value(&input) - target);
                f64::from(weight) * miss * miss
            };
            let slope = (loss(1e-2) - loss(-1e-2)) / 2e-2;
            assert!((slope - f64::from(gradient[at])).abs() < 1e-2, "{at}: {slope} {}", gradient[at]);
        }
    }

    #[test]
    fn it_learns_a_line() {
        use crate::adam::{Adam, AdamConfig};
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut net = ValueNet::new(&mut rng);
        let mut adam = Adam::new(COUNT);
        let config = AdamConfig { learning_rate: 3e-3, weight_decay: 0.0, longest_gradient: 1e9 };
        let mut miss = 0.0;
        for round in 0..400 {
            let mut gradient = vec![0.0; COUNT];
            for _ in 0..32 {
                let input: [f32; INPUTS] = std::array::from_fn(|_| 2.0 * rng.random::<f32>() - 1.0);
                let target = 1.0 + input[0] - 0.5 * input[3];
                let value = net.add_gradient(&input, target, 1.0 / 32.0, &mut gradient);
                if round >= 380 {
                    miss += (value - target).powi(2) / 640.0;
                }
            }
            adam.step(net.weights_mut(), &gradient, &config);
        }
        assert!(miss < 0.02, "{miss}");
    }
}
