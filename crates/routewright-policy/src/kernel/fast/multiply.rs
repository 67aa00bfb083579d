//! Matrix products, tile by tile in registers.

use super::lanes::{LANES, Lanes};
use crate::kernel::level::{Width, Work};

/// Rows of a tile.
const ROWS: usize = 4;

/// out += x · weight.
pub(super) struct Multiply<'a> {
    pub(super) x: &'a [f32],
    pub(super) inner: usize,
    pub(super) weight: &'a [f32],
    pub(super) columns: usize,
    pub(super) out: &'a mut [f32],
}

impl Work for Multiply<'_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        multiply::<W>(self.x, self.inner, self.weight, self.columns, self.out);
    }
}

/// out += xᵀ · y.
pub(super) struct MultiplyTransposed<'a> {
    pub(super) x: &'a [f32],
    pub(super) inner: usize,
    pub(super) y: &'a [f32],
    pub(super) columns: usize,
    pub(super) out: &'a mut [f32],
}

impl Work for MultiplyTransposed<'_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        multiply_transposed::<W>(self.x, self.inner, self.y, self.columns, self.out);
    }
}

#[inline(always)]
pub(super) fn multiply<W: Width>(x: &[f32], inner: usize, weight: &[f32], columns: usize, out: &mut [f32]) {
    let mut x = x.chunks_exact(ROWS * inner);
    let mut out = out.chunks_exact_mut(ROWS * columns);
    for (x, out) in x.by_ref().zip(out.by_ref()) {
        strip::<W, ROWS>(x, inner, weight, columns, out);
    }
    let rest = out.into_remainder();
    match rest.len() / columns {
        3 => strip::<W, 3>(x.remainder(), inner, weight, columns, rest),
        2 => strip::<W, 2>(x.remainder(), inner, weight, columns, rest),
        1 => strip::<W, 1>(x.remainder(), inner, weight, columns, rest),
        _ => {}
    }
}

/// Some rows, all columns.
#[inline(always)]
fn strip<W: Width, const R: usize>(x: &[f32], inner: usize, weight: &[f32], columns: usize, out: &mut [f32]) {
    let mut at = 0;
    if W::TILE == 2 {
        while at + 2 * LANES <= columns {
            tile::<W, R, 2>(x, inner, weight, columns, at, out);
            at += 2 * LANES;
        }
    }
    while at < columns {
        tile::<W, R, 1>(x, inner, weight, columns, at, out);
        at += LANES;
    }
}

#[inline(always)]
fn tile<W: Width, const R: usize, const C: usize>(
    x: &[f32],
    inner: usize,
    weight: &[f32],
    columns: usize,
    at: usize,
    out: &mut [f32],
) {
    let rows: [&[f32]; R] = std::array::from_fn(|row| &x[row * inner..][..inner]);
    let mut sums = [[Lanes::ZERO; C]; R];
    for (row, sums) in sums.iter_mut().enumerate() {
        for (chunk, sum) in sums.iter_mut().enumerate() {
            *sum = Lanes::load(&out[row * columns + at + chunk * LANES..]);
        }
    }
    if W::TILE == 1 {
        for (k, weights) in weight.chunks_exact(columns).take(inner).enumerate() {
            let weights = &weights[at..at + C * LANES];
            for row in 0..R {
                let factor = Lanes::splat(rows[row][k]);
                for chunk in 0..C {
                    let weights = Lanes::load(&weights[chunk * LANES..]);
                    sums[row][chunk] = factor.times_plus::<W>(weights, sums[row][chunk]);
                }
            }
        }
    } else {
        // The same with weights kept in registers and indices the compiler can prove in range: a fifth faster with wide
        // vectors, a quarter slower with others.
        let mut lines = weight[at..].chunks(columns);
        #[expect(clippy::needless_range_loop, reason = "the range is what shows that rows are long enough")]
        for k in 0..inner {
            let line = lines.next().expect("weights have a line for each column of x");
            let line = &line[..C * LANES];
            let weights: [Lanes; C] = std::array::from_fn(|chunk| Lanes::load(&line[chunk * LANES..]));
            for row in 0..R {
                let factor = Lanes::splat(rows[row][k]);
                for chunk in 0..C {
                    sums[row][chunk] = factor.times_plus::<W>(weights[chunk], sums[row][chunk]);
                }
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        for (chunk, sum) in sums.iter().enumerate() {
            sum.store(&mut out[row * columns + at + chunk * LANES..]);
        }
    }
}

#[inline(always)]
pub(super) fn multiply_transposed<W: Width>(
    x: &[f32],
    inner: usize,
    y: &[f32],
    columns: usize,
    out: &mut [f32],
) {
    let mut first = 0;
    let mut strips = out.chunks_exact_mut(ROWS * columns);
    for out in strips.by_ref() {
        strip_transposed::<W, ROWS>(x, inner, first, y, columns, out);
        first += ROWS;
    }
    for out in strips.into_remainder().chunks_exact_mut(columns) {
        strip_transposed::<W, 1>(x, inner, first, y, columns, out);
        first += 1;
    }
}

/// Columns `first` and on of x, all columns of y.
#[inline(always)]
fn strip_transposed<W: Width, const R: usize>(
    x: &[f32],
    inner: usize,
    first: usize,
    y: &[f32],
    columns: usize,
    out: &mut [f32],
) {
    let mut at = 0;
    if W::TILE == 2 {
        while at + 2 * LANES <= columns {
            tile_transposed::<W, R, 2>(x, inner, first, y, columns, at, out);
            at += 2 * LANES;
        }
    }
    while at < columns {
        tile_transposed::<W, R, 1>(x, inner, first, y, columns, at, out);
        at += LANES;
    }
}

#[inline(always)]
fn tile_transposed<W: Width, const R: usize, const C: usize>(
    x: &[f32],
    inner: usize,
    first: usize,
    y: &[f32],
    columns: usize,
    at: usize,
    out: &mut [f32],
) {
    let mut sums = [[Lanes::ZERO; C]; R];
    for (x, y) in x.chunks_exact(inner).zip(y.chunks_exact(columns)) {
        let factors: &[f32; R] = x[first..].first_chunk().expect("a strip lies within the columns");
        let values = &y[at..at + C * LANES];
        for row in 0..R {
            let factor = Lanes::splat(factors[row]);
            for chunk in 0..C {
                let values = Lanes::load(&values[chunk * LANES..]);
                sums[row][chunk] = factor.times_plus::<W>(values, sums[row][chunk]);
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        for (chunk, &sum) in sums.iter().enumerate() {
            let out = &mut out[row * columns + at + chunk * LANES..];
            sum.plus(Lanes::load(out)).store(out);
        }
    }
}
