//! Normalisation of inputs to zero mean and unit variance.

use serde::{Deserialize, Serialize};

use crate::Observation;
use crate::architecture::{ALL_GLOBALS, NODE_FEATURES, PATH_FEATURES};

/// The edge features that are quantities rather than flags: demand, link time, trip time, direct time, drive
/// time.
pub(crate) const EDGE_QUANTITIES: usize = 5;

/// A quantity's mean and deviation over a data set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    /// Subtracted from the quantity.
    pub mean: f32,
    /// The divisor; positive.
    pub deviation: f32,
}

impl Scale {
    /// Leaves a quantity unchanged.
    pub const UNIT: Self = Self { mean: 0.0, deviation: 1.0 };

    /// The normalised quantity.
    #[inline(always)]
    pub fn apply(self, value: f32) -> f32 {
        (value - self.mean) / self.deviation
    }

    fn is_valid(self) -> bool {
        self.mean.is_finite() && self.deviation.is_finite() && self.deviation > 0.0
    }
}

impl Default for Scale {
    fn default() -> Self {
        Self::UNIT
    }
}

/// Constants that normalise every input of a net to zero mean and unit variance over its data set. Flags, and alpha as an
/// edge feature, are left unchanged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Normalisers {
    /// Position (x, y), links into the node, links out of it.
    pub node: [Scale; NODE_FEATURES],
    /// Demand, link time, trip time, direct time and drive time of a pair.
    pub edge: [Scale; EDGE_QUANTITIES],
    /// The whole state, in the order of [`Observation::global`]; a net without extended inputs ignores the rest.
    pub global: [Scale; ALL_GLOBALS],
    /// Time and stops that a path adds; time and stops of the route so far.
    pub path: [Scale; PATH_FEATURES],
}

impl Default for Normalisers {
    /// Changes nothing.
    fn default() -> Self {
        Self {
            node: [Scale::UNIT; NODE_FEATURES],
            edge: [Scale::UNIT; EDGE_QUANTITIES],
            global: [Scale::UNIT; ALL_GLOBALS],
            path: [Scale::UNIT; PATH_FEATURES],
        }
    }
}

impl Normalisers {
    /// The constants for a data set.
    pub fn fit<'a>(observations: impl IntoIterator<Item = &'a Observation>) -> Self {
        let mut builder = NormaliserBuilder::default();
        observations.into_iter().for_each(|observation| builder.add(observation));
        builder.finish()
    }

    /// Whether all means and deviations are finite and all deviations positive.
    pub fn are_valid(&self) -> bool {
        let Self { node, edge, global, path } = self;
        node.iter().chain(edge).chain(global).chain(path).all(|scale| scale.is_valid())
    }
}

/// Fits [`Normalisers`] to a stream of observations.
#[derive(Clone, Debug, Default)]
pub struct NormaliserBuilder {
    node: [Moments; NODE_FEATURES],
    edge: [Moments; EDGE_QUANTITIES],
    global: [Moments; ALL_GLOBALS],
    path: [Moments; PATH_FEATURES],
}

impl NormaliserBuilder {
    /// Takes an observation into account.
    pub fn add(&mut self, observation: &Observation) {
        let city = observation.city();
        let n = city.node_count();
        for node in 0..n {
            add_all(&mut self.node, city.node(node));
            for other in (0..n).filter(|&other| other != node) {
                add_all(&mut self.edge, &observation.edge_quantities(node, other));
            }
        }
        add_all(&mut self.global, observation.all_globals());
        let [route_minutes, route_stops] = observation.route_size();
        for action in observation.actions() {
            let [minutes, stops] = observation.path_size(action);
            add_all(&mut self.path, &[minutes, stops, route_minutes, route_stops]);
        }
    }

    /// The constants so far. A constant quantity is only shifted.
    pub fn finish(&self) -> Normalisers {
        Normalisers {
            node: self.node.map(|moments| moments.scale()),
            edge: self.edge.map(|moments| moments.scale()),
            global: self.global.map(|moments| moments.scale()),
            path: self.path.map(|moments| moments.scale()),
        }
    }
}

fn add_all(moments: &mut [Moments], values: &[f32]) {
    moments.iter_mut().zip(values).for_each(|(moments, &value)| moments.add(f64::from(value)));
}

/// Count, mean and sum of squared distances from it (Welford's running moments).
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    fn scale(self) -> Scale {
        let deviation = if self.count > 0.0 { (self.squares / self.count).sqrt() } else { 0.0 };
        let mean = self.mean as f32;
        let deviation = deviation as f32;
        // Constant up to rounding: there is no deviation to divide by.
        let varies = deviation > 1e-6 * mean.abs().max(1e-3);
        Scale { mean, deviation: if varies { deviation } else { 1.0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_match_the_definition() {
        let mut moments = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| moments.add(value));
        assert_eq!(moments.scale(), Scale { mean: 5.0, deviation: 2.0 });
        assert_eq!(moments.scale().apply(9.0), 2.0);
    }

    #[test]
    fn constant_quantities_are_only_shifted() {
        let mut moments = Moments::default();
        assert_eq!(moments.scale(), Scale::UNIT);
        (0..10).for_each(|_| moments.add(0.1));
        assert_eq!(moments.scale().deviation, 1.0);
    }
}
