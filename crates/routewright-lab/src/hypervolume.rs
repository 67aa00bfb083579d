//! How good a set of networks is that trades riders' time against operating cost.

/// The range of both objectives; figures are scaled to it and cut off at its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box2 {
    /// Least and most of the mean trip (C_p), minutes.
    pub cp: (f64, f64),
    /// Least and most of the route time (C_o), minutes.
    pub co: (f64, f64),
}

/// The share of the box that is dominated by some point: 0 is nothing, 1 everything. The reference corner is
/// the worst of both objectives.
pub fn hypervolume(points: &[(f64, f64)], within: &Box2) -> f64 {
    let finite = points.iter().filter(|(cp, co)| cp.is_finite() && co.is_finite());
    let points: Vec<[f64; 2]> = finite.map(|&(cp, co)| [cp, co]).collect();
    routewright_search::hypervolume(&points, [within.cp, within.co])
}

/// The points that no other point is as good as in both and better in one, by rising mean trip. Points that
/// are equal are there once.
pub fn non_dominated(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<(f64, f64)> =
        points.iter().copied().filter(|(cp, co)| cp.is_finite() && co.is_finite()).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut lowest = f64::INFINITY;
    sorted.retain(|&(_, co)| {
        let is_better = co < lowest;
        lowest = lowest.min(co);
        is_better
    });
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Box2 = Box2 { cp: (0.0, 10.0), co: (100.0, 200.0) };

    #[test]
    fn areas_follow_from_arithmetic() {
        assert_eq!(hypervolume(&[], &UNIT), 0.0);
        // A quarter of the box, then two steps: 0.8 * 0.5 + 0.5 * (0.5 - 0.2) ...
        assert_eq!(hypervolume(&[(5.0, 150.0)], &UNIT), 0.25);
        let steps = [(2.0, 150.0), (5.0, 120.0), (6.0, 160.0)];
        assert!((hypervolume(&steps, &UNIT) - (0.8 * 0.5 + 0.5 * 0.3)).abs() < 1e-12);
        // Beyond the box counts as its side, outside the reference corner as nothing.
        assert_eq!(hypervolume(&[(-3.0, 90.0)], &UNIT), 1.0);
        assert_eq!(hypervolume(&[(11.0, 100.0), (0.0, 250.0)], &UNIT), 0.0);
    }

    #[test]
    fn dominated_points_are_left_out() {
        let points = [(3.0, 3.0), (1.0, 5.0), (3.0, 2.0), (1.0, 5.0), (2.0, 5.0), (f64::NAN, 0.0)];
        assert_eq!(non_dominated(&points), [(1.0, 5.0), (3.0, 2.0)]);
    }
}
