//! The speed of a net on one core: scores of a state in the middle of an episode, and the gradient of a batch.
//!
//! `cargo bench -p routewright-policy --bench forward` prints milliseconds for the plain kernel and for every level of the
//! fast one that the processor supports. Cities are random, with the sizes of the literature's. `-- 127` times only that
//! size, `-- batch` only the gradient, `-- avx2` only that level.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, Decision, HaltChoice, PathAction, State, Step};
use routewright_model::{Alpha, Limits, NodeId, Problem};
use routewright_policy::{
    Architecture, EpisodeTracker, Inputs, Kernel, Level, Net, Normalisers, Observation, Workspace,
};
use routewright_synth::{CityKind, SynthConfig, generate, random_network};

/// Nodes and S, MIN, MAX of the literature's cities.
const SIZES: [(usize, [usize; 3]); 5] =
    [(20, [10, 2, 12]), (30, [12, 2, 15]), (70, [15, 10, 30]), (110, [56, 10, 22]), (127, [60, 12, 25])];
const BATCH: usize = 256;
/// Attention layers of the published net; timed beside one without any.
const LAYERS: usize = 5;
/// The kernels, and their names on the command line.
const NAMES: [(Kernel, &str); 4] = [
    (Kernel::Scalar, "scalar"),
    (Kernel::At(Level::Avx512), "avx512"),
    (Kernel::At(Level::Avx2), "avx2"),
    (Kernel::At(Level::Baseline), "baseline"),
];

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_level = |name: &str| NAMES.iter().any(|(_, known)| *known == name);
    let (levels, work): (Vec<_>, Vec<_>) = asked.iter().partition(|name| is_level(name));
    let is_asked = |name: &str| work.is_empty() || work.iter().any(|asked| *asked == name);
    let kernels: Vec<Kernel> = NAMES
        .into_iter()
        .filter(|(_, name)| levels.is_empty() || levels.iter().any(|asked| asked == name))
        .map(|(kernel, _)| kernel)
        .filter(|kernel| !matches!(kernel, Kernel::At(level) if !level.is_available()))
        .collect();
    print!("{:<44}", "one core, milliseconds (least of several)");
    kernels.iter().for_each(|kernel| print!(" {:>16}", kernel.name()));
    println!();
    for (n, limits) in SIZES.into_iter().filter(|(n, _)| is_asked(&n.to_string())) {
        let problem = problem(n, limits);
        let (full, flat) = (net(&problem, LAYERS), net(&problem, 0));
        for kind in [DecisionKind::Fresh, DecisionKind::Extend, DecisionKind::Halt] {
            let (seen, look) = middle(&problem, kind);
            let label = format!("{n} nodes, {kind:?}, {} paths", seen.action_count());
            for (net, note) in [(&full, ""), (&flat, ", no layers")] {
                row(&format!("{label}{note}"), &kernels, |kernel| {
                    let mut space = Workspace::default();
                    let mut scores = vec![0.0; seen.score_count()];
                    least(Duration::from_millis(300), || {
                        net.score(kernel, black_box(&seen), &mut space, black_box(&mut scores));
                    })
                });
            }
            if kind == DecisionKind::Extend {
                println!("{:<44} {look:>16.3}", format!("{n} nodes, looking at that step"));
            }
        }
    }
    if is_asked("batch") {
        batch(&kernels);
    }
}

/// Scores and their gradient for a batch of states of training size.
fn batch(kernels: &[Kernel]) {
    let problem = problem(20, SIZES[0].1);
    let net = net(&problem, LAYERS);
    let seen = episodes(&problem, BATCH);
    row(&format!("{BATCH} states of 20 nodes, with gradient"), kernels, |kernel| {
        let mut space = Workspace::default();
        let mut gradient = vec![0.0; net.parameters().len()];
        least(Duration::from_millis(600), || {
            for seen in &seen {
                let of_scores = vec![1.0; seen.score_count()];
                net.add_gradient(kernel, black_box(seen), &mut space, &of_scores, &mut gradient);
            }
            black_box(&mut gradient);
        })
    });
}

