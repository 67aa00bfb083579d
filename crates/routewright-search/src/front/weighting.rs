//! Riders against operator, each measured by how far the front reaches.

use routewright_model::{Alpha, Problem};

use super::staircase::{Staircase, Trade};
use crate::RouteSet;

/// What a chain anneals for at some place of the front.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weighting {
    /// Weight of riders, from 0 to 1; the rest is the operator's.
    pub(super) riders: f64,
    /// What a typical change costs at this weight; 0 until it is measured.
    pub(super) scale: f64,
    /// The network that was here last.
    pub(super) left: Option<(Trade, RouteSet)>,
}

impl Weighting {
    /// From nearly all weight on riders to nearly all on the operator. Weights lie closer together towards the ends,
    /// where the front is steep or flat and a small change of weight moves far.
    pub(super) fn spread(count: usize, steepness: f64) -> Vec<Self> {
        let count = count.max(2);
        let weighting = |at: usize| {
            let odds = steepness * (1.0 - 2.0 * at as f64 / (count - 1) as f64);
            Self { riders: 1.0 / (1.0 + libm::exp(-odds)), scale: 0.0, left: None }
        };
        (0..count).map(weighting).collect()
    }
}

/// How far the front extends, minutes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Extent {
    passenger: f64,
    driven: f64,
    routes: f64,
}

impl Extent {
    /// Before anything is known of the front: weights are alphas.
    pub(super) fn unknown(problem: &Problem) -> Self {
        let (longest, routes) = (problem.city.longest_drive().minutes(), problem.limits.routes() as f64);
        Self { passenger: longest, driven: routes * longest, routes }
    }

    /// Whether it can be divided by.
    pub(super) fn is_valid(&self) -> bool {
        [self.passenger, self.driven, self.routes].iter().all(|value| value.is_finite() && *value > 0.0)
    }

    /// From one end of the known front to the other, if it has two.
    pub(super) fn update<T>(&mut self, known: &Staircase<T>) {
        if let [(first, _), .., (last, _)] = known.steps() {
            self.passenger = first.passenger_minutes - last.passenger_minutes;
            self.driven = last.driven.minutes() - first.driven.minutes();
        }
    }

    /// The alpha of the unified cost that weighs riders so.
    pub(super) fn alpha(&self, riders: f64) -> Alpha {
        let riders_share = riders / self.passenger;
        let operator_share = (1.0 - riders) * self.routes / self.driven;
        Alpha::new(riders_share / (riders_share + operator_share)).expect("a share lies between 0 and 1")
    }

    /// The cost of a trade, for comparison with others at the same weight.
    pub(super) fn cost(&self, trade: Trade, riders: f64) -> f64 {
        riders * trade.passenger_minutes / self.passenger
            + (1.0 - riders) * trade.driven.minutes() / self.driven
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{City, Limits, Seconds};

    use super::*;

    #[test]
    fn weights_run_from_riders_to_operator() {
        let weights: Vec<f64> = Weighting::spread(5, 4.5).iter().map(|weighting| weighting.riders).collect();
        assert!(weights.is_sorted_by(|a, b| a > b));
        assert!((weights[2] - 0.5).abs() < 1e-12 && (weights[0] + weights[4] - 1.0).abs() < 1e-12);
        assert!(weights[0] > 0.98);
    }

    #[test]
    fn alphas_rank_trades_as_weights_do() {
        let limits = Limits::new(6, 2, 8).unwrap();
        let problem = Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap());
        let mut extent = Extent::unknown(&problem);
        assert!((extent.alpha(0.3).value() - 0.3).abs() < 1e-12);
        let trade =
            |passenger_minutes, minutes: u32| Trade { passenger_minutes, driven: Seconds(60 * minutes) };
        let mut known = Staircase::default();
        known.add(trade(10.0, 400), ());
        extent.update(&known);
        assert_eq!(extent, Extent::unknown(&problem));
        known.add(trade(14.0, 120), ());
        extent.update(&known);
        // At even weights the ends cost the same, and so they do at the alpha that goes with them.
        let (first, last) = (trade(10.0, 400), trade(14.0, 120));
        assert!((extent.cost(first, 0.5) - extent.cost(last, 0.5)).abs() < 1e-12);
        let alpha = extent.alpha(0.5).value();
        let unified = |trade: Trade| {
            alpha * trade.passenger_minutes / 33.0 + (1.0 - alpha) * trade.driven.minutes() / (6.0 * 33.0)
        };
        assert!((unified(first) - unified(last)).abs() < 1e-12);
    }
}
