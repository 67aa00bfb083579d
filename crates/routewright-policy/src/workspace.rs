//! Scratch space of the forward and backward pass.

use crate::aligned::Aligned;
use crate::edges::Edges;
use crate::path_sums::PathSums;

/// Scratch space for scores and gradients. Keep one per thread: it grows to the largest city it has seen, and works with
/// any net and any observation.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) edges: Edges,
    /// Normalised node features.
    pub(crate) nodes: Aligned,
    pub(crate) layers: Vec<LayerSpace>,
    /// Attention shares of one node, where those of all nodes are not kept.
    pub(crate) shares: Aligned,
    pub(crate) plan: PathSums,
    /// The contribution of each node to the first layer of the pair score, as first and as second of a pair.
    pub(crate) first: Aligned,
    pub(crate) second: Aligned,
    pub(crate) kind_table: Aligned,
    pub(crate) pair_scores: Vec<f32>,
    /// For each candidate: pair sum, minutes, stops.
    pub(crate) path_inputs: Vec<f32>,
    pub(crate) path_sums: Vec<f32>,
    /// Scores of the distinct candidates, where actions share them.
    pub(crate) candidate_scores: Vec<f32>,
    /// A block of rows of a perceptron's hidden layers.
    pub(crate) rows: Aligned,
    pub(crate) hidden: Aligned,
    pub(crate) back: BackSpace,
}

/// The results of a layer, for the next layer and the backward pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayerSpace {
    pub(crate) source: Aligned,
    pub(crate) target: Aligned,
    pub(crate) kind_table: Aligned,
    pub(crate) shares: Aligned,
    /// Embeddings, after the ReLU where one follows.
    pub(crate) out: Aligned,
}

/// Gradients of the backward pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct BackSpace {
    pub(crate) of_embeddings: Aligned,
    pub(crate) of_candidates: Vec<f32>,
    pub(crate) of_pair_scores: Vec<f32>,
    pub(crate) of_path_sums: Vec<f32>,
    pub(crate) first: Aligned,
    pub(crate) second: Aligned,
    pub(crate) kind_table: Aligned,
    pub(crate) quantities: Aligned,
}
