//! Checkpoints: a training run saved so that it can be resumed later.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use routewright_io::write_bytes_atomically;
use routewright_policy::{Net, Normalisers};

use crate::adam::Adam;
use crate::environment::Environment;
use crate::episode_sampler::EpisodeSampler;
use crate::metrics::{Metrics, ValidationCosts};
use crate::seed::Draw;
use crate::tensor_file::TensorFile;
use crate::trainer::{Best, Trainer, TrainerState, pool};
use crate::update::Learner;
use crate::value::{ValueNet, ValueScale};
use crate::{TrainConfig, TrainError};

/// Everything in a checkpoint but the tensors.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct SavedState {
    /// The version that wrote it; another may train differently.
    version: String,
    config: TrainConfig,
    normalisers: Normalisers,
    iteration: u32,
    optimiser_steps: [u64; 2],
    environments: Vec<Environment>,
    metrics: Vec<Metrics>,
    best: Option<(u32, ValidationCosts)>,
    random: Option<ValidationCosts>,
    parent: Option<serde_json::Value>,
}

const POLICY: [&str; 3] = ["policy", "policy-first", "policy-second"];
const VALUE: [&str; 3] = ["value", "value-first", "value-second"];
const SCALE: &str = "value-scale";
const BEST: &str = "best";
const NAMES: [&str; 8] = [POLICY[0], POLICY[1], POLICY[2], VALUE[0], VALUE[1], VALUE[2], SCALE, BEST];
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Trainer {
    /// Saves the run, atomically: the file is complete, or as it was before.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        Ok(write_bytes_atomically(path, &self.to_bytes())?)
    }

    /// Resumes a run from where it was [saved](Trainer::save). The final weights are those of an uninterrupted run, to
    /// the bit.
    ///
    /// # Errors
    /// The file cannot be read, is damaged or inconsistent, or was written by another version.
    pub fn restore(path: &Path, threads: usize) -> Result<Self, TrainError> {
        let bytes =
            fs::read(path).map_err(|source| TrainError::NoCheckpoint { path: path.into(), source })?;
        let fault = |problem| TrainError::Checkpoint { path: path.into(), problem };
        let (saved, file) = parse(&bytes).map_err(fault)?;
        let invalid = |error: TrainError| fault(error.to_string());
        saved.config.check().map_err(invalid)?;
        let sampler = EpisodeSampler::new(&saved.config).map_err(invalid)?;
        let pool = pool(threads)?;
        pool.install(|| saved.check(&sampler)).map_err(fault)?;
        let config = saved.config.clone();
        let (scale, state) = rebuild_state(saved, file, &sampler).map_err(fault)?;
        Ok(Self::assemble(config, sampler, scale, state, pool))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let TrainerState { iteration, learner, environments, metrics, best, random, parent } = &self.state;
        let saved = SavedState {
            version: VERSION.to_owned(),
            config: self.config.clone(),
            normalisers: learner.policy.normalisers().clone(),
            iteration: *iteration,
            optimiser_steps: [learner.policy_adam.steps, learner.value_adam.steps],
            environments: environments.clone(),
            metrics: metrics.clone(),
            best: best.as_ref().map(|best| (best.iteration, best.costs)),
            random: *random,
            parent: parent.clone(),
        };
        let best = best.as_ref().map_or(Vec::new(), |best| best.weights.clone());
        let tensors = vec![
            (POLICY[0], learner.policy.parameters().to_vec()),
            (POLICY[1], learner.policy_adam.first.clone()),
            (POLICY[2], learner.policy_adam.second.clone()),
            (VALUE[0], learner.value.weights().to_vec()),
            (VALUE[1], learner.value_adam.first.clone()),
            (VALUE[2], learner.value_adam.second.clone()),
            (SCALE, self.scale.to_list()),
            (BEST, best),
        ];
        TensorFile { text: serde_json::to_string(&saved).expect("a state is plain data"), tensors }.to_bytes()
    }
}

