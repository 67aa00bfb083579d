//! Which network of a front to take.

/// The point furthest below the straight line between the ends of a front, both objectives scaled by the extent
/// of the front: beyond it, a little less of one costs much of the other. Less is better. `None` where there are no
/// points.
pub fn knee(points: &[[f64; 2]]) -> Option<usize> {
    let [first, second] = [0, 1].map(|of| reach(points, of));
    // Scaled so, the line between the ends is where the sum is one.
    let sum = |point: &[f64; 2]| (point[0] - first.0) / first.1 + (point[1] - second.0) / second.1;
    (0..points.len()).min_by(|&a, &b| sum(&points[a]).total_cmp(&sum(&points[b])))
}

/// The point that lies closest to the best and furthest from the worst of both objectives: TOPSIS (Hwang and Yoon,
/// 1981). Objectives are divided by the root of their sum of squares and multiplied by their weights; the closeness of
/// a point is d- / (d+ + d-), its distances from the worst and the best. `None` where there are no points.
pub fn closest_to_ideal(points: &[[f64; 2]], weights: [f64; 2]) -> Option<usize> {
    let factor = |of: usize| {
        let norm = points.iter().map(|point| point[of] * point[of]).sum::<f64>().sqrt();
        weights[of] / if norm > 0.0 { norm } else { 1.0 }
    };
    let factors = [factor(0), factor(1)];
    let [(best_0, reach_0), (best_1, reach_1)] = [0, 1].map(|of| reach(points, of));
    let closeness = |point: &[f64; 2]| {
        let [from_best, from_worst] = [(best_0, best_1), (best_0 + reach_0, best_1 + reach_1)]
            .map(|(x, y)| (factors[0] * (point[0] - x)).hypot(factors[1] * (point[1] - y)));
        from_worst / (from_best + from_worst)
    };
    (0..points.len()).max_by(|&a, &b| closeness(&points[a]).total_cmp(&closeness(&points[b])))
}

/// The least value of an objective, and how far it is to the most; never 0.
fn reach(points: &[[f64; 2]], of: usize) -> (f64, f64) {
    let values = || points.iter().map(|point| point[of]);
    let (least, most) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    (least, if most > least { most - least } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRONT: [[f64; 2]; 5] = [[10.0, 400.0], [11.0, 300.0], [12.0, 140.0], [16.0, 120.0], [30.0, 100.0]];

    #[test]
    fn the_knee_is_furthest_from_the_line_between_the_ends() {
        // Scaled: (0, 1), (0.05, 0.67), (0.1, 0.13), (0.3, 0.07), (1, 0).
        assert_eq!(knee(&FRONT), Some(2));
        assert_eq!(knee(&FRONT[..1]), Some(0));
        assert_eq!(knee(&[]), None);
    }

    #[test]
    fn weights_draw_the_choice_to_their_side() {
        assert_eq!(closest_to_ideal(&FRONT, [1.0, 0.0]), Some(0));
        assert_eq!(closest_to_ideal(&FRONT, [0.0, 1.0]), Some(4));
        assert_eq!(closest_to_ideal(&FRONT, [0.5, 0.5]), Some(2));
        assert_eq!(closest_to_ideal(&FRONT[..1], [0.5, 0.5]), Some(0));
        assert_eq!(closest_to_ideal(&[], [0.5, 0.5]), None);
    }

    #[test]
    fn closeness_follows_from_arithmetic() {
        // Norms are 5 and 5; the best is (3, 3), the worst (4, 4). At weights 2 and 1 the distances of the first are
        // 1/5 from the best and 2/5 from the worst, those of the second the other way round.
        assert_eq!(closest_to_ideal(&[[3.0, 4.0], [4.0, 3.0]], [2.0, 1.0]), Some(0));
        assert_eq!(closest_to_ideal(&[[3.0, 4.0], [4.0, 3.0]], [1.0, 2.0]), Some(1));
    }
}
