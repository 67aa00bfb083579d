//! A front ready to be searched for: inputs read, settings complete, folder claimed.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use routewright_io::CityDetails;
use routewright_model::{Network, Problem};
use routewright_search::{RouteSet, repair};

use super::files;
use super::service::ServiceWork;
use super::settings::{FrontOptions, FrontSettings};
use crate::design::{Checkpoint, STATE};
use crate::limits::{capped_stops, check_streets};
use crate::planning::{checked_limits, posed_service};
use crate::resume::{check_inputs, check_same};
use crate::run_file::{RUN, RunFile};
use crate::{Fingerprints, InputNames, Inputs, Place, Result, RunFolder, VERSION, unused_headways};

/// A front ready to be searched for, new or resumed.
pub struct FrontJob {
    pub(super) command: String,
    pub(super) settings: FrontSettings,
    pub(super) fingerprints: Fingerprints,
    pub(super) problem: Problem,
    /// The services to plan, if any are.
    pub(super) service: Option<ServiceWork>,
    pub(super) start: Option<RouteSet>,
    /// The network to start from as it was read.
    pub(super) today: Option<Network>,
    /// The course of streets.
    pub(super) details: Arc<CityDetails>,
    pub(super) folder: Option<RunFolder>,
    pub(super) threads: usize,
    pub(super) resumed: Option<Checkpoint<FrontSettings>>,
    /// Seconds that reading the inputs took: they count among those that a run may take.
    pub(super) reading_seconds: f64,
    notes: Vec<String>,
}

impl FrontJob {
    /// A new run. Reads the inputs that the options name.
    ///
    /// # Errors
    /// An input or option is wrong, or the folder cannot be used.
    pub fn new(options: &FrontOptions, threads: usize, place: &Place, command: String) -> Result<Self> {
        let started = Instant::now();
        let inputs = read(options)?;
        for input in [&options.start, &options.problem.fixed].into_iter().flatten() {
            place.check_apart(input, &files::FILES)?;
        }
        place.check_unused(STATE)?;
        let mut job = Self::with_inputs(options, inputs, threads, place, command)?;
        job.reading_seconds = started.elapsed().as_secs_f64();
        Ok(job)
    }

    /// A new run with inputs that were read before.
    ///
    /// # Errors
    /// An option is wrong, or the folder cannot be used.
    pub fn with_inputs(
        options: &FrontOptions,
        inputs: Inputs,
        threads: usize,
        place: &Place,
        command: String,
    ) -> Result<Self> {
        let (problem, today) = posed(options, &inputs)?;
        let settings = FrontSettings::resolve(options, &problem, today.as_ref(), threads)?;
        let mut job = Self::assemble(settings, problem, &inputs, today, threads, command)?;
        job.notes.extend(job.settings.idle_options(options));
        let today = inputs.start.as_ref().map_or(0, |start| start.routes.len());
        job.notes.extend(match &job.service {
            Some(work) => {
                checked_limits(&job.problem, today, &work.frozen, Some(work.most_vehicles_left()?))?
            }
            None => checked_limits(&job.problem, today, &Network::default(), None)?,
        });
        job.notes.extend(capped_stops(&options.problem, job.problem.limits));
        let known: Vec<&Network> = inputs.start.iter().chain([&inputs.fixed]).collect();
        job.notes.extend(unused_headways(&job.settings.operating.headways()?, &known));
        let (city, method) = (job.problem.city.name(), job.settings.method());
        let name = format!("{city}-{method}-seed{}", job.settings.seed);
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
        check_inputs(path, &checkpoint.inputs, &Fingerprints::of(&inputs).with_headways(&asked.operating)?)?;
        let (problem, today) = posed(&asked, &inputs)?;
        let settings = FrontSettings::resolve(&asked, &problem, today.as_ref(), threads)?;
        check_same(&checkpoint.settings, &settings, &FrontSettings::MAY_DIFFER)?;
        let mut job = Self::assemble(settings, problem, &inputs, today, threads, checkpoint.command.clone())?;
        job.folder = Some(folder);
        job.resumed = Some(checkpoint);
        Ok(job)
    }

    fn assemble(
        settings: FrontSettings,
        problem: Problem,
        inputs: &Inputs,
        today: Option<Network>,
        threads: usize,
        command: String,
    ) -> Result<Self> {
        let mut notes = inputs.notes.clone();
        let (service, start) = match &settings.service {
            Some(service) => {
                let (work, start, more) =
                    ServiceWork::new(&settings, service, &problem, today, inputs.ground.clone())?;
                notes.extend(more);
                (Some(work), start)
            }
            None => {
                check_streets(&problem.city)?;
                let start = inputs.start.as_ref();
                (None, start.map(|start| repair(&problem, start, !settings.no_distinct).routes))
            }
        };
        Ok(Self {
            command,
            fingerprints: Fingerprints::of(inputs).with_headways(&settings.operating)?,
            service,
            start,
            today: inputs.start.clone(),
            details: inputs.details.clone(),
            settings,
            problem,
            folder: None,
            threads: threads.max(1),
            resumed: None,
            reading_seconds: 0.0,
            notes,
        })
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

/// The problem that the options pose, and the start with its routes run as often as is known.
fn posed(options: &FrontOptions, inputs: &Inputs) -> Result<(Problem, Option<Network>)> {
    let today = inputs.start.as_ref().map(|start| options.operating.timed(start)).transpose()?;
    let problem = match options.vehicles {
        Some(range) => posed_service(&options.problem, &options.operating, inputs, Some(range.most))?,
        None => {
            check_streets(&inputs.city)?;
            options.problem.to_design(&inputs.city, inputs.start.as_ref(), inputs.fixed.clone())?
        }
    };
    Ok((problem, today))
}
