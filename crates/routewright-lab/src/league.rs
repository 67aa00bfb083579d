//! Places among published results.

/// The place of a figure among others, where lower is better: one more than the number of better ones. Figures
/// that differ by less than half of the last published digit share a place.
pub fn place(ours: f64, others: impl IntoIterator<Item = f64>, digit: f64) -> usize {
    1 + others.into_iter().filter(|other| *other < ours - digit / 2.0).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_figures_stand_before_ours() {
        let published = [10.27, 10.25, 10.18, 10.19];
        assert_eq!(place(10.1798, published, 0.01), 1);
        assert_eq!(place(10.184, published, 0.01), 1);
        assert_eq!(place(10.20, published, 0.01), 3);
        assert_eq!(place(11.0, published, 0.01), 5);
        assert_eq!(place(1.0, [], 0.01), 1);
    }
}
