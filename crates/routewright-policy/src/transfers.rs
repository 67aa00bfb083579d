//! The fewest transfers of every trip, computed with sets of nodes.

use crate::trips::Trips;

/// How two nodes are connected: the flags c, c_0, c_1, c_2 and q of the paper's edge features, of which few
/// combinations exist. A pair of a node and itself carries q alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Connection {
    None = 0,
    Direct = 1,
    OneTransfer = 2,
    TwoTransfers = 3,
    MoreTransfers = 4,
    SameNode = 5,
}

/// Connections by the number of sets (no transfer, one, two) that contain the pair, plus one if there is a trip at all.
const BY_SETS: [Connection; 5] = [
    Connection::None,
    Connection::MoreTransfers,
    Connection::TwoTransfers,
    Connection::OneTransfer,
    Connection::Direct,
];

/// The sets of nodes within none, one or two transfers, from which the connections of all pairs follow. Reuses its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct TransferSets {
    words: usize,
    /// For each node, the nodes within no transfer, one, two.
    within: [Vec<u64>; 3],
}

impl TransferSets {
    /// The connection of every pair, row by row.
    pub(crate) fn connections(&mut self, n: usize, trips: &Trips, found: &mut Vec<Connection>) {
        self.words = n.div_ceil(64);
        for set in &mut self.within {
            set.clear();
            set.resize(n * self.words, 0);
        }
        for (from, set) in self.within[0].chunks_exact_mut(self.words).enumerate() {
            for (to, is_direct) in trips.direct_from(from).enumerate() {
                set[to / 64] |= u64::from(is_direct) << (to % 64);
            }
        }
        self.add_one_ride(1);
        self.add_one_ride(2);
        found.clear();
        for from in 0..n {
            let [none, one, two] =
                [0, 1, 2].map(|at: usize| &self.within[at][from * self.words..][..self.words]);
            found.extend(trips.trips_from(from).enumerate().map(|(to, is_connected)| {
                let has = |set: &[u64]| (set[to / 64] >> (to % 64) & 1) as usize;
                // Sets of more transfers contain those of fewer.
                BY_SETS[usize::from(is_connected) * (1 + has(none) + has(one) + has(two))]
            }));
            found[from * n + from] = Connection::SameNode;
        }
    }

    /// The nodes within this many transfers: all within one fewer of a node with a direct ride.
    fn add_one_ride(&mut self, transfers: usize) {
        let words = self.words;
        let (known, rest) = self.within.split_at_mut(transfers);
        let (first, shorter) = (&known[0], &known[transfers - 1]);
        for (ridden, reached) in first.chunks_exact(words).zip(rest[0].chunks_exact_mut(words)) {
            for (word, &bits) in ridden.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let via = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    for (reached, &more) in reached.iter_mut().zip(&shorter[via * words..][..words]) {
                        *reached |= more;
                    }
                }
            }
        }
    }
}
