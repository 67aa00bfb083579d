//! How many transfers a trip needs at least, found by sets of nodes.

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

/// Finds connections of all pairs. Keeps its memory between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    words: usize,
    /// For each node, the nodes within no transfer, one, two.
    within: [Vec<u64>; 3],
}

impl Reach {
    /// Calls `found` with the connection of every pair, row by row.
    pub(crate) fn connections(
        &mut self,
        n: usize,
        is_direct: impl Fn(usize, usize) -> bool,
        is_connected: impl Fn(usize, usize) -> bool,
        mut found: impl FnMut(Connection),
    ) {
        self.words = n.div_ceil(64);
        for set in &mut self.within {
            set.clear();
            set.resize(n * self.words, 0);
        }
        for from in 0..n {
            for to in 0..n {
                self.within[0][from * self.words + to / 64] |= u64::from(is_direct(from, to)) << (to % 64);
            }
        }
        self.one_ride_more(1);
        self.one_ride_more(2);
        for from in 0..n {
            for to in 0..n {
                let has = |transfers: usize| {
                    self.within[transfers][from * self.words + to / 64] >> (to % 64) & 1 == 1
                };
                found(if from == to {
                    Connection::SameNode
                } else if !is_connected(from, to) {
                    Connection::None
                } else if has(0) {
                    Connection::Direct
                } else if has(1) {
                    Connection::OneTransfer
                } else if has(2) {
                    Connection::TwoTransfers
                } else {
                    Connection::MoreTransfers
                });
            }
        }
    }

    /// What is within this many transfers: all that is within one fewer of a node that can be ridden to.
    fn one_ride_more(&mut self, transfers: usize) {
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
