//! What a run needs before it starts: read, checked and put together.

use std::path::{Path, PathBuf};

use anyhow::Context;
use routewright::Problem;
use routewright::report::RunFolder;
use routewright::search::{FrontConfig, Plan, repair};

use super::args::Args;
use super::files;
use crate::command_line::command_line;
use crate::design::inputs::{Fingerprints, InputNames, Inputs};

/// A run about to start.
pub struct Session {
    pub command: String,
    pub problem: Problem,
    pub config: FrontConfig,
    pub start: Option<Plan>,
    pub folder: Option<RunFolder>,
    pub seconds: Option<f64>,
    pub iterations: Option<u64>,
    pub seed: u64,
    pub threads: usize,
    pub weights: [f64; 2],
    settings: Settings,
    fingerprints: Fingerprints,
}

/// Everything that decides the result, for `run.toml`.
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
struct Settings {
    city: String,
    routes: usize,
    min_stops: usize,
    max_stops: usize,
    transfer_penalty_minutes: f64,
    seconds: Option<f64>,
    iterations: Option<u64>,
    seed: u64,
    start: Option<PathBuf>,
    fixed: Option<PathBuf>,
    front: FrontConfig,
}

/// The content of `run.toml`.
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
struct RunFile<'run> {
    command: &'run str,
    version: &'run str,
    /// Whether the command gives the same networks again.
    reproducible: bool,
    finished: bool,
    rounds: u64,
    seconds_used: f64,
    threads: usize,
    settings: &'run Settings,
    inputs: &'run Fingerprints,
}

impl Session {
    /// Reads what the command line names, and makes the folder.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        let seconds = args.limit()?;
        let inputs = Inputs::read(&InputNames {
            city: &args.city,
            start: args.start.as_deref(),
            fixed: args.problem.fixed.as_deref(),
            model: None,
        })?;
        let limits = args.problem.limits_to_design(&inputs.city, inputs.start.as_ref())?;
        let problem = args.problem.problem(inputs.city.clone(), limits, inputs.fixed.clone())?;
        if args.problem.alpha.is_some() && !args.quiet {
            eprintln!("note: --alpha does nothing here; a front has networks for every alpha");
        }
        let config = config(args);
        let start = inputs.start.as_ref().map(|start| repair(&problem, start, config.distinct).plan);
        let session = Self {
            command: command_line(std::env::args().skip(1)),
            fingerprints: inputs.fingerprints(),
            settings: Settings {
                city: args.city.clone(),
                routes: limits.routes(),
                min_stops: limits.min_stops(),
                max_stops: limits.max_stops(),
                transfer_penalty_minutes: problem.transfer_penalty.minutes(),
                seconds,
                iterations: args.iterations,
                seed: args.seed,
                start: args.start.clone(),
                fixed: args.problem.fixed.clone(),
                front: config.clone(),
            },
            folder: folder(args, problem.city.name())?,
            problem,
            config,
            start,
            seconds,
            iterations: args.iterations,
            seed: args.seed,
            threads: args.thread_count(),
            weights: args.weights.0,
        };
        session.write_run_file(0, 0.0, false)?;
        Ok(session)
    }

    /// Writes `run.toml`, where there is a folder.
    pub fn write_run_file(&self, rounds: u64, seconds_used: f64, finished: bool) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = RunFile {
            command: &self.command,
            version: super::VERSION,
            reproducible: self.seconds.is_none() && finished,
            finished,
            rounds,
            seconds_used,
            threads: self.threads,
            settings: &self.settings,
            inputs: &self.fingerprints,
        };
        Ok(folder.write(files::RUN, &toml::to_string(&file).expect("settings are plain data"))?)
    }
}

/// Without `--chains`: one a thread where the budget is a time, for then the result depends on the machine anyway.
fn config(args: &Args) -> FrontConfig {
    let config =
        FrontConfig { distinct: !args.no_distinct, points: args.points as usize, ..FrontConfig::default() };
    let chains = match args.chains {
        Some(chains) => chains as usize,
        None if args.iterations.is_none() => config.chains.max(args.thread_count()),
        None => config.chains,
    };
    FrontConfig { chains, ..config }
}

/// The folder for results, empty of ours. Without one named there is one for people, none for scripts.
fn folder(args: &Args, city: &str) -> anyhow::Result<Option<RunFolder>> {
    let path = match &args.out {
        Some(path) => path.clone(),
        None if args.json => return Ok(None),
        None => {
            let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
            let city: String = city.chars().map(plain).collect();
            PathBuf::from("out").join(format!("{city}-front-seed{}", args.seed))
        }
    };
    let folder = writable(&path)?;
    files::clear(&folder).with_context(|| format!("cannot replace the files in {}", path.display()))?;
    Ok(Some(folder))
}

fn writable(path: &Path) -> anyhow::Result<RunFolder> {
    RunFolder::create(path).with_context(|| {
        format!("no results can be written to {}; choose another folder with --out", path.display())
    })
}
