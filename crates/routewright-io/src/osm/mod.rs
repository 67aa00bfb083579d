//! Streets from OpenStreetMap: the ways of a PBF extract that are streets of any kind, with the places they
//! lead through. Which of them a bus may use is decided elsewhere.

mod blobs;
mod block;
mod gather;
pub mod sample;
mod wire;

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use blobs::{BlobKind, Blobs};
use block::Block;
use gather::{Gathered, Street, Trouble};

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
    /// The tags that matter to drivers; `highway` is one of them. Parts of one way share them.
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

/// The ways of an extract that carry a `highway` tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OsmStreets {
    /// Longitude and latitude in degrees.
    pub places: Vec<[f64; 2]>,
    /// Streets and paths.
    pub ways: Vec<OsmWay>,
    /// Places that ways name but the extract does not hold: the ways were cut there.
    pub missing_places: usize,
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
    each_block(path, first, |block, bytes_read| block.ways(|way| gathered.add(&way, bytes_read)))?;
    let ways = gathered.ways;
    if ways.is_empty() {
        let help = "check that the extract covers the city and was not filtered";
        return Err(InputErrors::one(At::whole(path), "osm-005", "contains no streets", help));
    }
    let mut index: HashMap<i64, u32> = HashMap::new();
    for node in ways.iter().flat_map(|street| &street.nodes) {
        index.insert(*node, u32::MAX);
    }
    let mut places = Vec::with_capacity(index.len());
    each_block(path, second, |block, _| {
        Ok(block.nodes(|id, lon, lat| {
            let is_place = lon.abs() <= 180.0 && lat.abs() <= 90.0;
            if let Some(place) = index.get_mut(&id).filter(|place| **place == u32::MAX && is_place) {
                *place = places.len() as u32;
                places.push([lon, lat]);
            }
        })?)
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
    Ok(OsmStreets { places, ways: kept, missing_places })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Vec<u8> {
        let nodes = [(7, -51.2, -30.1), (3, -51.19, -30.1), (9, -51.18, -30.05)];
        let ways = [
            (100, vec![7, 3, 9], vec![("highway", "primary"), ("name", "A"), ("oneway", "yes")]),
            (101, vec![9, 4], vec![("highway", "residential")]),
            (102, vec![7, 9], vec![("building", "yes")]),
        ];
        sample::pbf(&nodes, &ways)
    }

    #[test]
    fn streets_and_their_places_are_read() {
        let streets = parse_osm(Path::new("a.pbf"), &example()).unwrap();
        assert_eq!(streets.missing_places, 1, "node 4 is not in the extract");
        assert_eq!(streets.ways.len(), 1, "what is left of way 101 is no way, and 102 is a building");
        let way = &streets.ways[0];
        assert_eq!((way.id, way.tag("oneway"), way.tag("name"), way.tag("maxspeed")), (100, "yes", "", ""));
        let places: Vec<_> = way.places.iter().map(|&at| streets.places[at as usize]).collect();
        for (place, expected) in places.iter().zip([[-51.2, -30.1], [-51.19, -30.1], [-51.18, -30.05]]) {
            assert!((place[0] - expected[0]).abs() < 1e-9 && (place[1] - expected[1]).abs() < 1e-9);
        }
    }

    #[test]
    fn a_file_that_ends_too_early_is_told_apart_from_a_foreign_one() {
        let code = |bytes: &[u8]| parse_osm(Path::new("a.pbf"), bytes).unwrap_err().listed()[0].code;
        let whole = example();
        assert_eq!(code(&whole[..whole.len() - 5]), "osm-001");
        assert_eq!(code(b"<?xml version='1.0'?><osm></osm>"), "osm-004");
        assert_eq!(code(b""), "file-005");
        assert_eq!(code(&sample::pbf(&[(1, 0.0, 0.0)], &[])), "osm-005");
    }

    #[test]
    fn no_damage_makes_the_reader_panic() {
        let whole = example();
        for at in 0..whole.len() {
            for flip in [1, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] ^= flip;
                let _ = parse_osm(Path::new("a.pbf"), &bytes);
            }
            assert!(parse_osm(Path::new("a.pbf"), &whole[..at]).is_err());
        }
    }
}
