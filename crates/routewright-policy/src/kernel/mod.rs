//! The arithmetic of a net, in a plain and a fast version.

mod fast;
mod jobs;
mod level;
mod scalar;

use serde::{Deserialize, Serialize};

use fast::Fast;
pub(crate) use jobs::{Attention, AttentionGradient, PairGradient, PairRows, Scorer, ScorerGradient};
pub use level::Level;
use scalar::Scalar;

/// The implementation that does the arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kernel {
    /// Plain loops: slow, and the same bits on every platform.
    Scalar,
    /// The widest vectors of the processor, chosen at run time. Agrees with [`Kernel::Scalar`] to about 1e-5.
    #[default]
    Fast,
    /// The fast kernel with vectors no wider than this, to compare levels on one processor.
    At(Level),
}

impl Kernel {
    /// The name of what is running, for the records of a run.
    pub fn name(self) -> &'static str {
        self.arithmetic().name()
    }

    pub(crate) fn arithmetic(self) -> &'static dyn Arithmetic {
        match self {
            Self::Scalar => &Scalar,
            Self::Fast => Self::At(Level::Avx512).arithmetic(),
            Self::At(level) => match level.or_narrower() {
                Level::Avx512 => &Fast(Level::Avx512),
                Level::Avx2 => &Fast(Level::Avx2),
                Level::Baseline => &Fast(Level::Baseline),
            },
        }
    }
}

/// The expensive operations. Matrices are row-major; `columns` are multiples of
/// [`Architecture::WIDTH_STEP`](crate::Architecture::WIDTH_STEP).
pub(crate) trait Arithmetic: Sync {
    fn name(&self) -> &'static str;

    /// out += x · weight, where x has `inner` columns.
    fn multiply(&self, x: &[f32], inner: usize, weight: &[f32], columns: usize, out: &mut [f32]);

    /// out += xᵀ · y, where x has `inner` columns and y `columns`.
    fn multiply_transposed(&self, x: &[f32], inner: usize, y: &[f32], columns: usize, out: &mut [f32]);

    /// One attention layer without its activation: `shares[i][h][j]` is the attention of node i to j, `out` the embeddings.
    /// Where `shares` has room for one node only, it is scratch space.
    fn attend(&self, layer: &Attention<'_>, shares: &mut [f32], out: &mut [f32]);

    /// From the gradient of `out` to the gradients of all inputs, which are added to.
    fn attend_backward(
        &self,
        layer: &Attention<'_>,
        shares: &[f32],
        of_out: &[f32],
        gradient: &mut AttentionGradient<'_>,
    );

    /// The first layer of the pair score, before its ReLU: one row per pair.
    fn pair_rows(&self, job: &PairRows<'_>, rows: &mut [f32]);

    /// From the gradient of those rows to the gradients of the inputs, which are added to.
    fn pair_rows_backward(&self, job: &PairRows<'_>, of_rows: &[f32], gradient: &mut PairGradient<'_>);

    /// The rest of a perceptron, from the rows of its first layer (before ReLU) to scores. Uses `second`, as large as
    /// `rows`, as scratch space.
    fn score_rows(&self, scorer: &Scorer<'_>, rows: &mut [f32], second: &mut [f32], scores: &mut [f32]);

    /// From the gradient of the scores to that of `rows`, in place, and of the weights, which is added to.
    fn score_rows_backward(
        &self,
        scorer: &Scorer<'_>,
        of_scores: &[f32],
        rows: &mut [f32],
        second: &mut [f32],
        gradient: &mut ScorerGradient<'_>,
    );
}
