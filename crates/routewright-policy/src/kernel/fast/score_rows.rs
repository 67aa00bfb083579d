//! Perceptrons from their first hidden layer on.

use super::lanes::{LANES, Lanes};
use super::multiply::{multiply, multiply_transposed};
use crate::kernel::jobs::{Scorer, ScorerGradient};
use crate::kernel::level::{Width, Work};

/// From rows of the first layer to scores.
pub(super) struct ScoreRows<'a> {
    pub(super) scorer: &'a Scorer<'a>,
    pub(super) rows: &'a mut [f32],
    pub(super) second: &'a mut [f32],
    pub(super) scores: &'a mut [f32],
}

impl Work for ScoreRows<'_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        let Self { scorer, rows, second, scores } = self;
        hidden_layers::<W>(scorer, rows, second);
        for (row, score) in second.chunks_exact(scorer.hidden).zip(scores) {
            let mut sum = Lanes::ZERO;
            for (values, weights) in row.chunks_exact(LANES).zip(scorer.last.chunks_exact(LANES)) {
                sum = Lanes::load(values).relu().times_plus::<W>(Lanes::load(weights), sum);
            }
            *score = scorer.last_bias + sum.sum();
        }
    }
}

/// From the gradient of scores to that of rows and weights.
pub(super) struct ScoreRowsBackward<'a, 'g> {
    pub(super) scorer: &'a Scorer<'a>,
    pub(super) of_scores: &'a [f32],
    pub(super) rows: &'a mut [f32],
    pub(super) second: &'a mut [f32],
    pub(super) gradient: &'a mut ScorerGradient<'g>,
}

impl Work for ScoreRowsBackward<'_, '_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        let Self { scorer, of_scores, rows, second, gradient } = self;
        let hidden = scorer.hidden;
        hidden_layers::<W>(scorer, rows, second);
        *gradient.last_bias += of_scores.iter().sum::<f32>();
        for at in (0..hidden).step_by(LANES) {
            let weights = Lanes::load(&scorer.last[at..]);
            let mut of_last = Lanes::load(&gradient.last[at..]);
            let mut of_bias = Lanes::load(&gradient.second_bias[at..]);
            for (row, &of_score) in second.chunks_exact_mut(hidden).zip(of_scores) {
                let values = Lanes::load(&row[at..]);
                let of_score = Lanes::splat(of_score);
                of_last = values.relu().times_plus::<W>(of_score, of_last);
                let of_values = values.if_positive(of_score.times(weights), Lanes::ZERO);
                of_bias = of_bias.plus(of_values);
                of_values.store(&mut row[at..]);
            }
            of_last.store(&mut gradient.last[at..]);
            of_bias.store(&mut gradient.second_bias[at..]);
        }
        multiply_transposed::<W>(rows, hidden, second, hidden, gradient.second);
        rows_backward::<W>(scorer, rows, second);
    }
}

/// ReLU of the rows in place, and the second layer before its ReLU.
#[inline(always)]
fn hidden_layers<W: Width>(scorer: &Scorer<'_>, rows: &mut [f32], second: &mut [f32]) {
    rows.iter_mut().for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 });
    match scorer.hidden / LANES {
        4 if W::TILE == 2 => second_layer::<W, 4, 4>(scorer, rows, second),
        2 if W::TILE == 2 => second_layer::<W, 4, 2>(scorer, rows, second),
        _ => {
            second.chunks_exact_mut(scorer.hidden).for_each(|row| row.copy_from_slice(scorer.second_bias));
            multiply::<W>(rows, scorer.hidden, scorer.second, scorer.hidden, second);
        }
    }
}

/// The second layer of rows of C vectors, with all columns of R rows in registers at a time.
#[inline(always)]
fn second_layer<W: Width, const R: usize, const C: usize>(
    scorer: &Scorer<'_>,
    rows: &[f32],
    second: &mut [f32],
) {
    let mut tiles = rows.chunks_exact(R * C * LANES);
    let mut second_tiles = second.chunks_exact_mut(R * C * LANES);
    for (rows, second) in tiles.by_ref().zip(second_tiles.by_ref()) {
        second_tile::<W, R, C>(scorer, rows, second);
    }
    let rest = second_tiles.into_remainder().chunks_exact_mut(C * LANES);
    for (row, second) in tiles.remainder().chunks_exact(C * LANES).zip(rest) {
        second_tile::<W, 1, C>(scorer, row, second);
    }
}

#[inline(always)]
fn second_tile<W: Width, const R: usize, const C: usize>(
    scorer: &Scorer<'_>,
    rows: &[f32],
    second: &mut [f32],
) {
    let rows: [&[f32]; R] = std::array::from_fn(|row| &rows[row * C * LANES..][..C * LANES]);
    let mut sums = [Lanes::row::<C>(scorer.second_bias); R];
    let mut lines = scorer.second.chunks_exact(C * LANES);
    #[expect(clippy::needless_range_loop, reason = "the range is what shows that rows are long enough")]
    for k in 0..C * LANES {
        let weights = Lanes::row::<C>(lines.next().expect("there is a line of weights for each column"));
        for row in 0..R {
            let factor = Lanes::splat(rows[row][k]);
            for chunk in 0..C {
                sums[row][chunk] = factor.times_plus::<W>(weights[chunk], sums[row][chunk]);
            }
        }
    }
    for (sum, second) in sums.iter().flatten().zip(second.chunks_exact_mut(LANES)) {
        sum.store(second);
    }
}

/// Replaces the rows of the first layer by their gradient, given that of the second.
#[inline(always)]
fn rows_backward<W: Width>(scorer: &Scorer<'_>, rows: &mut [f32], of_second: &[f32]) {
    // A few rows at a time, so that their gradient stays on the stack.
    const MOST: usize = 4;
    const WIDEST: usize = 64;
    let hidden = scorer.hidden;
    if hidden > WIDEST {
        let mut of_rows = vec![0.0; rows.len()];
        multiply::<W>(of_second, hidden, scorer.second_transposed, hidden, &mut of_rows);
        mask(rows, &of_rows);
        return;
    }
    for (rows, of_second) in rows.chunks_mut(MOST * hidden).zip(of_second.chunks(MOST * hidden)) {
        let mut of_rows = [0.0; MOST * WIDEST];
        let of_rows = &mut of_rows[..rows.len()];
        multiply::<W>(of_second, hidden, scorer.second_transposed, hidden, of_rows);
        mask(rows, of_rows);
    }
}

/// Gradients pass where the ReLU was active.
#[inline(always)]
fn mask(rows: &mut [f32], of_rows: &[f32]) {
    for (value, &of_value) in rows.iter_mut().zip(of_rows) {
        *value = if *value > 0.0 { of_value } else { 0.0 };
    }
}
