//! Attention: vectors run over the nodes that are heeded, so that no pair is ever written down channel by channel.

use super::lanes::{LANES, Lanes};
use crate::edges::{KINDS, QUANTITY_FEATURES};
use crate::kernel::jobs::Attention;
use crate::kernel::level::{Width, Work};
use crate::normalisers::EDGE_QUANTITIES;
use crate::transfers::Connection;

/// Connections that a pair of two nodes may have beside none, each a plane of flags.
const CONNECTIONS: [usize; 4] = [
    Connection::Direct as usize,
    Connection::OneTransfer as usize,
    Connection::TwoTransfers as usize,
    Connection::MoreTransfers as usize,
];
/// Kind of an unconnected pair that a link joins, and of one that none does.
const LINKED: usize = 8;
const UNLINKED: usize = 0;
/// Quantities, connections, and whether there is a link.
const PLANES: usize = EDGE_QUANTITIES + CONNECTIONS.len() + 1;

/// A score that no softmax notices.
const NONE: f32 = -1e30;

/// The layer's shares and embeddings.
pub(super) struct Attend<'a> {
    pub(super) layer: &'a Attention<'a>,
    pub(super) shares: &'a mut [f32],
    pub(super) out: &'a mut [f32],
}

impl Work for Attend<'_> {
    #[inline(always)]
    fn run<W: Width>(self) {
        let Self { layer, shares, out } = self;
        let (n, width, heads, stride) = layer.sizes();
        let source = transpose(layer.source, n, width, stride);
        let weights = plane_weights(layer);
        let mut planes = vec![0.0; PLANES * stride];
        for node in 0..n {
            let shares = layer.shares_of(node, shares);
            fill_planes(layer, node, &mut planes);
            for block in (0..stride).step_by(LANES) {
                heed::<W>(layer, node, block, &planes, &source, &weights, shares);
            }
            for head in 0..heads {
                let shares = &mut shares[head * stride..][..stride];
                let depth = width / heads;
                shares[node] = heed_itself(layer, node, head * depth..(head + 1) * depth);
                shares[n..].fill(NONE);
                softmax::<W>(shares);
            }
            gather::<W>(layer, shares, &mut out[node * width..][..width]);
        }
    }
}

/// The planes of a node: a row of each quantity, and flags.
#[inline(always)]
fn fill_planes(layer: &Attention<'_>, node: usize, planes: &mut [f32]) {
    let edges = layer.edges;
    let mut rows = planes.chunks_exact_mut(edges.stride());
    for feature in 0..EDGE_QUANTITIES {
        let row = rows.next().expect("a plane for each quantity");
        row.copy_from_slice(edges.quantity_row(node, feature));
    }
    for connection in CONNECTIONS {
        let row = rows.next().expect("a plane for each connection");
        for (flag, &kind) in row.iter_mut().zip(edges.kind_row(node)) {
            *flag = if usize::from(kind) % LINKED == connection { 1.0 } else { 0.0 };
        }
    }
    let row = rows.next().expect("a plane of links");
    for (flag, &kind) in row.iter_mut().zip(edges.kind_row(node)) {
        *flag = if usize::from(kind) >= LINKED { 1.0 } else { 0.0 };
    }
}

/// Weights of the planes, column by column, followed by what an unconnected pair starts from.
fn plane_weights(layer: &Attention<'_>) -> Vec<[f32; PLANES + 1]> {
    debug_assert_eq!(layer.kind_table.len(), KINDS * layer.width);
    let table = |kind: usize, column: usize| layer.kind_table[kind * layer.width + column];
    (0..layer.width)
        .map(|column| {
            let mut weights = [0.0; PLANES + 1];
            for (weight, feature) in weights.iter_mut().zip(QUANTITY_FEATURES) {
                *weight = layer.edge_weight[feature * layer.width + column];
            }
            let none = table(UNLINKED, column);
            for (weight, connection) in weights[EDGE_QUANTITIES..].iter_mut().zip(CONNECTIONS) {
                *weight = table(connection, column) - none;
            }
            weights[PLANES - 1] = table(LINKED, column) - none;
            weights[PLANES] = none;
            weights
        })
        .collect()
}

