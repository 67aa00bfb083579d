//! Lines are split in two, and two lines become one.

use routewright_model::NodeId;

use super::chain::Chain;
use super::wide::{PAIR_DRAWS, Wide};
use crate::moves::below;

impl Chain<'_> {
    /// Splits a line at a stop; the two parts meet there and share its vehicles by the length of their round trips.
    pub(super) fn draw_split(&mut self) -> Option<Wide> {
        let (task, count) = (self.task.clone(), self.at.service.lines.len());
        let problem = task.problem;
        if count >= task.most_lines {
            return None;
        }
        let donor = below(&mut self.at.rng, count);
        let available = self.vehicles_without(&[donor]);
        let line = &self.at.service.lines[donor];
        let stops = line.route.stops();
        let least = task.context.limits().min_stops().max(2);
        if stops.len() + 1 < 2 * least || line.vehicles < 2 {
            return None;
        }
        let cut = least - 1 + below(&mut self.at.rng, stops.len() + 2 - 2 * least);
        let [one, two] = &mut self.candidates;
        one.copy_from(line);
        one.set_stops(problem, &stops[..=cut]);
        two.set_stops(problem, &stops[cut..]);
        two.route.set_origin(None);
        for part in [&*one, &*two] {
            let stops = part.route.stops();
            if !task.context.is_legal(stops)
                || !task.allows(part)
                || self.at.service.has_line(stops, &[donor])
            {
                return None;
            }
        }
        let [first, second] = [&*one, &*two].map(|part| f64::from(part.round_trip.0));
        let share = first / (first + second).max(1.0);
        let most = ((f64::from(line.vehicles) * share).round() as u32).clamp(1, line.vehicles - 1);
        one.set_setting(problem, problem.setting_within(one.round_trip, most)?);
        two.set_setting(problem, problem.setting_within(two.round_trip, available - one.vehicles)?);
        Some(Wide::Split(donor))
    }

    /// Joins two lines end to end, where they meet or a link leads from one to the other. The new line has the
    /// vehicles of both.
    pub(super) fn draw_join(&mut self) -> Option<Wide> {
        let task = self.task.clone();
        let problem = task.problem;
        for _ in 0..PAIR_DRAWS {
            let [from, to] = self.two_places();
            let turns = below(&mut self.at.rng, 4);
            let [tail, head] = [from, to].map(|at| self.at.service.lines[at].route.stops());
            join(head, turns & 1 != 0, tail, turns & 2 != 0, &mut self.drafts[0]);
            let draft = &self.drafts[0];
            if !task.context.is_legal(draft) || self.at.service.has_line(draft, &[from, to]) {
                continue;
            }
            let available = self.vehicles_without(&[from, to]);
            let candidate = &mut self.candidates[0];
            candidate.copy_from(&self.at.service.lines[to]);
            candidate.set_stops(problem, draft);
            if !task.allows(candidate) {
                continue;
            }
            candidate.set_setting(problem, problem.setting_within(candidate.round_trip, available)?);
            return Some(Wide::Bequeath { from, to });
        }
        None
    }
}

/// Writes one line after another, either of them turned round if asked for. A stop where they meet counts once.
fn join(head: &[NodeId], turn_head: bool, tail: &[NodeId], turn_tail: bool, draft: &mut Vec<NodeId>) {
    draft.clear();
    draft.extend(head);
    if turn_head {
        draft.reverse();
    }
    let seam = draft.len();
    draft.extend(tail);
    if turn_tail {
        draft[seam..].reverse();
    }
    if draft[seam - 1] == draft[seam] {
        draft.remove(seam);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_eval::service::ServiceModel;
    use routewright_model::{Alpha, City, Limits, Problem};

    use super::super::task::Task;
    use super::super::{HeadwayChoices, LineRules, ServiceConfig, ServiceProblem};
    use super::*;
    use crate::{Draw, Seed, Start};

    fn nodes(numbers: &[usize]) -> Vec<NodeId> {
        numbers.iter().map(|&number| NodeId::new(number)).collect()
    }

    #[test]
    fn lines_join_at_any_of_their_ends() {
        let mut draft = Vec::new();
        let (head, tail) = (nodes(&[1, 2, 3]), nodes(&[3, 4]));
        join(&head, false, &tail, false, &mut draft);
        assert_eq!(draft, nodes(&[1, 2, 3, 4]));
        join(&head, true, &tail, true, &mut draft);
        assert_eq!(draft, nodes(&[3, 2, 1, 4, 3]));
        join(&tail, true, &head, true, &mut draft);
        assert_eq!(draft, nodes(&[4, 3, 2, 1]));
    }

    fn problem(headways: HeadwayChoices) -> ServiceProblem {
        let city = Arc::new(City::mandl());
        let model = ServiceModel::for_city(&city);
        let limits = Limits::new(8, 2, 8).unwrap();
        let problem = Problem::new(city, limits, Alpha::new(1.0).unwrap());
        let rules = LineRules::default();
        let overload_price = ServiceProblem::OVERLOAD_PRICE;
        ServiceProblem { problem, model, vehicles: 60, headways, rules, overload_price }
    }

    /// Parts make up the line they came from, joined lines have the stops of both, and nobody gets vehicles that are
    /// not there.
    #[test]
    fn splitting_and_joining_keep_stops_and_vehicles() {
        for headways in [HeadwayChoices::Any, HeadwayChoices::List(HeadwayChoices::COMMON.to_vec())] {
            let problem = problem(headways);
            let task = Arc::new(Task::new(&problem, &ServiceConfig::default(), &Start::default()).unwrap());
            let mut rng = Seed(5).rng(Draw::Chain { chain: 0 });
            let mut service = task.first(&mut rng, None).unwrap();
            service.lines.truncate(4);
            for line in &mut service.lines {
                line.set_setting(&problem, problem.setting_within(line.round_trip, 15).unwrap());
            }
            let mut chain = Chain::new(task, rng, service);
            let (mut splits, mut joins) = (0, 0);
            for _ in 0..400 {
                let before = chain.at.service.clone();
                if let Some(Wide::Bequeath { from, to }) = chain.draw_join() {
                    let joined = chain.candidates[0].route.stops();
                    let all: Vec<_> =
                        [from, to].iter().flat_map(|&at| before.lines[at].route.stops()).collect();
                    assert!(all.iter().all(|stop| joined.contains(stop)));
                    assert!(all.len() - joined.len() <= 1);
                    assert!(chain.candidates[0].vehicles <= chain.vehicles_without(&[from, to]));
                    chain.apply(Wide::Bequeath { from, to });
                    joins += 1;
                }
                let before = chain.at.service.clone();
                if let Some(Wide::Split(donor)) = chain.draw_split() {
                    let [one, two] = &chain.candidates;
                    let mut whole = Vec::new();
                    join(one.route.stops(), false, two.route.stops(), false, &mut whole);
                    assert_eq!(whole, before.lines[donor].route.stops());
                    assert!(one.vehicles + two.vehicles <= chain.vehicles_without(&[donor]));
                    chain.apply(Wide::Split(donor));
                    splits += 1;
                }
                assert!(chain.at.service.vehicles() <= problem.vehicles);
            }
            assert!(splits > 10 && joins > 10, "{splits} splits, {joins} joins");
        }
    }
}
