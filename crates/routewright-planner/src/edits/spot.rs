//! Where on a line something is done.

use routewright_model::{City, NodeId, Route};
use serde::{Deserialize, Serialize};

use super::Edit;
use crate::{PlanLine, PlannerError, Result};

/// A stop of a line's way out. A page knows its position, counted from 0. A plan adds the stop, so that the step means
/// the same stop when other steps are turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Spot<N> {
    /// Whatever stop is there.
    Position(usize),
    /// This stop; where a line stops there twice, the one nearest to the position.
    Stop {
        /// Where it was when the step was made.
        position: usize,
        /// Which stop.
        stop: N,
    },
}

impl<N> From<usize> for Spot<N> {
    fn from(position: usize) -> Self {
        Self::Position(position)
    }
}

impl<N> Spot<N> {
    fn position(&self) -> usize {
        match *self {
            Self::Position(position) | Self::Stop { position, .. } => position,
        }
    }

    /// The same spot with its stop named in another way.
    pub(super) fn try_map<M, E>(
        self,
        name: impl FnOnce(N) -> std::result::Result<M, E>,
    ) -> std::result::Result<Spot<M>, E> {
        Ok(match self {
            Self::Position(position) => Spot::Position(position),
            Self::Stop { position, stop } => Spot::Stop { position, stop: name(stop)? },
        })
    }
}

impl Spot<NodeId> {
    /// Its position on a line as it is now.
    pub(super) fn on(&self, city: &City, route: &Route) -> Result<usize> {
        let stops = route.stops();
        match *self {
            Self::Position(position) if position < stops.len() => Ok(position),
            Self::Position(_) => {
                Err(PlannerError::refused(format!("line {} has {} stops only", route.name(), stops.len())))
            }
            Self::Stop { position, stop } => {
                let there = (0..stops.len()).filter(|&at| stops[at] == stop);
                there.min_by_key(|at| at.abs_diff(position)).ok_or_else(|| {
                    let label = city.node(stop).label();
                    PlannerError::refused(format!("line {} does not stop at {label} any more", route.name()))
                })
            }
        }
    }

    fn named(self, stops: &[NodeId]) -> Self {
        let position = self.position();
        stops.get(position).map_or(self, |&stop| Self::Stop { position, stop })
    }
}

impl Edit<NodeId> {
    /// The same change with the stops that it means on the lines as they are.
    pub(crate) fn with_stops(mut self, lines: &[PlanLine]) -> Self {
        let stops_of = |id: u32| {
            lines.iter().find(|line| line.id == id).map(|line| line.route.stops()).unwrap_or_default()
        };
        match &mut self {
            Self::Cut { line, from, to } => {
                let stops = stops_of(*line);
                // An end that stays may be another stop when other steps are turned off.
                *from = from.filter(|from| from.position() > 0).map(|from| from.named(stops));
                *to = to.filter(|to| to.position() + 1 != stops.len()).map(|to| to.named(stops));
            }
            Self::Reroute { line, from, to, .. } => {
                let stops = stops_of(*line);
                (*from, *to) = (from.named(stops), to.named(stops));
            }
            Self::Skip { line, at } | Self::Split { line, at, .. } => *at = at.named(stops_of(*line)),
            _ => {}
        }
        self
    }
}
