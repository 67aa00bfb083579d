//! The search for a front as data.

use routewright_model::{City, RouteError, Seconds};

use super::staircase::Trade;
use super::weighting::{Extent, Weighting};
use crate::RouteSet;
use crate::chain::ChainState;

/// [`Snapshot::state`](crate::Snapshot::state) of the search for a front.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct State {
    pub(super) course: Course,
    pub(super) walks: Vec<Walk>,
    pub(super) chains: Vec<ChainState>,
    pub(super) weightings: Vec<SavedWeighting>,
    pub(super) known: Vec<SavedPoint>,
}

/// How far the search is, besides its chains and networks.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Course {
    /// Rounds of plain descent left before anything else.
    pub(super) descent_left: u32,
    /// Progress at which the opening was over.
    pub(super) opened: f64,
    pub(super) extent: Extent,
    /// The largest area that the front dominated so far; see [`super::area`].
    pub(super) area: f64,
}

/// Where a chain is on its way over the weights.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Walk {
    /// The weighting it is at; none during the opening.
    pub(super) place: Option<usize>,
    /// What a typical change costs there; 0 until it is measured.
    pub(super) scale: f64,
    /// The alpha that it anneals for.
    pub(super) alpha: f64,
}

/// A network of the front.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SavedPoint {
    passenger_minutes: f64,
    driven_seconds: u32,
    routes: Vec<Vec<u32>>,
}

/// What is known of a weight.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SavedWeighting {
    scale: f64,
    left: Option<SavedPoint>,
}

impl SavedPoint {
    pub(super) fn new((trade, routes): &(Trade, RouteSet)) -> Self {
        Self {
            passenger_minutes: trade.passenger_minutes,
            driven_seconds: trade.driven.0,
            routes: routes.to_indices(),
        }
    }

    pub(super) fn point(&self, city: &City) -> Result<(Trade, RouteSet), RouteError> {
        let (passenger_minutes, driven) = (self.passenger_minutes, Seconds(self.driven_seconds));
        Ok((Trade { passenger_minutes, driven }, RouteSet::from_indices(city, &self.routes)?))
    }
}

impl SavedWeighting {
    pub(super) fn new(weighting: &Weighting) -> Self {
        Self { scale: weighting.scale, left: weighting.left.as_ref().map(SavedPoint::new) }
    }

    /// Puts what was saved back.
    pub(super) fn restore(&self, city: &City, weighting: &mut Weighting) -> Result<(), RouteError> {
        weighting.scale = self.scale;
        weighting.left = self.left.as_ref().map(|left| left.point(city)).transpose()?;
        Ok(())
    }
}
