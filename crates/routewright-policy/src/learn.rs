//! What training asks of a net: scores and gradients with nothing computed twice.

use std::sync::Arc;

use crate::{Kernel, Net, Observation, Workspace};

impl Net {
    /// Scores an observation as [`Net::score`] does. Where the network looks as it did in `previous`, the one this
    /// workspace scored last, by this net and kernel, its embeddings are used again: the same scores, sooner.
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

    /// Scores an observation and adds the gradient that `judge` asks for, in one pass over the net instead of two.
    ///
    /// `judge` finds the scores in `scores` and leaves the gradient by each of them there. If it returns `false`
    /// that gradient is zero, and nothing is added.
    pub fn add_gradient_by(
        &self,
        kernel: Kernel,
        observation: &Observation,
        workspace: &mut Workspace,
        scores: &mut Vec<f32>,
        gradient: &mut [f32],
        judge: impl FnOnce(&mut [f32]) -> bool,
    ) {
        assert_eq!(gradient.len(), self.parameters().len(), "a gradient has a place for each parameter");
        scores.clear();
        scores.resize(observation.score_count(), 0.0);
        self.embed(kernel.arithmetic(), observation, workspace, true);
        self.score_embedded(kernel.arithmetic(), observation, workspace, None, scores);
        if judge(scores) {
            self.backward(kernel.arithmetic(), observation, workspace, scores, gradient);
        }
    }
}

impl Observation {
    /// Whether embeddings of the one are embeddings of the other: the city, alpha and all trips are the same.
    fn has_network_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.city, &other.city)
            && self.alpha == other.alpha
            && self.connections == other.connections
            && self.direct_minutes == other.direct_minutes
            && self.trip_minutes == other.trip_minutes
    }
}
