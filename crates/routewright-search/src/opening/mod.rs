//! A first network at once: routes that reach everybody where the limits allow it, found without timing a trip.
//!
//! Routes are added one after the other. Each starts at a node that no route reaches yet, takes the fastest way towards
//! a node that others reach, and is led on through further nodes that nobody reaches. Of several such routes the one
//! that reaches enough in the shortest time is taken. Routes that are left once everybody is reached serve the busiest
//! trips, or are cheap ones, as alpha says. Where riders alone count, all routes are then lengthened.

mod lengthen;
mod parts;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::{City, Network, NodeId, Problem, Seconds};

use crate::RouteSet;
use crate::moves::{MoveContext, Rules, below, grow_to};
use lengthen::lengthen;
use parts::Parts;

/// Routes drawn for every one that is taken.
const DRAWS: usize = 24;
/// Nodes to which a route is led on, the nearest first, before that is given up.
const JUMPS: usize = 4;
/// A route that reaches this many times what each of the routes left has to reach is good enough.
const AMPLE: f64 = 1.25;

/// From this alpha on route minutes count for so little that routes are made as long as serves riders.
const RIDERS_ALONE: f64 = 0.9;

/// Up to `count` legal routes beside frozen and fixed ones, no two with the same stops where `distinct`. Fewer where
/// none was found.
pub(crate) fn open(
    problem: &Problem,
    context: &MoveContext<'_>,
    frozen: &Network,
    count: usize,
    distinct: bool,
    rng: &mut ChaCha8Rng,
) -> RouteSet {
    let parts = Parts::new(&problem.city, [frozen, &problem.fixed]);
    let hub = hub(&problem.city);
    let mut opening = Opening { rules: context.rules, parts, hub, alpha: problem.alpha.value(), rng };
    let mut routes = RouteSet::default();
    while routes.routes.len() < count {
        let is_new = |stops: &[NodeId]| !distinct || !routes.has_line(stops, usize::MAX);
        let left = count - routes.routes.len();
        let found = match opening.parts.unreached().is_empty() {
            false => opening.reaching_route(left, is_new),
            true => opening.further_route(context, is_new),
        };
        let Some(stops) = found else { break };
        opening.parts.join(&stops);
        routes.push(&problem.city, &stops);
    }
    if problem.alpha.value() >= RIDERS_ALONE {
        lengthen(context.rules, &mut routes, distinct);
    }
    routes
}

struct Opening<'a, 'p> {
    rules: Rules<'p>,
    parts: Parts,
    /// Where fastest ways lead.
    hub: NodeId,
    alpha: f64,
    rng: &'a mut ChaCha8Rng,
}

impl Opening<'_, '_> {
    /// The best of some routes that reach somebody whom no route reaches.
    fn reaching_route(
        &mut self,
        routes_left: usize,
        is_new: impl Fn(&[NodeId]) -> bool,
    ) -> Option<Vec<NodeId>> {
        let ample = AMPLE * self.parts.unreached().len() as f64 / routes_left as f64;
        let mut best: Option<((f64, f64), Vec<NodeId>)> = None;
        let mut draft = Vec::new();
        for _ in 0..DRAWS {
            if !self.draw(&mut draft, ample) || !is_new(&draft) {
                continue;
            }
            let reached = self.parts.gain(&draft) as f64;
            let minutes = driven(self.rules.city, &draft).minutes();
            // Enough of them first, then few minutes for each.
            let merit = (reached.min(ample), -minutes / reached.max(0.5));
            if best.as_ref().is_none_or(|(most, _)| merit > *most) {
                best = Some((merit, draft.clone()));
            }
        }
        best.map(|(_, stops)| stops)
    }

