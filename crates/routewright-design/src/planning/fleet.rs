//! A service whose running times changed a little, fitted to its vehicles again.

use routewright_eval::service::{LineAssessment, ServiceAssessment};
use routewright_model::{Frequency, Network, Route};
use routewright_search::{HeadwayChoices, ServiceProblem};

use super::shorten::shorten_to_rules;
use crate::Ground;
use crate::ground::LaidOut;

/// A service laid out along the streets and fitted to its vehicles again.
pub(crate) fn driven_service(
    ground: &Ground,
    problem: &ServiceProblem,
    network: &Network,
    frozen: &Network,
) -> LaidOut {
    let LaidOut { mut network, failed } = ground.lay_out(network);
    shorten_to_rules(problem, &mut network, frozen, |route| ground.driven(route));
    let judged =
        ServiceAssessment::new(problem.city(), &network, &problem.problem.fixed, &problem.model, None);
    LaidOut { network: fit_to_vehicles(problem, &network, frozen, &judged), failed }
}

/// The same lines with headways from the list such that no more vehicles run than there are: lines run less often where
/// that costs riders least for a vehicle, then more often where a vehicle that is left brings them most. Frozen routes and
/// lines with a timetable stay as they are. `before` is the judgement of these lines.
fn fit_to_vehicles(
    problem: &ServiceProblem,
    network: &Network,
    frozen: &Network,
    before: &ServiceAssessment,
) -> Network {
    let HeadwayChoices::List(headways) = &problem.headways else { return network.clone() };
    let mut fitted = network.clone();
    let is_ours = |route: &Route| {
        !route.has_own_times() && frozen.routes.iter().all(|frozen| frozen.name() != route.name())
    };
    let lines: Vec<Option<&LineAssessment>> = (0..network.routes.len())
        .map(|at| before.lines.iter().find(|line| !line.is_fixed && line.route == at))
        .collect();
    let limit = u64::from(problem.vehicles);
    let most_steps = headways.len() * network.routes.len();
    for _ in 0..most_steps {
        let running = problem.model.vehicles(&fitted);
        let wants_less = running > limit;
        if running == limit {
            break;
        }
        let step = |at: usize| {
            let (route, line) = (&fitted.routes[at], lines[at]?);
            let now = problem.model.timed(route)?;
            let next = match wants_less {
                true => headways.iter().copied().find(|&minutes| minutes > now.headway_minutes + 1e-9)?,
                false => {
                    headways.iter().rev().copied().find(|&minutes| minutes < now.headway_minutes - 1e-9)?
                }
            };
            let changed = route.clone().with_frequency(Some(Frequency::Every(next)));
            let vehicles = problem.model.timed(&changed)?.vehicles;
            let difference = i64::from(vehicles) - i64::from(now.vehicles);
            let fits = match wants_less {
                true => true,
                false => running as i64 + difference <= limit as i64,
            };
            // Riders above capacity, were the line's riders to stay.
            let load = line.peak_load / line.headway_minutes * next;
            let crowd = (load - problem.model.most_riders()).max(0.0);
            let minutes = line.boardings * (next - now.headway_minutes).abs()
                + if wants_less { 1e3 * crowd } else { 0.0 };
            let price = minutes / difference.unsigned_abs().max(1) as f64;
            let price = if difference == 0 && wants_less { f64::INFINITY } else { price };
            fits.then_some((at, changed, price))
        };
        let steps = (0..fitted.routes.len()).filter(|&at| is_ours(&fitted.routes[at])).filter_map(step);
        let best = match wants_less {
            true => steps.min_by(|a, b| a.2.total_cmp(&b.2)),
            false => steps.max_by(|a, b| a.2.total_cmp(&b.2)),
        };
        let Some((at, route, _)) = best else { break };
        fitted.routes[at] = route;
    }
    fitted
}
