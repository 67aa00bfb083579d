//! How far a network is from the best that is possible.

use crate::Figures;

/// Less than this share of a bound is a rounding error.
const ROUNDING: f64 = 1e-9;

/// What no network of a problem is below that meets all constraints, where that is known. The difference is the most
/// that any search could still save.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LowerBounds {
    /// Of the mean trip (C_p), minutes.
    pub passenger_minutes: Option<f64>,
    /// Of the route minutes (C_o).
    pub route_minutes: Option<f64>,
}

impl LowerBounds {
    /// How far the mean trip (C_p) is above its bound, percent. `None` without a bound, and where trips are unserved:
    /// the mean of the others may be below it.
    pub fn passenger_gap_percent(&self, figures: &Figures) -> Option<f64> {
        let bound = self.passenger_minutes.filter(|_| figures.unserved_pairs == 0);
        gap_percent(bound?, figures.passenger_minutes)
    }

    /// How far the route minutes (C_o) are above their bound, percent. `None` without a bound, and for networks that
    /// break constraints.
    pub fn route_gap_percent(&self, figures: &Figures) -> Option<f64> {
        let bound = self.route_minutes.filter(|_| figures.violations.is_empty());
        gap_percent(bound?, figures.route_minutes)
    }
}

fn gap_percent(bound: f64, figure: f64) -> Option<f64> {
    let gap = figure / bound - 1.0;
    gap.is_finite().then_some(if gap.abs() < ROUNDING { 0.0 } else { 100.0 * gap })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Violation;

    #[test]
    fn gaps_are_those_of_networks_that_the_bounds_hold_for() {
        let bounds = LowerBounds { passenger_minutes: Some(10.0), route_minutes: Some(80.0) };
        let mut figures = Figures {
            cost: 1.0,
            passenger_minutes: 10.0 - 1e-12,
            route_minutes: 100.0,
            driven_minutes: 200.0,
            transfer_percent: [100.0, 0.0, 0.0, 0.0],
            unserved_percent: 0.0,
            unserved_pairs: 0,
            violations: Vec::new(),
        };
        let gaps = |bounds: LowerBounds, figures: &Figures| {
            [bounds.passenger_gap_percent(figures), bounds.route_gap_percent(figures)]
        };
        assert_eq!(gaps(bounds, &figures), [Some(0.0), Some(25.0)]);
        assert_eq!(gaps(LowerBounds::default(), &figures), [None, None]);
        figures.violations.push(Violation::RouteCount { actual: 5, asked: 6 });
        assert_eq!(gaps(bounds, &figures), [Some(0.0), None]);
        figures.unserved_pairs = 1;
        assert_eq!(gaps(bounds, &figures), [None, None]);
        figures = Figures { passenger_minutes: f64::NAN, unserved_pairs: 0, ..figures };
        assert_eq!(gaps(bounds, &figures), [None, None]);
    }
}
