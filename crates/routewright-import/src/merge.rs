//! Places near each other taken together, for a city with fewer nodes.

use routewright_io::Zone;

use routewright_streets::Nearest;
use routewright_streets::geometry::distance;

/// The place that each is merged into; a place that is kept names itself.
///
/// The busiest place is kept, then the busiest of those farther than `metres` from it, and so on; every other one is
/// merged into the nearest that is kept. Kept places are at least that far apart, and none moves farther.
pub(crate) fn centres(weights: &[f64], places: &[[f64; 2]], metres: f64) -> Vec<usize> {
    let all = Nearest::new(metres, places.iter().copied().zip(0..));
    let mut busiest: Vec<usize> = (0..places.len()).collect();
    busiest.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
    let mut centre_of: Vec<Option<usize>> = vec![None; places.len()];
    for at in busiest {
        if centre_of[at].is_some_and(|centre| centre != at) {
            continue;
        }
        for (near, away) in all.within(places[at], metres) {
            let near = near as usize;
            let is_nearer = centre_of[near].is_none_or(|other| away < distance(places[other], places[near]));
            if is_nearer {
                centre_of[near] = Some(at);
            }
        }
    }
    centre_of.into_iter().enumerate().map(|(at, centre)| centre.unwrap_or(at)).collect()
}

/// Adds the people, jobs, other numbers and area of another zone; the position stays.
pub(crate) fn absorb(zone: &mut Zone, other: &Zone) {
    zone.production += other.production;
    zone.attraction += other.attraction;
    zone.rings.extend(other.rings.iter().cloned());
    for (value, other) in zone.values.iter_mut().zip(&other.values) {
        *value = match (*value, *other) {
            (None, None) => None,
            (a, b) => Some(a.unwrap_or(0.0) + b.unwrap_or(0.0)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(weight: f64) -> Zone {
        Zone { production: weight, attraction: 1.0, ..Zone::default() }
    }

    #[test]
    fn zones_go_to_the_nearest_of_the_busiest() {
        // In a row, 100 m apart; the second and the fifth are busiest.
        let places: Vec<[f64; 2]> = (0..6).map(|at| [100.0 * f64::from(at), 0.0]).collect();
        let weights = [2.0, 9.0, 1.0, 1.0, 5.0, 1.0];
        assert_eq!(centres(&weights, &places, 150.0), [1, 1, 1, 4, 4, 4]);
        // The fourth is within 250 m of both, and nearer to the fifth.
        assert_eq!(centres(&weights, &places, 250.0), [1, 1, 1, 4, 4, 4]);
        assert_eq!(centres(&weights, &places, 50.0), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn people_and_jobs_add_up() {
        let mut one = zone(3.0);
        absorb(&mut one, &zone(4.0));
        assert_eq!((one.production, one.attraction), (7.0, 2.0));
    }
}
