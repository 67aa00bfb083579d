//! A training run, new or resumed.

use std::path::Path;

use routewright_train::{TrainConfig, Trainer};

use super::files::{CHECKPOINT, FILES, Summary};
use crate::resume::check_same;
use crate::{Error, Place, Result, RunFolder, read_model};

/// A training run: what is trained, and where it is written.
pub struct TrainJob {
    /// What was typed first.
    pub(super) command: String,
    pub(super) folder: RunFolder,
    pub(super) trainer: Trainer,
    pub(super) threads: usize,
    /// Seconds of training before this start.
    pub(super) seconds_before: f64,
    notes: Vec<String>,
}

impl TrainJob {
    /// A new run: of a new policy, or of one to train further (a built-in name or a path).
    ///
    /// # Errors
    /// A setting is out of range, the policy cannot be read, or the folder cannot be used.
    pub fn new(
        config: TrainConfig,
        from: Option<&str>,
        threads: usize,
        place: &Place,
        command: String,
    ) -> Result<Self> {
        config.check()?;
        let parent = from.map(read_model).transpose()?;
        if let (Some(from), Place::Folder(path)) = (from, place)
            && lies_in(Path::new(from), path)
        {
            return Err(Error::settings(
                format!("the policy to train further is in {}, which this run would replace", path.display()),
                "choose another folder with --out",
            ));
        }
        let mut notes = Vec::new();
        let place = match place {
            // What is learned must go somewhere.
            Place::Memory => &Place::Default,
            place => place,
        };
        let name = format!("train-seed{}", config.seed);
        let folder = place.claim(&name, FILES, CHECKPOINT, &mut notes)?.expect("training has a folder");
        let trainer = match parent {
            Some(parent) => Trainer::from_net(config, parent, threads)?,
            None => Trainer::new(config, threads)?,
        };
        Ok(Self { command, folder, trainer, threads, seconds_before: 0.0, notes })
    }

    /// Resumes the run in a folder. `change` applies the options given now to the settings of the run: they may
    /// repeat those, and ask for more iterations.
    ///
    /// # Errors
    /// There is no such run, or an option differs from what it was started with.
    pub fn resume(path: &Path, change: impl FnOnce(&mut TrainConfig), threads: usize) -> Result<Self> {
        let folder = if path.is_dir() { Some(RunFolder::claim(path)?) } else { None };
        let mut trainer = Trainer::restore(&path.join(CHECKPOINT), threads)?;
        let mut asked = trainer.config().clone();
        change(&mut asked);
        check_same(trainer.config(), &asked, &["iterations"])?;
        if asked.iterations != trainer.config().iterations {
            trainer.set_iterations(asked.iterations)?;
        }
        let folder = folder.expect("a checkpoint was read from the folder");
        // A lost summary is no reason to lose the run.
        let before = Summary::read(&folder).unwrap_or_default();
        let (command, seconds_before) = (before.command, before.seconds);
        Ok(Self { command, folder, trainer, threads, seconds_before, notes: Vec::new() })
    }

    /// Things a person should know before the run.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What is trained.
    pub fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// Where it is written.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Whether a file is one of a folder's, both of which are there.
fn lies_in(file: &Path, folder: &Path) -> bool {
    let holder = file.canonicalize().ok().and_then(|file| file.parent().map(Path::to_path_buf));
    holder.is_some() && holder == folder.canonicalize().ok()
}
