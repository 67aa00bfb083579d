//! The inputs of the value net.

use routewright_model::City;

/// Facts about the city: mean node features (4), total demand, mean and deviation of D and of T, alpha.
const OF_CITY: usize = 10;
/// The global state of the policy: C_p, C_o, routes done and to come, F_un, alpha, 1 − alpha.
const OF_STATE: usize = 7;
/// Inputs of the value net.
pub(crate) const INPUTS: usize = OF_CITY + OF_STATE;

/// What does not change during an episode, in minutes, kilometres and trips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CityFacts([f32; OF_CITY]);

impl CityFacts {
    /// The mean of the node features x, y, in-degree and out-degree, the total demand, means and standard
    /// deviations of the elements of D and T (diagonals included), and alpha: the paper's list.
    pub(crate) fn new(city: &City, alpha: f64) -> Self {
        let n = city.node_count() as f64;
        let mean = |of: &dyn Fn(usize) -> f64| (0..city.node_count()).map(of).sum::<f64>() / n;
        let node = |at: usize| &city.nodes()[at];
        let id = |at: usize| routewright_model::NodeId::new(at);
        let demand = city.node_ids().flat_map(|from| city.demand_from(from).iter().copied());
        let pairs = city.node_ids().flat_map(|from| city.node_ids().map(move |to| (from, to)));
        let times = pairs.map(|(from, to)| city.drive_time(from, to).minutes());
        let (demand_mean, demand_deviation) = mean_and_deviation(demand);
        let (time_mean, time_deviation) = mean_and_deviation(times);
        let facts = [
            mean(&|at| node(at).position.x / 1000.0),
            mean(&|at| node(at).position.y / 1000.0),
            mean(&|at| city.links_into(id(at)).len() as f64),
            mean(&|at| city.links_from(id(at)).len() as f64),
            city.total_demand(),
            demand_mean,
            demand_deviation,
            time_mean,
            time_deviation,
            alpha,
        ];
        Self(facts.map(|fact| fact as f32))
    }

    /// Together with the global state.
    pub(crate) fn with_state(&self, state: &[f32]) -> [f32; INPUTS] {
        assert_eq!(state.len(), OF_STATE, "the global state has {OF_STATE} elements");
        std::array::from_fn(|at| if at < OF_CITY { self.0[at] } else { state[at - OF_CITY] })
    }
}

/// Shifts and factors that give every input and the return zero mean and unit variance over the data set.
///
/// Deviation from the paper: the return is scaled too, so that the net need not learn its magnitude first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ValueScale {
    /// Mean and inverse deviation of each input.
    inputs: [(f32, f32); INPUTS],
    /// Mean and deviation of the return.
    returns: (f32, f32),
}

impl ValueScale {
    /// Fits the scale to a data set.
    pub(crate) fn fit(inputs: &[[f32; INPUTS]], returns: &[f32]) -> Self {
        let of = |at: usize| mean_and_deviation(inputs.iter().map(|input| f64::from(input[at])));
        let (mean, deviation) = mean_and_deviation(returns.iter().map(|&value| f64::from(value)));
        Self {
            inputs: std::array::from_fn(|at| {
                let (mean, deviation) = of(at);
                // A constant input carries no information: it is only shifted to zero.
                (mean as f32, if deviation > 1e-6 { 1.0 / deviation as f32 } else { 1.0 })
            }),
            returns: (mean as f32, deviation.max(1e-6) as f32),
        }
    }

    pub(crate) fn normalise(&self, input: &mut [f32; INPUTS]) {
        for (value, (mean, factor)) in input.iter_mut().zip(&self.inputs) {
            *value = (*value - mean) * factor;
        }
    }

    /// Converts the net's output to a return.
    pub(crate) fn to_return(&self, value: f32) -> f32 {
        self.returns.0 + self.returns.1 * value
    }

    /// Converts a return to the net's output.
    pub(crate) fn of_return(&self, value: f32) -> f32 {
        (value - self.returns.0) / self.returns.1
    }

    /// As one list, for a checkpoint.
    pub(crate) fn to_list(&self) -> Vec<f32> {
        self.inputs.iter().chain([&self.returns]).flat_map(|&(a, b)| [a, b]).collect()
    }

    /// From such a list; `None` if it has the wrong length, a number is not finite, or the return's deviation is not
    /// positive.
    pub(crate) fn from_list(list: &[f32]) -> Option<Self> {
        let pairs: Vec<(f32, f32)> = list.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let (returns, inputs) = pairs.split_last()?;
        let is_valid = list.iter().all(|number| number.is_finite()) && returns.1 > 0.0;
        let scale = Self { inputs: inputs.try_into().ok()?, returns: *returns };
        (is_valid && list.len().is_multiple_of(2)).then_some(scale)
    }
}

fn mean_and_deviation(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for value in values {
        count += 1.0;
        sum += value;
        squares += value * value;
    }
    let mean = sum / count;
    (mean, (squares / count - mean * mean).max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_mandl() {
        let CityFacts(facts) = CityFacts::new(&City::mandl(), 0.25);
        assert!((facts[2] - 42.0 / 15.0).abs() < 1e-6 && facts[2] == facts[3], "21 streets, both ways");
        assert_eq!(facts[4], 15_570.0);
        assert!((facts[5] - 15_570.0 / 225.0).abs() < 1e-4);
        assert_eq!(facts[9], 0.25);
    }

    #[test]
    fn scaled_inputs_have_zero_mean_and_unit_variance() {
        let inputs: Vec<[f32; INPUTS]> =
            (0..100).map(|row| std::array::from_fn(|at| (row * (at % 3)) as f32 + 5.0)).collect();
        let scale = ValueScale::fit(&inputs, &[1.0, 3.0]);
        let mut scaled = inputs;
        scaled.iter_mut().for_each(|input| scale.normalise(input));
        for at in 0..INPUTS {
            let (mean, deviation) = mean_and_deviation(scaled.iter().map(|input| f64::from(input[at])));
            assert!(mean.abs() < 1e-4 && (deviation - if at % 3 == 0 { 0.0 } else { 1.0 }).abs() < 1e-4);
        }
        assert_eq!((scale.to_return(0.0), scale.of_return(3.0)), (2.0, 1.0));
        assert_eq!(ValueScale::from_list(&scale.to_list()).as_ref(), Some(&scale));
        assert_eq!(ValueScale::from_list(&[1.0]), None);
        let with_last = |value: f32| {
            let mut list = scale.to_list();
            *list.last_mut().unwrap() = value;
            ValueScale::from_list(&list)
        };
        assert_eq!([0.0, -1.0, f32::NAN].map(with_last), [None, None, None]);
    }
}
