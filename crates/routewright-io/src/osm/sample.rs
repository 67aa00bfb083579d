//! Small PBF files made by hand, for tests.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// A way: its id, its nodes and its tags.
pub type SampleWay<'a> = (i64, Vec<i64>, Vec<(&'a str, &'a str)>);

/// A file with nodes (id, longitude, latitude) and ways.
pub fn pbf(nodes: &[(i64, f64, f64)], ways: &[SampleWay<'_>]) -> Vec<u8> {
    let mut strings = vec![String::new()];
    let mut group = Vec::new();
    let mut ids = Vec::new();
    let (mut lats, mut lons) = (Vec::new(), Vec::new());
    let mut before = (0, 0, 0);
    for &(id, lon, lat) in nodes {
        let (lon, lat) = ((lon * 1e7).round() as i64, (lat * 1e7).round() as i64);
        varint(&mut ids, zigzag(id - before.0));
        varint(&mut lats, zigzag(lat - before.1));
        varint(&mut lons, zigzag(lon - before.2));
        before = (id, lat, lon);
    }
    let mut dense = Vec::new();
    field(&mut dense, 1, &ids);
    field(&mut dense, 8, &lats);
    field(&mut dense, 9, &lons);
    field(&mut group, 2, &dense);
    for (id, refs, tags) in ways {
        let mut way = Vec::new();
        varint(&mut way, 1 << 3);
        varint(&mut way, *id as u64);
        let (mut keys, mut values, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for (key, value) in tags {
            varint(&mut keys, index_of(&mut strings, key));
            varint(&mut values, index_of(&mut strings, value));
        }
        let mut last = 0;
        for &node in refs {
            varint(&mut steps, zigzag(node - last));
            last = node;
        }
        field(&mut way, 2, &keys);
        field(&mut way, 3, &values);
        field(&mut way, 8, &steps);
        field(&mut group, 3, &way);
    }
    let mut table = Vec::new();
    strings.iter().for_each(|string| field(&mut table, 1, string.as_bytes()));
    let mut block = Vec::new();
    field(&mut block, 1, &table);
    field(&mut block, 2, &group);
    let mut file = blob("OSMHeader", &[]);
    file.extend(blob("OSMData", &block));
    file
}

fn blob(kind: &str, content: &[u8]) -> Vec<u8> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(content).expect("memory takes everything");
    let mut blob = Vec::new();
    varint(&mut blob, 2 << 3);
    varint(&mut blob, content.len() as u64);
    field(&mut blob, 3, &zlib.finish().expect("memory takes everything"));
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
