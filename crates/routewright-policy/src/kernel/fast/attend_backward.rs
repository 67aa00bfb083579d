//! The backward pass of attention: vectors run over channels, and values the forward pass did not store are recomputed.

use super::attend::transpose;
use super::lanes::{LANES, Lanes};
use super::multiply::multiply;
use crate::edges::QUANTITY_FEATURES;
use crate::kernel::jobs::{Attention, AttentionGradient, LEAK};
use crate::kernel::level::{Width, Work};
use crate::normalisers::EDGE_QUANTITIES;

/// From the gradient of the embeddings to the gradients of the layer's inputs.
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
        let mut pairs = vec![PairOf::default(); n];
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
            for (other, pair) in pairs.iter_mut().enumerate() {
                *pair = PairOf {
                    quantities: layer.edges.quantities(node, other),
                    kind: layer.edges.kind(node, other),
                };
            }
            let row = Row { layer, node, pairs: &pairs, shares, of_heed: &of_heed, of_out };
            for at in (0..width).step_by(LANES) {
                row.channels::<W>(at, gradient);
            }
        }
    }
}

/// From the gradient of the shares to that of the scores before the softmax.
#[inline(always)]
fn softmax_backward<W: Width>(shares: &[f32], of_shares: &mut [f32]) {
    let mut mean = Lanes::ZERO;
    for (share, of_share) in shares.chunks_exact(LANES).zip(of_shares.chunks_exact(LANES)) {
        mean = Lanes::load(share).times_plus::<W>(Lanes::load(of_share), mean);
    }
    let mean = mean.sum();
    shares.iter().zip(of_shares).for_each(|(share, of_share)| *of_share = share * (*of_share - mean));
}

/// What distinguishes a pair of the current node.
#[derive(Clone, Copy, Default)]
struct PairOf {
    quantities: [f32; EDGE_QUANTITIES],
    kind: usize,
}

/// All pairs of one node.
struct Row<'a> {
    layer: &'a Attention<'a>,
    node: usize,
    pairs: &'a [PairOf],
    shares: &'a [f32],
    of_heed: &'a [f32],
    of_out: &'a [f32],
}

impl Row<'_> {
    /// Sixteen channels of all pairs.
    #[inline(always)]
    fn channels<W: Width>(&self, at: usize, gradient: &mut AttentionGradient<'_>) {
        let layer = self.layer;
        let width = layer.width;
        let target = Lanes::load(&layer.target[self.node * width + at..]);
        let attention = Lanes::load(&layer.attention[at..]);
        let of_out = Lanes::load(&self.of_out[at..]);
        let mut weights = [Lanes::ZERO; EDGE_QUANTITIES];
        let mut of_quantities = [Lanes::ZERO; EDGE_QUANTITIES];
        for (feature, weight) in QUANTITY_FEATURES.into_iter().zip(&mut weights) {
            *weight = Lanes::load(&layer.edge_weight[feature * width + at..]);
        }
        let mut of_attention = Lanes::load(&gradient.attention[at..]);
        let mut of_target = Lanes::ZERO;
        let sources = layer.source.chunks_exact(width).zip(gradient.source.chunks_exact_mut(width));
        for ((other, pair), (source, of_source)) in self.pairs.iter().enumerate().zip(sources) {
            let kind = pair.kind * width + at;
            let mut hidden = target.plus(Lanes::load(&source[at..]));
            hidden = hidden.plus(Lanes::load(&layer.kind_table[kind..]));
            for (&quantity, &weight) in pair.quantities.iter().zip(&weights) {
                hidden = Lanes::splat(quantity).times_plus::<W>(weight, hidden);
            }
            let heed = self.by_channel(self.of_heed, at, other);
            of_attention = heed.times_plus::<W>(hidden.leaky_relu(), of_attention);
            let passed = heed.times(attention);
            let of_hidden = hidden.if_positive(passed, passed.times(Lanes::splat(LEAK)));
            of_target = of_target.plus(of_hidden);
            let share = self.by_channel(self.shares, at, other);
            let of_source = &mut of_source[at..];
            share.times_plus::<W>(of_out, Lanes::load(of_source).plus(of_hidden)).store(of_source);
            let of_kind = &mut gradient.kind_table[kind..];
            Lanes::load(of_kind).plus(of_hidden).store(of_kind);
            for (&quantity, sum) in pair.quantities.iter().zip(&mut of_quantities) {
                *sum = Lanes::splat(quantity).times_plus::<W>(of_hidden, *sum);
            }
        }
        of_attention.store(&mut gradient.attention[at..]);
        add(&mut gradient.target[self.node * width + at..], of_target);
        for (feature, sum) in of_quantities.into_iter().enumerate() {
            add(&mut gradient.quantities[feature * width + at..], sum);
        }
    }

    /// The values of a node's heads for sixteen channels. Heads narrower than a vector share one.
    #[inline(always)]
    fn by_channel(&self, by_head: &[f32], at: usize, other: usize) -> Lanes {
        let (_, width, heads, stride) = self.layer.sizes();
        let depth = width / heads;
        if depth.is_multiple_of(LANES) {
            return Lanes::splat(by_head[at / depth * stride + other]);
        }
        let mut lanes = Lanes::ZERO;
        for lane in 0..LANES {
            lanes.0[lane] = by_head[(at + lane) / depth * stride + other];
        }
        lanes
    }
}

#[inline(always)]
fn add(to: &mut [f32], values: Lanes) {
    Lanes::load(to).plus(values).store(to);
}
