//! What it costs a vehicle to go on from one link to the next.

use crate::{CityError, NodeId, Seconds};

/// Time that a vehicle loses at a node between two links, beyond the times of both: to get from where the one ends to
/// where the other begins, such as round a block to the other side of a street.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The stop before.
    pub from: NodeId,
    /// Where it turns.
    pub via: NodeId,
    /// The stop after.
    pub to: NodeId,
    /// Time lost.
    pub time: Seconds,
}

/// All turns of a city, by the node they are made at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turns {
    turns: Vec<Turn>,
    /// The first turn at each node; empty where there are no turns at all.
    starts: Vec<u32>,
}

impl Turns {
    /// Sorts and checks them; `name_of` is for the message.
    pub(crate) fn new(
        node_count: usize,
        mut turns: Vec<Turn>,
        name_of: impl Fn(NodeId) -> String,
    ) -> Result<Self, CityError> {
        if turns.is_empty() {
            return Ok(Self::default());
        }
        turns.sort_unstable_by_key(|turn| (turn.via, turn.from, turn.to));
        let key = |turn: &Turn| (turn.via, turn.from, turn.to);
        if let Some(pair) = turns.windows(2).find(|pair| key(&pair[0]) == key(&pair[1])) {
            let [from, via, to] = [pair[0].from, pair[0].via, pair[0].to].map(name_of);
            return Err(CityError::DuplicateTurn(from, via, to));
        }
        if let Some(turn) = turns.iter().find(|turn| turn.time > Seconds::LONGEST) {
            let [from, via, to] = [turn.from, turn.via, turn.to].map(name_of);
            return Err(CityError::TurnTooLong(from, via, to));
        }
        let mut starts = vec![0; node_count + 1];
        turns.iter().for_each(|turn| starts[turn.via.index() + 1] += 1);
        (0..node_count).for_each(|at| starts[at + 1] += starts[at]);
        Ok(Self { turns, starts })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    pub(crate) fn all(&self) -> &[Turn] {
        &self.turns
    }

    /// Zero where none is given.
    pub(crate) fn time(&self, from: NodeId, via: NodeId, to: NodeId) -> Seconds {
        let Some(&[first, last]) =
            self.starts.get(via.index()..via.index() + 2).and_then(|ends| ends.first_chunk())
        else {
            return Seconds(0);
        };
        let here = &self.turns[first as usize..last as usize];
        here.iter().find(|turn| turn.from == from && turn.to == to).map_or(Seconds(0), |turn| turn.time)
    }
}
