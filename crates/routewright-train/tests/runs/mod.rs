//! Small training runs to test with.
#![allow(dead_code)] // each test file uses its part

use std::path::PathBuf;

use routewright_policy::Architecture;
use routewright_train::{TrainConfig, Trainer};

/// A net and cities small enough for a test.
pub fn tiny() -> TrainConfig {
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

/// Runs all iterations.
pub fn finish(mut trainer: Trainer) -> Trainer {
    while !trainer.is_done() {
        trainer.advance(&|| false).expect("it is not stopped");
    }
    trainer
}

/// The bits of the last and the best weights.
pub fn bits(trainer: &Trainer) -> [Vec<u32>; 2] {
    let best = trainer.best_net().expect("it was validated");
    [trainer.last_net(), best].map(|net| net.parameters().iter().map(|weight| weight.to_bits()).collect())
}

/// A temporary file of one test, removed when dropped.
pub struct File(pub PathBuf, #[allow(dead_code, reason = "held to be dropped")] tempfile::TempDir);

impl File {
    /// A path that no other test uses.
    pub fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self(folder.path().join(name), folder)
    }
}
