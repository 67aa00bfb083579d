//! A training run about to start, new or resumed.

use std::path::{Path, PathBuf};

use anyhow::Context;
use routewright::report::RunFolder;
use routewright::train::{TrainConfig, Trainer};
use serde_json::Value;

use super::args::Args;
use super::files::{ALL_FILES, CHECKPOINT, Summary};
use crate::command_line::command_line;
use crate::exit::UsageError;
use crate::model::read_model;

/// What is trained, and where it is written.
pub struct Session {
    /// What was typed first.
    pub command: String,
    pub folder: RunFolder,
    pub trainer: Trainer,
    pub threads: usize,
    /// Seconds of training before this session.
    pub seconds_before: f64,
}

impl Session {
    /// Sets up what the command line asks for.
    pub fn new(args: &Args) -> anyhow::Result<Self> {
        match &args.resume {
            Some(path) => Self::resume(args, path),
            None => Self::begin(args),
        }
    }

    fn begin(args: &Args) -> anyhow::Result<Self> {
        let mut config = TrainConfig::default();
        args.apply(&mut config);
        config.check()?;
        let parent = args.from.as_deref().map(read_model).transpose()?;
        let default = || PathBuf::from("out").join(format!("train-seed{}", config.seed));
        let path = args.out.clone().unwrap_or_else(default);
        if args.from.as_ref().is_some_and(|from| lies_in(Path::new(from), &path)) {
            return Err(UsageError(format!(
                "the policy to train further lies in {}, which this run would replace\n  help: choose another folder with \
                 --out",
                path.display()
            ))
            .into());
        }
        let folder = writable(&path)?;
        if !args.quiet && path.join(CHECKPOINT).exists() {
            eprintln!(
                "note: replaces a training run in {}; --resume would have gone on with it",
                path.display()
            );
        }
        for name in ALL_FILES {
            folder.remove(name).with_context(|| format!("cannot replace {}", path.join(name).display()))?;
        }
        let threads = args.thread_count();
        let command = command_line(std::env::args().skip(1));
        let trainer = match parent {
            Some(parent) => Trainer::from_net(config, parent, threads)?,
            None => Trainer::new(config, threads)?,
        };
        Ok(Self { command, folder, trainer, threads, seconds_before: 0.0 })
    }

    fn resume(args: &Args, path: &Path) -> anyhow::Result<Self> {
        let threads = args.thread_count();
        let mut trainer = Trainer::restore(&path.join(CHECKPOINT), threads)?;
        check_same(args, trainer.config())?;
        if let Some(iterations) = args.iterations {
            trainer.set_iterations(iterations)?;
        }
        let folder = writable(path)?;
        // What was typed and how long it took are no reason to lose the run.
        let before = Summary::read(&folder).unwrap_or_default();
        Ok(Self { command: before.command, folder, trainer, threads, seconds_before: before.seconds })
    }
}

/// Whether a file is one of a folder's, both of which are there.
fn lies_in(file: &Path, folder: &Path) -> bool {
    let holder = file.canonicalize().ok().and_then(|file| file.parent().map(Path::to_path_buf));
    holder.is_some() && holder == folder.canonicalize().ok()
}

fn writable(path: &Path) -> anyhow::Result<RunFolder> {
    RunFolder::create(path).with_context(|| {
        format!("no weights can be written to {}; choose another folder with --out", path.display())
    })
}

/// Options of a resumed run must say the same as those it was started with, or nothing; but it may go on for
/// longer.
fn check_same(args: &Args, kept: &TrainConfig) -> Result<(), UsageError> {
    let mut asked = kept.clone();
    args.apply(&mut asked);
    asked.iterations = kept.iterations;
    let as_map = |config: &TrainConfig| match serde_json::to_value(config) {
        Ok(Value::Object(map)) => map,
        _ => unreachable!("settings are a map"),
    };
    let (asked, kept) = (as_map(&asked), as_map(kept));
    match asked.iter().find(|(name, value)| kept.get(*name) != Some(value)) {
        None => Ok(()),
        Some((name, value)) => Err(UsageError(format!(
            "the run to resume has {name} {}, not {value}\n  help: leave the option out, or start a new run without \
             --resume",
            kept.get(name).unwrap_or(&Value::Null)
        ))),
    }
}
