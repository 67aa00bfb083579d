//! The sums of pair scores of all candidate paths, without visiting every pair of every candidate.
//!
//! A path a that extends route r connects the pairs within a, and every stop of r with every stop of a:
//!
//! ```text
//! o_a = sum over pairs {i, j} of a of s(i, j, T_ij) + sum over k in r, j in a of s(k, j, tau_kj)
//! ```
//!
//! (the paper's equation of o_(r|a)). Every part of a shortest path is a shortest path, so with `to` the last stop:
//!
//! ```text
//! within(from, to)  = within(from, previous) + into(from, to)
//! into(from, to)    = into(next, to) + s(from, to, T)              pairs of the path that `to` ends
//! across(slot, far) = across(slot, one stop nearer) + sum over k in r of s(k, far, tau)
//! ```
//!
//! and each pair of nodes, or of stop and node, is scored once. In a symmetric problem a pair counts once; where
//! directions differ both orders count, each with its own time.
//!
//! The candidates of the first decision of a route are usually all paths of the city, whatever the network: that plan is
//! made once per city. There, in a symmetric problem, a path and its reverse are one candidate.

use std::sync::Arc;

use routewright_env::{End, PathAction};

use crate::Observation;
use crate::city_view::CityView;
use crate::observation::Joint;

/// A pair of nodes to score, with the time between them on the route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) minutes: f32,
}

/// No pairs: the sum of a path of one stop, and of the stops before the first.
const EMPTY: u32 = 0;
const UNSEEN: u32 = u32::MAX;

/// The pairs to score, and how their scores add up to the sums of the candidates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) pairs: Vec<Pair>,
    /// Paths and parts of paths, each after its own parts; the first is [`EMPTY`].
    parts: Vec<Part>,
    /// Stops of candidates as seen from a slot, each after the next nearer one; the first is [`EMPTY`].
    crossings: Vec<Crossing>,
    /// The distinct candidates.
    candidates: Vec<Candidate>,
    /// The candidate of each action; empty if each has its own.
    shared: Vec<u32>,
    /// Consecutive entries per pair of stops: one, or one per direction.
    orders: usize,
}

/// The plan of the first decision of a route, and the paths it was made for.
#[derive(Debug)]
pub(crate) struct StartPlan {
    actions: Vec<PathAction>,
    plan: Plan,
}

/// Plans and computes the sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathSums {
    plan: Plan,
    /// Used instead at the start of a route.
    start: Option<Arc<StartPlan>>,
    // Indices of parts, pairs and crossings.
    part_of: Vec<u32>,
    pair_of: Vec<u32>,
    crossing_of: Vec<u32>,
    // Scratch of the sums.
    within: Vec<f32>,
    into: Vec<f32>,
    across: Vec<f32>,
    /// Minutes from each stop of the route to the end that is extended, and back.
    to_end: Vec<[f32; 2]>,
    walk: Vec<u32>,
}

/// A shortest path.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// The path without its last stop.
    shorter: u32,
    /// The path without its first stop.
    rest: u32,
    /// The pair of its ends.
    pair: u32,
}

/// The terms of a candidate's sum.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Its index among the actions.
    action: u32,
    part: u32,
    crossing: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Crossing {
    nearer: u32,
    /// The first of the pairs with stops of the route.
    first_pair: u32,
    pair_count: u32,
}

/// Where candidates start: an end of the route and the node next to it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slot {
    end: End,
    near: usize,
}

impl StartPlan {
    /// Whether it was made for these paths.
    pub(crate) fn is_of(&self, actions: &[PathAction]) -> bool {
        self.actions == actions
    }

    pub(crate) fn path_count(&self) -> usize {
        self.actions.len()
    }
}

impl Plan {
    /// The indices among the actions of the distinct candidates.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = usize> {
        self.candidates.iter().map(|candidate| candidate.action as usize)
    }

    /// The candidate of each action, unless each has its own.
    pub(crate) fn shared(&self) -> Option<&[u32]> {
        (!self.shared.is_empty()).then_some(&self.shared)
    }

    fn clear(&mut self, is_symmetric: bool) {
        self.orders = if is_symmetric { 1 } else { 2 };
        self.pairs.clear();
        self.candidates.clear();
        self.shared.clear();
        self.parts.clear();
        self.parts.push(Part::default());
        self.crossings.clear();
        self.crossings.push(Crossing::default());
    }
}

impl PathSums {
    /// Plans the sums of the candidates of an observation.
    pub(crate) fn plan(&mut self, seen: &Observation) {
        self.start = None;
        if !seen.route.is_empty() {
            self.plan_anew(seen);
            return;
        }
        let start = seen.city().start_plan(seen.actions(), || {
            self.plan_start(seen);
            StartPlan { actions: seen.actions().to_vec(), plan: std::mem::take(&mut self.plan) }
        });
        self.start = Some(start);
    }

