//! Statistics over several runs.

/// Mean and spread of a figure over runs with different seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Number of runs.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Standard deviation of the sample; none for a single run.
    pub deviation: Option<f64>,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
}

/// The spread of some figures; `None` without any.
pub fn spread(figures: impl IntoIterator<Item = f64>) -> Option<Spread> {
    let figures: Vec<f64> = figures.into_iter().collect();
    let count = figures.len();
    let mean = figures.iter().sum::<f64>() / count as f64;
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    let least = figures.iter().copied().reduce(f64::min)?;
    let most = figures.iter().copied().reduce(f64::max)?;
    let deviation = (count > 1).then(|| (squares / (count - 1) as f64).sqrt());
    Some(Spread { count, mean, deviation, least, most })
}

/// How likely a split at least as uneven as this is if either side were as likely to win (two-sided sign test; ties do
/// not count). 1 without any decision.
pub fn sign_test(wins: usize, losses: usize) -> f64 {
    let (count, fewer) = (wins + losses, wins.min(losses));
    // The probability of k wins follows from that of k - 1; in logarithms, which do not underflow.
    let mut logarithm = -(count as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=fewer {
        if k > 0 {
            logarithm += ((count - k + 1) as f64 / k as f64).ln();
        }
        tail += logarithm.exp();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations_follow_from_arithmetic() {
        let spread_of = spread([2.0, 4.0, 4.0, 6.0]).unwrap();
        assert_eq!((spread_of.mean, spread_of.least, spread_of.most, spread_of.count), (4.0, 2.0, 6.0, 4));
        assert!((spread_of.deviation.unwrap() - (8.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(spread([1.5]).unwrap().deviation, None);
        assert_eq!(spread([]), None);
    }

    #[test]
    fn uneven_splits_are_unlikely() {
        let is = |wins, losses, expected: f64| {
            let found = sign_test(wins, losses);
            assert!((found - expected).abs() < 1e-12, "{wins}:{losses} gives {found}, not {expected}");
        };
        is(0, 0, 1.0);
        is(3, 3, 1.0);
        // Five heads or five tails in five throws: two of 32.
        is(5, 0, 2.0 / 32.0);
        is(0, 5, 2.0 / 32.0);
        is(9, 1, 22.0 / 1024.0);
        assert!(sign_test(3000, 0) < 1e-300 && sign_test(1500, 1501) > 1.0 - 1e-9);
    }
}
