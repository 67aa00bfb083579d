//! Where along its course a line stops.

use routewright_model::Position;
use routewright_model::geography::{METRES_PER_DEGREE, longitude_scale};

use super::shape::LEAST_STEP;

/// A stop lies this many metres beside its course at most.
const FARTHEST: f64 = 90.0;

/// Metres from the start of a course to every stop, growing from stop to stop, such that stops lie as near to their
/// places as the order allows. `None` if a stop is too far away, or the course too short for them.
pub(crate) fn places_along(course: &[(Position, f64)], stops: &[Position]) -> Option<Vec<f64>> {
    let total = course.last()?.1;
    if course.len() < 2 || total < LEAST_STEP * stops.len() as f64 {
        return None;
    }
    let candidates: Vec<Vec<Foot>> = stops.iter().map(|&stop| feet(course, stop)).collect();
    let chosen = in_order(&candidates)?;
    if chosen.iter().any(|foot| foot.metres > FARTHEST) {
        return None;
    }
    let mut places: Vec<f64> = chosen.iter().map(|foot| foot.along).collect();
    for at in 1..places.len() {
        places[at] = places[at].max(places[at - 1] + LEAST_STEP);
    }
    let mut most = total;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - LEAST_STEP;
    }
    Some(places)
}

/// The nearest point of a part of the course.
#[derive(Clone, Copy)]
struct Foot {
    /// Metres from the start of the course.
    along: f64,
    /// Metres from the stop.
    metres: f64,
}

/// The nearest point of every part between two points of the course.
fn feet(course: &[(Position, f64)], stop: Position) -> Vec<Foot> {
    let scale = longitude_scale(stop.y);
    let local = |place: Position| {
        [(place.x - stop.x) * METRES_PER_DEGREE * scale, (place.y - stop.y) * METRES_PER_DEGREE]
    };
    let foot = |part: &[(Position, f64)]| {
        let ([ax, ay], [bx, by]) = (local(part[0].0), local(part[1].0));
        let (dx, dy) = (bx - ax, by - ay);
        let square = dx * dx + dy * dy;
        let share = if square > 0.0 { (-(ax * dx + ay * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
        let along = part[0].1 + share * (part[1].1 - part[0].1);
        Foot { along, metres: (ax + share * dx).hypot(ay + share * dy) }
    };
    course.windows(2).map(foot).collect()
}

/// One foot per stop, none before the one of the stop before, with the least sum of squared distances.
fn in_order(candidates: &[Vec<Foot>]) -> Option<Vec<Foot>> {
    let parts = candidates.first()?.len();
    let square = |foot: Foot| foot.metres * foot.metres;
    let mut costs: Vec<f64> = candidates[0].iter().map(|&foot| square(foot)).collect();
    // The part of the stop before, for every stop but the first and every part.
    let mut before: Vec<Vec<usize>> = Vec::new();
    for (at, feet) in candidates.iter().enumerate().skip(1) {
        let mut best: Option<usize> = None;
        let (mut next, mut from) = (vec![f64::INFINITY; parts], vec![0; parts]);
        for (part, &foot) in feet.iter().enumerate() {
            let is_behind = candidates[at - 1][part].along <= foot.along;
            let same = is_behind.then_some(part);
            let found = [best, same].into_iter().flatten().min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            if let Some(found) = found {
                (next[part], from[part]) = (costs[found] + square(foot), found);
            }
            if best.is_none_or(|best| costs[part] < costs[best]) {
                best = Some(part);
            }
        }
        costs = next;
        before.push(from);
    }
    let mut part = (0..parts).min_by(|&a, &b| costs[a].total_cmp(&costs[b]))?;
    let mut chosen = vec![candidates[candidates.len() - 1][part]];
    for (at, from) in before.iter().enumerate().rev() {
        part = from[part];
        chosen.push(candidates[at][part]);
    }
    chosen.reverse();
    costs.iter().any(|cost| cost.is_finite()).then_some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A course along the equator in steps of metres.
    fn course(metres: &[f64]) -> Vec<(Position, f64)> {
        let mut covered = 0.0;
        let mut last = metres[0];
        let mut point = |&x: &f64| {
            covered += (x - last).abs();
            last = x;
            (Position { x: x / METRES_PER_DEGREE, y: 0.0 }, covered)
        };
        metres.iter().map(&mut point).collect()
    }

    fn stops(metres: &[f64]) -> Vec<Position> {
        metres.iter().map(|x| Position { x: x / METRES_PER_DEGREE, y: 20.0 / METRES_PER_DEGREE }).collect()
    }

    fn check(points: &[f64], at: &[f64], expected: &[f64]) {
        let found = places_along(&course(points), &stops(at)).unwrap();
        assert!(
            found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-3) && found.len() == expected.len(),
            "{found:?}"
        );
    }

    #[test]
    fn stops_keep_their_order_where_a_course_returns() {
        // Out and back over the same street: the last stop is the first one again.
        check(
            &[0.0, 500.0, 1000.0, 0.0],
            &[0.0, 700.0, 1000.0, 300.0, 0.0],
            &[0.0, 700.0, 1000.0, 1700.0, 2000.0],
        );
        // The same stop twice in a row is twice on the way.
        check(&[0.0, 1000.0], &[400.0, 400.0, 1000.0, 1000.0], &[400.0, 400.1, 999.9, 1000.0]);
    }

    #[test]
    fn courses_of_other_lines_are_refused() {
        assert!(places_along(&course(&[0.0, 1000.0]), &stops(&[0.0, 1200.0])).is_none());
        assert!(places_along(&course(&[0.0, 1000.0]), &stops(&[900.0, 100.0])).is_none());
        assert!(places_along(&course(&[0.0, 0.05]), &stops(&[0.0, 0.0])).is_none());
        assert!(places_along(&[], &stops(&[0.0, 0.0])).is_none());
    }
}
