//! The streets of an extract.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use super::OsmTag;
use super::block::RawWay;
use super::budget::Budget;
use super::turns::Restriction;
use super::wire::Damaged;
use crate::InputErrors;

/// Tags that say who may use a street, which way and how fast.
const TAGS: [&str; 17] = [
    "highway",
    "oneway",
    "oneway:bus",
    "oneway:psv",
    "junction",
    "access",
    "vehicle",
    "motor_vehicle",
    "bus",
    "psv",
    "maxspeed",
    "area",
    "service",
    "busway",
    "motorroad",
    "construction",
    "foot",
];

/// Memory that a way takes without its nodes and words,
const WAY_BYTES: u64 = 160;
/// a node of a way, with its place in the index,
const NODE_BYTES: u64 = 64;
/// and a word besides its letters.
const WORD_BYTES: u64 = 64;

/// Why an extract is not read to its end.
pub(super) enum Trouble {
    /// A block is damaged.
    Damaged,
    /// Something else is wrong.
    Refused(InputErrors),
}

impl From<Damaged> for Trouble {
    fn from(Damaged: Damaged) -> Self {
        Self::Damaged
    }
}

/// A way before its places are known.
pub(super) struct Street {
    pub(super) id: i64,
    pub(super) nodes: Vec<i64>,
    pub(super) tags: Arc<[OsmTag]>,
}

/// The streets found so far. Equal words are kept once.
pub(super) struct Gathered<'p> {
    pub(super) ways: Vec<Street>,
    pub(super) turns: Vec<Restriction>,
    /// Turn restrictions that lead by way of a street: not read.
    pub(super) turns_by_way: usize,
    pub(super) budget: Budget<'p>,
    words: HashSet<Arc<str>>,
}

impl<'p> Gathered<'p> {
    pub(super) fn new(path: &'p Path) -> Self {
        let (ways, turns, words) = (Vec::new(), Vec::new(), HashSet::new());
        Self { ways, turns, turns_by_way: 0, budget: Budget::new(path), words }
    }

    /// Keeps a way if it is a street. `bytes_read` of the file were read so far.
    pub(super) fn add_way(&mut self, way: &RawWay<'_, '_>, bytes_read: u64) -> Result<(), Trouble> {
        let mut tags: Vec<(&str, &[u8])> = Vec::new();
        for tag in way.tags.iter() {
            let (key, value) = tag?;
            let known = TAGS.into_iter().find(|tag| tag.as_bytes() == key);
            // Of a key that comes twice the first value counts.
            if let Some(key) = known.filter(|key| tags.iter().all(|(other, _)| other != key)) {
                tags.push((key, value));
            }
        }
        if tags.iter().all(|(key, _)| *key != "highway") {
            return Ok(());
        }
        self.budget.take(WAY_BYTES, bytes_read)?;
        let mut shared = Vec::with_capacity(tags.len());
        for (key, value) in tags {
            let value = self.budget.text(format_args!("way {}", way.id), key, value)?;
            shared.push((self.word(key, bytes_read)?, self.word(&value, bytes_read)?));
        }
        let mut nodes = Vec::new();
        for node in way.nodes() {
            self.budget.take(NODE_BYTES, bytes_read)?;
            nodes.push(node?);
        }
        self.ways.push(Street { id: way.id, nodes, tags: shared.into() });
        Ok(())
    }

    fn word(&mut self, text: &str, bytes_read: u64) -> Result<Arc<str>, Trouble> {
        if let Some(known) = self.words.get(text) {
            return Ok(known.clone());
        }
        self.budget.take(WORD_BYTES + text.len() as u64, bytes_read)?;
        let word: Arc<str> = text.into();
        self.words.insert(word.clone());
        Ok(word)
    }
}
