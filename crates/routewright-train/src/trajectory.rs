//! What an environment went through in an iteration.

use routewright_policy::Observation;

use crate::value::INPUTS;

/// One decision of the policy and its result.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    /// What the policy saw.
    pub(crate) observation: Observation,
    /// The choice it made.
    pub(crate) choice: u32,
    /// The log-probability of that choice.
    pub(crate) log_probability: f32,
    /// The fall in cost until the next decision.
    pub(crate) reward: f32,
    /// Whether the episode, or the rebuilding of a route, ended with it.
    pub(crate) is_terminal: bool,
    /// The state it was made in, as the value net sees it.
    pub(crate) value_input: [f32; INPUTS],
}

/// The transitions of one environment in order, over several episodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trajectory {
    pub(crate) transitions: Vec<Transition>,
    /// The state after the last decision, as the value net sees it; `None` if its episode is over.
    pub(crate) next_value_input: Option<[f32; INPUTS]>,
    /// The undiscounted return of each finished episode: the fall in cost from start to end.
    pub(crate) returns: Vec<f64>,
    /// The final cost of each finished episode (C').
    pub(crate) episode_costs: Vec<f64>,
    /// The final cost of each finished episode and of each rebuilt route, in order.
    pub(crate) final_costs: Vec<f64>,
}

impl Trajectory {
    pub(crate) fn with_capacity(horizon: usize) -> Self {
        Self { transitions: Vec::with_capacity(horizon), ..Self::default() }
    }
}
