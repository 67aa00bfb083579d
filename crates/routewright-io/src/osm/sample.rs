//! Small PBF files made by hand, for tests.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A way: its id, its nodes and its tags.
pub type SampleWay<'a> = (i64, Vec<i64>, Vec<(&'a str, &'a str)>);

/// A node's id and its tags.
pub type SampleTags<'a> = (i64, Vec<(&'a str, &'a str)>);

/// A relation: its id, its members (role, kind and id) and its tags.
pub type SampleRelation<'a> = (i64, Vec<(&'a str, MemberKind, i64)>, Vec<(&'a str, &'a str)>);

/// What a member of a relation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// A node.
    Node,
    /// A way.
    Way,
}

/// What a file contains.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample<'a> {
    /// Id, longitude, latitude.
    pub nodes: &'a [(i64, f64, f64)],
    /// Streets and others.
    pub ways: &'a [SampleWay<'a>],
    /// Tags of nodes; others have none.
    pub node_tags: &'a [SampleTags<'a>],
    /// Turn restrictions and others.
    pub relations: &'a [SampleRelation<'a>],
    /// Whether blocks are stored as they are, not compressed: damage then reaches what is inside.
    pub is_stored: bool,
}

/// A file with nodes (id, longitude, latitude) and ways.
pub fn pbf(nodes: &[(i64, f64, f64)], ways: &[SampleWay<'_>]) -> Vec<u8> {
    Sample { nodes, ways, ..Sample::default() }.pbf()
}

impl Sample<'_> {
    /// The file.
    pub fn pbf(&self) -> Vec<u8> {
        let mut strings = vec![String::new()];
        let mut group = Vec::new();
        field(&mut group, 2, &self.dense_nodes(&mut strings));
        for (id, refs, tags) in self.ways {
            let mut way = tagged(*id, tags, &mut strings);
            field(&mut way, 8, &steps(refs.iter().copied()));
            field(&mut group, 3, &way);
        }
        for (id, members, tags) in self.relations {
            let mut relation = tagged(*id, tags, &mut strings);
            let (mut roles, mut kinds) = (Vec::new(), Vec::new());
            for (role, kind, _) in members {
                varint(&mut roles, index_of(&mut strings, role));
                varint(&mut kinds, u64::from(*kind == MemberKind::Way));
            }
            field(&mut relation, 8, &roles);
            field(&mut relation, 9, &steps(members.iter().map(|member| member.2)));
            field(&mut relation, 10, &kinds);
            field(&mut group, 4, &relation);
        }
        let mut table = Vec::new();
        strings.iter().for_each(|string| field(&mut table, 1, string.as_bytes()));
        let mut block = Vec::new();
        field(&mut block, 1, &table);
        field(&mut block, 2, &group);
        let mut file = blob("OSMHeader", &[], self.is_stored);
        file.extend(blob("OSMData", &block, self.is_stored));
        file
    }

    fn dense_nodes(&self, strings: &mut Vec<String>) -> Vec<u8> {
        let places = |degrees: fn(&(i64, f64, f64)) -> f64| {
            steps(self.nodes.iter().map(|node| (degrees(node) * 1e7).round() as i64))
        };
        let mut dense = Vec::new();
        field(&mut dense, 1, &steps(self.nodes.iter().map(|node| node.0)));
        field(&mut dense, 8, &places(|node| node.2));
        field(&mut dense, 9, &places(|node| node.1));
        if !self.node_tags.is_empty() {
            let mut words = Vec::new();
            for (id, ..) in self.nodes {
                let tags = self.node_tags.iter().filter(|(of, _)| of == id).flat_map(|(_, tags)| tags);
                for (key, value) in tags {
                    varint(&mut words, index_of(strings, key));
                    varint(&mut words, index_of(strings, value));
                }
                varint(&mut words, 0);
            }
            field(&mut dense, 10, &words);
        }
        dense
    }
}

/// The start of a way or relation.
fn tagged(id: i64, tags: &[(&str, &str)], strings: &mut Vec<String>) -> Vec<u8> {
    let (mut bytes, mut keys, mut values) = (Vec::new(), Vec::new(), Vec::new());
    varint(&mut bytes, 1 << 3);
    varint(&mut bytes, id as u64);
    for (key, value) in tags {
        varint(&mut keys, index_of(strings, key));
        varint(&mut values, index_of(strings, value));
    }
    field(&mut bytes, 2, &keys);
    field(&mut bytes, 3, &values);
    bytes
}

/// Numbers as differences to the one before.
fn steps(numbers: impl Iterator<Item = i64>) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for number in numbers {
        varint(&mut bytes, zigzag(number - last));
        last = number;
    }
    bytes
}

fn blob(kind: &str, content: &[u8], is_stored: bool) -> Vec<u8> {
    let mut blob = Vec::new();
    if is_stored {
        field(&mut blob, 1, content);
    } else {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(content).expect("memory takes everything");
        varint(&mut blob, 2 << 3);
        varint(&mut blob, content.len() as u64);
        field(&mut blob, 3, &zlib.finish().expect("memory takes everything"));
    }
    let mut header = Vec::new();
    field(&mut header, 1, kind.as_bytes());
    varint(&mut header, 3 << 3);
    varint(&mut header, blob.len() as u64);
    let mut bytes = (header.len() as u32).to_be_bytes().to_vec();
    bytes.extend(header);
    bytes.extend(blob);
    bytes
}

fn index_of(strings: &mut Vec<String>, text: &str) -> u64 {
    let at = strings.iter().position(|string| string == text).unwrap_or_else(|| {
        strings.push(text.to_owned());
        strings.len() - 1
    });
    at as u64
}

fn field(bytes: &mut Vec<u8>, number: u64, content: &[u8]) {
    varint(bytes, number << 3 | 2);
    varint(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}
