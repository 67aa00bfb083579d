//! Training as a whole: the same weights whatever happens, and a policy that improves.

mod runs;

use routewright_train::{TrainConfig, TrainError, Trainer};
use runs::{File, bits, finish, tiny};

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
fn a_killed_and_resumed_run_ends_with_the_weights_of_an_uninterrupted_one() {
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
        // Stopped later and later: during rollouts, updates and validation.
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
fn a_finished_run_can_be_extended() {
    let file = File::new("longer");
    finish(Trainer::new(TrainConfig { iterations: 2, ..tiny() }, 1).unwrap()).save(&file.0).unwrap();
    let mut trainer = Trainer::restore(&file.0, 1).unwrap();
    assert!(matches!(trainer.set_iterations(1), Err(TrainError::IterationsDone { asked: 1, done: 2 })));
    trainer.set_iterations(4).unwrap();
    assert!(bits(&finish(trainer)) == bits(&finish(Trainer::new(tiny(), 1).unwrap())));
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
fn training_continues_from_a_trained_policy() {
    let first = finish(Trainer::new(tiny(), 1).unwrap()).last_net();
    // The settings name another architecture: that of the policy counts.
    let mut config = TrainConfig { seed: 2, ..tiny() };
    config.architecture.layers = 0;
    let mut trainer = Trainer::from_net(config, first.clone(), 1).unwrap();
    assert_eq!(trainer.config().architecture, *first.architecture());
    assert!(first.parameters() == trainer.last_net().parameters());
    // Killed and restored, it still knows its parent.
    let file = File::new("further");
    trainer.advance(&|| false).unwrap();
    trainer.save(&file.0).unwrap();
    let further = finish(Trainer::restore(&file.0, 1).unwrap()).last_net();
    assert!(first.parameters() != further.parameters());
    assert_eq!(first.normalisers(), further.normalisers());
    assert_eq!(further.training()["from"], *first.training());
    assert_eq!(further.training()["config"]["seed"], 2);
}
