//! The command line of `train`.

use std::path::PathBuf;

use routewright::env::Extension;
use routewright::policy::Inputs;
use routewright::train::TrainConfig;

use crate::args::choice;

/// Train the policy that builds networks, on synthetic cities.
///
/// Writes a folder: best.safetensors (the weights that did best on held-out cities), last.safetensors,
/// training.html (curves to open in a browser), metrics.csv and training.json. Ctrl-c ends training early;
/// --resume continues it, to the same weights.
///
/// Exit status: 0 if training is done; 1 if work failed; 2 if the command line is wrong; 130 if it was
/// interrupted and what was learned is saved.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    routewright train --out policy\n  \
    routewright train --out trial --iterations 20 --batch 64 --seed 7\n  \
    routewright train --resume policy\n  \
    routewright train --resume policy --iterations 300\n  \
    routewright train --from default --out larger-cities --varied --nodes 40 --group 16 --best-of 8 --rebuilds 30 \\\n      \
    --weight-decay 0 --normalise-advantages --falling-rates")]
pub struct Args {
    /// Folder for the results [default: out/train-seedN]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Resume the run in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "out", help_heading = "Output")]
    pub resume: Option<PathBuf>,

    /// Train this policy further instead of a new one: a weights file, or a built-in policy (default, seed-1 to
    /// seed-3, attention-1 to attention-3). It keeps its architecture and normalisers; all other settings are
    /// those given here
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["resume", "inputs", "layers", "residual"])]
    pub from: Option<String>,

    /// Show no progress
    #[arg(long, help_heading = "Output")]
    pub quiet: bool,

    /// Threads to use; the weights are the same with any number [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,

    /// Seed of weights, episodes and decisions [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,

    /// Iterations of collecting episodes and learning; may be raised when a run is resumed [default: 200]
    #[arg(long, value_name = "N")]
    pub iterations: Option<u32>,

    /// Cities in the data set, a tenth of them held out [default: 32768]
    #[arg(long, value_name = "N", help_heading = "Episodes")]
    pub cities: Option<u32>,

    /// Seed of the cities: runs of different --seed share them [default: 1]
    #[arg(long, value_name = "N", help_heading = "Episodes",
          value_parser = clap::value_parser!(u64).range(..=u32::MAX as u64))]
    pub data_seed: Option<u64>,

    /// Nodes of a city [default: 20]
    #[arg(long, value_name = "N", help_heading = "Episodes")]
    pub nodes: Option<u32>,

    /// Routes of a network (S) [default: 10]
    #[arg(long, value_name = "S", help_heading = "Episodes")]
    pub routes: Option<u32>,

    /// Fewest stops of a route (MIN) [default: 2]
    #[arg(long, value_name = "MIN", help_heading = "Episodes")]
    pub min_stops: Option<u32>,

    /// Most stops of a route (MAX) [default: 12]
    #[arg(long, value_name = "MAX", help_heading = "Episodes")]
    pub max_stops: Option<u32>,

    /// Vary limits and demand from episode to episode: half to twice --nodes, S and MAX in the proportions of real
    /// networks (0.18 to 0.7 of the nodes, MIN 0.1 to 0.55 of MAX), busy and quiet nodes
    #[arg(long, help_heading = "Episodes", conflicts_with_all = ["routes", "min_stops", "max_stops"])]
    pub varied: bool,

    /// Which paths may extend a route [default: neighbour]
    #[arg(long, value_name = "EXTENSION", value_parser = choice::<Extension>(), help_heading = "Episodes")]
    pub extension: Option<Extension>,

    /// Environments per batch [default: 256]
    #[arg(long, value_name = "N", help_heading = "Episodes")]
    pub batch: Option<u32>,

    /// Decisions per environment and iteration [default: 120]
    #[arg(long, value_name = "N", help_heading = "Episodes")]
    pub horizon: Option<u32>,

    /// Environments that play the same episode and are compared with each other, in place of the value net
    /// [default: 1]
    #[arg(long, value_name = "N", help_heading = "Episodes")]
    pub group: Option<u32>,

    /// With --group, reward a network by what it adds to the best of N networks of its group instead of by its rank:
    /// this keeps decisions varied. Validation then takes the best of N networks, too [default: 1]
    #[arg(long, value_name = "N", help_heading = "Episodes")]
    pub best_of: Option<u32>,

    /// With --group, routes to rebuild one at a time in the group's best network after each episode: practice for
    /// the search, which rebuilds routes of good networks [default: 0]
    #[arg(long, value_name = "N", help_heading = "Episodes")]
    pub rebuilds: Option<u32>,

    /// Global features of the state [default: paper]
    #[arg(long, value_enum, help_heading = "Learning")]
    pub inputs: Option<InputsChoice>,

    /// Attention layers over the nodes; 0 for a net that scores pairs of nodes alone, several times as fast
    /// [default: 5]
    #[arg(long, value_name = "N", help_heading = "Learning")]
    pub layers: Option<usize>,

    /// Let every node keep its own projection in each attention layer, beside what it gathers from the others. Without
    /// it, as published, all nodes end with the same embedding
    #[arg(long, help_heading = "Learning")]
    pub residual: bool,

    /// Decisions per optimiser step [default: 256]
    #[arg(long, value_name = "N", help_heading = "Learning")]
    pub minibatch: Option<u32>,

    /// Learning rate of the policy [default: 0.0016]
    #[arg(long, value_name = "RATE", help_heading = "Learning")]
    pub learning_rate: Option<f32>,

    /// Decay learning rates linearly over the run, to a twentieth
    #[arg(long, help_heading = "Learning")]
    pub falling_rates: bool,

    /// L2 decay of the policy's weights [default: 0.00084]
    #[arg(long, value_name = "DECAY", help_heading = "Learning")]
    pub weight_decay: Option<f32>,

    /// Learning rate of the value net [default: 0.0005]
    #[arg(long, value_name = "RATE", help_heading = "Learning")]
    pub value_learning_rate: Option<f32>,

    /// Discount factor [default: 0.95]
    #[arg(long, value_name = "SHARE", help_heading = "Learning")]
    pub gamma: Option<f32>,

    /// Smoothing of the advantages (lambda of GAE) [default: 0.95]
    #[arg(long, value_name = "SHARE", help_heading = "Learning")]
    pub lambda: Option<f32>,

    /// Clip range of PPO's probability ratio [default: 0.2]
    #[arg(long, value_name = "SHARE", help_heading = "Learning")]
    pub clip: Option<f32>,

    /// Weight of the entropy bonus [default: 0]
    #[arg(long, value_name = "WEIGHT", help_heading = "Learning")]
    pub entropy: Option<f32>,

    /// Normalise advantages to zero mean and unit variance in each iteration
    #[arg(long, help_heading = "Learning")]
    pub normalise_advantages: bool,

    /// Iterations between validations [default: 10]
    #[arg(long, value_name = "N", help_heading = "Learning")]
    pub validate_every: Option<u32>,

    /// Held-out cities in a validation, at most [default: 128]
    #[arg(long, value_name = "N", help_heading = "Learning")]
    pub validation_cities: Option<u32>,
}

