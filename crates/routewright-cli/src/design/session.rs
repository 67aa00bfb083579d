//! What a run needs before it starts: read, checked and put together, new or resumed.

use std::path::{Path, PathBuf};

use anyhow::Context;
use routewright::eval::Service;
use routewright::io::{CityDetails, read_city_details};
use routewright::policy::Kernel;
use routewright::report::{RunFolder, Trace};
use routewright::search::Plan;
use routewright::{Network, Problem};

use super::args::Args;
use super::checkpoint::{Checkpoint, NETWORK, STATE, TRACE};
use super::inputs::{Fingerprints, InputNames, Inputs};
use super::method::Method;
use super::outcome::{GEOJSON, MAP, REPORT, SUMMARY};
use super::run_file::{RUN, RunFile};
use super::settings::{Settings, model};
use super::start::Start;
use crate::exit::UsageError;
use crate::service::note_unknown_routes;

/// A run about to start.
pub struct Session {
    pub command: String,
    pub settings: Settings,
    pub inputs: Inputs,
    /// The network to start from as searches hold it.
    pub start: Option<Start>,
    pub fingerprints: Fingerprints,
    /// What the search is asked: frozen routes are part of the question.
    pub problem: Problem,
    /// The same of the network as a whole.
    pub whole: Problem,
    /// How it is run.
    pub service: Service,
    pub details: CityDetails,
    pub folder: Option<RunFolder>,
    pub threads: usize,
    /// Where an interrupted run was left.
    pub resumed: Option<(Checkpoint, Trace)>,
}

impl Session {
    /// Reads what the command line names. The command is what was typed, to be typed again.
    pub fn new(args: &Args, command: String) -> anyhow::Result<Self> {
        match &args.resume {
            Some(path) => Self::resume(args, path),
            None => Self::begin(args, command),
        }
    }

    fn begin(args: &Args, command: String) -> anyhow::Result<Self> {
        let inputs = Inputs::read(&InputNames {
            city: args.city.as_deref().unwrap_or_default(),
            start: args.start.as_deref(),
            fixed: args.problem.fixed.as_deref(),
            model: model(args).as_deref(),
        })?;
        check_apart(args)?;
        let (settings, problem) = Settings::new(args, &inputs)?;
        let start = Start::new(&settings, &problem, &inputs)?;
        note_idle_options(args, &settings);
        if let Some(start) = start.as_ref().filter(|_| !args.quiet) {
            start.note_repairs();
        }
        let service = settings.service.service()?;
        if !args.quiet {
            let known: Vec<_> = inputs.start.iter().chain([&inputs.fixed]).collect();
            note_unknown_routes(&service.headways, &known);
        }
        let session = Self {
            command,
            fingerprints: inputs.fingerprints(),
            folder: folder(args, &settings, &inputs)?,
            details: read_city_details(&inputs.city, &settings.city)?,
            settings,
            inputs,
            start,
            whole: problem.thawed(&Network::default()).0,
            problem,
            service,
            threads: args.thread_count(),
            resumed: None,
        };
        session.write_run_file(0, 0.0, false)?;
        Ok(session)
    }

    fn resume(args: &Args, path: &Path) -> anyhow::Result<Self> {
        let (checkpoint, trace) = Checkpoint::read(path)?;
        let mut settings = checkpoint.settings.clone();
        settings.check_same(args)?;
        settings.rename_inputs(args);
        note_idle_options(args, &settings);
        let inputs = Inputs::read(&InputNames {
            city: &settings.city,
            start: settings.start.as_deref(),
            fixed: settings.fixed.as_deref(),
            model: settings.model.as_deref(),
        })?;
        let fingerprints = inputs.fingerprints();
        if let Some(changed) = changed(&checkpoint.inputs, &fingerprints) {
            return Err(UsageError(format!(
                "{changed} is not what the run in {} was begun with\n  help: give it as it was, or start a new run",
                path.display()
            ))
            .into());
        }
        let problem = settings.problem(&inputs)?;
        let service = if args.service.is_given() { &args.service } else { &settings.service };
        Ok(Self {
            command: checkpoint.command.clone(),
            folder: Some(writable(path)?),
            details: read_city_details(&inputs.city, &settings.city)?,
            start: Start::new(&settings, &problem, &inputs)?,
            service: service.service()?,
            settings,
            inputs,
            fingerprints,
            whole: problem.thawed(&Network::default()).0,
            problem,
            threads: args.thread_count(),
            resumed: Some((checkpoint, trace)),
        })
    }

