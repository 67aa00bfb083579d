//! Attention backwards: vectors run over channels, and what the way forward did not write down is computed again.

use super::attend::transpose;
use super::lanes::{LANES, Lanes};
use super::multiply::multiply;
use crate::edges::QUANTITY_FEATURES;
use crate::kernel::jobs::{Attention, AttentionGradient, LEAK};
use crate::kernel::level::{Width, Work};
use crate::normalisers::EDGE_QUANTITIES;

/// From the gradient of the embeddings to that of what went into the layer.
pub(super) struct AttendBackward<'a, 'g> {
    pub(super) layer: &'a Attention<'a>,
    pub(super) shares: &'a [f32],
    pub(super) of_out: &'a [f32],
    pub(super) gradient: &'a mut AttentionGradient<'g>,
}

impl Work for AttendBackward<'_, '_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        let Self { layer, shares, of_out, gradient } = self;
        let (n, width, heads, stride) = layer.sizes();
        let depth = width / heads;
        let source = transpose(layer.source, n, width, stride);
        let mut of_heed = vec![0.0; heads * stride];
        // Heads narrower than a vector share one; then each lane needs the numbers of its own head.
        let mut spread = Spread::new(depth);
        for node in 0..n {
            let shares = &shares[node * heads * stride..][..heads * stride];
            let of_out = &of_out[node * width..][..width];
            of_heed.fill(0.0);
            for head in 0..heads {
                let of_heed = &mut of_heed[head * stride..][..stride];
                let part = head * depth..(head + 1) * depth;
                let source = &source[part.start * stride..part.end * stride];
                multiply::<W>(&of_out[part], depth, source, stride, of_heed);
                softmax_backward::<W>(&shares[head * stride..][..stride], of_heed);
            }
            for at in (0..width).step_by(LANES) {
                channels::<W>(layer, node, at, shares, &of_heed, of_out, gradient, &mut spread);
            }
        }
    }
}

/// From the gradient of the shares to that of what the softmax was taken of.
#[inline(always)]
fn softmax_backward<W: Width>(shares: &[f32], of_shares: &mut [f32]) {
    let mut mean = Lanes::ZERO;
    for (share, of_share) in shares.chunks_exact(LANES).zip(of_shares.chunks_exact(LANES)) {
        mean = Lanes::load(share).times_plus::<W>(Lanes::load(of_share), mean);
    }
    let mean = mean.sum();
    shares.iter().zip(of_shares).for_each(|(share, of_share)| *of_share = share * (*of_share - mean));
}

/// Sixteen channels of all pairs of a node.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // one inner loop, taken out of line for its readers
fn channels<W: Width>(
    layer: &Attention<'_>,
    node: usize,
    at: usize,
    shares: &[f32],
    of_heed: &[f32],
    of_out: &[f32],
    gradient: &mut AttentionGradient<'_>,
    spread: &mut Spread,
) {
    let (n, width, _, stride) = layer.sizes();
    let target = Lanes::load(&layer.target[node * width + at..]);
    let attention = Lanes::load(&layer.attention[at..]);
    let of_out = Lanes::load(&of_out[at..]);
    let weights = QUANTITY_FEATURES.map(|feature| Lanes::load(&layer.edge_weight[feature * width + at..]));
    let mut of_attention = Lanes::load(&gradient.attention[at..]);
    let mut of_target = Lanes::load(&gradient.target[node * width + at..]);
    let mut of_quantities: [Lanes; EDGE_QUANTITIES] =
        std::array::from_fn(|feature| Lanes::load(&gradient.quantities[feature * width + at..]));
    for other in 0..n {
        let kind = layer.edges.kind(node, other) * width + at;
        let quantities = layer.edges.quantities(node, other);
        let mut hidden = target.plus(Lanes::load(&layer.source[other * width + at..]));
        hidden = hidden.plus(Lanes::load(&layer.kind_table[kind..]));
        for (quantity, weight) in quantities.into_iter().zip(weights) {
            hidden = Lanes::splat(quantity).times_plus::<W>(weight, hidden);
        }
        let heed = spread.lanes(of_heed, at, stride, other);
        of_attention = heed.times_plus::<W>(hidden.leaky_relu(), of_attention);
        let passed = heed.times(attention);
        let of_hidden = hidden.if_positive(passed, passed.times(Lanes::splat(LEAK)));
        of_target = of_target.plus(of_hidden);
        let of_source = &mut gradient.source[other * width + at..];
        let share = spread.lanes(shares, at, stride, other);
        share.times_plus::<W>(of_out, Lanes::load(of_source).plus(of_hidden)).store(of_source);
        let of_kind = &mut gradient.kind_table[kind..];
        Lanes::load(of_kind).plus(of_hidden).store(of_kind);
        for (quantity, sum) in quantities.into_iter().zip(&mut of_quantities) {
            *sum = Lanes::splat(quantity).times_plus::<W>(of_hidden, *sum);
        }
    }
    of_attention.store(&mut gradient.attention[at..]);
    of_target.store(&mut gradient.target[node * width + at..]);
    for (feature, sum) in of_quantities.into_iter().enumerate() {
        sum.store(&mut gradient.quantities[feature * width + at..]);
    }
}

/// Brings numbers of heads to the channels of those heads.
struct Spread {
    depth: usize,
}

impl Spread {
    fn new(depth: usize) -> Self {
        Self { depth }
    }

    /// For sixteen channels, the number that their heads have for a node.
    #[inline(always)]
    fn lanes(&mut self, by_head: &[f32], at: usize, stride: usize, node: usize) -> Lanes {
        if self.depth.is_multiple_of(LANES) {
            return Lanes::splat(by_head[at / self.depth * stride + node]);
        }
        let mut lanes = Lanes::ZERO;
        for lane in 0..LANES {
            lanes.0[lane] = by_head[(at + lane) / self.depth * stride + node];
        }
        lanes
    }
}
