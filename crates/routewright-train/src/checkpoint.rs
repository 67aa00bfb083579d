//! A training run laid down so that it can go on later.

use std::fs;
use std::path::Path;

use routewright_io::write_bytes_atomically;
use routewright_policy::{Net, Normalisers};

use crate::adam::Adam;
use crate::environment::Environment;
use crate::metrics::{Metrics, ValidationCosts};
use crate::seed::Draw;
use crate::stage::Stage;
use crate::tensor_file::TensorFile;
use crate::trainer::{Best, Standing, Trainer, pool};
use crate::update::Learner;
use crate::value::{Scale, ValueNet};
use crate::{TrainConfig, TrainError};

/// What a checkpoint holds beside the numbers.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
struct State {
    /// Of the program; another may train differently.
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
    /// Writes down where training stands. The file is complete, or as it was before.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        Ok(write_bytes_atomically(path, &self.to_bytes())?)
    }

    /// Goes on where a run was [saved](Trainer::save). The weights at the end are those of a run that was left
    /// alone, to the bit.
    ///
    /// # Errors
    /// There is no such file, it is damaged, or another version wrote it.
    pub fn restore(path: &Path, threads: usize) -> Result<Self, TrainError> {
        let bytes =
            fs::read(path).map_err(|source| TrainError::NoCheckpoint { path: path.into(), source })?;
        let fault = |problem| TrainError::Checkpoint { path: path.into(), problem };
        let (state, file) = parse(&bytes).map_err(fault)?;
        state.config.check()?;
        let stage = Stage::new(&state.config)?;
        let config = state.config.clone();
        let (scale, standing) = standing(state, file, &stage).map_err(fault)?;
        Ok(Self::assemble(config, stage, scale, standing, pool(threads)?))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let Standing { iteration, learner, environments, metrics, best, random, parent } = &self.standing;
        let state = State {
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
        TensorFile { text: serde_json::to_string(&state).expect("a state is plain data"), tensors }.to_bytes()
    }
}

fn parse(bytes: &[u8]) -> Result<(State, TensorFile), String> {
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

fn standing(state: State, mut file: TensorFile, stage: &Stage) -> Result<(Scale, Standing), String> {
    let wrong_size = |what: &str| format!("{what} has the wrong size");
    let mut rng = stage.seed.rng(Draw::Weights);
    let mut policy = Net::new(state.config.architecture.clone(), state.normalisers, &mut rng);
    let count = policy.parameters().len();
    let weights = file.take(POLICY[0]);
    if weights.len() != count {
        return Err(wrong_size(POLICY[0]));
    }
    policy.parameters_mut().copy_from_slice(&weights);
    let value = ValueNet::from_weights(file.take(VALUE[0])).ok_or_else(|| wrong_size(VALUE[0]))?;
    let mut adam = |names: [&str; 3], count: usize, steps| {
        let (first, second) = (file.take(names[1]), file.take(names[2]));
        let fits = first.len() == count && second.len() == count;
        fits.then_some(Adam { first, second, steps }).ok_or_else(|| wrong_size(names[1]))
    };
    let [policy_steps, value_steps] = state.optimiser_steps;
    let learner = Learner {
        policy_adam: adam(POLICY, count, policy_steps)?,
        value_adam: adam(VALUE, value.weights().len(), value_steps)?,
        policy,
        value,
    };
    let scale = Scale::from_list(&file.take(SCALE)).ok_or_else(|| wrong_size(SCALE))?;
    let weights = file.take(BEST);
    if state.best.is_some() && weights.len() != count {
        return Err(wrong_size(BEST));
    }
    if state.environments.len() != state.config.batch as usize {
        return Err(wrong_size("the list of environments"));
    }
    let standing = Standing {
        iteration: state.iteration,
        learner,
        environments: state.environments,
        metrics: state.metrics,
        best: state.best.map(|(iteration, costs)| Best { iteration, costs, weights }),
        random: state.random,
        parent: state.parent,
    };
    Ok((scale, standing))
}
