//! First layer of the pair score.

use super::lanes::{LANES, Lanes};
use crate::edges::QUANTITY_FEATURES;
use crate::kernel::jobs::{PairGradient, PairRows};
use crate::kernel::level::{Width, Work};
use crate::normalisers::EDGE_QUANTITIES;

/// One row per pair.
pub(super) struct FillRows<'a> {
    pub(super) job: &'a PairRows<'a>,
    pub(super) rows: &'a mut [f32],
}

impl Work for FillRows<'_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        let Self { job, rows } = self;
        let mut at = 0;
        while at + 4 * LANES <= job.columns {
            fill::<W, 4>(job, at, rows);
            at += 4 * LANES;
        }
        while at < job.columns {
            fill::<W, 1>(job, at, rows);
            at += LANES;
        }
    }
}

/// Some columns of all rows.
#[inline(always)]
fn fill<W: Width, const C: usize>(job: &PairRows<'_>, at: usize, rows: &mut [f32]) {
    let columns = job.columns;
    let time_weights = Lanes::row::<C>(&job.time_weight[at..]);
    let weights =
        QUANTITY_FEATURES.map(|feature| Lanes::row::<C>(&job.edge_weight[feature * columns + at..]));
    for (pair, row) in job.pairs.iter().zip(rows.chunks_exact_mut(columns)) {
        let (from, to) = (pair.from as usize, pair.to as usize);
        let first = Lanes::row::<C>(&job.first[from * columns + at..]);
        let second = Lanes::row::<C>(&job.second[to * columns + at..]);
        let flags = Lanes::row::<C>(&job.kind_table[job.edges.kind(from, to) * columns + at..]);
        let quantities = job.edges.quantities(from, to).map(Lanes::splat);
        let time = Lanes::splat(job.edges.scaled_time(pair.minutes));
        let row = &mut row[at..at + C * LANES];
        for chunk in 0..C {
            let mut sum = first[chunk].plus(second[chunk]).plus(flags[chunk]);
            sum = time.times_plus::<W>(time_weights[chunk], sum);
            for (quantity, weights) in quantities.into_iter().zip(&weights) {
                sum = quantity.times_plus::<W>(weights[chunk], sum);
            }
            sum.store(&mut row[chunk * LANES..]);
        }
    }
}

/// From the gradient of the rows to the gradients of the inputs.
pub(super) struct FillRowsBackward<'a, 'g> {
    pub(super) job: &'a PairRows<'a>,
    pub(super) of_rows: &'a [f32],
    pub(super) gradient: &'a mut PairGradient<'g>,
}

impl Work for FillRowsBackward<'_, '_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        let Self { job, of_rows, gradient } = self;
        let columns = job.columns;
        for at in (0..columns).step_by(LANES) {
            let mut of_time = Lanes::load(&gradient.time_weight[at..]);
            let mut of_quantities: [Lanes; EDGE_QUANTITIES] =
                std::array::from_fn(|feature| Lanes::load(&gradient.quantities[feature * columns + at..]));
            for (pair, of_row) in job.pairs.iter().zip(of_rows.chunks_exact(columns)) {
                let (from, to) = (pair.from as usize, pair.to as usize);
                let of_row = Lanes::load(&of_row[at..]);
                add(&mut gradient.first[from * columns + at..], of_row);
                add(&mut gradient.second[to * columns + at..], of_row);
                add(&mut gradient.kind_table[job.edges.kind(from, to) * columns + at..], of_row);
                let time = Lanes::splat(job.edges.scaled_time(pair.minutes));
                of_time = time.times_plus::<W>(of_row, of_time);
                for (value, sum) in job.edges.quantities(from, to).into_iter().zip(&mut of_quantities) {
                    *sum = Lanes::splat(value).times_plus::<W>(of_row, *sum);
                }
            }
            of_time.store(&mut gradient.time_weight[at..]);
            for (feature, sum) in of_quantities.into_iter().enumerate() {
                sum.store(&mut gradient.quantities[feature * columns + at..]);
            }
        }
    }
}

#[inline(always)]
fn add(to: &mut [f32], values: Lanes) {
    Lanes::load(to).plus(values).store(to);
}
