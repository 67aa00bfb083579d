//! How many networks are scored in a second on one core: by the reference, whole, and one route replaced.
//!
//! `cargo bench --bench evaluations` prints the table of `benchmarks/evaluations.md`. Mumford3 is read from
//! the folder in `ROUTEWRIGHT_DATA` or `../shared`; where neither is there, a synthetic city of the same size
//! takes its place.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_eval::service::{SectionLine, Sections, ServiceModel};
use routewright_eval::{Evaluator, Line, reference};
use routewright_model::{Alpha, City, Direction, Limits, Network, Problem, Route};
use routewright_synth::{CityKind, SynthConfig, generate, random_network, random_route};

fn main() {
    println!(
        "{:<42} {:>12} {:>12} {:>12} {:>8} {:>8}",
        "one core, evaluations a second", "reference", "full", "replace one", "full x", "replace x"
    );
    compare(mumford3(), 60, 25, Duration::from_secs(2));
    compare(synthetic(632), 44, 35, Duration::from_secs(2));
    large();
    println!(
        "\n{:<42} {:>12} {:>12} {:>12} {:>8} {:>12}",
        "service by sections, a second", "paper's", "replace one", "one out", "ratio", "loads"
    );
    service(mumford3(), 60, 25, Duration::from_secs(2));
    service(synthetic(302), 80, 25, Duration::from_secs(2));
}

/// Prints a row: one route replaced, scored by the paper's cost and by sections; a route taken out and all times over
/// the others; and the loads of a whole network.
/// A route driven both ways as a line.
fn line_of(route: &Route) -> Line<'_> {
    Line::of(route).next().expect("a route has a way out")
}

fn service(city: City, routes: usize, stops: usize, budget: Duration) {
    let city = Arc::new(city);
    let limits = Limits::new(routes, 2, stops).expect("sensible limits");
    let problem = Problem::new(city.clone(), limits, Alpha::new(1.0).expect("in range"));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let network = random_network(&city, &mut rng, routes, stops);
    let candidates: Vec<Route> = (0..64)
        .filter_map(|_| random_route(&city, &mut rng, stops))
        .map(|stops| Route::on_links(&city, "", stops, Direction::BothWays).expect("a walk over links"))
        .collect();
    let mut evaluator = Evaluator::new(&problem);
    evaluator.keep(network.routes[1..].iter().flat_map(Line::of));
    let mut next = candidates.iter().cycle();
    let paper = per_second(budget, || {
        let candidate = next.next().expect("a cycle does not end");
        black_box(evaluator.score_with(line_of(black_box(candidate))));
    });
    let model = ServiceModel::for_city(&city);
    let line = |route| SectionLine { line: line_of(route), headway_minutes: 10.0 };
    let mut sections = Sections::new(&city, &model, &Network::default(), &Network::default());
    sections.set(network.routes.iter().map(line));
    sections.take_out(0);
    let replace = per_second(budget, || {
        let candidate = next.next().expect("a cycle does not end");
        black_box(sections.minutes_with(line(black_box(candidate))));
    });
    let out = per_second(budget, || {
        sections.put(0, line(&network.routes[0]));
        sections.take_out(0);
        black_box(sections.minutes());
    });
    let loads = per_second(budget, || {
        black_box(sections.overload(1.0));
    });
    let label = format!("{}, {routes} routes of {stops} stops", city.name());
    println!("{label:<42} {paper:>12.0} {replace:>12.0} {out:>12.0} {:>8.2} {loads:>12.0}", replace / paper);
}

/// Prints a row: the three speeds and how many times faster than the reference.
fn compare(city: City, routes: usize, stops: usize, budget: Duration) {
    let city = Arc::new(city);
    let limits = Limits::new(routes, 2, stops).expect("sensible limits");
    let problem = Problem::new(city.clone(), limits, Alpha::new(1.0).expect("in range"));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let network = random_network(&city, &mut rng, routes, stops);
    let candidates: Vec<Route> = (0..64)
        .filter_map(|_| random_route(&city, &mut rng, stops))
        .map(|stops| Route::on_links(&city, "", stops, Direction::BothWays).expect("a walk over links"))
        .collect();

    let slow = per_second(budget, || {
        black_box(reference::trip_times(&problem, black_box(&network)));
    });
    let mut evaluator = Evaluator::new(&problem);
    let full = per_second(budget, || {
        black_box(evaluator.score(black_box(&network)));
    });
    evaluator.keep(network.routes[1..].iter().flat_map(Line::of));
    let mut next = candidates.iter().cycle();
    let replace = per_second(budget, || {
        let candidate = next.next().expect("a cycle does not end");
        black_box(evaluator.score_with(line_of(black_box(candidate))));
    });

    let expected = reference::evaluate(&problem, &network).cost;
    let scored = evaluator.score(&network).cost;
    assert!((scored - expected).abs() < 1e-9, "the fast score {scored} is not the reference's {expected}");
    let label = format!("{}, {routes} routes of {stops} stops", city.name());
    println!(
        "{label:<42} {slow:>12.1} {full:>12.0} {replace:>12.0} {:>8.0} {:>8.0}",
        full / slow,
        replace / slow
    );
}

/// One full evaluation of a city of 5,000 nodes, and the memory the whole program has taken by then.
fn large() {
    let city = Arc::new(synthetic(5000));
    let limits = Limits::new(300, 2, 40).expect("sensible limits");
    let problem = Problem::new(city.clone(), limits, Alpha::new(1.0).expect("in range"));
    let network = random_network(&city, &mut ChaCha8Rng::seed_from_u64(1), 300, 40);
    let mut evaluator = Evaluator::new(&problem);
    let start = Instant::now();
    black_box(evaluator.score(&network));
    let seconds = start.elapsed().as_secs_f64();
    let memory = peak_memory_mib().map_or("unknown".into(), |mib| format!("{mib} MiB"));
    println!(
        "5,000 nodes, 300 routes of 40 stops: {seconds:.2} s for a full evaluation, peak memory {memory}"
    );
}

/// Repeats for as long as the budget allows, at least once.
fn per_second(budget: Duration, mut work: impl FnMut()) -> f64 {
    work();
    let start = Instant::now();
    let mut count = 0;
    while count == 0 || start.elapsed() < budget {
        work();
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
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

/// The most memory this process has held, where the system tells.
fn peak_memory_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}
