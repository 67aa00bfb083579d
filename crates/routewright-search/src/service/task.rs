//! What all chains of a service search share.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use routewright_eval::service::Sections;
use routewright_eval::strategies::ServiceLine;
use routewright_model::{Frequency, Network, NodeId};

use super::lines::{ServedRoute, Service};
use super::{ServiceConfig, ServiceProblem};
use crate::moves::{MoveContext, Moves, fresh_route};
use crate::{CostTerm, DesignedRoute, Interrupt, RouteSet, SearchError, Start};

/// Draws before a search for a first line is given up.
const FIRST_DRAWS: usize = 4_000;

/// The problem of a search and everything derived from it once.
pub(super) struct Task<'p> {
    pub(super) problem: &'p ServiceProblem,
    pub(super) context: MoveContext<'p>,
    pub(super) moves: Moves,
    /// Lines of the network that stay as they are.
    frozen: Network,
    /// The same as strategies take them: frozen ones, then fixed ones.
    pub(super) frozen_lines: Vec<ServiceLine>,
    pub(super) fixed_lines: Vec<ServiceLine>,
    /// Vehicles for the lines to be designed.
    pub(super) vehicles: u32,
    /// Lines to be designed at most.
    pub(super) most_lines: usize,
    pub(super) interrupt: Interrupt,
    terms: Vec<Arc<dyn CostTerm>>,
    /// What stops of the start are worth, and the start itself.
    pub(super) change: Option<(f64, Service)>,
}

impl<'p> Task<'p> {
    /// # Errors
    /// Nothing is left to design with, or the moves do not fit.
    pub(super) fn new(
        problem: &'p ServiceProblem,
        config: &ServiceConfig,
        start: &Start,
    ) -> Result<Self, SearchError> {
        let (routes, frozen) = (problem.problem.limits.routes(), start.frozen.routes.len());
        if frozen >= routes {
            return Err(SearchError::NothingToDesign { routes, frozen });
        }
        let taken = problem.model.vehicles(&start.frozen);
        let vehicles = u64::from(problem.vehicles).saturating_sub(taken) as u32;
        if vehicles == 0 {
            return Err(SearchError::NoVehicles { vehicles: problem.vehicles, frozen: taken });
        }
        let priced = start.routes.as_ref().filter(|_| config.change_price > 0.0);
        Ok(Self {
            problem,
            context: MoveContext::new(&problem.problem),
            moves: Moves::new(&config.moves, &config.pair_moves, 0, &start.plugins)?,
            frozen_lines: problem.model.lines(&start.frozen),
            fixed_lines: problem.model.lines(&problem.problem.fixed),
            frozen: start.frozen.clone(),
            vehicles,
            most_lines: (routes - frozen).min(vehicles as usize),
            interrupt: start.interrupt.clone(),
            terms: start.plugins.terms.clone(),
            change: priced.map(|routes| (config.change_price, Service::from_routes(problem, routes))),
        })
    }

