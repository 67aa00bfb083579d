//! A design run ready to start: inputs read, settings complete, folder claimed.

use std::path::Path;
use std::time::Instant;

use routewright_eval::OperatingPlan;
use routewright_io::network_to_json;
use routewright_model::{Limits, Network, Problem, Route};
use routewright_report::Trace;
use routewright_search::{RouteSet, ServiceProblem};

use super::brought::Brought;
use super::checkpoint::{Checkpoint, STATE, read_trace};
use super::choices::Method;
use super::files::FILES;
use super::options::DesignOptions;
use super::settings::{Settings, frozen};
use super::start::Start;
use crate::limits::{capped_stops, check_streets};
use crate::planning::{
    check_frozen, check_shortest_line, check_vehicles, checked_limits, lines_beyond_rules, named_network,
    posed_service, service_network_json,
};
use crate::resume::{check_inputs, check_same};
use crate::run_file::{RUN, RunFile};
use crate::{
    Choice, Error, Fingerprints, Inputs, OperatingOptions, Place, Result, RunFolder, VERSION, command_line,
    unused_headways,
};

/// A design run ready to start, new or resumed.
pub struct DesignJob {
    pub(super) command: String,
    pub(super) settings: Settings,
    pub(super) inputs: Inputs,
    pub(super) fingerprints: Fingerprints,
    pub(super) problem: Problem,
    /// The service to plan, if one is.
    pub(super) service: Option<ServiceProblem>,
    /// Routes of the start that stay as they are.
    pub(super) frozen: Network,
    pub(super) start: Option<Start>,
    operating: OperatingPlan,
    pub(super) folder: Option<RunFolder>,
    pub(super) threads: usize,
    /// Where an interrupted run was left.
    pub(super) resumed: Option<(Checkpoint<Settings>, Trace)>,
    /// Seconds that reading the inputs took: they count among those that a run may take.
    pub(super) reading_seconds: f64,
    /// What a program brings along.
    pub(super) brought: Brought,
    /// What a program brought along, in words.
    pub(super) parts: Vec<String>,
    /// Whether no network within the limits can serve every trip.
    pub(super) falls_short: bool,
    notes: Vec<String>,
}

impl DesignJob {
    /// A new run. Reads the inputs that the options name.
    ///
    /// # Errors
    /// An input or option is wrong, or the folder cannot be used.
    pub fn new(options: &DesignOptions, threads: usize, place: &Place, command: String) -> Result<Self> {
        let started = Instant::now();
        let model = options.model();
        let inputs = Inputs::read(&options.names(model.as_deref()))?;
        for input in [&options.start, &options.problem.fixed].into_iter().flatten() {
            place.check_apart(input, &FILES)?;
        }
        place.check_unused(STATE)?;
        let problem = posed(options, &inputs)?;
        let mut job = Self::with_inputs(options, problem, inputs, threads, place, command)?;
        job.reading_seconds = started.elapsed().as_secs_f64();
        Ok(job)
    }

    /// A new run with inputs that were read before. `problem` must be of the same city and fixed routes.
    ///
    /// # Errors
    /// An option is wrong, or the folder cannot be used.
    pub fn with_inputs(
        options: &DesignOptions,
        problem: Problem,
        inputs: Inputs,
        threads: usize,
        place: &Place,
        command: String,
    ) -> Result<Self> {
        let settings = Settings::resolve(options, &problem, &inputs, threads)?;
        let mut job = Self::assemble(settings, problem, inputs, threads, command)?;
        job.notes.extend_from_slice(&job.inputs.notes);
        job.notes.extend(job.settings.idle_options(options));
        let left = job.service.as_ref().map(|service| check_vehicles(service, &job.frozen)).transpose()?;
        let today = job.inputs.start.as_ref().map_or(0, |start| start.routes.len());
        let short = checked_limits(&job.problem, today, &job.frozen, left)?;
        job.falls_short = !short.is_empty();
        job.notes.extend(short);
        job.notes.extend(capped_stops(&options.problem, job.problem.limits));
        job.notes.extend(job.start.iter().flat_map(Start::notes));
        if let (Some(service), Some(start)) = (&job.service, &job.start) {
            let named = start.network(&job.problem.city);
            job.notes.extend(lines_beyond_rules(service, &named));
        }
        let known: Vec<_> = job.inputs.start.iter().chain([&job.inputs.fixed]).collect();
        job.notes.extend(unused_headways(&job.operating.headways, &known));
        let name =
            format!("{}-{}-seed{}", job.problem.city.name(), job.settings.method.name(), job.settings.seed);
        job.folder = place.claim(&name, FILES, STATE, &mut job.notes)?;
        job.write_run_file(0, 0.0, false)?;
        Ok(job)
    }

