//! Room to work in.

use crate::edges::Edges;
use crate::path_sums::PathSums;

/// Memory that scoring and its gradient work in. Keep one per thread: it grows to the largest city it has seen and
/// is good for any net and any observation.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) edges: Edges,
    /// Normalised node features.
    pub(crate) nodes: Vec<f32>,
    pub(crate) layers: Vec<LayerSpace>,
    /// Shares of one node, where those of all are not needed again.
    pub(crate) shares: Vec<f32>,
    pub(crate) plan: PathSums,
    /// First layer of the pair score, by node: its part for the first and the second of a pair.
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) kind_table: Vec<f32>,
    pub(crate) pair_scores: Vec<f32>,
    /// For each candidate: pair sum, minutes, stops.
    pub(crate) path_inputs: Vec<f32>,
    pub(crate) path_sums: Vec<f32>,
    /// A block of rows of a perceptron's hidden layers.
    pub(crate) rows: Vec<f32>,
    pub(crate) hidden: Vec<f32>,
    pub(crate) back: BackSpace,
}

/// What a layer leaves for the next, and for the way back.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayerSpace {
    pub(crate) source: Vec<f32>,
    pub(crate) target: Vec<f32>,
    pub(crate) kind_table: Vec<f32>,
    pub(crate) shares: Vec<f32>,
    /// Embeddings, after the ReLU where one follows.
    pub(crate) out: Vec<f32>,
}

/// Gradients on their way back.
#[derive(Clone, Debug, Default)]
pub(crate) struct BackSpace {
    pub(crate) of_embeddings: Vec<f32>,
    pub(crate) of_pair_scores: Vec<f32>,
    pub(crate) of_path_sums: Vec<f32>,
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) kind_table: Vec<f32>,
    pub(crate) quantities: Vec<f32>,
}

/// Makes a buffer that long, all zeros.
pub(crate) fn zeroed(buffer: &mut Vec<f32>, len: usize) -> &mut [f32] {
    buffer.clear();
    buffer.resize(len, 0.0);
    buffer
}

/// Makes a buffer that long and fills it with copies of a row.
pub(crate) fn repeated<'a>(buffer: &'a mut Vec<f32>, row: &[f32], count: usize) -> &'a mut [f32] {
    buffer.clear();
    (0..count).for_each(|_| buffer.extend_from_slice(row));
    buffer
}
