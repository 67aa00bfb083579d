//! Selection: which networks survive a round, and whose offspring replaces the others.

use rand::{Rng, RngExt};

/// For each network, the one that is in its place after the selection stage of algorithm 1:
///
/// O_b = (C_max − C_b) / (C_max − C_min), s_b ~ Bernoulli(1 − e^−O_b), p_b = O_b s_b / sum of O s;
/// those with s = 0 are replaced by offspring of b' with probability p_b'. If none survives, nothing changes.
///
/// Settled here: if all costs are equal, O is not defined and nothing changes.
pub(super) fn select(costs: &[f64], rng: &mut impl Rng) -> Vec<usize> {
    let unchanged: Vec<usize> = (0..costs.len()).collect();
    let highest = costs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = costs.iter().copied().fold(f64::INFINITY, f64::min);
    if highest <= lowest {
        return unchanged;
    }
    let fitness = |cost: &f64| (highest - cost) / (highest - lowest);
    let weights: Vec<f64> = costs
        .iter()
        .map(fitness)
        .map(|fitness| if rng.random::<f64>() < 1.0 - libm::exp(-fitness) { fitness } else { 0.0 })
        .collect();
    // A network that survives has fitness: the worst, with none, never does.
    let total: f64 = weights.iter().sum();
    let Some(last) = weights.iter().rposition(|&weight| weight > 0.0) else { return unchanged };
    let mut parent = || {
        let mut rest = rng.random::<f64>() * total;
        let found = weights.iter().position(|weight| {
            rest -= weight;
            rest < 0.0
        });
        found.unwrap_or(last)
    };
    unchanged.into_iter().map(|at| if weights[at] > 0.0 { at } else { parent() }).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn equal_networks_stay() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert_eq!(select(&[2.0; 4], &mut rng), [0, 1, 2, 3]);
        assert_eq!(select(&[2.0], &mut rng), [0]);
    }

    #[test]
    fn frequencies_are_as_printed() {
        // Fitness 1, 1/2 and 0: the first two survive with 1 - 1/e and 1 - 1/sqrt(e), the third never.
        const ROUNDS: u32 = 40_000;
        let [survive, half] = [1.0, 0.5].map(|fitness: f64| 1.0 - libm::exp(-fitness));
        let mut counts = [[0u32; 3]; 3];
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..ROUNDS {
            for (at, parent) in select(&[1.0, 2.0, 3.0], &mut rng).into_iter().enumerate() {
                counts[at][parent] += 1;
            }
        }
        let nobody = (1.0 - survive) * (1.0 - half);
        let only_first = survive * (1.0 - half);
        let only_second = (1.0 - survive) * half;
        let both = survive * half;
        let expected = [
            [survive + nobody, only_second, 0.0],
            [only_first, half + nobody, 0.0],
            [only_first + both * 2.0 / 3.0, only_second + both / 3.0, nobody],
        ];
        for (counts, expected) in counts.iter().zip(expected) {
            for (&count, share) in counts.iter().zip(expected) {
                assert!((f64::from(count) / f64::from(ROUNDS) - share).abs() < 0.01, "{counts:?}");
            }
        }
    }
}
