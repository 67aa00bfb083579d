//! Attention: vectors run over the attended nodes, so that no pair is ever stored channel by channel.

use super::lanes::{LANES, Lanes};
use crate::aligned::Aligned;
use crate::edges::{LINK_TIME, QUANTITY_FEATURES};
use crate::kernel::jobs::Attention;
use crate::kernel::level::{Width, Work};
use crate::transfers::Connection;

/// Quantities of pairs without a link.
const QUANTITIES: [usize; 4] = [0, 2, 3, 4];
/// Connections of a pair other than none, each a plane of flags.
const CONNECTIONS: [Connection; 4] =
    [Connection::Direct, Connection::OneTransfer, Connection::TwoTransfers, Connection::MoreTransfers];
/// What distinguishes pairs of a node without a link: those quantities and connections.
const PLANES: usize = QUANTITIES.len() + CONNECTIONS.len();

/// A score that softmax turns into zero.
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
        let base = unconnected(layer);
        let mut flags = Aligned::default();
        flags.zeroed(CONNECTIONS.len() * stride);
        let mut target = vec![0.0; width];
        for node in 0..n {
            let shares = layer.shares_of(node, shares);
            let own = &layer.target[node * width..][..width];
            target.iter_mut().zip(own).zip(&base).for_each(|((sum, own), base)| *sum = own + base);
            fill_flags(layer, node, &mut flags);
            let row = Row { layer, node, flags: &flags, target: &target, source: &source, weights: &weights };
            let mut block = 0;
            while W::TILE == 2 && block + 2 * LANES <= stride {
                row.heed::<W, 2>(block, shares);
                block += 2 * LANES;
            }
            while block < stride {
                row.heed::<W, 1>(block, shares);
                block += LANES;
            }
            for &other in layer.edges.special(node) {
                heed_special::<W>(layer, node, other as usize, shares);
            }
            for head in 0..heads {
                let shares = &mut shares[head * stride..][..stride];
                shares[n..].fill(NONE);
                softmax::<W>(shares);
            }
            gather::<W>(layer, shares, &mut out[node * width..][..width]);
        }
    }
}

/// All pairs of one node.
struct Row<'a> {
    layer: &'a Attention<'a>,
    node: usize,
    flags: &'a [f32],
    /// The term shared by all pairs of this node, column by column.
    target: &'a [f32],
    /// Sources of all nodes, a padded row for each column.
    source: &'a [f32],
    weights: &'a [[f32; PLANES]],
}

impl Row<'_> {
    /// The attention scores of the node for some blocks of sixteen others, before the softmax.
    #[inline(always)]
    fn heed<W: Width, const B: usize>(&self, block: usize, shares: &mut [f32]) {
        let layer = self.layer;
        let (_, width, heads, stride) = layer.sizes();
        let depth = width / heads;
        let mut planes = [[Lanes::ZERO; B]; PLANES];
        for (plane, lanes) in planes.iter_mut().enumerate() {
            let row = match QUANTITIES.get(plane) {
                Some(&feature) => layer.edges.quantity_row(self.node, feature),
                None => &self.flags[(plane - QUANTITIES.len()) * stride..],
            };
            for (at, lanes) in lanes.iter_mut().enumerate() {
                *lanes = Lanes::load(&row[block + at * LANES..]);
            }
        }
        for head in 0..heads {
            let part = head * depth..(head + 1) * depth;
            let sources = self.source[part.start * stride..part.end * stride].chunks_exact(stride);
            let columns = self.target[part.clone()].iter().zip(&self.weights[part.clone()]);
            let mut sums = [Lanes::ZERO; B];
            for (((&target, weights), &attention), source) in columns.zip(&layer.attention[part]).zip(sources)
            {
                let source = &source[block..block + B * LANES];
                for at in 0..B {
                    let mut hidden = Lanes::load(&source[at * LANES..]).plus(Lanes::splat(target));
                    for plane in 0..PLANES {
                        hidden = Lanes::splat(weights[plane]).times_plus::<W>(planes[plane][at], hidden);
                    }
                    sums[at] = Lanes::splat(attention).times_plus::<W>(hidden.leaky_relu(), sums[at]);
                }
            }
            for (at, sum) in sums.into_iter().enumerate() {
                sum.store(&mut shares[head * stride + block + at * LANES..]);
            }
        }
    }
}

