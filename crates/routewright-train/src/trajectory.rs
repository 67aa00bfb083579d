//! What an environment went through in an iteration.

use routewright_policy::Observation;

use crate::value::INPUTS;

/// One decision and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    /// What the policy saw.
    pub(crate) observation: Observation,
    /// What it chose.
    pub(crate) choice: u32,
    /// The logarithm of the probability of that.
    pub(crate) log_probability: f32,
    /// What the cost fell by until the next decision.
    pub(crate) reward: f32,
    /// Whether the episode was over then, or the route rebuilt.
    pub(crate) ends: bool,
    /// What the value net is told of the state it was made in.
    pub(crate) value_input: [f32; INPUTS],
}

/// The decisions of one environment in order, over several episodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trajectory {
    pub(crate) steps: Vec<Decided>,
    /// The state after the last decision as the value net is told of it; `None` if its episode is over.
    pub(crate) after: Option<[f32; INPUTS]>,
    /// What the cost fell by over each episode that ended, not discounted.
    pub(crate) returns: Vec<f64>,
    /// The cost that each of them ended with (C').
    pub(crate) costs: Vec<f64>,
    /// The same, with those of routes rebuilt among them.
    pub(crate) ends: Vec<f64>,
}

impl Trajectory {
    pub(crate) fn with_capacity(horizon: usize) -> Self {
        Self { steps: Vec::with_capacity(horizon), ..Self::default() }
    }
}
