//! The layout of a net's tensors among its parameters.

use std::ops::Range;

use crate::architecture::{Architecture, EDGE_FEATURES, NODE_FEATURES, PATH_FEATURES};

/// A named part of a net's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorInfo {
    /// Stable name, such as `backbone.0.edge_weight`.
    pub name: String,
    /// Its dimensions; the last one is contiguous. A matrix has a row for each input.
    pub shape: Vec<usize>,
    /// Its place among [`Net::parameters`](crate::Net::parameters).
    pub range: Range<usize>,
}

/// The ranges of all tensors; they follow from the architecture alone.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) layers: Vec<AttentionLayout>,
    /// Scores a pair of nodes.
    pub(crate) pair: ScorerLayout,
    pub(crate) pair_edge: Range<usize>,
    pub(crate) pair_time: Range<usize>,
    /// Scores a path.
    pub(crate) path: ScorerLayout,
    pub(crate) path_input: Range<usize>,
    /// Scores halting.
    pub(crate) halt: ScorerLayout,
    pub(crate) halt_input: Range<usize>,
    pub(crate) tensors: Vec<TensorInfo>,
}

/// One attention layer (GATv2).
#[derive(Clone, Debug)]
pub(crate) struct AttentionLayout {
    pub(crate) inputs: usize,
    /// What a node offers (W_l).
    pub(crate) source: Range<usize>,
    pub(crate) source_bias: Range<usize>,
    /// What a node asks for (W_r).
    pub(crate) target: Range<usize>,
    pub(crate) target_bias: Range<usize>,
    pub(crate) edge: Range<usize>,
    pub(crate) attention: Range<usize>,
    pub(crate) bias: Range<usize>,
}

/// A perceptron with two hidden layers of the same width and one output.
#[derive(Clone, Debug)]
pub(crate) struct ScorerLayout {
    pub(crate) hidden: usize,
    /// First layer, for y_i + y_j; empty where no embeddings go in.
    pub(crate) sum: Range<usize>,
    /// First layer, for y_i − y_j, used where direction matters; empty where no embeddings go in.
    pub(crate) difference: Range<usize>,
    pub(crate) bias: Range<usize>,
    pub(crate) second: Range<usize>,
    pub(crate) second_bias: Range<usize>,
    pub(crate) last: Range<usize>,
    pub(crate) last_bias: Range<usize>,
}

impl Layout {
    pub(crate) fn new(architecture: &Architecture) -> Self {
        let Architecture { layers, width, pair_hidden, path_hidden, halt_hidden, inputs, .. } = *architecture;
        let globals = inputs.global_count();
        let mut tensors = Tensors::default();
        let mut layout = Self {
            layers: (0..layers)
                .map(|layer| {
                    let inputs = if layer == 0 { NODE_FEATURES } else { width };
                    tensors.attention(&format!("backbone.{layer}"), inputs, width)
                })
                .collect(),
            pair_edge: tensors.add("pair.edge_weight", &[EDGE_FEATURES, pair_hidden]),
            pair_time: tensors.add("pair.time_weight", &[pair_hidden]),
            pair: tensors.scorer("pair", architecture.embedding_width(), pair_hidden),
            path_input: tensors.add("path.input_weight", &[1 + PATH_FEATURES + globals, path_hidden]),
            path: tensors.scorer("path", 0, path_hidden),
            halt_input: tensors.add("halt.input_weight", &[1 + globals, halt_hidden]),
            halt: tensors.scorer("halt", architecture.embedding_width(), halt_hidden),
            tensors: Vec::new(),
        };
        // Single numbers come last, so that all other tensors start at a multiple of the vector width.
        layout.pair.last_bias = tensors.add("pair.last_bias", &[1]);
        layout.path.last_bias = tensors.add("path.last_bias", &[1]);
        layout.halt.last_bias = tensors.add("halt.last_bias", &[1]);
        layout.tensors = tensors.0;
        layout
    }

    /// The number of parameters.
    pub(crate) fn len(&self) -> usize {
        self.tensors.last().map_or(0, |tensor| tensor.range.end)
    }
}

#[derive(Default)]
struct Tensors(Vec<TensorInfo>);

impl Tensors {
    fn add(&mut self, name: &str, shape: &[usize]) -> Range<usize> {
        let start = self.0.last().map_or(0, |tensor| tensor.range.end);
        let range = start..start + shape.iter().product::<usize>();
        self.0.push(TensorInfo { name: name.to_owned(), shape: shape.to_vec(), range: range.clone() });
        range
    }

    fn attention(&mut self, name: &str, inputs: usize, width: usize) -> AttentionLayout {
        let mut add = |part: &str, shape: &[usize]| self.add(&format!("{name}.{part}"), shape);
        AttentionLayout {
            inputs,
            source: add("source_weight", &[inputs, width]),
            source_bias: add("source_bias", &[width]),
            target: add("target_weight", &[inputs, width]),
            target_bias: add("target_bias", &[width]),
            edge: add("edge_weight", &[EDGE_FEATURES, width]),
            attention: add("attention", &[width]),
            bias: add("bias", &[width]),
        }
    }

    fn scorer(&mut self, name: &str, embedding: usize, hidden: usize) -> ScorerLayout {
        let mut add = |part: &str, shape: &[usize]| self.add(&format!("{name}.{part}"), shape);
        let mut embedded = |part: &str| if embedding > 0 { add(part, &[embedding, hidden]) } else { 0..0 };
        ScorerLayout {
            hidden,
            sum: embedded("sum_weight"),
            difference: embedded("difference_weight"),
            bias: add("bias", &[hidden]),
            second: add("second_weight", &[hidden, hidden]),
            second_bias: add("second_bias", &[hidden]),
            last: add("last_weight", &[hidden]),
            last_bias: 0..0,
        }
    }
}
