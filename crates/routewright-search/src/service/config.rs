//! Settings of the search for a service.

use crate::moves::{MoveOdds, PairMoveOdds};

/// Settings of the search for a service. The defaults were found by experiment: `docs/service.md`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServiceConfig {
    /// Services that are annealed side by side. Decides the result; the number of threads does not.
    pub chains: usize,
    /// Temperature at the start, in units of what a small change costs.
    pub hot: f64,
    /// Temperature at the end, in the same units.
    pub cold: f64,
    /// Changes scored on a line before the next one is taken out, in cities of up to 255 nodes.
    pub tries: u32,
    /// How often the better chains replace the worse ones, between 30 % and the end of the run.
    pub exchanges: u32,
    /// Mean perceived minutes that every stop costs which a line gains or loses against the start.
    pub change_price: f64,
    /// How often each move of one line is drawn.
    pub moves: MoveOdds,
    /// How often each move of two lines is drawn.
    pub pair_moves: PairMoveOdds,
}

impl Default for ServiceConfig {
    fn default() -> Self {
        Self {
            chains: 2,
            hot: 1.0,
            cold: 0.01,
            tries: 32,
            exchanges: 4,
            change_price: 0.0,
            moves: MoveOdds::default(),
            pair_moves: PairMoveOdds::default(),
        }
    }
}

impl ServiceConfig {
    /// Lines taken out in a round on each chain: fewer in large cities, where each takes longer.
    pub(super) fn visits(&self, nodes: usize) -> u32 {
        let n = nodes as u32;
        (128 * 128 * 128 / (n * n).max(1)).clamp(1, 256)
    }

    /// Changes of several lines between two visits. Each takes all times anew, which is dear in large cities.
    pub(super) fn wide(&self, nodes: usize) -> u32 {
        let least = if nodes <= 128 { 4 } else { 1 };
        (512 / nodes as u32).clamp(least, 32)
    }

    /// Changes scored on a line before the next one is taken out: more in large cities, where taking one out is dear.
    pub(super) fn tries(&self, nodes: usize) -> u32 {
        self.tries * (nodes as u32 / 128).max(1)
    }

    /// Temperature on the way from the start to the end, in units of what a small change costs.
    pub(super) fn heat(&self, progress: f64) -> f64 {
        self.hot * libm::pow(self.cold / self.hot, progress)
    }

    /// Exchanges that should have taken place by now.
    pub(super) fn exchanges_due(&self, progress: f64) -> u32 {
        let after_start = ((progress - 0.3) / 0.7).clamp(0.0, 1.0);
        (after_start * f64::from(self.exchanges + 1)) as u32
    }
}
