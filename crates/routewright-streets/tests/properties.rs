//! Laws on random street maps: a grid with missing and one-way streets and turn restrictions.

mod support;

use proptest::prelude::*;
use routewright_io::{OsmStreets, OsmWay};
use routewright_streets::{
    CourseChecker, PieceId, Router, StopSite, Streets, TurnBan, TurnKind, check_course,
};
use support::STEP;

/// Each street of a grid: 0 missing, 1 and 2 one-way, else two-way.
fn grid(side: u32, kinds: &[u8], bans: &[(u8, u8, bool)]) -> Streets {
    let place = |x: u32, y: u32| y * side + x;
    let places = (0..side * side).map(|at| [f64::from(at % side) * STEP, f64::from(at / side) * STEP]);
    let mut osm = OsmStreets { places: places.collect(), ..OsmStreets::default() };
    let mut kind = kinds.iter().cycle();
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        for (to_x, to_y) in [(x + 1, y), (x, y + 1)] {
            if to_x == side || to_y == side {
                continue;
            }
            let oneway = match kind.next().unwrap() {
                0 => continue,
                1 => "yes",
                2 => "-1",
                _ => "no",
            };
            let tags = [("highway".into(), "primary".into()), ("oneway".into(), oneway.into())].into();
            let id = osm.ways.len() as i64 + 1;
            osm.ways.push(OsmWay { id, places: vec![place(x, y), place(to_x, to_y)], tags });
        }
    }
    let ways = osm.ways.len().max(1);
    let bans = bans.iter().filter_map(|&(from, to, is_only)| {
        let (from, to) = (osm.ways.get(usize::from(from) % ways)?, osm.ways.get(usize::from(to) % ways)?);
        let via = *from.places.iter().find(|place| to.places.contains(place))?;
        let kind = if is_only { TurnKind::Only } else { TurnKind::No };
        Some(TurnBan { from_way: from.id, via, to_way: to.id, kind })
    });
    let bans: Vec<TurnBan> = bans.collect();
    Streets::from_osm(&osm, &bans, 1.3).0
}

prop_compose! {
    fn any_streets(side: std::ops::Range<u32>)(
        side in side,
        kinds in prop::collection::vec(0_u8..8, 40),
        bans in prop::collection::vec((any::<u8>(), any::<u8>(), prop::bool::weighted(0.2)), 0..30),
    ) -> Streets {
        grid(side, &kinds, &bans)
    }
}

/// Sites of usable pieces, chosen by numbers.
fn sites(streets: &Streets, picks: &[Vec<u16>]) -> Option<Vec<StopSite>> {
    let all = (0..streets.pieces().len() as u32).map(PieceId);
    let usable: Vec<PieceId> = all.filter(|&id| streets.piece(id).is_usable).collect();
    let pick = |pick: &u16| usable.get(usize::from(*pick) % usable.len().max(1)).copied();
    let site = |picks: &Vec<u16>| StopSite::new(streets, picks.iter().map(pick).collect::<Option<Vec<_>>>()?);
    picks.iter().map(site).collect()
}

