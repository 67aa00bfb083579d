//! Chains of a service search as data.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::chain::{Chain, Position, Price};
use super::lines::{ServedRoute, Service};
use super::task::Task;
use crate::moves::Counts;
use crate::{RestoreError, RouteSet};

/// A line: stops, setting, and the line of the start that it was made from.
pub(super) type LineState = (Vec<u32>, u32, Option<u32>);

/// What [`Chain::restore`] needs.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct ChainState {
    rng: ChaCha8Rng,
    lines: Vec<LineState>,
    price: Price,
    room: f64,
    best: Vec<LineState>,
    best_cost: Option<f64>,
    evaluations: u64,
    moves: Vec<(String, Counts)>,
}

/// A service as data.
pub(super) fn lines(service: &Service) -> Vec<LineState> {
    let state = |line: &ServedRoute| {
        let stops = line.route.stops().iter().map(|stop| stop.index() as u32).collect();
        (stops, line.setting, line.route.origin())
    };
    service.lines.iter().map(state).collect()
}

/// A service as it was saved.
///
/// # Errors
/// A line does not fit the city or the headways there are.
pub(super) fn service(task: &Task<'_>, lines: &[LineState]) -> Result<Service, RestoreError> {
    let stops: Vec<Vec<u32>> = lines.iter().map(|line| line.0.clone()).collect();
    let routes = RouteSet::from_indices(task.problem.city(), &stops)?;
    let mut service = Service::default();
    for (route, &(_, setting, origin)) in routes.routes.into_iter().zip(lines) {
        if task.problem.stepped(setting, 0).is_none() {
            return Err(RestoreError::Damaged(
                "a line has a headway or a number of vehicles that is not allowed".into(),
            ));
        }
        let mut line = ServedRoute::default();
        line.set_stops(task.problem, route.stops());
        line.route.set_origin(origin);
        line.set_setting(task.problem, setting);
        service.lines.push(line);
    }
    let (vehicles, count) = (service.vehicles(), service.lines.len());
    match vehicles <= task.vehicles && (1..=task.most_lines).contains(&count) {
        true => Ok(service),
        false => Err(RestoreError::Damaged("its lines do not keep the limits".into())),
    }
}

impl<'p> Chain<'p> {
    /// A chain as it was saved.
    ///
    /// # Errors
    /// Its lines are not legal, or it had other moves.
    pub(super) fn restore(task: Arc<Task<'p>>, state: ChainState) -> Result<Self, RestoreError> {
        let at = service(&task, &state.lines)?;
        let best = service(&task, &state.best)?;
        if !state.moves.iter().map(|(name, _)| name.as_str()).eq(Self::names(&task)) {
            return Err(RestoreError::Damaged("it has other moves".into()));
        }
        let counts = state.moves.into_iter().map(|(_, counts)| counts).collect();
        let mut chain = Self::new(task, state.rng.clone(), at.clone());
        let (price, room, evaluations) = (state.price, state.room, state.evaluations);
        chain.at = Position { rng: state.rng, service: at, price, room, evaluations, counts };
        chain.best = best;
        chain.best_cost = state.best_cost.unwrap_or(f64::INFINITY);
        Ok(chain)
    }

    /// What [`Chain::restore`] needs.
    pub(super) fn state(&self) -> ChainState {
        let names = Self::names(&self.task).into_iter().map(str::to_owned);
        ChainState {
            rng: self.at.rng.clone(),
            lines: lines(&self.at.service),
            price: self.at.price,
            room: self.at.room,
            best: lines(&self.best),
            best_cost: self.best_cost.is_finite().then_some(self.best_cost),
            evaluations: self.at.evaluations,
            moves: names.zip(self.at.counts.iter().copied()).collect(),
        }
    }
}
