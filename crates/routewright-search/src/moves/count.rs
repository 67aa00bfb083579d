//! Counters of moves.

/// How often a move was drawn, legal, scored, accepted and improving.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MoveCount {
    /// [`Move::name`](super::Move::name) or [`PairMove::name`](super::PairMove::name).
    pub name: String,
    /// Times it was drawn.
    pub tried: u64,
    /// Times it proposed a legal change.
    pub legal: u64,
    /// Times the change was scored. The others were known already or looked hopeless.
    pub scored: u64,
    /// Times the change was accepted.
    pub accepted: u64,
    /// Times an accepted change lowered the cost.
    pub improving: u64,
}

/// The numbers of a [`MoveCount`], in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Counts(pub(crate) [u64; 5]);

impl Counts {
    pub(crate) const TRIED: usize = 0;
    pub(crate) const LEGAL: usize = 1;
    pub(crate) const SCORED: usize = 2;
    pub(crate) const ACCEPTED: usize = 3;
    pub(crate) const IMPROVING: usize = 4;

    pub(crate) fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }

    pub(crate) fn named(self, name: &str) -> MoveCount {
        let [tried, legal, scored, accepted, improving] = self.0;
        MoveCount { name: name.to_owned(), tried, legal, scored, accepted, improving }
    }
}