/// Fastest times between all pieces, by relaxing until nothing changes.
fn all_times(streets: &Streets) -> Vec<Vec<u64>> {
    let n = streets.pieces().len();
    let from_one = |start: usize| {
        let mut times = vec![u64::MAX; n];
        times[start] = 0;
        loop {
            let before = times.clone();
            for at in (0..n).filter(|&at| before[at] != u64::MAX) {
                for next in streets.next(PieceId(at as u32)) {
                    let reached = before[at] + u64::from(next.milliseconds);
                    times[next.piece.index()] = times[next.piece.index()].min(reached);
                }
            }
            if times == before {
                return times;
            }
        }
    };
    (0..n).map(from_one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn laid_out_courses_are_legal_and_add_up(
        streets in any_streets(3..7),
        picks in prop::collection::vec(prop::collection::vec(any::<u16>(), 1..4), 2..8),
    ) {
        let Some(sites) = sites(&streets, &picks) else { return Ok(()) };
        let sites: Vec<&StopSite> = sites.iter().collect();
        let course = Router::new(&streets).lay_out(&sites).expect("usable pieces can be reached");
        prop_assert_eq!(check_course(streets.parts(), &course.points()), vec![]);
        let mut at = course.anchors[0];
        for ((leg, site), anchor) in course.legs.iter().zip(&sites[1..]).zip(&course.anchors[1..]) {
            let (mut milliseconds, mut metres) = (0, 0.0);
            prop_assert_eq!(leg.points[0], streets.stop_place(at));
            for &piece in &leg.pieces {
                let next = streets.next(at).iter().find(|next| next.piece == piece);
                milliseconds += next.expect("each piece may follow the one before").milliseconds;
                metres += streets.piece(piece).metres;
                prop_assert_ne!(Some(piece), streets.reverse(at));
                at = piece;
            }
            prop_assert_eq!(milliseconds, leg.milliseconds);
            prop_assert!((metres - leg.metres).abs() < 1e-6);
            prop_assert_eq!(at, *anchor);
            prop_assert!(site.anchors().contains(anchor));
            prop_assert_eq!(*leg.points.last().unwrap(), streets.stop_place(at));
        }
    }

    #[test]
    fn no_course_over_any_anchors_is_faster(
        streets in any_streets(3..4),
        picks in prop::collection::vec(prop::collection::vec(any::<u16>(), 1..4), 2..5),
    ) {
        let Some(sites) = sites(&streets, &picks) else { return Ok(()) };
        let times = all_times(&streets);
        // All choices of anchors, one after the other.
        let mut totals: Vec<(PieceId, u64)> = sites[0].anchors().iter().map(|&at| (at, 0)).collect();
        for site in &sites[1..] {
            totals = totals.iter().flat_map(|&(from, time)| {
                let times = &times[from.index()];
                site.anchors().iter().map(move |&to| (to, time + times[to.index()]))
            }).collect();
        }
        let sites: Vec<&StopSite> = sites.iter().collect();
        let course = Router::new(&streets).lay_out(&sites).unwrap();
        prop_assert_eq!(Some(course.milliseconds()), totals.iter().map(|total| total.1).min());
    }

    #[test]
    fn searches_equal_relaxing_and_heed_their_limit(
        streets in any_streets(3..5),
        picks in prop::collection::vec(prop::collection::vec(any::<u16>(), 1..4), 4),
        most in 1_000_u32..120_000,
    ) {
        let Some(sites) = sites(&streets, &picks) else { return Ok(()) };
        let times = all_times(&streets);
        let targets: Vec<&StopSite> = sites[1..].iter().collect();
        let mut router = Router::new(&streets);
        // The second search uses the buffers of the first.
        for limit in [most, u32::MAX] {
            for from in [sites[0].anchors(), &sites[0].anchors()[..1]] {
                let ways = router.ways(from, &targets, limit);
                for (way, &to) in ways.iter().flatten().zip(targets.iter().flat_map(|site| site.anchors())) {
                    let fastest = from.iter().map(|at| times[at.index()][to.index()]).min().unwrap();
                    let expected = Some(fastest).filter(|&time| time <= u64::from(limit));
                    prop_assert_eq!(way.as_ref().map(|way| u64::from(way.milliseconds)), expected);
                }
            }
        }
    }

    #[test]
    fn courses_driven_backwards_are_found_out(streets in any_streets(4..7), pick in any::<u16>()) {
        // A straight one-way street, driven the wrong way.
        let pieces = || streets.pieces().iter().enumerate();
        let one_way: Vec<_> =
            pieces().filter(|(at, _)| streets.reverse(PieceId(*at as u32)).is_none()).collect();
        if let Some((_, piece)) = one_way.get(usize::from(pick) % one_way.len().max(1)) {
            let points = [piece.to, piece.from].map(|corner| streets.corner(corner));
            prop_assert!(!CourseChecker::new(streets.parts()).check(&points).is_empty());
        }
    }
}
