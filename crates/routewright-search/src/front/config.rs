//! Settings of the search for a front.

use routewright_model::Problem;

use crate::moves::{MoveOdds, PairMoveOdds};

/// Settings of the search for a front. The defaults were found by experiment: `docs/front.md`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct FrontConfig {
    /// Networks that are annealed side by side. Decides the result; the number of threads does not.
    pub chains: usize,
    /// Whether no two routes may serve the same stops.
    pub distinct: bool,
    /// Networks of the front that are kept, at most.
    pub points: usize,
    /// Weights of riders against operator that are annealed for, from one end of the front to the other.
    pub weights: usize,
    /// How uneven the outermost weights are: the logarithm of their odds.
    pub steepness: f64,
    /// How often each chain passes over all weights.
    pub sweeps: u32,
    /// Share of the run spent on finding the ends of the front.
    pub opening: f64,
    /// Temperature at the start, in units of what a small change costs.
    pub hot: f64,
    /// Temperature at the end, in the same units.
    pub cold: f64,
    /// Changes scored on a route before the next one is taken out.
    pub tries: u32,
    /// Changes of two routes tried in between.
    pub pairs: u32,
    /// How often each move of one route is drawn.
    pub moves: MoveOdds,
    /// How often each move of two routes is drawn.
    pub pair_moves: PairMoveOdds,
}

impl Default for FrontConfig {
    fn default() -> Self {
        Self {
            chains: 2,
            distinct: true,
            points: 200,
            weights: 48,
            steepness: 4.5,
            sweeps: 2,
            opening: 0.08,
            hot: 0.35,
            cold: 0.05,
            tries: 64,
            pairs: 2,
            moves: MoveOdds::default(),
            pair_moves: PairMoveOdds::default(),
        }
    }
}

impl FrontConfig {
    /// Routes taken out in a round on each chain: fewer in large cities, where each takes longer.
    pub(super) fn visits(&self, problem: &Problem) -> u32 {
        let n = problem.city.node_count() as u32;
        (128 * 128 * 32 / (n * n).max(1)).clamp(1, 64)
    }

    /// Temperature on the way from the start to the end, in the same units.
    pub(super) fn heat(&self, progress: f64) -> f64 {
        self.hot * libm::pow(self.cold / self.hot, progress)
    }

    /// Where a chain is on its way up and down the weights, `done` of the run being over. Chains start evenly spread
    /// over the way there and back.
    pub(super) fn place(&self, chain: usize, done: f64) -> usize {
        let weights = self.weights.max(2);
        let way = 2 * weights;
        let steps = (done * f64::from(self.sweeps) * weights as f64) as usize;
        let place = (steps + chain * way / self.chains.max(1)) % way;
        place.min(way - 1 - place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_go_up_and_down_and_meet_no_other() {
        let config = FrontConfig { weights: 3, sweeps: 4, ..FrontConfig::default() };
        let way =
            |chain| [0, 1, 2, 3, 4, 5, 6].map(|step| config.place(chain, f64::from(step) / 12.0 + 1e-9));
        assert_eq!(way(0), [0, 1, 2, 2, 1, 0, 0]);
        assert_eq!(way(1), [2, 1, 0, 0, 1, 2, 2]);
        assert_eq!(FrontConfig { weights: 0, chains: 0, ..config }.place(0, 1.0), 0);
    }
}