    /// A route from an unreached node towards the middle of the city and, the other way, on through unreached ones.
    fn draw(&mut self, draft: &mut Vec<NodeId>, ample: f64) -> bool {
        let (city, limits) = (self.rules.city, self.rules.limits);
        let unreached = self.parts.unreached();
        let from = unreached[below(self.rng, unreached.len())];
        let to = if self.rng.random_bool(0.5) {
            self.hub
        } else {
            NodeId::new(below(self.rng, city.node_count()))
        };
        if !city.is_on_street(from) || !city.is_on_street(to) {
            return false;
        }
        draft.clear();
        draft.push(from);
        // Behind the first node that others reach, the way goes on as far as riders count.
        let further = (self.alpha * self.rng.random::<f64>() * limits.max_stops() as f64) as usize;
        let mut inside = 0;
        for node in city.shortest_path(from, to).skip(1) {
            if draft.len() == limits.max_stops() || inside > further {
                break;
            }
            inside += usize::from(self.parts.is_reached(node));
            draft.push(node);
        }
        // What reaches too few must make room for those beyond.
        let beyond = (ample as usize).min(limits.max_stops() - 1).saturating_sub(self.parts.gain(draft));
        let room = limits.max_stops().saturating_sub(beyond).max(2);
        if self.parts.has_reached() && inside > 1 {
            let needless = draft.len().saturating_sub(room).min(inside - 1);
            draft.truncate(draft.len() - needless);
        }
        self.lead_on(draft, ample);
        while draft.len() > 1 && !city.node(draft[0]).terminal {
            draft.remove(0);
        }
        while draft.len() > 1 && !city.node(draft[draft.len() - 1]).terminal {
            draft.pop();
        }
        if draft.len() < limits.min_stops().max(2) {
            if draft.len() < 2 {
                return false;
            }
            grow_to(self.rules, self.rng, draft, limits.min_stops());
        }
        self.rules.allow(draft) && self.parts.gain(draft) > 0
    }

    /// Leads the route on before its first stop through nodes that nobody reaches, one beside the other, then by the fastest
    /// way to the next ones, until it reaches enough.
    fn lead_on(&self, draft: &mut Vec<NodeId>, ample: f64) {
        let most = self.rules.limits.max_stops();
        draft.reverse();
        loop {
            while draft.len() < most {
                let Some(next) = self.next_neighbour(draft) else { break };
                draft.push(next);
            }
            if draft.len() == most || self.parts.gain(draft) as f64 >= ample || !self.jump(draft) {
                break;
            }
        }
        draft.reverse();
    }

    /// The unreached neighbour of the last stop that has fewest unreached neighbours of its own: those in corners come
    /// first.
    fn next_neighbour(&self, draft: &[NodeId]) -> Option<NodeId> {
        let city = self.rules.city;
        let is_open = |node: NodeId| !self.parts.is_reached(node) && !draft.contains(&node);
        let exits = |node: NodeId| city.links_into(node).iter().filter(|link| is_open(link.0)).count();
        let open = city.links_into(draft[draft.len() - 1]).iter().filter(|link| is_open(link.0));
        open.min_by_key(|&&(node, time)| (exits(node), time, node)).map(|&(node, _)| node)
    }

    /// Adds the way to the nearest unreached node that fits.
    fn jump(&self, draft: &mut Vec<NodeId>) -> bool {
        let (city, end) = (self.rules.city, draft[draft.len() - 1]);
        let open = self.parts.unreached().iter().filter(|node| !draft.contains(node));
        let mut open: Vec<(Seconds, NodeId)> = open.map(|&node| (city.drive_time(node, end), node)).collect();
        let tries = JUMPS.min(open.len());
        if tries < open.len() {
            open.select_nth_unstable(tries);
        }
        open[..tries].sort_unstable();
        open[..tries].iter().any(|&(_, from)| {
            let mut way: Vec<NodeId> = city.shortest_path(from, end).collect();
            way.pop();
            let fits = draft.len() + way.len() <= self.rules.limits.max_stops();
            let is_clear = fits && way.iter().all(|node| !draft.contains(node));
            if is_clear {
                draft.extend(way.into_iter().rev());
            }
            is_clear
        })
    }

