//! A stop goes over from one route to the other.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::random::below;
use super::{MoveContext, PairMove};

/// Takes a stop off one route and adds it to the other, wherever links allow.
#[derive(Clone, Copy, Debug)]
pub struct HandOver;

impl PairMove for HandOver {
    fn name(&self) -> &'static str {
        "hand-over"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: [&[NodeId]; 2],
        [one, two]: &mut [Vec<NodeId>; 2],
    ) -> bool {
        let (city, limits) = (context.city(), context.limits());
        if one.len() <= limits.min_stops().max(2) || two.len() >= limits.max_stops() {
            return false;
        }
        let linked = |from: NodeId, to: NodeId| city.link_time(from, to).is_some();
        let at = below(rng, one.len());
        let is_inner = at > 0 && at + 1 < one.len();
        if two.contains(&one[at]) || (is_inner && !linked(one[at - 1], one[at + 1])) {
            return false;
        }
        let stop = one.remove(at);
        // Try the places on the other route from a random one onwards.
        let places = two.len() + 1;
        let first = below(rng, places);
        let place = (0..places).map(|step| (first + step) % places).find(|&place| {
            (place == 0 || linked(two[place - 1], stop)) && (place == two.len() || linked(stop, two[place]))
        });
        let Some(place) = place else { return false };
        two.insert(place, stop);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::HandOver;
    use crate::moves::check::{city, grid, pair_outcomes, problem};

    #[test]
    fn ends_go_over_to_either_end_of_the_other() {
        // 0 1 2
        // 3 4 5
        // 6 7 8
        // Of 0-1-2 the ends 0 and 2 may go; 0 is linked to 3, 2 to 5: both ends of the other.
        let problem = grid(3, 3, 2, 4);
        assert_eq!(
            pair_outcomes(&problem, &HandOver, [&[0, 1, 2], &[3, 4, 5]]),
            ["0-1 3-4-5-2", "1-2 0-3-4-5"]
        );
    }

    #[test]
    fn an_inner_stop_goes_between_two_others_where_all_are_linked() {
        // 0-1-2 is a triangle and so is 1-3-4: the inner stop 1 goes over.
        let problem = problem(city(5, &[(0, 1), (1, 2), (0, 2), (1, 3), (1, 4), (3, 4)]), 2, 4);
        let found = pair_outcomes(&problem, &HandOver, [&[0, 1, 2], &[3, 4]]);
        assert_eq!(found, ["0-2 1-3-4", "0-2 3-1-4", "0-2 3-4-1"]);
    }

    #[test]
    fn limits_hold_on_both_sides() {
        assert!(pair_outcomes(&grid(3, 3, 3, 4), &HandOver, [&[0, 1, 2], &[3, 4, 5]]).is_empty());
        assert!(pair_outcomes(&grid(3, 3, 2, 3), &HandOver, [&[0, 1, 2], &[3, 4, 5]]).is_empty());
        // All stops of the first are on the second.
        assert!(pair_outcomes(&grid(3, 3, 2, 9), &HandOver, [&[0, 1, 2], &[3, 0, 1, 2, 5]]).is_empty());
    }
}