/// Planes of flags: which pairs of a node have which connection.
#[inline(always)]
fn fill_flags(layer: &Attention<'_>, node: usize, flags: &mut [f32]) {
    for (row, connection) in flags.chunks_exact_mut(layer.edges.stride()).zip(CONNECTIONS) {
        for (flag, &kind) in row.iter_mut().zip(layer.edges.kind_row(node)) {
            *flag = if kind == connection as u8 { 1.0 } else { 0.0 };
        }
    }
}

/// Weights of the planes, column by column.
fn plane_weights(layer: &Attention<'_>) -> Vec<[f32; PLANES]> {
    let table =
        |connection: Connection, column: usize| layer.kind_table[connection as usize * layer.width + column];
    let weight = |column: usize, plane: usize| match QUANTITIES.get(plane) {
        Some(&feature) => layer.edge_weight[QUANTITY_FEATURES[feature] * layer.width + column],
        None => table(CONNECTIONS[plane - QUANTITIES.len()], column) - table(Connection::None, column),
    };
    (0..layer.width).map(|column| std::array::from_fn(|plane| weight(column, plane))).collect()
}

/// The edge term of a pair joined by neither link nor route, without its quantities, column by column.
fn unconnected(layer: &Attention<'_>) -> Vec<f32> {
    let none = &layer.kind_table[Connection::None as usize * layer.width..][..layer.width];
    let link_time = &layer.edge_weight[QUANTITY_FEATURES[LINK_TIME] * layer.width..][..layer.width];
    let no_link_time = layer.edges.no_link_time();
    none.iter().zip(link_time).map(|(none, weight)| none + no_link_time * weight).collect()
}

/// The attention score of a node for itself or a neighbour, which the planes leave out.
#[inline(always)]
fn heed_special<W: Width>(layer: &Attention<'_>, node: usize, other: usize, shares: &mut [f32]) {
    let (_, width, heads, stride) = layer.sizes();
    let depth = width / heads;
    let flags = &layer.kind_table[layer.edges.kind(node, other) * width..][..width];
    let quantities = layer.edges.quantities(node, other).map(Lanes::splat);
    (0..heads).for_each(|head| shares[head * stride + other] = 0.0);
    for at in (0..width).step_by(LANES) {
        let mut hidden = Lanes::load(&layer.target[node * width + at..]);
        hidden = hidden.plus(Lanes::load(&layer.source[other * width + at..]));
        hidden = hidden.plus(Lanes::load(&flags[at..]));
        for (quantity, feature) in quantities.into_iter().zip(QUANTITY_FEATURES) {
            hidden =
                quantity.times_plus::<W>(Lanes::load(&layer.edge_weight[feature * width + at..]), hidden);
        }
        let heed = hidden.leaky_relu().times(Lanes::load(&layer.attention[at..]));
        if depth.is_multiple_of(LANES) {
            shares[at / depth * stride + other] += heed.sum();
        } else {
            for (lane, heed) in heed.0.into_iter().enumerate() {
                shares[(at + lane) / depth * stride + other] += heed;
            }
        }
    }
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
    let scale = 1.0 / total.sum();
    shares.iter_mut().for_each(|share| *share *= scale);
}

/// The new embedding of a node: the sources weighted by its attention shares.
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
    for (other, source) in layer.source.chunks_exact(width).take(n).enumerate() {
        for head in 0..4 {
            let share = Lanes::splat(shares[head][other]);
            sums[head] = share.times_plus::<W>(Lanes::load(&source[head * LANES..]), sums[head]);
        }
    }
    for (head, sum) in sums.into_iter().enumerate() {
        sum.store(&mut out[head * LANES..]);
    }
}

/// Transposes columns to padded rows.
pub(super) fn transpose(rows: &[f32], n: usize, width: usize, stride: usize) -> Aligned {
    let mut transposed = Aligned::default();
    transposed.zeroed(width * stride);
    for (at, row) in rows.chunks_exact(width).take(n).enumerate() {
        for (column, &value) in row.iter().enumerate() {
            transposed[column * stride + at] = value;
        }
    }
    transposed
}
