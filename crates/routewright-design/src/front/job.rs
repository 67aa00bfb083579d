//! A front ready to be searched for: inputs read, settings complete, folder claimed.

use std::path::Path;

use routewright_model::Problem;
use routewright_search::{RouteSet, repair};

use super::files;
use super::settings::{FrontOptions, FrontSettings};
use crate::design::{Checkpoint, STATE};
use crate::resume::{check_inputs, check_same};
use crate::run_file::{RUN, RunFile};
use crate::{Fingerprints, InputNames, Inputs, Place, Result, RunFolder, VERSION};

/// A front ready to be searched for, new or resumed.
pub struct FrontJob {
    pub(super) command: String,
    pub(super) settings: FrontSettings,
    pub(super) fingerprints: Fingerprints,
    pub(super) problem: Problem,
    pub(super) start: Option<RouteSet>,
    pub(super) folder: Option<RunFolder>,
    pub(super) threads: usize,
    pub(super) resumed: Option<Checkpoint<FrontSettings>>,
    notes: Vec<String>,
}

impl FrontJob {
    /// A new run. Reads the inputs that the options name.
    ///
    /// # Errors
    /// An input or option is wrong, or the folder cannot be used.
    pub fn new(options: &FrontOptions, threads: usize, place: &Place, command: String) -> Result<Self> {
        let inputs = read(options)?;
        for input in [&options.start, &options.problem.fixed].into_iter().flatten() {
            place.check_apart(input, &files::FILES)?;
        }
        let start = inputs.start.as_ref();
        let problem = options.problem.to_design(&inputs.city, start, inputs.fixed.clone())?;
        let settings = FrontSettings::resolve(options, &problem, threads)?;
        let mut job = Self::assemble(settings, problem, &inputs, threads, command);
        if options.problem.alpha.is_some() {
            job.notes.push("--alpha has no effect here; a front has networks for every alpha".into());
        }
        let name = format!("{}-front-seed{}", job.problem.city.name(), job.settings.seed);
        job.folder = place.claim(&name, files::FILES, STATE, &mut job.notes)?;
        job.folder.as_ref().map_or(Ok(()), |folder| files::clear_networks(folder, 0))?;
        job.write_run_file(0, 0.0, false)?;
        Ok(job)
    }

    /// Resumes the run in a folder that was interrupted or killed.
    ///
    /// # Errors
    /// There is no such run, or inputs, options or version are not those it was started with.
    pub fn resume(path: &Path, options: &FrontOptions, threads: usize) -> Result<Self> {
        let folder = RunFolder::claim_existing(path)?;
        let checkpoint = Checkpoint::<FrontSettings>::read(path)?;
        let asked = options.or(&checkpoint.settings.options());
        let inputs = read(&asked)?;
        check_inputs(path, &checkpoint.inputs, &Fingerprints::of(&inputs))?;
        let start = inputs.start.as_ref();
        let problem = asked.problem.to_design(&inputs.city, start, inputs.fixed.clone())?;
        let settings = FrontSettings::resolve(&asked, &problem, threads)?;
        check_same(&checkpoint.settings, &settings, &FrontSettings::MAY_DIFFER)?;
        let mut job = Self::assemble(settings, problem, &inputs, threads, checkpoint.command.clone());
        job.folder = Some(folder);
        job.resumed = Some(checkpoint);
        Ok(job)
    }

    fn assemble(
        settings: FrontSettings,
        problem: Problem,
        inputs: &Inputs,
        threads: usize,
        command: String,
    ) -> Self {
        let start = inputs.start.as_ref();
        Self {
            command,
            fingerprints: Fingerprints::of(inputs),
            start: start.map(|start| repair(&problem, start, settings.front.distinct).routes),
            settings,
            problem,
            folder: None,
            threads: threads.max(1),
            resumed: None,
            notes: inputs.notes.clone(),
        }
    }

    /// Things a person should know before the run.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The settings in full.
    pub fn settings(&self) -> &FrontSettings {
        &self.settings
    }

    /// Writes `run.toml`, where there is a folder.
    pub(super) fn write_run_file(&self, rounds: u64, seconds_used: f64, finished: bool) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = RunFile {
            command: &self.command,
            version: VERSION,
            reproducible: self.settings.is_reproducible() && finished,
            finished,
            rounds,
            seconds_used,
            threads: self.threads,
            kernel: None,
            parts: Vec::new(),
            settings: &self.settings,
            inputs: &self.fingerprints,
        };
        Ok(folder.write(RUN, &file.to_text())?)
    }
}

fn read(options: &FrontOptions) -> Result<Inputs> {
    let (start, fixed) = (options.start.as_deref(), options.problem.fixed.as_deref());
    Inputs::read(&InputNames { city: &options.city, start, fixed, model: None })
}
