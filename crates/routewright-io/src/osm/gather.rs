//! The streets of an extract, and how much memory they may take.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use super::OsmTag;
use super::block::RawWay;
use super::wire::Damaged;
use crate::InputErrors;
use crate::error::At;

/// Tags that say who may drive or walk on a street, which way and how fast.
const TAGS: [&str; 25] = [
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
    "busway:left",
    "busway:right",
    "busway:both",
    "lanes:bus:backward",
    "lanes:psv:backward",
    "foot",
    "sidewalk",
    "sidewalk:both",
    "footway",
    "motorroad",
    "construction",
];

/// OpenStreetMap allows 255 characters, each of up to four bytes.
const MOST_TAG_BYTES: usize = 4 * 255;
/// Memory that a file may fill whatever its size,
const FREE_BYTES: u64 = 64 << 20;
/// and for each of its bytes. Streets of real extracts take a tenth of this; a file made to fill memory unpacks to a
/// thousand times its size.
const BYTES_PER_BYTE: u64 = 256;
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
    path: &'p Path,
    words: HashSet<Arc<str>>,
    /// Memory taken, roughly.
    bytes: u64,
}

impl<'p> Gathered<'p> {
    pub(super) fn new(path: &'p Path) -> Self {
        Self { ways: Vec::new(), path, words: HashSet::new(), bytes: 0 }
    }

    /// Keeps a way if it is a street. `bytes_read` of the file were read so far.
    pub(super) fn add(&mut self, way: &RawWay<'_, '_>, bytes_read: u64) -> Result<(), Trouble> {
        let mut tags: Vec<(&str, &[u8])> = Vec::new();
        for tag in way.tags() {
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
        self.take(WAY_BYTES, bytes_read)?;
        let mut shared = Vec::with_capacity(tags.len());
        for (key, value) in tags {
            if value.len() > MOST_TAG_BYTES {
                return Err(self.long_tag(way.id, key, value.len()));
            }
            let value = String::from_utf8_lossy(value);
            shared.push((self.word(key, bytes_read)?, self.word(&value, bytes_read)?));
        }
        let mut nodes = Vec::new();
        for node in way.nodes() {
            self.take(NODE_BYTES, bytes_read)?;
            nodes.push(node?);
        }
        self.ways.push(Street { id: way.id, nodes, tags: shared.into() });
        Ok(())
    }

    fn word(&mut self, text: &str, bytes_read: u64) -> Result<Arc<str>, Trouble> {
        if let Some(known) = self.words.get(text) {
            return Ok(known.clone());
        }
        self.take(WORD_BYTES + text.len() as u64, bytes_read)?;
        let word: Arc<str> = text.into();
        self.words.insert(word.clone());
        Ok(word)
    }

    fn take(&mut self, bytes: u64, bytes_read: u64) -> Result<(), Trouble> {
        self.bytes += bytes;
        let most = FREE_BYTES + BYTES_PER_BYTE.saturating_mul(bytes_read);
        if self.bytes <= most {
            return Ok(());
        }
        let problem =
            format!("unpacks to more than {} MiB of streets within its first {bytes_read} bytes", most >> 20);
        let help = "no extract is compressed this much: download or copy the file again";
        Err(Trouble::Refused(InputErrors::one(At::whole(self.path), "osm-006", problem, help)))
    }

    fn long_tag(&self, way: i64, key: &str, bytes: usize) -> Trouble {
        let problem = format!("the tag {key} of way {way} is {bytes} bytes long");
        let help = "OpenStreetMap allows 255 characters: correct the tag, or download the file again";
        Trouble::Refused(InputErrors::one(At::whole(self.path), "osm-007", problem, help))
    }
}