/// How much a node heeds sixteen others, before the softmax.
#[inline(always)]
fn heed<W: Width>(
    layer: &Attention<'_>,
    node: usize,
    block: usize,
    planes: &[f32],
    source: &[f32],
    weights: &[[f32; PLANES + 1]],
    shares: &mut [f32],
) {
    let (_, width, heads, stride) = layer.sizes();
    let depth = width / heads;
    let planes: [Lanes; PLANES] = std::array::from_fn(|plane| Lanes::load(&planes[plane * stride + block..]));
    let target = &layer.target[node * width..][..width];
    for head in 0..heads {
        let mut sum = Lanes::ZERO;
        let part = head * depth..(head + 1) * depth;
        let columns =
            target[part.clone()].iter().zip(&weights[part.clone()]).zip(&layer.attention[part.clone()]);
        let sources = source[part.start * stride..].chunks_exact(stride);
        for (((&target, weights), &attention), source) in columns.zip(sources) {
            let mut hidden = Lanes::load(&source[block..]).plus(Lanes::splat(target + weights[PLANES]));
            for plane in 0..PLANES {
                hidden = Lanes::splat(weights[plane]).times_plus::<W>(planes[plane], hidden);
            }
            sum = Lanes::splat(attention).times_plus::<W>(hidden.leaky_relu(), sum);
        }
        sum.store(&mut shares[head * stride + block..]);
    }
}

/// How much a node heeds itself; the planes know nothing of that kind of pair.
#[inline(always)]
fn heed_itself(layer: &Attention<'_>, node: usize, columns: std::ops::Range<usize>) -> f32 {
    let width = layer.width;
    let flags = &layer.kind_table[layer.edges.kind(node, node) * width..][..width];
    let quantities = layer.edges.quantities(node, node);
    let mut sum = 0.0;
    for column in columns {
        let mut hidden =
            layer.target[node * width + column] + layer.source[node * width + column] + flags[column];
        for (quantity, feature) in quantities.into_iter().zip(QUANTITY_FEATURES) {
            hidden += quantity * layer.edge_weight[feature * width + column];
        }
        sum += layer.attention[column] * hidden.max(crate::kernel::jobs::LEAK * hidden);
    }
    sum
}

#[inline(always)]
fn softmax<W: Width>(shares: &mut [f32]) {
    let mut highest = Lanes::splat(NONE);
    for values in shares.chunks_exact(LANES) {
        highest = highest.max(Lanes::load(values));
    }
    let highest = Lanes::splat(highest.highest());
    let mut total = Lanes::ZERO;
    for values in shares.chunks_exact_mut(LANES) {
        let share = Lanes::load(values).minus(highest).exp::<W>();
        total = total.plus(share);
        share.store(values);
    }
    let scale = Lanes::splat(1.0 / total.sum());
    for values in shares.chunks_exact_mut(LANES) {
        Lanes::load(values).times(scale).store(values);
    }
}

/// The new embedding of a node: what it heeds, in the shares it heeds it.
#[inline(always)]
fn gather<W: Width>(layer: &Attention<'_>, shares: &[f32], out: &mut [f32]) {
    let (n, width, heads, stride) = layer.sizes();
    let depth = width / heads;
    out.copy_from_slice(layer.bias);
    if width == 4 * LANES && depth == LANES {
        gather_four::<W>(layer, shares, out);
        return;
    }
    for (head, out) in out.chunks_exact_mut(depth).enumerate() {
        for (source, &share) in layer.source.chunks_exact(width).zip(&shares[head * stride..][..n]) {
            let source = &source[head * depth..][..depth];
            out.iter_mut().zip(source).for_each(|(sum, value)| *sum += share * value);
        }
    }
}

/// The usual shape, four heads of one vector each, all in registers.
#[inline(always)]
fn gather_four<W: Width>(layer: &Attention<'_>, shares: &[f32], out: &mut [f32]) {
    let (n, width, heads, stride) = layer.sizes();
    let shares: [&[f32]; 4] = std::array::from_fn(|head| &shares[head * stride..][..n]);
    debug_assert_eq!(heads, shares.len());
    let mut sums: [Lanes; 4] = std::array::from_fn(|head| Lanes::load(&out[head * LANES..]));
    for (other, source) in layer.source.chunks_exact(width).enumerate() {
        for head in 0..4 {
            let share = Lanes::splat(shares[head][other]);
            sums[head] = share.times_plus::<W>(Lanes::load(&source[head * LANES..]), sums[head]);
        }
    }
    for (head, sum) in sums.into_iter().enumerate() {
        sum.store(&mut out[head * LANES..]);
    }
}

/// Columns become padded rows.
pub(super) fn transpose(rows: &[f32], n: usize, width: usize, stride: usize) -> Vec<f32> {
    let mut transposed = vec![0.0; width * stride];
    for (at, row) in rows.chunks_exact(width).take(n).enumerate() {
        for (column, &value) in row.iter().enumerate() {
            transposed[column * stride + at] = value;
        }
    }
    transposed
}
