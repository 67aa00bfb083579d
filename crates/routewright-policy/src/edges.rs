//! The edge features of a state, laid out for the kernels.

use std::sync::Arc;

use crate::Observation;
use crate::aligned::Aligned;
use crate::architecture::EDGE_FEATURES;
use crate::city_view::CityView;
use crate::normalisers::{EDGE_QUANTITIES, Normalisers, Scale};
use crate::transfers::Connection;

/// Which of the paper's thirteen edge features are quantities, in the order of [`Edges::quantity_row`].
pub(crate) const QUANTITY_FEATURES: [usize; EDGE_QUANTITIES] = [0, 2, 8, 9, 10];
/// Indices of the quantities in that order.
const DEMAND: usize = 0;
pub(crate) const LINK_TIME: usize = 1;
const TRIP_TIME: usize = 2;
const DIRECT_TIME: usize = 3;
const DRIVE_TIME: usize = 4;
/// Link flag, connected at all, with no transfer, one, two, same node; then alpha and 1 − alpha.
const LINK: usize = 1;
const CONNECTED: usize = 3;
const SAME_NODE: usize = 7;
const ALPHA: usize = 11;
const ONE_LESS_ALPHA: usize = 12;

/// Set in the kind of a pair joined by a link; the other bits are its [`Connection`].
const LINK_BIT: u8 = 8;
/// The number of kinds of pairs.
pub(crate) const KINDS: usize = 16;

/// Normalised quantities and the kind of every pair. Flags and alpha depend on the kind alone, so their contribution to a
/// layer is one of sixteen vectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    n: usize,
    stride: usize,
    alpha: f32,
    /// The city that the parts independent of routes belong to.
    city: Option<Arc<CityView>>,
    scales: [Scale; EDGE_QUANTITIES],
    /// For each node, a row of every quantity; rows are padded with zeros.
    quantities: Aligned,
    kinds: Vec<u8>,
    /// Pairs joined by a link, and every node with itself: the few exceptions. Sorted by first node.
    special: Vec<u32>,
    special_starts: Vec<usize>,
}

impl Edges {
    /// Rows are padded to a multiple of this.
    pub(crate) const PADDING: usize = 16;

    /// Reads the features of an observation.
    pub(crate) fn fill(&mut self, seen: &Observation, normalisers: &Normalisers) {
        let is_known = self.city.as_ref().is_some_and(|city| Arc::ptr_eq(city, &seen.city));
        if !is_known || self.scales != normalisers.edge {
            self.fill_city(seen, normalisers);
        }
        self.alpha = seen.alpha;
        for from in 0..self.n {
            let pairs = from * self.n..(from + 1) * self.n;
            for (feature, values) in [(TRIP_TIME, &seen.trip_minutes), (DIRECT_TIME, &seen.direct_minutes)] {
                let row = &mut self.quantities[(from * EDGE_QUANTITIES + feature) * self.stride..][..self.n];
                let scale = self.scales[feature];
                row.iter_mut().zip(&values[pairs.clone()]).for_each(|(to, &value)| *to = scale.apply(value));
            }
            let kinds = self.kinds[from * self.stride..].iter_mut().zip(&seen.connections[pairs]);
            kinds.for_each(|(kind, &connection)| *kind = *kind & LINK_BIT | connection as u8);
        }
    }

    /// Fills in the parts that do not depend on routes.
    fn fill_city(&mut self, seen: &Observation, normalisers: &Normalisers) {
        let n = seen.node_count();
        self.n = n;
        self.stride = n.next_multiple_of(Self::PADDING);
        self.scales = normalisers.edge;
        self.quantities.zeroed(n * EDGE_QUANTITIES * self.stride);
        self.kinds.clear();
        self.kinds.resize(n * self.stride, 0);
        self.special.clear();
        self.special_starts.clear();
        self.special_starts.push(0);
        for from in 0..n {
            let rows = &mut self.quantities[from * EDGE_QUANTITIES * self.stride..];
            for to in 0..n {
                let values = seen.edge_quantities(from, to);
                for feature in [DEMAND, LINK_TIME, DRIVE_TIME] {
                    rows[feature * self.stride + to] = self.scales[feature].apply(values[feature]);
                }
                let is_link = seen.city().is_link(from, to);
                assert!(!(is_link && from == to), "no link leads from a node to itself");
                self.kinds[from * self.stride + to] = if is_link { LINK_BIT } else { 0 };
                if is_link || from == to {
                    self.special.push(to as u32);
                }
            }
            self.special_starts.push(self.special.len());
        }
        self.city = Some(seen.city.clone());
    }

    pub(crate) fn node_count(&self) -> usize {
        self.n
    }