/// Global features of the state.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum InputsChoice {
    /// The paper's seven numbers
    Paper,
    /// Those, and more about the limits and the route under construction
    Extended,
}

impl Args {
    /// Changes the settings that were given; the rest stays.
    pub fn apply(&self, config: &mut TrainConfig) {
        put(&mut config.seed, self.seed);
        put(&mut config.data_seed, self.data_seed);
        put(&mut config.iterations, self.iterations);
        put(&mut config.batch, self.batch);
        put(&mut config.horizon, self.horizon);
        put(&mut config.group, self.group);
        put(&mut config.best_of, self.best_of);
        put(&mut config.rebuilds, self.rebuilds);
        put(&mut config.minibatch, self.minibatch);
        put(&mut config.cities, self.cities);
        put(&mut config.nodes, self.nodes);
        put(&mut config.routes, self.routes);
        put(&mut config.min_stops, self.min_stops);
        put(&mut config.max_stops, self.max_stops);
        put(&mut config.varied, self.varied.then_some(true));
        put(&mut config.falling_rates, self.falling_rates.then_some(true));
        put(&mut config.learning_rate, self.learning_rate);
        put(&mut config.weight_decay, self.weight_decay);
        put(&mut config.value_learning_rate, self.value_learning_rate);
        put(&mut config.gamma, self.gamma);
        put(&mut config.lambda, self.lambda);
        put(&mut config.clip, self.clip);
        put(&mut config.entropy, self.entropy);
        put(&mut config.normalise_advantages, self.normalise_advantages.then_some(true));
        put(&mut config.validate_every, self.validate_every);
        put(&mut config.validation_cities, self.validation_cities);
        let inputs = self.inputs.map(|choice| match choice {
            InputsChoice::Paper => Inputs::Paper,
            InputsChoice::Extended => Inputs::Extended,
        });
        put(&mut config.architecture.inputs, inputs);
        put(&mut config.architecture.layers, self.layers);
        put(&mut config.architecture.residual, self.residual.then_some(true));
        put(&mut config.extension, self.extension);
    }
}

fn put<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
