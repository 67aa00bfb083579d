//! Training as a whole: the same weights whatever happens, and weights that are worth something.

use std::path::PathBuf;

use routewright_policy::Architecture;
use routewright_train::{TrainConfig, TrainError, Trainer};

/// A net and cities small enough for a test.
fn tiny() -> TrainConfig {
    TrainConfig {
        iterations: 4,
        batch: 6,
        horizon: 20,
        minibatch: 32,
        cities: 60,
        nodes: 7,
        routes: 3,
        max_stops: 5,
        validate_every: 2,
        validation_cities: 4,
        architecture: Architecture {
            layers: 1,
            heads: 2,
            width: 16,
            pair_hidden: 16,
            path_hidden: 16,
            halt_hidden: 16,
            ..Architecture::default()
        },
        ..TrainConfig::default()
    }
}

fn finish(mut trainer: Trainer) -> Trainer {
    while !trainer.is_done() {
        trainer.advance(&|| false).expect("nobody stops it");
    }
    trainer
}

fn bits(trainer: &Trainer) -> [Vec<u32>; 2] {
    let best = trainer.best_net().expect("it was validated");
    [trainer.last_net(), best].map(|net| net.parameters().iter().map(|weight| weight.to_bits()).collect())
}

/// A file of its own for one test, removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("routewright-train-{name}-{}", std::process::id())))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_weights() {
    for (group, rebuilds, best_of) in [(1, 0, 1), (3, 0, 1), (3, 2, 2)] {
        let config = TrainConfig { group, rebuilds, best_of, ..tiny() };
        let one = bits(&finish(Trainer::new(config.clone(), 1).unwrap()));
        for threads in [2, 5] {
            assert!(
                one == bits(&finish(Trainer::new(config.clone(), threads).unwrap())),
                "{threads} threads"
            );
        }
        let other = TrainConfig { seed: 2, ..config };
        assert!(one != bits(&finish(Trainer::new(other, 1).unwrap())), "another seed gives other weights");
    }
}

#[test]
fn a_killed_run_ends_with_the_weights_of_one_left_alone() {
    for (group, rebuilds, best_of) in [(1, 0, 1), (2, 0, 1), (2, 2, 1), (3, 2, 3)] {
        let config = TrainConfig { group, rebuilds, best_of, ..tiny() };
        let alone = finish(Trainer::new(config.clone(), 1).unwrap());
        let file = File::new("killed");
        let mut trainer = Trainer::new(config, 1).unwrap();
        // Killed and restored before the first iteration and after each.
        while !trainer.is_done() {
            trainer.save(&file.0).unwrap();
            trainer = Trainer::restore(&file.0, 2).unwrap();
            trainer.advance(&|| false).unwrap();
        }
        assert!(bits(&alone) == bits(&trainer), "group of {group}, {rebuilds} rebuilds");
        assert_eq!(alone.best(), trainer.best());
        let figures = |trainer: &Trainer| {
            let figures =
                trainer.metrics().iter().map(|row| (row.iteration, row.entropy.to_bits(), row.validation));
            figures.collect::<Vec<_>>()
        };
        assert_eq!(figures(&alone), figures(&trainer));
    }
}

#[test]
fn a_stopped_iteration_leaves_no_trace() {
    let alone = finish(Trainer::new(tiny(), 1).unwrap());
    let mut trainer = Trainer::new(tiny(), 1).unwrap();
    for patience in 0.. {
        // Stopped ever later: while playing, while learning, while validating.
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let is_stopped = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= patience % 17;
        let before = trainer.metrics().len();
        if trainer.advance(&is_stopped).is_none() {
            assert_eq!(trainer.metrics().len(), before);
            trainer.advance(&|| false).unwrap();
        }
        if trainer.is_done() {
            break;
        }
    }
    assert!(bits(&alone) == bits(&trainer));
}

#[test]
fn more_iterations_may_be_asked_for_later() {
    let file = File::new("longer");
    finish(Trainer::new(TrainConfig { iterations: 2, ..tiny() }, 1).unwrap()).save(&file.0).unwrap();
    let mut trainer = Trainer::restore(&file.0, 1).unwrap();
    assert!(matches!(trainer.set_iterations(1), Err(TrainError::IterationsDone { asked: 1, done: 2 })));
    trainer.set_iterations(4).unwrap();
    assert!(bits(&finish(trainer)) == bits(&finish(Trainer::new(tiny(), 1).unwrap())));
}

#[test]
fn damaged_checkpoints_are_refused() {
    let file = File::new("damaged");
    let missing = Trainer::restore(&file.0, 1).err().unwrap();
    assert!(matches!(missing, TrainError::NoCheckpoint { .. }) && missing.is_input());
    finish(Trainer::new(TrainConfig { iterations: 1, ..tiny() }, 1).unwrap()).save(&file.0).unwrap();
    let whole = std::fs::read(&file.0).unwrap();
    for length in [0, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&file.0, &whole[..length]).unwrap();
        let error = Trainer::restore(&file.0, 1).err().unwrap();
        assert!(matches!(error, TrainError::Checkpoint { .. }), "{length}: {error}");
    }
}

#[test]
fn a_tiny_policy_learns_to_beat_the_random_one() {
    for group in [1, 8] {
        let config = TrainConfig {
            iterations: 25,
            batch: 32,
            horizon: 30,
            group,
            minibatch: 64,
            learning_rate: 0.005,
            validate_every: 25,
            validation_cities: 60,
            cities: 600,
            ..tiny()
        };
        let trainer = finish(Trainer::new(config, 2).unwrap());
        let rows = trainer.metrics();
        let mean = |rows: &[routewright_train::Metrics]| {
            rows.iter().map(|row| row.mean_return).sum::<f64>() / rows.len() as f64
        };
        let (before, after) = (mean(&rows[1..4]), mean(&rows[rows.len() - 3..]));
        assert!(after > before + 0.15, "group of {group}: mean return {before} before, {after} after");
        let (random, best) = (trainer.random_costs().unwrap().mean, trainer.best().unwrap().1.mean);
        assert!(best < 0.9 * random, "group of {group}: cost {best} against {random} of the random policy");
    }
}

#[test]
fn a_trained_policy_is_trained_further() {
    let first = finish(Trainer::new(tiny(), 1).unwrap()).last_net();
    // The settings ask for another shape: that of the policy counts.
    let mut config = TrainConfig { seed: 2, ..tiny() };
    config.architecture.layers = 0;
    let mut trainer = Trainer::from_net(config, first.clone(), 1).unwrap();
    assert_eq!(trainer.config().architecture, *first.architecture());
    assert!(first.parameters() == trainer.last_net().parameters());
    // Killed and restored, it still knows where it came from.
    let file = File::new("further");
    trainer.advance(&|| false).unwrap();
    trainer.save(&file.0).unwrap();
    let further = finish(Trainer::restore(&file.0, 1).unwrap()).last_net();
    assert!(first.parameters() != further.parameters());
    assert_eq!(first.normalisers(), further.normalisers());
    assert_eq!(further.training()["from"], *first.training());
    assert_eq!(further.training()["config"]["seed"], 2);
}
