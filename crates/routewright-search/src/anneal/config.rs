//! Settings of the annealing.

use routewright_model::Problem;

use crate::moves::{MoveOdds, PairMoveOdds};

/// How much hotter large cities are, at the start and at the end.
const LARGE_CITY_HEAT: (f64, f64) = (8.0, 4.0);

/// Settings of the annealing. The defaults were found by experiment: `docs/search.md`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnnealConfig {
    /// Networks that are annealed side by side. Decides the result; the number of threads does not.
    pub chains: usize,
    /// Whether no two routes may serve the same stops.
    pub distinct: bool,
    /// Temperature at the start, in units of what a small change costs.
    pub hot: f64,
    /// Temperature at the end, in the same units. Where riders' time does not count it is a quarter of this:
    /// costs move in steps of whole legs there, and the last ones must freeze.
    pub cold: f64,
    /// Changes scored on a route before the next one is taken out.
    pub tries: u32,
    /// Changes of two routes tried in between. They are slower to score: no other routes can be kept.
    pub pairs: u32,
    /// Short annealings on each chain before the last one, which draws from their routes: fewer where there is no
    /// time for them, none where riders' time alone counts, in large cities, and with a network to start from.
    pub heats: u32,
    /// Odds of a route from that pool beside the other moves'.
    pub pool_odds: u32,
    /// How often the better chains replace the worse ones, between 30 % and the end of the run.
    pub exchanges: u32,
    /// Price of departing from the network the search starts from: added to the unified cost for every stop that a
    /// route gains or loses. 0 where change is free.
    pub change_price: f64,
    /// How often each move of one route is drawn.
    pub moves: MoveOdds,
    /// How often each move of two routes is drawn.
    pub pair_moves: PairMoveOdds,
}

impl Default for AnnealConfig {
    fn default() -> Self {
        Self {
            chains: 2,
            distinct: true,
            hot: 0.7,
            cold: 0.05,
            tries: 64,
            pairs: 2,
            heats: 10,
            pool_odds: 40,
            exchanges: 4,
            change_price: 0.0,
            moves: MoveOdds::default(),
            pair_moves: PairMoveOdds::default(),
        }
    }
}

impl AnnealConfig {
    /// Routes taken out in a round on each chain: fewer in large cities, where each takes longer.
    pub(super) fn visits(&self, problem: &Problem) -> u32 {
        let n = problem.city.node_count() as u32;
        (128 * 128 * 128 / (n * n).max(1)).clamp(1, 256)
    }

    /// Temperature on the way from the start to the end, in the same units. In large cities, where no change that leaves
    /// riders behind counts among the small ones, it is a multiple.
    pub(super) fn heat(&self, problem: &Problem, progress: f64, is_large: bool) -> f64 {
        let (more_hot, more_cold) = if is_large { LARGE_CITY_HEAT } else { (1.0, 1.0) };
        let cold = if problem.alpha.value() > 0.0 { self.cold } else { self.cold / 4.0 };
        let (hot, cold) = (more_hot * self.hot, more_cold * cold);
        hot * libm::pow(cold / hot, progress)
    }

    /// Exchanges that should have taken place by now.
    pub(super) fn exchanges_due(&self, progress: f64) -> u32 {
        let after_start = ((progress - 0.3) / 0.7).clamp(0.0, 1.0);
        (after_start * f64::from(self.exchanges + 1)) as u32
    }
}