    /// Resumes the run in a folder that was interrupted or killed. Options may repeat what the run was started
    /// with, and name inputs that were moved.
    ///
    /// # Errors
    /// There is no such run, or inputs, options or version are not those it was started with.
    pub fn resume(path: &Path, options: &DesignOptions, threads: usize) -> Result<Self> {
        let folder = RunFolder::claim_existing(path)?;
        let checkpoint = Checkpoint::<Settings>::read(path)?;
        let asked = options.or(&checkpoint.settings.options());
        let model = asked.model();
        let inputs = Inputs::read(&asked.names(model.as_deref()))?;
        Self::resume_with(folder, checkpoint, options, inputs, threads)
    }

    /// As [`DesignJob::resume`], with inputs that were read before.
    ///
    /// # Errors
    /// As [`DesignJob::resume`].
    pub fn resume_with_inputs(
        path: &Path,
        options: &DesignOptions,
        inputs: Inputs,
        threads: usize,
    ) -> Result<Self> {
        let folder = RunFolder::claim_existing(path)?;
        Self::resume_with(folder, Checkpoint::<Settings>::read(path)?, options, inputs, threads)
    }

    fn resume_with(
        folder: RunFolder,
        checkpoint: Checkpoint<Settings>,
        options: &DesignOptions,
        inputs: Inputs,
        threads: usize,
    ) -> Result<Self> {
        let asked = options.or(&checkpoint.settings.options());
        let now = fingerprints(asked.method(), &asked.operating, &inputs)?;
        check_inputs(folder.path(), &checkpoint.inputs, &now)?;
        let problem = posed(&asked, &inputs)?;
        let settings = Settings::resolve(&asked, &problem, &inputs, threads)?;
        check_same(&checkpoint.settings, &settings, &settings.may_differ())?;
        let mut job = Self::assemble(settings, problem, inputs, threads, checkpoint.command.clone())?;
        job.notes.extend(job.settings.idle_options(options));
        let trace = read_trace(folder.path(), checkpoint.seconds_used);
        job.folder = Some(folder);
        job.resumed = Some((checkpoint, trace));
        Ok(job)
    }

    fn assemble(
        settings: Settings,
        problem: Problem,
        inputs: Inputs,
        threads: usize,
        command: String,
    ) -> Result<Self> {
        let start = inputs.start.as_ref().map(|start| settings.operating.timed(start)).transpose()?;
        let frozen = frozen(start.as_ref(), &settings.freeze)?;
        check_frozen(&frozen, settings.routes)?;
        let command = match command.is_empty() {
            true => command_line(settings.options().arguments()),
            false => command,
        };
        let service = settings.service.as_ref();
        let service = service.map(|service| service.problem(&problem, &settings.operating)).transpose()?;
        match &service {
            Some(service) => check_shortest_line(service, check_vehicles(service, &frozen)?)?,
            None => check_streets(&problem.city)?,
        }
        Ok(Self {
            command,
            fingerprints: fingerprints(settings.method, &settings.operating, &inputs)?,
            start: Start::new(&settings, &problem, start.as_ref())?,
            operating: settings.operating.plan()?,
            service,
            settings,
            inputs,
            problem,
            frozen,
            folder: None,
            threads: threads.max(1),
            resumed: None,
            reading_seconds: 0.0,
            brought: Brought::default(),
            parts: Vec::new(),
            falls_short: false,
            notes: Vec::new(),
        })
    }

