//! How long it takes to assign all trips by optimal strategies: by the reference, fast on one thread and on all, and
//! by a judge that sees one service after the other.
//!
//! `cargo bench --bench strategies` prints the table. Mumford3 is read from the folder in `ROUTEWRIGHT_DATA` or
//! `../shared`; where neither is there, a synthetic city of the same size takes its place.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_eval::service::ServiceModel;
use routewright_eval::strategies::{Judge, assign, reference};
use routewright_model::{City, Direction, Frequency, Network, NodeId, Route, Seconds, Walk};
use routewright_synth::{CityKind, SynthConfig, generate, random_network};

fn main() {
    println!(
        "{:<44} {:>12} {:>12} {:>12} {:>12}",
        "milliseconds per assignment", "reference", "one thread", "all threads", "judge"
    );
    let city = City::mandl();
    let network = arbex(&city);
    compare("Mandl, ten routes of Arbex and Cunha", &city, &network);
    for (name, city, routes, stops) in [
        ("Mumford3, 60 routes of 25 stops", mumford3(), 60, 25),
        ("1,300 nodes, 120 routes of 30 stops", synthetic(1300), 120, 30),
        ("the same with walks", with_walks(synthetic(1300)), 120, 30),
    ] {
        compare(name, &city, &random_service(&city, routes, stops));
    }
}

fn compare(label: &str, city: &City, network: &Network) {
    let model = ServiceModel::for_city(city);
    let (lines, walks, trips) = (model.lines(network), model.walks(city), model.trips(city));
    let n = city.node_count();
    let slow = milliseconds(|| {
        black_box(reference::assign(n, &lines, &walks, &trips, &model.costs));
    });
    let work = || {
        black_box(assign(n, &lines, &walks, &trips, &model.costs));
    };
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let one = alone.install(|| milliseconds(work));
    let all = milliseconds(work);
    let mut judge = Judge::new(city, &model);
    let judged = milliseconds(|| {
        black_box(judge.assess(black_box(&lines), lines.len()));
    });
    let (expected, found) = (
        reference::assign(n, &lines, &walks, &trips, &model.costs).perceived_minutes,
        assign(n, &lines, &walks, &trips, &model.costs).perceived_minutes,
    );
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not the reference's {expected}");
    println!("{label:<44} {slow:>12.3} {one:>12.3} {all:>12.3} {judged:>12.3}");
}

/// Repeats for a second, at least once.
fn milliseconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut count = 0;
    while count == 0 || start.elapsed() < Duration::from_secs(1) {
        work();
        count += 1;
    }
    start.elapsed().as_secs_f64() * 1000.0 / f64::from(count)
}

/// Arbex and Cunha 2015: ten routes and 76 vehicles.
fn arbex(city: &City) -> Network {
    let routes = [
        ("1-2-3-6-8-10-11-13", 12),
        ("9-15-7-10-11-12", 9),
        ("7-15-8-6-3-2-4-5", 4),
        ("2-4-6-8-10-11-13-14", 9),
        ("13-14-10-8-6-3-2-4", 8),
        ("1-2-5-4-12", 3),
        ("11-10-7-15-6-3-2-1", 13),
        ("5-4-6-8-10-11", 9),
        ("13-11-12-4-5-2-1", 5),
        ("9-15-8-6-3-2-4-12", 4),
    ];
    let route = |(stops, vehicles): (&str, u32)| {
        let stops = stops.split('-').map(|name| city.node_named(name).expect("a node of Mandl's")).collect();
        let route = Route::on_links(city, "", stops, Direction::BothWays).expect("a route over links");
        route.with_frequency(Some(Frequency::Vehicles(vehicles)))
    };
    Network::from_iter(routes.map(route))
}

fn random_service(city: &City, routes: usize, stops: usize) -> Network {
    let network = random_network(city, &mut ChaCha8Rng::seed_from_u64(1), routes, stops);
    let headways = [5.0, 7.5, 10.0, 15.0, 20.0, 30.0];
    let timed = network.routes.into_iter().enumerate();
    timed.map(|(at, route)| route.with_frequency(Some(Frequency::Every(headways[at % 6])))).collect()
}

/// Ways on foot along all streets, at a fifth of driving speed.
fn with_walks(city: City) -> City {
    let mut parts = city.to_parts();
    let walk = |(from, to, time): (NodeId, NodeId, Seconds)| Walk { from, to, time: Seconds(5 * time.0) };
    let links = parts.links.iter().map(|link| (link.from, link.to, link.time));
    parts.walks = links.map(walk).collect();
    City::new(parts).expect("a city with walks")
}

fn mumford3() -> City {
    let fallback = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let data = std::env::var("ROUTEWRIGHT_DATA").unwrap_or_else(|_| fallback.into());
    let folder = Path::new(&data).join("benchmarks/mumford3");
    match folder.is_dir() {
        true => routewright_io::read_city(&folder.to_string_lossy()).expect("the benchmark city is valid"),
        false => synthetic(127),
    }
}

fn synthetic(nodes: usize) -> City {
    generate(&SynthConfig::new(CityKind::NearestNeighbours, nodes), 1).expect("a valid configuration")
}