fn row(label: &str, kernels: &[Kernel], time: impl Fn(Kernel) -> f64) {
    print!("{label:<44}");
    kernels.iter().for_each(|&kernel| print!(" {:>16.3}", time(kernel)));
    println!();
}

/// The kind of decision.
#[derive(Clone, Copy, Debug, PartialEq)]
enum DecisionKind {
    Fresh,
    Extend,
    Halt,
}

/// A step in the middle of an episode: half the routes built, and a route in progress unless it is fresh. Returns the
/// observation and the milliseconds it took.
fn middle(problem: &Problem, kind: DecisionKind) -> (Observation, f64) {
    let limits = problem.limits;
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let network = random_network(&problem.city, &mut rng, limits.routes() / 2, limits.max_stops());
    let finished = || network.routes.iter().map(|route| route.stops());
    let mut state = State::with_finished(problem, ConstructionOptions::default(), finished());
    let mut actions: Vec<PathAction> = Vec::new();
    if kind != DecisionKind::Fresh {
        state.path_actions(&mut actions);
        let half = |action: &&PathAction| {
            let mut stops: Vec<NodeId> = Vec::new();
            state.new_stops(action, &mut stops);
            stops.len().abs_diff(limits.max_stops() / 2)
        };
        let action = *actions.iter().min_by_key(half).expect("a path can begin");
        state.extend(&action);
        actions.clear();
    }
    if kind == DecisionKind::Extend {
        state.go_on();
    }
    if kind != DecisionKind::Halt {
        state.path_actions(&mut actions);
    }
    let step = Step { state: &state, actions: &actions };
    let mut tracker = EpisodeTracker::new(problem);
    let seen = tracker.observe(step);
    let look = least(Duration::from_millis(100), || {
        black_box(tracker.observe(step));
    });
    (seen, look)
}

/// Steps of random episodes.
fn episodes(problem: &Problem, count: usize) -> Vec<Observation> {
    let mut tracker = EpisodeTracker::new(problem);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut seen = Vec::new();
    let mut actions = Vec::new();
    while seen.len() < count {
        let mut state = State::new(problem, ConstructionOptions::default());
        while state.decision() != Decision::Over && seen.len() < count {
            if state.decision() == Decision::Extend {
                state.path_actions(&mut actions);
                seen.push(tracker.observe(Step { state: &state, actions: &actions }));
                state.extend(&actions[rng.random_range(0..actions.len() as u32) as usize]);
            } else {
                let choice = state.halt_choice();
                if choice == HaltChoice::Either {
                    seen.push(tracker.observe(Step { state: &state, actions: &[] }));
                }
                let halts =
                    choice == HaltChoice::MustHalt || choice == HaltChoice::Either && rng.random_bool(0.5);
                if halts { state.halt() } else { state.go_on() }
            }
        }
    }
    seen
}

fn problem(n: usize, [routes, min_stops, max_stops]: [usize; 3]) -> Problem {
    let city = generate(&SynthConfig::new(CityKind::NearestNeighbours, n), 1).expect("a valid configuration");
    let limits = Limits::new(routes, min_stops, max_stops).expect("sensible limits");
    Problem::new(Arc::new(city), limits, Alpha::new(0.5).expect("in range"))
}

fn net(problem: &Problem, layers: usize) -> Net {
    let architecture = Architecture { layers, inputs: Inputs::Extended, ..Architecture::default() };
    let seen = episodes(problem, 20);
    Net::new(architecture, Normalisers::fit(&seen), &mut ChaCha8Rng::seed_from_u64(1))
}

/// Milliseconds of the fastest of several runs.
fn least(budget: Duration, mut work: impl FnMut()) -> f64 {
    work();
    let start = Instant::now();
    let mut least = f64::INFINITY;
    while least.is_infinite() || start.elapsed() < budget {
        let start = Instant::now();
        work();
        least = least.min(start.elapsed().as_secs_f64() * 1e3);
    }
    least
}