    /// The current plan.
    pub(crate) fn planned(&self) -> &Plan {
        latest(&self.plan, &self.start)
    }

    fn begin(&mut self, seen: &Observation) {
        let n = seen.node_count();
        self.plan.clear(seen.city().is_symmetric());
        for map in [&mut self.part_of, &mut self.pair_of] {
            map.clear();
            map.resize(n * n, UNSEEN);
        }
    }

    fn plan_anew(&mut self, seen: &Observation) {
        self.begin(seen);
        let mut slot = None;
        for (at, action) in seen.actions().iter().enumerate() {
            let (from, to) = seen.new_ends(action);
            let part = self.part(seen, from, to);
            let joint = seen.joint(action.end).expect("a route that goes on has ends");
            let here = Slot::of(action);
            if slot != Some(here) {
                self.enter(seen, here.end, seen.node_count());
                slot = Some(here);
            }
            let crossing = self.crossing(seen, here, joint, action);
            self.plan.candidates.push(Candidate { action: at as u32, part, crossing });
        }
    }

    /// The same for the first decision of a route: no crossings, and a path and its reverse count once.
    fn plan_start(&mut self, seen: &Observation) {
        self.begin(seen);
        let city = seen.city();
        let n = seen.node_count();
        let mut candidate_of = vec![UNSEEN; n * n];
        for (at, action) in seen.actions().iter().enumerate() {
            let (from, to) = (action.from.index(), action.to.index());
            let twin = candidate_of[to * n + from];
            let candidate = if twin != UNSEEN && city.is_symmetric() && is_same_backwards(city, from, to) {
                twin
            } else {
                let part = self.part(seen, from, to);
                self.plan.candidates.push(Candidate { action: at as u32, part, crossing: EMPTY });
                self.plan.candidates.len() as u32 - 1
            };
            candidate_of[from * n + to] = candidate;
            self.plan.shared.push(candidate);
        }
    }

    /// Sums pair scores for each candidate.
    pub(crate) fn sum(&mut self, scores: &[f32], sums: &mut Vec<f32>) {
        let plan = latest(&self.plan, &self.start);
        self.within.clear();
        self.within.resize(plan.parts.len(), 0.0);
        self.into.clear();
        self.into.resize(plan.parts.len(), 0.0);
        for (at, part) in plan.parts.iter().enumerate().skip(1) {
            let ends: f32 = scores[part.pair as usize..][..plan.orders].iter().sum();
            self.into[at] = self.into[part.rest as usize] + ends;
            self.within[at] = self.within[part.shorter as usize] + self.into[at];
        }
        self.across.clear();
        self.across.resize(plan.crossings.len(), 0.0);
        for (at, crossing) in plan.crossings.iter().enumerate().skip(1) {
            let new: f32 = scores[crossing.pairs()].iter().sum();
            self.across[at] = self.across[crossing.nearer as usize] + new;
        }
        sums.clear();
        let sum = |candidate: &Candidate| {
            self.within[candidate.part as usize] + self.across[candidate.crossing as usize]
        };
        sums.extend(plan.candidates.iter().map(sum));
    }

    /// The backward pass: from the gradient of each sum to the gradient of each pair score.
    pub(crate) fn sum_backward(&mut self, of_sums: &[f32], of_scores: &mut Vec<f32>) {
        let plan = latest(&self.plan, &self.start);
        for gradients in [&mut self.within, &mut self.into, &mut self.across] {
            gradients.fill(0.0);
        }
        for (candidate, &gradient) in plan.candidates.iter().zip(of_sums) {
            self.within[candidate.part as usize] += gradient;
            self.across[candidate.crossing as usize] += gradient;
        }
        of_scores.clear();
        of_scores.resize(plan.pairs.len(), 0.0);
        for (at, part) in plan.parts.iter().enumerate().skip(1).rev() {
            let within = self.within[at];
            self.within[part.shorter as usize] += within;
            let into = self.into[at] + within;
            self.into[part.rest as usize] += into;
            of_scores[part.pair as usize..][..plan.orders].iter_mut().for_each(|score| *score += into);
        }
        for (at, crossing) in plan.crossings.iter().enumerate().skip(1).rev() {
            let across = self.across[at];
            self.across[crossing.nearer as usize] += across;
            of_scores[crossing.pairs()].iter_mut().for_each(|score| *score += across);
        }
    }

    /// The index of a path, added to the plan if new.
    fn part(&mut self, seen: &Observation, from: usize, to: usize) -> u32 {
        if from == to {
            return EMPTY;
        }
        let at = from * seen.node_count() + to;
        if self.part_of[at] == UNSEEN {
            let city = seen.city();
            let shorter = self.part(seen, from, city.previous(from, to));
            let rest = self.part(seen, city.next(from, to), to);
            let pair = self.pair(seen, from, to);
            self.part_of[at] = self.plan.parts.len() as u32;
            self.plan.parts.push(Part { shorter, rest, pair });
        }
        self.part_of[at]
    }