    /// The network of a plan: its routes under the names they have in the start, and the frozen ones.
    pub fn network_of(&self, plan: &Plan) -> Network {
        let network = plan.to_network(&self.problem.city);
        let Some(start) = &self.start else { return network };
        let designed = network.routes.into_iter().enumerate();
        let named = designed.map(|(at, route)| route.renamed(start.name(at)));
        named.chain(self.problem.frozen.routes.iter().cloned()).collect()
    }

    /// Writes `run.toml`, where there is a folder.
    pub fn write_run_file(&self, rounds: u64, seconds_used: f64, finished: bool) -> anyhow::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = RunFile {
            command: &self.command,
            version: super::VERSION,
            reproducible: self.settings.is_reproducible() && finished,
            finished,
            rounds,
            seconds_used,
            threads: self.threads,
            kernel: self.settings.kernel.map(|kernel| Kernel::from(kernel).name()),
            settings: &self.settings,
            inputs: &self.fingerprints,
        };
        Ok(folder.write(RUN, &file.to_text())?)
    }
}

/// The folder for results, empty of ours. Without one named there is one for people, none for scripts.
fn folder(args: &Args, settings: &Settings, inputs: &Inputs) -> anyhow::Result<Option<RunFolder>> {
    let path = match &args.out {
        Some(path) => path.clone(),
        None if args.json => return Ok(None),
        None => {
            let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
            let city: String = inputs.city.name().chars().map(plain).collect();
            let name = format!("{city}-{}-seed{}", settings.method.name(), settings.seed);
            unused(&PathBuf::from("out").join(name))
        }
    };
    let folder = writable(&path)?;
    if !args.quiet && folder.read(STATE)?.is_some() {
        eprintln!(
            "note: replaces an unfinished run in {}; --resume would have gone on with it",
            path.display()
        );
    }
    for name in [STATE, TRACE, NETWORK, SUMMARY, GEOJSON, MAP, REPORT] {
        folder.remove(name).with_context(|| format!("cannot replace {}", path.join(name).display()))?;
    }
    Ok(Some(folder))
}

/// A start in the folder for results would be replaced by them.
fn check_apart(args: &Args) -> Result<(), UsageError> {
    let Some((start, out)) = args.start.as_deref().zip(args.out.as_deref()) else { return Ok(()) };
    let folder = if start.is_dir() { Some(start) } else { start.parent() };
    let is_results = start.is_dir() || start.file_name().is_some_and(|name| name == NETWORK);
    let same = |folder: &Path| Some(folder.canonicalize().ok()? == out.canonicalize().ok()?);
    match folder.and_then(same) {
        Some(true) if is_results => Err(UsageError(format!(
            "the network to start from is in {}, where results go\n  help: choose another folder with --out",
            out.display()
        ))),
        _ => Ok(()),
    }
}

/// The folder of this name, or of this name and a number: nobody asked to replace what is there.
fn unused(path: &Path) -> PathBuf {
    let numbered = (2..).map(|number| PathBuf::from(format!("{}-{number}", path.display())));
    let mut names = std::iter::once(path.to_owned()).chain(numbered);
    names.find(|name| !name.exists()).expect("numbers do not end")
}

fn writable(path: &Path) -> anyhow::Result<RunFolder> {
    RunFolder::create(path).with_context(|| {
        format!("no results can be written to {}; choose another folder with --out", path.display())
    })
}

/// Which of the inputs is another now.
fn changed(then: &Fingerprints, now: &Fingerprints) -> Option<&'static str> {
    let pairs = [
        ("the city", then.city == now.city),
        ("the start network", then.start == now.start),
        ("the fixed network", then.fixed == now.fixed),
        ("the policy", then.model == now.model),
    ];
    pairs.into_iter().find(|(_, is_same)| !is_same).map(|(name, _)| name)
}

/// Options that do nothing with the method are taken, and that is said.
fn note_idle_options(args: &Args, settings: &Settings) {
    let method = settings.method;
    let asks_policy = settings.model.is_some();
    let idle = [
        ("--samples", args.samples.is_some() && settings.samples.is_none()),
        ("--chains", args.chains.is_some() && method != Method::Anneal),
        ("--start", args.start.is_some() && method.draws_samples()),
        ("--cover-demand", args.cover_demand && settings.extension.is_none()),
        ("--init", args.init.is_some() && settings.init.is_none()),
        ("--extension", args.extension.is_some() && settings.extension.is_none()),
        ("--model", args.model.is_some() && !asks_policy),
        ("--temperature", args.temperature.is_some() && !asks_policy),
        ("--kernel", args.kernel.is_some() && !asks_policy),
    ];
    for (option, _) in idle.iter().filter(|(_, is_idle)| *is_idle && !args.quiet) {
        eprintln!("note: {option} does nothing with method {}", method.name());
    }
}