    /// Length of a padded row.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// A time along a route, on the scale of driving times (T).
    #[inline(always)]
    pub(crate) fn scaled_time(&self, minutes: f32) -> f32 {
        self.scales[DRIVE_TIME].apply(minutes)
    }

    /// One quantity of all pairs that start at a node, padded.
    #[inline(always)]
    pub(crate) fn quantity_row(&self, from: usize, feature: usize) -> &[f32] {
        &self.quantities[(from * EDGE_QUANTITIES + feature) * self.stride..][..self.stride]
    }

    /// The quantities of a pair.
    #[inline(always)]
    pub(crate) fn quantities(&self, from: usize, to: usize) -> [f32; EDGE_QUANTITIES] {
        let rows = &self.quantities[from * EDGE_QUANTITIES * self.stride..][..EDGE_QUANTITIES * self.stride];
        std::array::from_fn(|feature| rows[feature * self.stride + to])
    }

    /// The kind of a pair, below [`KINDS`].
    #[inline(always)]
    pub(crate) fn kind(&self, from: usize, to: usize) -> usize {
        usize::from(self.kinds[from * self.stride + to])
    }

    /// The kinds of all pairs that start at a node, padded.
    #[inline(always)]
    pub(crate) fn kind_row(&self, from: usize) -> &[u8] {
        &self.kinds[from * self.stride..][..self.stride]
    }

    /// A node and its neighbours.
    #[inline(always)]
    pub(crate) fn special(&self, from: usize) -> &[u32] {
        &self.special[self.special_starts[from]..self.special_starts[from + 1]]
    }

    /// The link time of all other pairs, on its scale.
    pub(crate) fn no_link_time(&self) -> f32 {
        self.scales[LINK_TIME].apply(0.0)
    }

    /// All thirteen features of a pair, as in the paper's list.
    pub(crate) fn features(&self, from: usize, to: usize) -> [f32; EDGE_FEATURES] {
        let mut features = kind_features(self.kind(from, to), self.alpha);
        for (feature, value) in QUANTITY_FEATURES.into_iter().zip(self.quantities(from, to)) {
            features[feature] = value;
        }
        features
    }

    /// The contribution of flags and alpha to each column of a layer, for every kind of pair: `KINDS` rows.
    pub(crate) fn kind_table(&self, edge_weight: &[f32], columns: usize, table: &mut Aligned) {
        table.zeroed(KINDS * columns);
        for (kind, row) in table.chunks_exact_mut(columns).enumerate() {
            let features = kind_features(kind, self.alpha);
            for (feature, weights) in features.into_iter().zip(edge_weight.chunks_exact(columns)) {
                if feature != 0.0 {
                    row.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += feature * weight);
                }
            }
        }
    }

    /// Adds the gradient of the edge weights, given those of the kind table and of the quantities' weights.
    pub(crate) fn add_weight_gradient(
        &self,
        of_table: &[f32],
        of_quantities: &[f32],
        columns: usize,
        gradient: &mut [f32],
    ) {
        for (kind, row) in of_table.chunks_exact(columns).enumerate() {
            let features = kind_features(kind, self.alpha);
            for (feature, sums) in features.into_iter().zip(gradient.chunks_exact_mut(columns)) {
                if feature != 0.0 {
                    sums.iter_mut().zip(row).for_each(|(sum, part)| *sum += feature * part);
                }
            }
        }
        for (feature, row) in QUANTITY_FEATURES.into_iter().zip(of_quantities.chunks_exact(columns)) {
            let sums = &mut gradient[feature * columns..][..columns];
            sums.iter_mut().zip(row).for_each(|(sum, part)| *sum += part);
        }
    }
}

/// The kind of a pair, below [`KINDS`].
pub(crate) fn kind_of(is_link: bool, connection: Connection) -> usize {
    usize::from(if is_link { LINK_BIT } else { 0 } | connection as u8)
}

/// The features of a pair that are not quantities.
pub(crate) fn kind_features(kind: usize, alpha: f32) -> [f32; EDGE_FEATURES] {
    let mut features = [0.0; EDGE_FEATURES];
    features[LINK] = f32::from(u8::from(kind as u8 & LINK_BIT != 0));
    let connection = kind as u8 & !LINK_BIT;
    if connection == Connection::SameNode as u8 {
        features[SAME_NODE] = 1.0;
    } else if connection != Connection::None as u8 {
        features[CONNECTED] = 1.0;
        if connection < Connection::MoreTransfers as u8 {
            features[CONNECTED + usize::from(connection)] = 1.0;
        }
    }
    features[ALPHA] = alpha;
    features[ONE_LESS_ALPHA] = 1.0 - alpha;
    features
}
