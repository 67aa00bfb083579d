//! Streets from OpenStreetMap: the ways of a PBF extract that are streets of any kind, with the places they
//! lead through, the turns that are restricted, and the stops of buses. Which streets a bus may use is decided elsewhere.

mod blobs;
mod block;
mod budget;
mod gather;
pub mod sample;
mod stops;
#[cfg(test)]
mod tests;
mod turns;
mod wire;

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use blobs::{BlobKind, Blobs};
use block::Block;
use budget::Budget;
use gather::{Gathered, Street, Trouble};
use stops::Stops;
use turns::known_turns;

use crate::InputErrors;
use crate::error::At;
use crate::text_file::unreadable;

/// A street or path: an ordered list of places, with tags.
#[derive(Clone, Debug, PartialEq)]
pub struct OsmWay {
    /// Its number in OpenStreetMap.
    pub id: i64,
    /// Indices into [`OsmStreets::places`], in the direction the way was drawn.
    pub places: Vec<u32>,
    /// The tags that matter to vehicles and walkers; `highway` is one of them. Parts of one way share them.
    pub tags: Arc<[OsmTag]>,
}

/// Key and value of a tag. Ways with the same words share them.
pub type OsmTag = (Arc<str>, Arc<str>);

impl OsmWay {
    /// The value of a tag, or an empty text.
    pub fn tag(&self, key: &str) -> &str {
        self.tags.iter().find(|(name, _)| **name == *key).map_or("", |(_, value)| value)
    }
}

/// A rule about turning where streets meet, as far as it binds buses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OsmTurn {
    /// The number of the way that a vehicle comes from. Several entries of [`OsmStreets::ways`] may share it.
    pub from_way: i64,
    /// Where the ways meet: an index into [`OsmStreets::places`].
    pub via: u32,
    /// The number of the way that it goes to.
    pub to_way: i64,
    /// Whether it must not, or must.
    pub kind: OsmTurnKind,
}

/// What a rule about turning says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OsmTurnKind {
    /// This turn is forbidden.
    No,
    /// This turn is the only one allowed.
    Only,
}

/// A place where buses stop.
#[derive(Clone, Debug, PartialEq)]
pub struct OsmStop {
    /// Its number in OpenStreetMap.
    pub id: i64,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
    /// Its name.
    pub name: Option<String>,
}

/// The ways of an extract that carry a `highway` tag, with restricted turns and bus stops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OsmStreets {
    /// Longitude and latitude in degrees.
    pub places: Vec<[f64; 2]>,
    /// Streets and paths.
    pub ways: Vec<OsmWay>,
    /// Places that ways name but the extract does not hold: the ways were cut there.
    pub missing_places: usize,
    /// Restricted turns at a place between two of the ways.
    pub turns: Vec<OsmTurn>,
    /// Restrictions that lead by way of a third street; they are not read.
    pub turns_by_way: usize,
    /// Stops and stations of buses. Where a stop is mapped beside the street and on it, both are here.
    pub stops: Vec<OsmStop>,
}

/// Reads the streets of a PBF extract.
///
/// # Errors
/// The file cannot be read, is not a PBF file, is cut off or damaged, or contains no street.
pub fn read_osm(path: &Path) -> Result<OsmStreets, InputErrors> {
    let open = || File::open(path).map(BufReader::new).map_err(|error| unreadable(path, &error));
    read_twice(path, open()?, open()?)
}

/// Reads the streets of a PBF extract in memory; `path` is for messages.
///
/// # Errors
/// As [`read_osm`].
pub fn parse_osm(path: &Path, bytes: &[u8]) -> Result<OsmStreets, InputErrors> {
    read_twice(path, Cursor::new(bytes), Cursor::new(bytes))
}

/// Ways come after the nodes they name: the first reading finds out which nodes are needed.
fn read_twice(path: &Path, first: impl Read, second: impl Read) -> Result<OsmStreets, InputErrors> {
    let mut gathered = Gathered::new(path);
    each_block(path, first, |block, bytes_read| {
        block.ways(|way| gathered.add_way(&way, bytes_read))?;
        block.relations(|relation| gathered.add_relation(&relation, bytes_read))
    })?;
    let Gathered { ways, turns, turns_by_way, .. } = gathered;
    if ways.is_empty() {
        let help = "check that the extract covers the city and was not filtered";
        return Err(InputErrors::one(At::whole(path), "osm-005", "contains no streets", help));
    }
    let mut index: HashMap<i64, u32> = HashMap::new();
    for node in ways.iter().flat_map(|street| &street.nodes) {
        index.insert(*node, u32::MAX);
    }
    let mut places = Vec::with_capacity(index.len());
    let mut stops = Stops::new(Budget::new(path));
    each_block(path, second, |block, bytes_read| {
        block.nodes(|node| {
            if node.lon.abs() > 180.0 || node.lat.abs() > 90.0 {
                return Ok(());
            }
            if let Some(place) = index.get_mut(&node.id).filter(|place| **place == u32::MAX) {
                *place = places.len() as u32;
                places.push([node.lon, node.lat]);
            }
            stops.add(&node, bytes_read)
        })
    })?;
    let missing_places = index.values().filter(|&&place| place == u32::MAX).count();
    // A way is cut where the extract ends.
    let mut kept = Vec::with_capacity(ways.len());
    for Street { id, nodes, tags } in ways {
        for part in nodes.split(|node| index[node] == u32::MAX).filter(|part| part.len() > 1) {
            let places = part.iter().map(|node| index[node]).collect();
            kept.push(OsmWay { id, places, tags: tags.clone() });
        }
    }
    let ids: HashSet<i64> = kept.iter().map(|way| way.id).collect();
    let turns = known_turns(&turns, &ids, &index);
    Ok(OsmStreets { places, ways: kept, missing_places, turns, turns_by_way, stops: stops.list })
}

/// Every data block and the bytes of the file up to its end.
fn each_block(
    path: &Path,
    reader: impl Read,
    mut visit: impl FnMut(&Block, u64) -> Result<(), Trouble>,
) -> Result<(), InputErrors> {
    let mut blobs = Blobs::new(path, reader);
    let mut is_first = true;
    loop {
        let outcome = match blobs.next()? {
            None => break,
            Some(blob) if blob.kind == BlobKind::Data => {
                Block::parse(blob.bytes).map_err(Trouble::from).and_then(|block| visit(&block, blob.end))
            }
            Some(_) => Ok(()),
        };
        outcome.map_err(|trouble| match trouble {
            Trouble::Damaged => blobs.damaged(),
            Trouble::Refused(errors) => errors,
        })?;
        is_first = false;
    }
    if is_first {
        let help = "download or copy the file again";
        return Err(InputErrors::one(At::whole(path), "file-005", "is empty", help));
    }
    Ok(())
}
