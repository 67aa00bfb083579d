//! The nearest of many points.

use std::collections::HashMap;

use crate::geometry::distance;

/// Points in metres, sorted into squares.
#[derive(Debug)]
pub struct Nearest {
    square: f64,
    squares: HashMap<(i64, i64), Vec<u32>>,
    points: Vec<([f64; 2], u32)>,
}

impl Nearest {
    /// Points and the numbers they are known by; `square` is about the distance asked for.
    pub fn new(square: f64, points: impl Iterator<Item = ([f64; 2], u32)>) -> Self {
        let square = square.max(1.0);
        let mut nearest = Self { square, squares: HashMap::new(), points: points.collect() };
        for (index, &(place, _)) in nearest.points.iter().enumerate() {
            nearest.squares.entry(key(place, square)).or_default().push(index as u32);
        }
        nearest
    }

    /// The nearest point within `most` metres and how far it is; among equals the one given first.
    pub fn find(&self, place: [f64; 2], most: f64) -> Option<(u32, f64)> {
        let (x, y) = key(place, self.square);
        let reach = (most / self.square).ceil() as i64;
        let mut best: Option<(f64, u32)> = None;
        for ring in 0..=reach {
            // Anything in this ring or beyond is at least this far away.
            if best.is_some_and(|(away, _)| away <= (ring - 1).max(0) as f64 * self.square) {
                break;
            }
            for (dx, dy) in ring_around(ring) {
                for &index in self.squares.get(&(x + dx, y + dy)).into_iter().flatten() {
                    let away = distance(place, self.points[index as usize].0);
                    if away <= most && best.is_none_or(|best| (away, index) < best) {
                        best = Some((away, index));
                    }
                }
            }
        }
        best.map(|(away, index)| (self.points[index as usize].1, away))
    }

    /// All points within `most` metres and how far they are, in the order they were given.
    pub fn within(&self, place: [f64; 2], most: f64) -> Vec<(u32, f64)> {
        let (x, y) = key(place, self.square);
        let reach = (most / self.square).ceil() as i64;
        let squares = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (x + dx, y + dy)));
        let mut found: Vec<(u32, f64)> = squares
            .flat_map(|square| self.squares.get(&square).into_iter().flatten())
            .map(|&index| (index, distance(place, self.points[index as usize].0)))
            .filter(|(_, away)| *away <= most)
            .collect();
        found.sort_by_key(|(index, _)| *index);
        found.into_iter().map(|(index, away)| (self.points[index as usize].1, away)).collect()
    }
}

fn key([x, y]: [f64; 2], square: f64) -> (i64, i64) {
    ((x / square).floor() as i64, (y / square).floor() as i64)
}

/// The squares exactly `ring` steps away.
fn ring_around(ring: i64) -> impl Iterator<Item = (i64, i64)> {
    (-ring..=ring).flat_map(move |dx| {
        let step = if dx.abs() == ring { 1 } else { (2 * ring).max(1) };
        (-ring..=ring).step_by(step as usize).map(move |dy| (dx, dy))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_found_wherever_it_lies() {
        let points: Vec<[f64; 2]> =
            (0..400).map(|i| [f64::from(i * 7919 % 1009), f64::from(i * 104_729 % 997)]).collect();
        let nearest = Nearest::new(50.0, points.iter().copied().zip(0..));
        for i in 0..200 {
            let place = [f64::from(i * 37 % 1100), f64::from(i * 53 % 1100)];
            for most in [20.0, 90.0, 2000.0] {
                let expected =
                    points.iter().map(|&point| distance(place, point)).fold(f64::INFINITY, f64::min);
                let expected = (expected <= most).then_some(expected);
                assert_eq!(nearest.find(place, most).map(|(_, away)| away), expected);
                let near = points.iter().filter(|&&point| distance(place, point) <= most).count();
                assert_eq!(nearest.within(place, most).len(), near);
            }
        }
    }
}
