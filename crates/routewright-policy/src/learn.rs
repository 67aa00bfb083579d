//! Scores and gradients for training, with nothing computed twice.

use std::sync::Arc;

use crate::{Kernel, Net, Observation, Workspace};

impl Net {
    /// Scores an observation as [`Net::score`] does, but reuses the embeddings in the workspace if the network is the same
    /// as in `previous`, the observation that this workspace scored last with this net and kernel.
    pub fn score_after(
        &self,
        kernel: Kernel,
        previous: Option<&Observation>,
        observation: &Observation,
        workspace: &mut Workspace,
        scores: &mut [f32],
    ) {
        if !previous.is_some_and(|previous| previous.has_network_of(observation)) {
            self.embed(kernel.arithmetic(), observation, workspace, false);
        }
        self.score_embedded(kernel.arithmetic(), observation, workspace, None, scores);
    }

    /// Scores an observation and adds the gradient of a loss, with one forward pass instead of two.
    ///
    /// `score_gradient` replaces the scores by the derivative of the loss by each score. If it returns `false` the gradient
    /// is zero and nothing is added.
    pub fn add_gradient_by(
        &self,
        kernel: Kernel,
        observation: &Observation,
        workspace: &mut Workspace,
        scores: &mut Vec<f32>,
        gradient: &mut [f32],
        score_gradient: impl FnOnce(&mut [f32]) -> bool,
    ) {
        assert_eq!(gradient.len(), self.parameters().len(), "a gradient has one place per parameter");
        scores.clear();
        scores.resize(observation.score_count(), 0.0);
        self.embed(kernel.arithmetic(), observation, workspace, true);
        self.score_embedded(kernel.arithmetic(), observation, workspace, None, scores);
        if score_gradient(scores) {
            self.backward(kernel.arithmetic(), observation, workspace, scores, gradient);
        }
    }
}

impl Observation {
    /// Whether both have the same embeddings: city, alpha and all trips are equal.
    fn has_network_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.city, &other.city)
            && self.alpha == other.alpha
            && self.connections == other.connections
            && self.direct_minutes == other.direct_minutes
            && self.trip_minutes == other.trip_minutes
    }
}
