//! The inputs of the kernels.

use crate::edges::Edges;
use crate::path_sums::Pair;

/// One attention layer (GATv2): the attention of node i to node j is the softmax over j of
/// a · LeakyReLU(target_i + source_j + edge_weight · e_ij), head by head, and the new embedding of i is the sum of the
/// sources weighted by it, plus a bias.
pub(crate) struct Attention<'a> {
    pub(crate) edges: &'a Edges,
    pub(crate) width: usize,
    pub(crate) heads: usize,
    pub(crate) source: &'a [f32],
    pub(crate) target: &'a [f32],
    pub(crate) edge_weight: &'a [f32],
    /// The contribution of flags to the edge term, for each kind of pair.
    pub(crate) kind_table: &'a [f32],
    pub(crate) attention: &'a [f32],
    pub(crate) bias: &'a [f32],
}

impl Attention<'_> {
    /// Nodes, width, heads, and the length of a padded row.
    #[inline(always)]
    pub(crate) fn sizes(&self) -> (usize, usize, usize, usize) {
        (self.edges.node_count(), self.width, self.heads, self.edges.stride())
    }

    /// The shares of a node, in a buffer of all nodes or of one.
    #[inline(always)]
    pub(crate) fn shares_of<'s>(&self, node: usize, shares: &'s mut [f32]) -> &'s mut [f32] {
        let row = self.heads * self.edges.stride();
        if shares.len() == row { shares } else { &mut shares[node * row..][..row] }
    }
}

/// Slope of the LeakyReLU below zero.
pub(crate) const LEAK: f32 = 0.2;

/// Gradients of an [`Attention`] layer.
pub(crate) struct AttentionGradient<'a> {
    pub(crate) source: &'a mut [f32],
    pub(crate) target: &'a mut [f32],
    /// A row for each kind of pair.
    pub(crate) kind_table: &'a mut [f32],
    /// A row for each quantity.
    pub(crate) quantities: &'a mut [f32],
    pub(crate) attention: &'a mut [f32],
}

/// First layer of the pair score: first_i + second_j + edge_weight · e_ij + time_weight · time. The bias is in
/// `first`.
pub(crate) struct PairRows<'a> {
    pub(crate) edges: &'a Edges,
    pub(crate) pairs: &'a [Pair],
    pub(crate) columns: usize,
    pub(crate) first: &'a [f32],
    pub(crate) second: &'a [f32],
    pub(crate) edge_weight: &'a [f32],
    pub(crate) kind_table: &'a [f32],
    pub(crate) time_weight: &'a [f32],
}

/// Gradients of [`PairRows`].
pub(crate) struct PairGradient<'a> {
    pub(crate) first: &'a mut [f32],
    pub(crate) second: &'a mut [f32],
    pub(crate) kind_table: &'a mut [f32],
    pub(crate) quantities: &'a mut [f32],
    pub(crate) time_weight: &'a mut [f32],
}

/// A perceptron from its first hidden layer on.
pub(crate) struct Scorer<'a> {
    pub(crate) hidden: usize,
    pub(crate) second: &'a [f32],
    /// The transpose of `second`.
    pub(crate) second_transposed: &'a [f32],
    pub(crate) second_bias: &'a [f32],
    pub(crate) last: &'a [f32],
    pub(crate) last_bias: f32,
}

/// Gradients of a [`Scorer`].
pub(crate) struct ScorerGradient<'a> {
    pub(crate) second: &'a mut [f32],
    pub(crate) second_bias: &'a mut [f32],
    pub(crate) last: &'a mut [f32],
    pub(crate) last_bias: &'a mut f32,
}