    /// The index of the score of a path's two ends, the same in either order.
    fn pair(&mut self, seen: &Observation, from: usize, to: usize) -> u32 {
        let (from, to) = (from.min(to), from.max(to));
        let at = from * seen.node_count() + to;
        if self.pair_of[at] == UNSEEN {
            self.pair_of[at] = self.plan.pairs.len() as u32;
            for (from, to) in [(from, to), (to, from)].into_iter().take(self.plan.orders) {
                let minutes = seen.city().drive_minutes(from, to);
                self.plan.pairs.push(Pair { from: from as u32, to: to as u32, minutes });
            }
        }
        self.pair_of[at]
    }

    /// Starts the crossings of a slot: the time from each stop of the route to that end.
    fn enter(&mut self, seen: &Observation, end: End, n: usize) {
        self.crossing_of.clear();
        self.crossing_of.resize(n, UNSEEN);
        let stops = seen.route.len();
        self.to_end.clear();
        self.to_end.resize(stops, [0.0; 2]);
        for step in 1..stops {
            let (at, nearer) = match end {
                End::First => (step, step - 1),
                End::Last => (stops - 1 - step, stops - step),
            };
            let [toward, away] = self.to_end[nearer];
            let (stop, next) = (seen.route[at] as usize, seen.route[nearer] as usize);
            let leg = [seen.city().leg_minutes(stop, next), seen.city().leg_minutes(next, stop)];
            self.to_end[at] = [toward + leg[0], away + leg[1]];
        }
    }

    /// The index of the far stop of a candidate, adding the stops that lead to it.
    fn crossing(&mut self, seen: &Observation, slot: Slot, joint: Joint, action: &PathAction) -> u32 {
        let city = seen.city();
        let mut walk = std::mem::take(&mut self.walk);
        let mut at = slot.far(action);
        let mut nearer = EMPTY;
        walk.clear();
        loop {
            if joint.is_shared && at == joint.stop {
                break;
            }
            if self.crossing_of[at] != UNSEEN {
                nearer = self.crossing_of[at];
                break;
            }
            walk.push(at as u32);
            if at == slot.near {
                break;
            }
            at = match slot.end {
                End::First => city.next(at, slot.near),
                End::Last => city.previous(slot.near, at),
            };
        }
        while let Some(node) = walk.pop() {
            let first_pair = self.plan.pairs.len() as u32;
            self.cross_pairs(seen, slot, joint, node as usize);
            self.crossing_of[node as usize] = self.plan.crossings.len() as u32;
            let pair_count = self.plan.pairs.len() as u32 - first_pair;
            self.plan.crossings.push(Crossing { nearer, first_pair, pair_count });
            nearer = self.crossing_of[node as usize];
        }
        self.walk = walk;
        nearer
    }

    /// Pairs every stop of the route with a new node: along the route, over the link, along the path.
    fn cross_pairs(&mut self, seen: &Observation, slot: Slot, joint: Joint, node: usize) {
        let city = seen.city();
        let (near, end) = (slot.near, joint.stop);
        let link = match joint.is_shared {
            true => [0.0; 2],
            false => [city.leg_minutes(end, near), city.leg_minutes(near, end)],
        };
        let onward = link[0] + city.drive_minutes(near, node);
        let return_way = link[1] + city.drive_minutes(node, near);
        for (&stop, &[toward, away]) in seen.route.iter().zip(&self.to_end) {
            let (stop, node) = (stop, node as u32);
            self.plan.pairs.push(Pair { from: stop, to: node, minutes: toward + onward });
            if self.plan.orders == 2 {
                self.plan.pairs.push(Pair { from: node, to: stop, minutes: away + return_way });
            }
        }
    }
}

/// The plan in use.
fn latest<'a>(plan: &'a Plan, start: &'a Option<Arc<StartPlan>>) -> &'a Plan {
    start.as_ref().map_or(plan, |start| &start.plan)
}

/// Whether the shortest path between two nodes is the same in reverse; where ties are broken differently it is not.
fn is_same_backwards(city: &CityView, from: usize, to: usize) -> bool {
    let mut at = from;
    while at != to {
        let next = city.next(at, to);
        if next != city.previous(to, at) {
            return false;
        }
        at = next;
    }
    true
}

impl Crossing {
    fn pairs(&self) -> std::ops::Range<usize> {
        self.first_pair as usize..(self.first_pair + self.pair_count) as usize
    }
}

impl Slot {
    fn of(action: &PathAction) -> Self {
        let near = if action.end == End::First { action.to } else { action.from };
        Self { end: action.end, near: near.index() }
    }

    fn far(self, action: &PathAction) -> usize {
        if self.end == End::First { action.from.index() } else { action.to.index() }
    }
}