impl SavedState {
    /// Checks that everything in it fits together: a file may be damaged, or edited by hand.
    fn check(&self, sampler: &EpisodeSampler) -> Result<(), String> {
        let Self { config, iteration, environments, metrics, .. } = self;
        if *iteration > config.iterations {
            return Err(format!("iteration {iteration} is beyond the {} of the run", config.iterations));
        }
        // The first row is of iteration 0; before that nothing has been validated.
        let has_started = !metrics.is_empty();
        let is_numbered = metrics.iter().zip(0..).all(|(row, number)| row.iteration == number);
        let expected_rows = if has_started { u64::from(*iteration) + 1 } else { u64::from(*iteration) };
        if !is_numbered || metrics.len() as u64 != expected_rows {
            return Err(format!("the metrics do not fit iteration {iteration}"));
        }
        let best_iteration = self.best.map(|(iteration, _)| iteration);
        if best_iteration.is_some() != has_started
            || self.random.is_some() != has_started
            || best_iteration > Some(*iteration)
        {
            return Err("the best validation does not fit the metrics".to_owned());
        }
        if !self.normalisers.are_valid() {
            return Err("a normaliser is not finite, or its deviation not positive".to_owned());
        }
        if environments.len() != config.batch as usize {
            return Err(wrong_size("the list of environments"));
        }
        let environments = environments.par_iter().enumerate();
        let fault =
            |(at, environment): (usize, &Environment)| environment.fault(sampler, at as u32, *iteration);
        environments.find_map_first(fault).map_or(Ok(()), Err)
    }
}

fn parse(bytes: &[u8]) -> Result<(SavedState, TensorFile), String> {
    let file = TensorFile::from_bytes(bytes, &NAMES)?;
    #[derive(serde::Deserialize)]
    struct Version {
        version: String,
    }
    let version: Version = serde_json::from_str(&file.text).map_err(|error| error.to_string())?;
    if version.version != VERSION {
        return Err(format!("it was written by version {}, this is {VERSION}", version.version));
    }
    Ok((serde_json::from_str(&file.text).map_err(|error| error.to_string())?, file))
}

/// The state of a trainer from a checkpoint that passed [`SavedState::check`].
fn rebuild_state(
    saved: SavedState,
    mut file: TensorFile,
    sampler: &EpisodeSampler,
) -> Result<(ValueScale, TrainerState), String> {
    // Check the size before allocating: a small file may claim a huge architecture.
    let count = saved.config.architecture.parameter_count().ok_or("its architecture is invalid")?;
    let weights = take_finite(&mut file, POLICY[0], count)?;
    let mut rng = sampler.seed.rng(Draw::Weights);
    let mut policy = Net::new(saved.config.architecture.clone(), saved.normalisers, &mut rng);
    policy.parameters_mut().copy_from_slice(&weights);
    let value = take_finite(&mut file, VALUE[0], ValueNet::WEIGHT_COUNT)?;
    let value = ValueNet::from_weights(value).ok_or_else(|| wrong_size(VALUE[0]))?;
    let [policy_steps, value_steps] = saved.optimiser_steps;
    let learner = Learner {
        policy_adam: take_adam(&mut file, POLICY, count, policy_steps)?,
        value_adam: take_adam(&mut file, VALUE, ValueNet::WEIGHT_COUNT, value_steps)?,
        policy,
        value,
    };
    let scale = ValueScale::from_list(&file.take(SCALE)).ok_or_else(|| format!("{SCALE} is invalid"))?;
    let best = match saved.best {
        Some((iteration, costs)) => {
            Some(Best { iteration, costs, weights: take_finite(&mut file, BEST, count)? })
        }
        None => None,
    };
    let state = TrainerState {
        iteration: saved.iteration,
        learner,
        environments: saved.environments,
        metrics: saved.metrics,
        best,
        random: saved.random,
        parent: saved.parent,
    };
    Ok((scale, state))
}

/// A tensor of this many finite numbers.
fn take_finite(file: &mut TensorFile, name: &str, count: usize) -> Result<Vec<f32>, String> {
    let numbers = file.take(name);
    if numbers.len() != count {
        return Err(wrong_size(name));
    }
    let is_finite = numbers.iter().all(|number| number.is_finite());
    is_finite.then_some(numbers).ok_or_else(|| format!("{name} holds a value that is not a number"))
}

fn take_adam(file: &mut TensorFile, names: [&str; 3], count: usize, steps: u64) -> Result<Adam, String> {
    let (first, second) = (take_finite(file, names[1], count)?, file.take(names[2]));
    if second.len() != count {
        return Err(wrong_size(names[2]));
    }
    // Squares of large gradients may overflow to infinity; they are never negative.
    let is_valid = second.iter().all(|&square| square >= 0.0);
    is_valid.then_some(Adam { first, second, steps }).ok_or_else(|| format!("{} is invalid", names[2]))
}

fn wrong_size(what: &str) -> String {
    format!("{what} has the wrong size")
}
