//! The fast version: vectors, tiles in registers, and values recomputed rather than stored.

mod attend;
mod attend_backward;
mod lanes;
mod multiply;
mod pair_rows;
mod score_rows;

use attend::Attend;
use attend_backward::AttendBackward;
use multiply::{Multiply, MultiplyTransposed};
use pair_rows::{FillRows, FillRowsBackward};
use score_rows::{ScoreRows, ScoreRowsBackward};

use super::Arithmetic;
use super::jobs::{Attention, AttentionGradient, PairGradient, PairRows, Scorer, ScorerGradient};
use super::level::{Level, run};

/// Uses the vectors of a level, which must be available.
pub(crate) struct Fast(pub(super) Level);

impl Arithmetic for Fast {
    fn name(&self) -> &'static str {
        match self.0 {
            Level::Avx512 => "fast (AVX-512)",
            Level::Avx2 => "fast (AVX2)",
            Level::Baseline => "fast (baseline)",
        }
    }

    fn multiply(&self, x: &[f32], inner: usize, weight: &[f32], columns: usize, out: &mut [f32]) {
        run(self.0, Multiply { x, inner, weight, columns, out });
    }

    fn multiply_transposed(&self, x: &[f32], inner: usize, y: &[f32], columns: usize, out: &mut [f32]) {
        run(self.0, MultiplyTransposed { x, inner, y, columns, out });
    }

    fn attend(&self, layer: &Attention<'_>, shares: &mut [f32], out: &mut [f32]) {
        run(self.0, Attend { layer, shares, out });
    }

    fn attend_backward(
        &self,
        layer: &Attention<'_>,
        shares: &[f32],
        of_out: &[f32],
        gradient: &mut AttentionGradient<'_>,
    ) {
        run(self.0, AttendBackward { layer, shares, of_out, gradient });
    }

    fn pair_rows(&self, job: &PairRows<'_>, rows: &mut [f32]) {
        run(self.0, FillRows { job, rows });
    }

    fn pair_rows_backward(&self, job: &PairRows<'_>, of_rows: &[f32], gradient: &mut PairGradient<'_>) {
        run(self.0, FillRowsBackward { job, of_rows, gradient });
    }

    fn score_rows(&self, scorer: &Scorer<'_>, rows: &mut [f32], second: &mut [f32], scores: &mut [f32]) {
        run(self.0, ScoreRows { scorer, rows, second, scores });
    }

    fn score_rows_backward(
        &self,
        scorer: &Scorer<'_>,
        of_scores: &[f32],
        rows: &mut [f32],
        second: &mut [f32],
        gradient: &mut ScorerGradient<'_>,
    ) {
        run(self.0, ScoreRowsBackward { scorer, of_scores, rows, second, gradient });
    }
}
