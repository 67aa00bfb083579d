//! Small files that unpack to, or claim, far more than they hold: an error, and little memory.

use std::path::Path;

use routewright_io::osm_sample::{self, MemberKind, Sample};
use routewright_io::{InputErrors, parse_osm};

const MIB: u64 = 1 << 20;

/// The code of the refusal, and the most memory held while the file was read.
fn refused<T>(read: impl FnOnce() -> Result<T, InputErrors>) -> (&'static str, u64) {
    let mut code = "accepted";
    let memory = allocation_counter::measure(|| {
        if let Err(errors) = read() {
            code = errors.listed()[0].code;
        }
    });
    (code, memory.bytes_max)
}

#[test]
fn one_long_string_that_many_ways_name_is_refused() {
    let long = "x".repeat(8 << 20);
    let ways: Vec<_> =
        (0..1000).map(|id| (id, vec![1, 2], vec![("highway", "primary"), ("maxspeed", &*long)])).collect();
    let file = osm_sample::pbf(&[(1, 0.0, 0.0), (2, 0.1, 0.0)], &ways);
    assert!(file.len() < 20_000, "{}", file.len());
    let (code, memory) = refused(|| parse_osm(Path::new("a.pbf"), &file));
    assert_eq!(code, "osm-007");
    assert!(memory < 64 * MIB, "{memory}");
}

#[test]
fn ways_with_the_same_words_share_them() {
    let word = "y".repeat(1000);
    let ways: Vec<_> = (0..50_000).map(|id| (id, vec![1, 2], vec![("highway", &*word)])).collect();
    let file = osm_sample::pbf(&[(1, 0.0, 0.0), (2, 0.1, 0.0)], &ways);
    let mut count = 0;
    let memory = allocation_counter::measure(|| {
        count = parse_osm(Path::new("a.pbf"), &file).unwrap().ways.len();
    });
    assert_eq!(count, 50_000);
    assert!(memory.bytes_max < 40 * MIB, "50 MB if every way had its own: {}", memory.bytes_max);
}

#[test]
fn ways_of_millions_of_nodes_are_refused() {
    let ways: Vec<_> =
        (0..8).map(|id| (id, (1..=1_000_000).collect(), vec![("highway", "primary")])).collect();
    let file = osm_sample::pbf(&[(1, 0.0, 0.0)], &ways);
    assert!(file.len() < 100_000, "{}", file.len());
    drop(ways);
    let (code, memory) = refused(|| parse_osm(Path::new("a.pbf"), &file));
    assert_eq!(code, "osm-006");
    assert!(memory < 128 * MIB, "{memory}");
}

#[test]
fn millions_of_tags_of_one_way_are_passed_over() {
    let tags = vec![("highway", "primary"); 2_000_000];
    let file = osm_sample::pbf(&[(1, 0.0, 0.0), (2, 0.1, 0.0)], &[(1, vec![1, 2], tags)]);
    let memory = allocation_counter::measure(|| {
        assert_eq!(parse_osm(Path::new("a.pbf"), &file).unwrap().ways[0].tags.len(), 1);
    });
    assert!(memory.bytes_max < 32 * MIB, "{}", memory.bytes_max);
}

#[test]
fn millions_of_members_of_one_restriction_are_passed_over() {
    let members: Vec<_> = (0..2_000_000).map(|id| ("from", MemberKind::Way, id)).collect();
    let relations = [(1, members, vec![("type", "restriction"), ("restriction", "no_u_turn")])];
    let ways = [(1, vec![1, 2], vec![("highway", "primary")])];
    let nodes = [(1, 0.0, 0.0), (2, 0.1, 0.0)];
    let file = Sample { nodes: &nodes, ways: &ways, relations: &relations, ..Sample::default() }.pbf();
    let memory = allocation_counter::measure(|| {
        assert!(parse_osm(Path::new("a.pbf"), &file).unwrap().turns.is_empty());
    });
    assert!(memory.bytes_max < 32 * MIB, "{}", memory.bytes_max);
}

#[test]
fn the_same_stop_many_times_over_is_refused() {
    let name = "z".repeat(1000);
    let tags = vec![("highway", "bus_stop"), ("name", &*name)];
    let node_tags = [(0, tags)];
    let stops = vec![(0, 0.0, 0.0); 200_000];
    let ways = [(1, vec![0, 1], vec![("highway", "primary")])];
    let file = Sample { nodes: &stops, ways: &ways, node_tags: &node_tags, ..Sample::default() }.pbf();
    assert!(file.len() < 20_000, "{}", file.len());
    let (code, memory) = refused(|| parse_osm(Path::new("a.pbf"), &file));
    assert_eq!(code, "osm-006");
    assert!(memory < 160 * MIB, "{memory}");
}
