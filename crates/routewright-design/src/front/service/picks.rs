//! Services worth a closer look.

use routewright_eval::service::ServiceAssessment;
use routewright_search::knee;

use super::points::ServiceFrontPoint;
use crate::front::outcome::Pick;

/// The knee, and beside today's network: the fewest vehicles with which riders fare no worse, and what today's vehicles
/// can do. `points` have rising vehicles. Services that overload vehicles are picked only where there is no other choice,
/// or where today's is no better.
pub(super) fn picks(points: &[ServiceFrontPoint], today: Option<&ServiceAssessment>) -> Vec<Pick> {
    let all = || 0..points.len();
    let sound: Vec<usize> = all().filter(|&at| points[at].keeps_capacity()).collect();
    let among: Vec<usize> = if sound.is_empty() { all().collect() } else { sound };
    let costs: Vec<[f64; 2]> = among.iter().map(|&at| points[at].costs()).collect();
    let mut picks = vec![("knee", knee(&costs).map(|at| among[at]))];
    if let Some(today) = today {
        let is_no_fuller = |at: &usize| points[*at].service.overloaded_legs <= today.overloaded_legs;
        let as_good = |at: &usize| is_no_fuller(at) && points[*at].service.mean_min <= today.mean_min;
        let as_few = |at: &usize| points[*at].service.vehicles <= today.vehicles;
        picks.push(("as_good_as_today", all().find(as_good)));
        let with_todays = all().rev().find(|at| as_few(at) && is_no_fuller(at));
        picks.push(("todays_vehicles", with_todays.or_else(|| all().rev().find(as_few))));
    }
    picks.into_iter().filter_map(|(name, point)| Some(Pick { name, point: point? })).collect()
}
