//! How much a set of trades dominates.

/// The area that points dominate within a box, as a share of the box (the hypervolume in two dimensions, reference
/// corner at the upper ends). Of each pair of coordinates the less is the better; points are clipped to the box.
pub fn hypervolume(points: &[[f64; 2]], region: [(f64, f64); 2]) -> f64 {
    let scaled = |value: f64, (least, most): (f64, f64)| ((value - least) / (most - least)).clamp(0.0, 1.0);
    let mut points: Vec<[f64; 2]> =
        points.iter().map(|point| [scaled(point[0], region[0]), scaled(point[1], region[1])]).collect();
    points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut area, mut floor) = (0.0, 1.0_f64);
    for [x, y] in points {
        area += (1.0 - x) * (floor - y).max(0.0);
        floor = floor.min(y);
    }
    area
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_follow_from_arithmetic() {
        let region = [(10.0, 20.0), (100.0, 200.0)];
        assert_eq!(hypervolume(&[], region), 0.0);
        // The middle of the box dominates a quarter of it.
        assert_eq!(hypervolume(&[[15.0, 150.0]], region), 0.25);
        // A worse one adds nothing, nor does one outside; one at the lower corner has it all.
        assert_eq!(hypervolume(&[[16.0, 150.0], [15.0, 150.0], [25.0, 90.0]], region), 0.25);
        assert_eq!(hypervolume(&[[9.0, 50.0]], region), 1.0);
        // Two steps: 0.75 x 0.25 on the one, 0.25 x 0.5 below it on the other.
        let steps = [[17.5, 125.0], [12.5, 175.0]];
        assert!((hypervolume(&steps, region) - (0.75 * 0.25 + 0.25 * 0.5)).abs() < 1e-12);
    }
}
