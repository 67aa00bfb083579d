//! The shape of a net.

use serde::{Deserialize, Serialize};

use crate::WeightsError;
use crate::layout::Layout;

/// Numbers that describe a node: position (2), links into and out of it.
pub(crate) const NODE_FEATURES: usize = 4;
/// Numbers that describe a pair of nodes, as in the paper's list.
pub(crate) const EDGE_FEATURES: usize = 13;
/// Numbers that describe the whole state in the paper.
pub(crate) const PAPER_GLOBALS: usize = 7;
/// Those and the ones of [`Inputs::Extended`].
pub(crate) const ALL_GLOBALS: usize = PAPER_GLOBALS + 6;
/// Numbers that describe a path and the route it would extend, beside its pair sum.
pub(crate) const PATH_FEATURES: usize = 4;

/// The global inputs of a net.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inputs {
    /// The paper's seven numbers: mean trip time C_p, route time C_o, routes built and left to build, share of
    /// pairs unserved, alpha and 1 − alpha.
    #[default]
    Paper,
    /// Those, and how much room the route has left ((MAX − |r|) / MAX), how long it is (|r| / MAX), MIN / MAX,
    /// the size of the city (log n), the share of trips without a transfer, and MAX / n.
    Extended,
}

impl Inputs {
    /// The number of inputs.
    pub fn global_count(self) -> usize {
        match self {
            Self::Paper => PAPER_GLOBALS,
            Self::Extended => ALL_GLOBALS,
        }
    }
}

/// Whose embedding a node is scored by. Anything but its own is a test: a net that loses nothing does not listen to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Embeddings {
    /// Its own.
    #[default]
    Own,
    /// That of the node half the city further on.
    Exchanged,
    /// The mean of all nodes.
    Mean,
}

impl Embeddings {
    /// Hands the embeddings, rows of `width` numbers, to the nodes that are scored by them.
    pub(crate) fn hand_out(self, rows: &mut [f32], width: usize) {
        let nodes = rows.len() / width;
        match self {
            Self::Own => {}
            Self::Exchanged => rows.rotate_left(nodes / 2 * width),
            Self::Mean => {
                let (mean, others) = rows.split_at_mut(width);
                for row in others.chunks_exact(width) {
                    mean.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
                }
                mean.iter_mut().for_each(|sum| *sum /= nodes as f32);
                others.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(mean));
            }
        }
    }

    /// Hands the gradient of what was handed out back.
    pub(crate) fn take_back(self, rows: &mut [f32], width: usize) {
        match self {
            Self::Exchanged => rows.rotate_right(rows.len() / width / 2 * width),
            // Every node gets the mean, and every node is a part of it.
            Self::Own | Self::Mean => self.hand_out(rows, width),
        }
    }
}

/// Sizes of a net; the defaults are the paper's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Architecture {
    /// Attention layers of the backbone. Without any, node features go straight to the scores.
    pub layers: usize,
    /// Heads of each attention layer; they share its width.
    pub heads: usize,
    /// Numbers in the embedding of a node (d_embed).
    pub width: usize,
    /// Width of the two hidden layers that score a pair of nodes.
    pub pair_hidden: usize,
    /// Width of the two hidden layers that score a path; the paper does not name it.
    pub path_hidden: usize,
    /// Width of the two hidden layers that score halting.
    pub halt_hidden: usize,
    /// The inputs that describe the whole state.
    pub inputs: Inputs,
    /// Whether a layer adds a node's own projection (W_r x) to what the node gathers from all others. The paper's layers do
    /// not: after a few of them all nodes have the same embedding.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub residual: bool,
    /// Whose embedding a node is scored by.
    #[serde(skip_serializing_if = "is_own")]
    pub embeddings: Embeddings,
}

fn is_own(embeddings: &Embeddings) -> bool {
    *embeddings == Embeddings::Own
}

impl Default for Architecture {
    fn default() -> Self {
        Self {
            layers: 5,
            heads: 4,
            width: 64,
            pair_hidden: 64,
            path_hidden: 32,
            halt_hidden: 64,
            inputs: Inputs::Paper,
            residual: false,
            embeddings: Embeddings::Own,
        }
    }
}

impl Architecture {
    /// Every width is a multiple of this many numbers, one vector of the fast kernels.
    pub const WIDTH_STEP: usize = 16;

    /// Most layers, and most numbers in any of them.
    const MOST_LAYERS: usize = 64;
    const MOST_WIDTH: usize = 4096;

    /// Width of a node's embedding where pairs of nodes are scored.
    pub(crate) fn embedding_width(&self) -> usize {
        if self.layers == 0 { NODE_FEATURES } else { self.width }
    }

    /// Parameters of a net of this shape, or `None` if a size is out of range.
    pub fn parameter_count(&self) -> Option<usize> {
        self.check().ok().map(|()| Layout::new(self).len())
    }

    /// Checks that all sizes are in range.
    ///
    /// # Errors
    /// The first size that is out of range.
    pub fn check(&self) -> Result<(), WeightsError> {
        let refuse = |what: String| Err(WeightsError::Architecture(what));
        if self.layers > Self::MOST_LAYERS {
            return refuse(format!("layers is {}, but must be at most {}", self.layers, Self::MOST_LAYERS));
        }
        let widths = [
            ("width", self.width),
            ("pair-hidden", self.pair_hidden),
            ("path-hidden", self.path_hidden),
            ("halt-hidden", self.halt_hidden),
        ];
        for (name, width) in widths {
            if width == 0 || width > Self::MOST_WIDTH || !width.is_multiple_of(Self::WIDTH_STEP) {
                return refuse(format!(
                    "{name} is {width}, but must be a multiple of {} up to {}",
                    Self::WIDTH_STEP,
                    Self::MOST_WIDTH
                ));
            }
        }
        if self.heads == 0 || !self.width.is_multiple_of(self.heads) {
            return refuse(format!("{} heads cannot share a width of {} evenly", self.heads, self.width));
        }
        Ok(())
    }
}
