//! The policy net: parameters, normalisers and training history.

use std::sync::OnceLock;

use rand::{Rng, RngExt};
use routewright_env::Decision;
use serde_json::Value;

use crate::layout::Layout;
use crate::packed::Packed;
use crate::{Architecture, Embeddings, Kernel, Normalisers, Observation, TensorInfo, Workspace};

/// A graph attention net that scores the paths which may extend a route, or the halting of it (the paper's
/// appendix "Neural Net Architecture").
///
/// Deviations from the paper, settled in the project's specification: where streets and demand are the same in both
/// directions, the embeddings of a pair enter as y_i + y_j and each pair counts once, so that no score depends on the
/// direction in which a route is written; elsewhere y_i − y_j enters as well, and both orders count. Times along a route
/// are measured to the end that is extended. Path scores also see the number of stops of the path and of the route.
#[derive(Clone, Debug)]
pub struct Net {
    architecture: Architecture,
    normalisers: Normalisers,
    training: Value,
    parameters: Vec<f32>,
    pub(crate) layout: Layout,
    /// Computed when first needed, dropped when parameters change.
    packed: OnceLock<Packed>,
}

impl Net {
    /// An untrained net: random weights (Glorot's range), with last layers small enough that all choices are about equally
    /// likely. Weights of y_i − y_j start at zero, so a net that never trains them treats both directions alike.
    ///
    /// # Panics
    /// The architecture is not one that [`Architecture::check`] accepts.
    pub fn new(architecture: Architecture, normalisers: Normalisers, rng: &mut impl Rng) -> Self {
        let mut net = Self::zeros(architecture, normalisers);
        for tensor in &net.layout.tensors {
            let (fan_in, fan_out) = match tensor.shape[..] {
                [rows, columns] => (rows, columns),
                [columns] => (columns, 1),
                _ => unreachable!("tensors are vectors and matrices"),
            };
            let range = (6.0 / (fan_in + fan_out) as f32).sqrt();
            let range = match tensor.name.rsplit('.').next().unwrap_or_default() {
                "bias" | "source_bias" | "target_bias" | "second_bias" | "last_bias" => 0.0,
                "difference_weight" => 0.0,
                "last_weight" => 0.1 * range,
                _ => range,
            };
            for parameter in &mut net.parameters[tensor.range.clone()] {
                *parameter = range * (2.0 * rng.random::<f32>() - 1.0);
            }
        }
        net
    }

    /// # Panics
    /// As [`Net::new`].
    pub(crate) fn zeros(architecture: Architecture, normalisers: Normalisers) -> Self {
        if let Err(error) = architecture.check() {
            panic!("a net has a valid architecture: {error}");
        }
        let layout = Layout::new(&architecture);
        let parameters = vec![0.0; layout.len()];
        Self { architecture, normalisers, training: Value::Null, parameters, layout, packed: OnceLock::new() }
    }

    /// Its sizes.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Sets whose embedding a node is scored by.
    pub fn set_embeddings(&mut self, embeddings: Embeddings) {
        self.architecture.embeddings = embeddings;
    }

    /// All its parameters; [`Net::tensors`] says which is which.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// The same, mutably.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        self.packed = OnceLock::new();
        &mut self.parameters
    }

    /// Names, shapes and ranges of its tensors, in order.
    pub fn tensors(&self) -> Vec<TensorInfo> {
        self.layout.tensors.clone()
    }

    /// The normalisers of its inputs.
    pub fn normalisers(&self) -> &Normalisers {
        &self.normalisers
    }

    /// Its training history, in whatever form the trainer keeps it.
    pub fn training(&self) -> &Value {
        &self.training
    }

    /// Sets the training history.
    pub fn set_training(&mut self, value: Value) {
        self.training = value;
    }

    /// Scores an observation: every path of it (softmax), or halting (sigmoid).
    ///
    /// # Panics
    /// `scores` does not have one place per [score](Observation::score_count).
    pub fn score(
        &self,
        kernel: Kernel,
        observation: &Observation,
        workspace: &mut Workspace,
        scores: &mut [f32],
    ) {
        self.embed(kernel.arithmetic(), observation, workspace, false);
        self.score_embedded(kernel.arithmetic(), observation, workspace, None, scores);
    }

    /// Adds the gradient of Σ score_gradient · score by every parameter to `gradient`.
    ///
    /// # Panics
    /// `score_gradient` does not have one number per [score](Observation::score_count), or `gradient` not one place per
    /// parameter.
    pub fn add_gradient(
        &self,
        kernel: Kernel,
        observation: &Observation,
        workspace: &mut Workspace,
        score_gradient: &[f32],
        gradient: &mut [f32],
    ) {
        assert_eq!(gradient.len(), self.parameters.len(), "a gradient has one place per parameter");
        self.embed(kernel.arithmetic(), observation, workspace, true);
        if observation.decision() != Decision::Halt {
            self.sum_pairs(kernel.arithmetic(), observation, workspace, None);
        }
        self.backward(kernel.arithmetic(), observation, workspace, score_gradient, gradient);
    }

    pub(crate) fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| Packed::new(&self.layout, &self.architecture, &self.parameters))
    }
}
