//! The bound of the operator's problem.

use routewright_model::{Direction, Network, NodeId, Problem, Route};

use super::NoBound;
use super::effort::Effort;
use super::rounds::{Outcome, Rounds};
use super::streets::Streets;
use crate::Evaluator;

/// What is known about every network of a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteMinutesBound {
    /// No network has fewer route minutes (C_o). A multiple of what all link times are multiples of.
    pub minutes: f64,
    /// The bound by prices alone, before it was rounded up and raised by branching.
    pub priced_minutes: f64,
    /// Rounds that were run: linear programmes solved.
    pub rounds: u32,
    /// Steps of computation.
    pub steps: u64,
    /// A network with exactly that many route minutes, if one was found: the bound is then the optimum.
    pub network: Option<Network>,
    /// Routes that promise most for a network at the bound, each as its stops; none before the prices are final. They are all
    /// that it may have, or, where branching has raised the bound, all that a network at the bound before might have had.
    pub promising: Vec<Vec<NodeId>>,
    /// Routes of the best mix of shares, the most promising of all; none where none are promising.
    pub likely: Vec<Vec<NodeId>>,
    /// Whether more rounds would not raise the bound: it is the optimum, or the method is at its end.
    pub is_final: bool,
}

/// How to compute a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundOptions {
    /// Whether no two routes of a network may be the same, driven in either direction.
    pub distinct: bool,
    /// Rounds at most. The same number gives the same bound on every machine.
    pub most_rounds: u32,
    /// Steps of computation at most, each about a nanosecond. The same number gives the same bound on every machine.
    pub most_steps: u64,
}

impl Default for BoundOptions {
    fn default() -> Self {
        Self { distinct: true, most_rounds: 10_000, most_steps: u64::MAX }
    }
}

/// A lower bound of the route minutes (C_o) of every network of the problem that serves all demand, whatever
/// alpha is. It stands whenever the rounds or steps are used up or `keep_going` says no;
/// later is better.
///
/// For prices pi >= 0 of nodes with demand and sigma >= 0 of partitions P of the nodes into k(P) groups,
///
/// ```text
/// C_o >= sum pi + sum sigma(P) (k(P) - 1) + the S cheapest distinct routes r at
///        time(r) - sum of pi over its stops - sum sigma(P) (groups of P it touches - 1)
/// ```
///
/// because a network stops at every node with demand and joins the groups of every partition. All legal
/// routes are searched, so this holds for any prices. Good prices come from the linear programme over the
/// routes found so far (column generation). Where routes need not be distinct, the cheapest counts S times.
///
/// C_o is a multiple of the greatest common divisor of the link times, so the bound is rounded up. Then, for distinct
/// routes, branch and bound looks for a network at the bound, and raises the bound if there is none. A route whose
/// cost exceeds that of the S-th cheapest by more than the bound was rounded up cannot be part of such a network, so
/// few routes remain to look at.
///
/// Where demand does not tie all its nodes together, partitions are left out.
///
/// # Errors
/// The method does not apply; see [`NoBound`].
pub fn route_minutes_bound(
    problem: &Problem,
    options: &BoundOptions,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<RouteMinutesBound, NoBound> {
    if !problem.fixed.routes.is_empty() {
        return Err(NoBound::FixedRoutes);
    }
    let streets = Streets::new(problem)?;
    let mut rounds = Rounds::new(problem, &streets, options);
    let mut effort = Effort::new(options.most_steps, keep_going);
    let mut is_final = false;
    while !is_final && rounds.count < options.most_rounds && effort.may_go_on() {
        match rounds.next(&mut effort) {
            Outcome::Continued => {}
            Outcome::Ended => is_final = true,
            Outcome::Impossible => return Err(NoBound::TooFewRoutes),
        }
    }
    if is_final && options.distinct {
        is_final = rounds.raise(options.most_rounds - rounds.count, &mut effort);
    }
    Ok(RouteMinutesBound {
        minutes: rounds.rounded_up(rounds.bound) / 60.0,
        priced_minutes: rounds.priced.max(0.0) / 60.0,
        rounds: rounds.count,
        steps: effort.used(),
        likely: rounds.likely().map(nodes).collect(),
        promising: rounds.promising.iter().map(|route| nodes(route)).collect(),
        network: rounds.network.and_then(|routes| checked_network(problem, &routes)),
        is_final,
    })
}

fn nodes(route: &[u32]) -> Vec<NodeId> {
    route.iter().map(|&node| NodeId::new(node as usize)).collect()
}

/// The network of these routes, if it serves all demand: partitions do not say so where demand is not connected.
fn checked_network(problem: &Problem, routes: &[Box<[u32]>]) -> Option<Network> {
    let route = |at: usize| {
        Route::on_links(&problem.city, (at + 1).to_string(), nodes(&routes[at]), Direction::BothWays)
            .expect("paths follow links")
    };
    let network = Network { routes: (0..routes.len()).map(route).collect() };
    let is_feasible = Evaluator::new(problem).score(&network).is_feasible;
    is_feasible.then_some(network)
}
