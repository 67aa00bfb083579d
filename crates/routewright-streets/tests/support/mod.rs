//! Small street maps written as text.
#![allow(dead_code)]

use routewright_io::{OsmStreets, OsmWay};
use routewright_streets::{PieceId, StopSite, Streets, TurnBan, TurnKind};

/// A thousandth of a degree at the equator: 111.2 metres either way.
pub const STEP: f64 = 0.001;

/// Ways between places at whole steps, such as `0 0 - 1 0: highway=residential`, numbered from 1. Neighbouring
/// places are half a step apart or less in `Streets`, because long pieces are divided.
pub fn osm(ways: &[&str]) -> OsmStreets {
    let mut streets = OsmStreets::default();
    for (id, way) in (1..).zip(ways) {
        let (line, tags) = way.split_once(": ").unwrap();
        let places = line.split(" - ").map(place).collect::<Vec<_>>();
        let places = places.into_iter().map(|place| {
            let known = streets.places.iter().position(|other| *other == place);
            known.unwrap_or_else(|| {
                streets.places.push(place);
                streets.places.len() - 1
            }) as u32
        });
        let places = places.collect();
        let tags = tags.split(' ').map(|tag| tag.split_once('=').unwrap());
        let tags = tags.map(|(key, value)| (key.into(), value.into())).collect();
        streets.ways.push(OsmWay { id, places, tags });
    }
    streets
}

/// A place in steps, such as `1 0.5`.
pub fn place(text: &str) -> [f64; 2] {
    let (x, y) = text.split_once(' ').unwrap();
    [x, y].map(|part| (part.parse::<f64>().unwrap() * STEP * 1e7).round() / 1e7)
}

/// Places in steps, such as `0 0 - 1 0`.
pub fn places(text: &str) -> Vec<[f64; 2]> {
    text.split(" - ").map(place).collect()
}

/// A turn restriction between ways at a place.
pub fn ban(osm: &OsmStreets, from_way: i64, via: &str, to_way: i64, kind: TurnKind) -> TurnBan {
    let via = osm.places.iter().position(|other| *other == place(via)).unwrap() as u32;
    TurnBan { from_way, via, to_way, kind }
}

/// The piece that ends at a place and comes from another's direction.
pub fn piece(streets: &Streets, from: &str, to: &str) -> PieceId {
    let [a, b] = [place(from), place(to)];
    let fits = |id: &PieceId| {
        let piece = streets.piece(*id);
        let (start, end) = (streets.corner(piece.from), streets.corner(piece.to));
        let towards = (end[0] - start[0]) * (b[0] - a[0]) + (end[1] - start[1]) * (b[1] - a[1]);
        let across = (end[0] - start[0]) * (b[1] - a[1]) - (end[1] - start[1]) * (b[0] - a[0]);
        near(end, b) && towards > 0.0 && across.abs() < 1e-9
    };
    (0..streets.pieces().len() as u32).map(PieceId).find(fits).expect("the piece is there")
}

/// A site with one anchor, as [`piece`].
pub fn site(streets: &Streets, from: &str, to: &str) -> StopSite {
    StopSite::new(streets, [piece(streets, from, to)]).expect("the piece is usable")
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6
}
