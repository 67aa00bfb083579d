use super::sample::MemberKind;
use super::*;

fn example() -> Vec<u8> {
    example_with(false)
}

fn example_with(is_stored: bool) -> Vec<u8> {
    let nodes = [
        (7, -51.2, -30.1),
        (3, -51.19, -30.1),
        (9, -51.18, -30.05),
        (20, -51.0, -30.0),
        (21, -51.0, -30.1),
        (22, -51.3, -30.1),
    ];
    let ways = [
        (100, vec![7, 3, 9], vec![("highway", "primary"), ("name", "A"), ("oneway", "yes")]),
        (101, vec![9, 4], vec![("highway", "residential")]),
        (102, vec![7, 9], vec![("building", "yes")]),
        (103, vec![3, 7], vec![("highway", "service"), ("foot", "no")]),
    ];
    let members =
        |via, to| vec![("from", MemberKind::Way, 100), ("via", via, 3), ("to", MemberKind::Way, to)];
    let node = || members(MemberKind::Node, 103);
    let rule = |id, key, value| (id, node(), vec![("type", "restriction"), (key, value)]);
    let relations = [
        rule(200, "restriction", "no_left_turn"),
        (
            201,
            node(),
            vec![("type", "restriction"), ("restriction", "only_straight_on"), ("except", "taxi; psv")],
        ),
        (
            202,
            node(),
            vec![("type", "restriction"), ("restriction:bus", "only_straight_on"), ("except", "bus")],
        ),
        (203, node(), vec![("type", "route"), ("restriction", "no_u_turn")]),
        rule(204, "restriction:hgv", "no_left_turn"),
        rule(205, "restriction", "none"),
        (206, members(MemberKind::Way, 103), vec![("type", "restriction"), ("restriction", "no_u_turn")]),
        (207, members(MemberKind::Node, 102), vec![("type", "restriction"), ("restriction", "no_u_turn")]),
    ];
    let node_tags = [
        (3, vec![("highway", "traffic_signals"), ("name", "not a stop")]),
        (9, vec![("name", " Praça "), ("highway", "bus_stop"), ("name", "second")]),
        (20, vec![("public_transport", "platform"), ("bus", "yes")]),
        (21, vec![("public_transport", "platform"), ("train", "yes")]),
        (22, vec![("amenity", "bus_station"), ("name", "Rodoviária")]),
    ];
    sample::Sample { nodes: &nodes, ways: &ways, node_tags: &node_tags, relations: &relations, is_stored }
        .pbf()
}

#[test]
fn streets_and_their_places_are_read() {
    let streets = parse_osm(Path::new("a.pbf"), &example()).unwrap();
    assert_eq!(streets.missing_places, 1, "node 4 is not in the extract");
    assert_eq!(streets.ways.len(), 2, "what is left of way 101 is no way, and 102 is a building");
    let way = &streets.ways[0];
    assert_eq!((way.id, way.tag("oneway"), way.tag("name"), way.tag("maxspeed")), (100, "yes", "", ""));
    let places: Vec<_> = way.places.iter().map(|&at| streets.places[at as usize]).collect();
    for (place, expected) in places.iter().zip([[-51.2, -30.1], [-51.19, -30.1], [-51.18, -30.05]]) {
        assert!((place[0] - expected[0]).abs() < 1e-9 && (place[1] - expected[1]).abs() < 1e-9);
    }
}

#[test]
fn turns_that_bind_buses_are_read() {
    let streets = parse_osm(Path::new("a.pbf"), &example()).unwrap();
    let via = streets.ways[0].places[1];
    let turn = |kind| OsmTurn { from_way: 100, via, to_way: 103, kind };
    assert_eq!(streets.turns, [turn(OsmTurnKind::No), turn(OsmTurnKind::Only)], "of 200 and 202");
    assert_eq!(streets.turns_by_way, 1, "206");
    assert_eq!(streets.ways[1].tag("foot"), "no");
}

#[test]
fn bus_stops_are_read_with_their_names() {
    let streets = parse_osm(Path::new("a.pbf"), &example()).unwrap();
    let stops: Vec<_> = streets.stops.iter().map(|stop| (stop.id, stop.name.as_deref())).collect();
    assert_eq!(stops, [(9, Some("Praça")), (20, None), (22, Some("Rodoviária"))]);
    assert!((streets.stops[2].lon + 51.3).abs() < 1e-9 && (streets.stops[2].lat + 30.1).abs() < 1e-9);
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
    for whole in [example_with(false), example_with(true)] {
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