    pub(super) fn sections(&self) -> Sections<'p> {
        Sections::new(self.problem.city(), &self.problem.model, &self.problem.problem.fixed, &self.frozen)
    }

    /// Whether a line keeps all rules.
    pub(super) fn allows(&self, line: &ServedRoute) -> bool {
        self.problem.allows(line.route.stops(), line.driving())
    }

    /// Draws the stops of a new line that keeps all rules.
    pub(super) fn draw_line(
        &self,
        rng: &mut ChaCha8Rng,
        line: &mut ServedRoute,
        draft: &mut Vec<NodeId>,
    ) -> bool {
        if !fresh_route(self.context.rules, rng, draft) {
            return false;
        }
        line.set_stops(self.problem, draft);
        line.route.set_origin(None);
        self.allows(line)
    }

    /// A service to begin with: routes of the start, made to keep to the vehicles, or random ones.
    ///
    /// # Errors
    /// No line that keeps the rules was found.
    pub(super) fn first(
        &self,
        rng: &mut ChaCha8Rng,
        start: Option<&RouteSet>,
    ) -> Result<Service, SearchError> {
        let mut service = match start {
            Some(routes) => Service::from_routes(self.problem, routes),
            None => self.random(rng)?,
        };
        for mut line in std::mem::take(&mut service.lines) {
            if self.cut_to_rules(&mut line) && !service.has_line(line.route.stops(), &[]) {
                service.lines.push(line);
            }
        }
        self.shrink(&mut service);
        match service.lines.is_empty() {
            true => self.random(rng),
            false => Ok(service),
        }
    }

    /// Cuts a line that breaks a rule down to the longest part that keeps them all, as often as it ran. False if there
    /// is none.
    fn cut_to_rules(&self, line: &mut ServedRoute) -> bool {
        if self.allows(line) && self.context.rules.allow(line.route.stops()) {
            return true;
        }
        let (stops, headway) = (line.route.stops().to_vec(), line.headway_minutes);
        for count in (2..=stops.len()).rev() {
            for part in stops.windows(count).filter(|part| self.context.rules.allow(part)) {
                line.set_stops(self.problem, part);
                if self.allows(line) {
                    let setting = self.problem.setting_near(line.round_trip, Frequency::Every(headway));
                    line.set_setting(self.problem, setting);
                    return true;
                }
            }
        }
        false
    }

    /// Random lines, each with its share of the vehicles; or, where such a share is too small for any line, one with
    /// all of them.
    fn random(&self, rng: &mut ChaCha8Rng) -> Result<Service, SearchError> {
        let mut drawn = [self.most_lines, 1].into_iter().map(|lines| self.random_lines(rng, lines));
        let found = drawn.find(|service| !service.lines.is_empty());
        found.ok_or(SearchError::NoLegalLine)
    }

    /// Up to so many random lines, each with its share of the vehicles.
    fn random_lines(&self, rng: &mut ChaCha8Rng, most: usize) -> Service {
        let mut service = Service::default();
        let share = (self.vehicles / most as u32).max(1);
        let mut draft = Vec::new();
        for _ in 0..FIRST_DRAWS {
            let mut line = ServedRoute::default();
            if !self.draw_line(rng, &mut line, &mut draft) || service.has_line(&draft, &[]) {
                continue;
            }
            let Some(setting) = self.problem.setting_within(line.round_trip, share) else { continue };
            line.set_setting(self.problem, setting);
            service.lines.push(line);
            if service.lines.len() == most {
                break;
            }
        }
        service
    }

    /// Drops lines and lowers frequencies until the vehicles are enough, the most generous first.
    pub(super) fn shrink(&self, service: &mut Service) {
        let problem = self.problem;
        service.lines.truncate(self.most_lines);
        while service.vehicles() > self.vehicles {
            let most = service.lines.iter().map(|line| line.vehicles).max().unwrap_or(0);
            let at = service.lines.iter().position(|line| line.vehicles == most).unwrap_or(0);
            let line = &mut service.lines[at];
            match problem.setting_within(line.round_trip, most - 1) {
                Some(setting) => line.set_setting(problem, setting),
                None => drop(service.lines.remove(at)),
            }
        }
    }

    /// What terms of the cost charge for a service, in perceived minutes.
    pub(super) fn charge(&self, service: &Service) -> f64 {
        let change = self.change.as_ref().map_or(0.0, |(price, start)| {
            let start: Vec<&DesignedRoute> = start.lines.iter().map(|line| &line.route).collect();
            let routes = service.lines.iter().map(|line| &line.route);
            price * changed_stops(routes, &start, self.problem.city().node_count()) as f64
        });
        if self.terms.is_empty() {
            return change;
        }
        let routes = service.to_routes(self.problem);
        self.terms.iter().fold(change, |sum, term| sum + term.cost(&routes))
    }

    /// Whether changes of lines are charged at all.
    pub(super) fn charges(&self) -> bool {
        self.change.is_some() || !self.terms.is_empty()
    }
}

/// Stops that routes gained or lost against those of a start they were made from; all stops of new and of dropped routes.
pub fn changed_stops<'a>(
    routes: impl Iterator<Item = &'a DesignedRoute>,
    start: &[&DesignedRoute],
    node_count: usize,
) -> usize {
    let mut is_kept = vec![false; start.len()];
    let mut serves = vec![false; node_count];
    let mut changed = 0;
    for route in routes {
        let stops = route.stops();
        let Some((at, before)) = route.origin().and_then(|at| Some((at as usize, start.get(at as usize)?)))
        else {
            changed += stops.len();
            continue;
        };
        is_kept[at] = true;
        let before = before.stops();
        before.iter().for_each(|stop| serves[stop.index()] = true);
        let kept = stops.iter().filter(|stop| serves[stop.index()]).count();
        before.iter().for_each(|stop| serves[stop.index()] = false);
        changed += match stops.len() + before.len() - 2 * kept {
            0 => usize::from(before != stops && !before.iter().eq(stops.iter().rev())),
            more => more,
        };
    }
    let dropped = start.iter().zip(is_kept).filter(|(_, is_kept)| !is_kept);
    changed + dropped.map(|(route, _)| route.stops().len()).sum::<usize>()
}
