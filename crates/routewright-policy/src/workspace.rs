//! Room to work in.

use crate::aligned::Aligned;
use crate::edges::Edges;
use crate::path_sums::PathSums;

/// Memory that scoring and its gradient work in. Keep one per thread: it grows to the largest city it has seen and
/// is good for any net and any observation.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) edges: Edges,
    /// Normalised node features.
    pub(crate) nodes: Aligned,
    pub(crate) layers: Vec<LayerSpace>,
    /// Shares of one node, where those of all are not needed again.
    pub(crate) shares: Aligned,
    pub(crate) plan: PathSums,
    /// First layer of the pair score, by node: its part for the first and the second of a pair.
    pub(crate) first: Aligned,
    pub(crate) second: Aligned,
    pub(crate) kind_table: Aligned,
    pub(crate) pair_scores: Vec<f32>,
    /// For each candidate: pair sum, minutes, stops.
    pub(crate) path_inputs: Vec<f32>,
    pub(crate) path_sums: Vec<f32>,
    /// Scores of candidates that are unlike all others, where actions share them.
    pub(crate) candidate_scores: Vec<f32>,
    /// A block of rows of a perceptron's hidden layers.
    pub(crate) rows: Aligned,
    pub(crate) hidden: Aligned,
    pub(crate) back: BackSpace,
}

/// What a layer leaves for the next, and for the way back.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayerSpace {
    pub(crate) source: Aligned,
    pub(crate) target: Aligned,
    pub(crate) kind_table: Aligned,
    pub(crate) shares: Aligned,
    /// Embeddings, after the ReLU where one follows.
    pub(crate) out: Aligned,
}

/// Gradients on their way back.
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
