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
}