    /// A route where everybody is reached: the fastest way of a busy trip, or a cheap route.
    fn further_route(
        &mut self,
        context: &MoveContext<'_>,
        is_new: impl Fn(&[NodeId]) -> bool,
    ) -> Option<Vec<NodeId>> {
        let (city, count) = (self.rules.city, self.rules.city.node_count());
        let (mut best, mut draft) = (None, Vec::new());
        for _ in 0..DRAWS {
            let from = NodeId::new(below(self.rng, count));
            if !self.rng.random_bool(self.alpha) {
                if context.draw_cheap(self.rng, from, &mut draft)
                    && self.rules.allow(&draft)
                    && is_new(&draft)
                {
                    return Some(draft);
                }
                continue;
            }
            let to = NodeId::new(below(self.rng, count));
            draft.clear();
            draft.extend(city.shortest_path(from, to).take(self.rules.limits.max_stops()));
            if draft.len() < 2 || !self.rules.allow(&draft) || !is_new(&draft) {
                continue;
            }
            let trips: f64 = draft.iter().flat_map(|&a| draft.iter().map(move |&b| city.demand(a, b))).sum();
            if best.as_ref().is_none_or(|(most, _)| trips > *most) {
                best = Some((trips, draft.clone()));
            }
        }
        best.map(|(_, stops)| stops)
    }
}

/// The node that all trips reach fastest, by the nodes where they start and end.
fn hub(city: &City) -> NodeId {
    let n = city.node_count();
    let mut ends = vec![0.0; n];
    for from in city.node_ids() {
        for (to, &trips) in city.demand_from(from).iter().enumerate() {
            ends[from.index()] += trips;
            ends[to] += trips;
        }
    }
    let on_street = || city.node_ids().filter(|&node| city.is_on_street(node));
    let away = |node: NodeId| -> f64 {
        on_street().map(|other| ends[other.index()] * f64::from(city.drive_time(other, node).0)).sum()
    };
    on_street()
        .map(|node| (away(node), node))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(NodeId::new(0), |best| best.1)
}

fn driven(city: &City, stops: &[NodeId]) -> Seconds {
    stops.windows(2).map(|leg| city.leg_time(leg[0], leg[1])).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use routewright_model::{Alpha, Limits};
    use routewright_synth::{CityKind, SynthConfig, generate};

    use super::*;
    use crate::moves::check::grid;

    fn opened(problem: &Problem, seed: u64) -> RouteSet {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let context = MoveContext::new(problem);
        open(problem, &context, &Network::default(), problem.limits.routes(), true, &mut rng)
    }

    #[test]
    fn everybody_is_reached_where_there_is_room() {
        for (kind, alpha) in [(CityKind::Voronoi, 0.0), (CityKind::Grid8, 0.5), (CityKind::Voronoi, 1.0)] {
            let city = Arc::new(generate(&SynthConfig::new(kind, 200), 4).unwrap());
            let limits = Limits::new(24, 3, 25).unwrap();
            let problem = Problem::new(city.clone(), limits, Alpha::new(alpha).unwrap());
            for seed in 0..5 {
                let routes = opened(&problem, seed);
                assert_eq!(routes.routes.len(), 24);
                let context = MoveContext::new(&problem);
                assert!(routes.routes.iter().all(|route| context.is_legal(route.stops())));
                assert!(routes.has_distinct_lines());
                let mut parts = Parts::new(&city, [&Network::default(), &routes.to_network(&city)]);
                parts.join(routes.routes[0].stops());
                assert_eq!(parts.unreached(), [], "{kind:?}, alpha {alpha}, seed {seed}");
            }
        }
    }

    #[test]
    fn few_routes_are_led_through_many_nodes() {
        // Nine rows of nine nodes: nine routes that share no node could reach 81 of them, but not one another.
        let problem = Problem { limits: Limits::new(10, 2, 12).unwrap(), ..grid(9, 9, 2, 12) };
        let routes = opened(&problem, 1);
        let longest = routes.routes.iter().map(|route| route.stops().len()).max();
        assert!(longest.is_some_and(|stops| (9..=12).contains(&stops)), "{longest:?}");
    }
}
