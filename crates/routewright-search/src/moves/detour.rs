//! A stretch by way of another neighbour.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::random::pick;
use super::stretch::Stretch;
use super::{Move, MoveContext};

/// Replaces a stretch by a random neighbour of its first stop and the fastest way from there to its last.
#[derive(Clone, Copy, Debug)]
pub struct Detour;

impl Move for Detour {
    fn name(&self) -> &'static str {
        "detour"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let Some(stretch) = Stretch::draw(rng, stops) else { return false };
        let Some((via, _)) = pick(rng, context.city().links_from(stops[stretch.from])) else { return false };
        !stops.contains(&via) && stretch.replace(context, stops, via, draft)
    }
}

#[cfg(test)]
mod tests {
    use super::Detour;
    use crate::moves::check::{city, grid, outcomes, problem};

    #[test]
    fn stretches_go_by_way_of_free_neighbours() {
        // A ladder: 0-1-2 above, 3-4-5 below. From 0 the only free neighbour is 3, from 1 it is 4.
        //   0 1 2
        //   3 4 5
        // Fastest from 3 to 2: ties go to fewer stops, then to the smaller index, so by 0 or 4; either way a stop of
        // the stretch may come back.
        let found = outcomes(&grid(3, 2, 2, 6), &Detour, &[0, 1, 4]);
        assert_eq!(found, ["0-3-4"]);
    }

    #[test]
    fn the_way_back_may_take_several_stops() {
        // A ring of six and nothing else: the detour around 1 is the other way round.
        let ring = city(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]);
        // From 5 to 2 it is three legs either way; by the smaller index it goes over 0, which is on the route. From
        // 5 to 3 it is two legs, by 4.
        let problem = problem(ring, 2, 6);
        assert_eq!(outcomes(&problem, &Detour, &[0, 1, 2, 3]), ["0-5-4-3"]);
        assert!(outcomes(&problem, &Detour, &[0, 1, 2]).is_empty());
        assert!(outcomes(&problem, &Detour, &[0, 1]).is_empty());
    }

    #[test]
    fn a_detour_must_fit_the_limits() {
        // 0-2 by 1, or by 3-4-5.
        let links = [(0, 1), (1, 2), (0, 3), (3, 4), (4, 5), (5, 2)];
        let wide = problem(city(6, &links), 2, 5);
        // From 3 to 2 it is three legs by 4 and 5 and three by 0 and 1; the smaller index goes back over 0.
        assert!(outcomes(&wide, &Detour, &[0, 1, 2]).is_empty());
        let links = [(0, 1), (1, 2), (2, 6), (6, 7), (0, 3), (3, 4), (4, 2)];
        for (most, expected) in [(6, &["0-3-4-2-6-7"][..]), (5, &[])] {
            let problem = problem(city(8, &[&links[..], &[(5, 7)]].concat()), 2, most);
            assert_eq!(outcomes(&problem, &Detour, &[0, 1, 2, 6, 7]), expected, "at most {most} stops");
        }
    }
}