    /// Adds what a program brings along.
    ///
    /// # Errors
    /// The run to resume had something else.
    pub(super) fn plug_in(&mut self, brought: Brought) -> Result<()> {
        self.parts = brought.parts();
        let kept = self.resumed.as_ref().map(|(checkpoint, _)| &checkpoint.parts);
        if let Some(kept) = kept.filter(|kept| **kept != self.parts) {
            let said = |parts: &[String]| if parts.is_empty() { "none".into() } else { parts.join(", ") };
            return Err(Error::Resume(format!(
                "the run to resume has parts of its own: {}; but now there are: {}\n  help: add the same parts again, or \
                 use another folder",
                said(kept),
                said(&self.parts)
            )));
        }
        let rules = brought.rules.len();
        self.parts.extend((rules > 0).then(|| format!("{rules} stop rules")));
        if brought.policy.is_some() {
            self.settings.model = None;
        }
        self.brought = brought;
        Ok(())
    }

    /// Parts that decide the network, as a checkpoint keeps them.
    pub(super) fn plugged_in(&self) -> Vec<String> {
        self.parts.iter().filter(|part| !part.ends_with("stop rules")).cloned().collect()
    }

    /// Whether the command gives the same network every time: not with a time limit, nor with parts that the
    /// command does not name.
    pub(super) fn is_reproducible(&self) -> bool {
        self.settings.is_reproducible() && self.parts.is_empty()
    }

    /// Things a person should know before the run: options without effect, routes that were repaired.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The settings in full.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Fingerprints of the inputs.
    pub fn fingerprints(&self) -> &Fingerprints {
        &self.fingerprints
    }

    /// The network of a route set: its routes named after the lines of the start that they continue, and the frozen
    /// ones.
    pub(super) fn network_of(&self, routes: &RouteSet) -> Network {
        let network = routes.to_network(&self.problem.city);
        match (&self.start, &self.inputs.start) {
            (Some(_), Some(before)) => named_network(network, before, &self.frozen, &self.problem.fixed),
            _ => network,
        }
    }

    /// The limits that a service keeps, whatever its number of lines.
    pub(super) fn limits_of(&self, network: &Network) -> Limits {
        let limits = self.problem.limits;
        let stops = || network.routes.iter().map(Route::stop_count);
        let least = stops().min().unwrap_or(2).min(limits.min_stops());
        let most = stops().max().unwrap_or(2).max(limits.max_stops());
        Limits::new(network.routes.len().max(1), least, most).unwrap_or(limits)
    }

    /// The network as its file has it: with headways and vehicles, where a service is planned.
    pub(super) fn network_json(&self, network: &Network) -> String {
        let city = &self.problem.city;
        match &self.service {
            Some(ServiceProblem { model, .. }) => service_network_json(city, network, model),
            None => network_to_json(city, network),
        }
    }

    /// Writes `run.toml`, where there is a folder.
    pub(super) fn write_run_file(&self, rounds: u64, seconds_used: f64, finished: bool) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        Ok(folder.write(RUN, &self.run_file(rounds, seconds_used, finished))?)
    }

    pub(super) fn run_file(&self, rounds: u64, seconds_used: f64, finished: bool) -> String {
        RunFile {
            command: &self.command,
            version: VERSION,
            reproducible: self.is_reproducible() && finished,
            finished,
            rounds,
            seconds_used,
            threads: self.threads,
            kernel: self.settings.kernel.map(|kernel| kernel.kernel().name()),
            parts: self.parts.clone(),
            settings: &self.settings,
            inputs: &self.fingerprints,
        }
        .to_text()
    }
}

/// Fingerprints of all that decides the result. Headways do where a service is planned; else they are only shown.
fn fingerprints(method: Method, operating: &OperatingOptions, inputs: &Inputs) -> Result<Fingerprints> {
    let found = Fingerprints::of(inputs);
    match method {
        Method::Service => found.with_headways(operating),
        _ => Ok(found),
    }
}

/// The problem that the options pose.
pub(super) fn posed(options: &DesignOptions, inputs: &Inputs) -> Result<Problem> {
    match options.planning.vehicles {
        None => {
            check_streets(&inputs.city)?;
            options.problem.to_design(&inputs.city, inputs.start.as_ref(), inputs.fixed.clone())
        }
        vehicles => posed_service(&options.problem, &options.operating, inputs, vehicles),
    }
}
