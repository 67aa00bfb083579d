//! Parameters prepared for the kernels: aligned, with transposed matrices for the backward pass.

use std::ops::Range;

use crate::Architecture;
use crate::aligned::Aligned;
use crate::layout::{Layout, ScorerLayout};

/// Copies of the parameters, made once for many observations.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    /// All of them, aligned.
    pub(crate) parameters: Aligned,
    /// Source and target weights of each layer; those of the first are not needed, and empty.
    pub(crate) layers: Vec<[Aligned; 2]>,
    pub(crate) pair: ScorerTransposes,
    pub(crate) path: ScorerTransposes,
    pub(crate) halt: ScorerTransposes,
}

#[derive(Clone, Debug)]
pub(crate) struct ScorerTransposes {
    pub(crate) sum: Aligned,
    pub(crate) difference: Aligned,
    pub(crate) second: Aligned,
}

impl Packed {
    pub(crate) fn new(layout: &Layout, architecture: &Architecture, parameters: &[f32]) -> Self {
        let transpose = |range: &Range<usize>, columns| transpose(&parameters[range.clone()], columns);
        let scorer = |scorer: &ScorerLayout| ScorerTransposes {
            sum: transpose(&scorer.sum, scorer.hidden),
            difference: transpose(&scorer.difference, scorer.hidden),
            second: transpose(&scorer.second, scorer.hidden),
        };
        let layers = layout.layers.iter().enumerate().map(|(at, layer)| match at {
            0 => Default::default(),
            _ => [&layer.source, &layer.target].map(|range| transpose(range, architecture.width)),
        });
        Self {
            parameters: Aligned::new(parameters),
            layers: layers.collect(),
            pair: scorer(&layout.pair),
            path: scorer(&layout.path),
            halt: scorer(&layout.halt),
        }
    }
}

fn transpose(matrix: &[f32], columns: usize) -> Aligned {
    let rows = matrix.len() / columns;
    let mut transposed = Vec::with_capacity(matrix.len());
    for column in 0..columns {
        transposed.extend((0..rows).map(|row| matrix[row * columns + column]));
    }
    Aligned::new(&transposed)
}
