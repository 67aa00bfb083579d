//! Searches for a better service than a plan.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use routewright_design::{
    DesignJob, DesignOptions, DesignStatus, Observer, Place, PlanningOptions, ProblemOptions, STATE,
    ServiceOptions, VehicleLimit,
};
use routewright_io::{network_to_json, write_text_atomically};
use routewright_model::Network;
use serde::{Deserialize, Serialize};

use super::worker::{Ended, Work};
use super::{JobRequest, JobResult, JobView, check_seconds};
use crate::line::network_of;
use crate::plan::lines_of;
use crate::words::networks_scored;
use crate::workspace::locked;
use crate::{PlanLine, PlannerError, Result, Town, Workspace};

/// The network a search starts from.
const START: &str = "start.json";
/// What else of the plan matters.
const LINES: &str = "lines.json";
/// The run itself.
pub(super) const RUN: &str = "run";
/// Places in a vehicle where loads mean nothing.
const NO_LIMIT: f64 = 100_000.0;

/// What a search has to know of the lines it starts from.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct StartLines {
    /// Names of lines that stay.
    pub frozen: Vec<String>,
    /// How many lines there are.
    pub count: usize,
    /// Name of the plan.
    pub plan_name: String,
    /// Its colours, by the names of lines.
    pub styles: Vec<(String, usize)>,
    /// Vehicles and perceived minutes of a mean trip.
    pub vehicles: u64,
    /// Perceived minutes of a mean trip.
    pub mean_min: f64,
    /// Whether no vehicle is fuller than allowed.
    #[serde(default)]
    pub keeps_capacity: bool,
}

pub(super) fn view(
    workspace: &Workspace,
    plan: &str,
    vehicles: u32,
    seconds: f64,
    change_price: Option<f64>,
    name: Option<&str>,
) -> Result<JobView> {
    check_seconds(seconds)?;
    if vehicles == 0 || vehicles > 100_000 {
        return Err(PlannerError::refused("a service has from 1 to 100,000 vehicles"));
    }
    if change_price.is_some_and(|price| !(0.0..=1e6).contains(&price)) {
        return Err(PlannerError::refused("the price of a change is a number, zero or more"));
    }
    let found = workspace.plan(plan)?;
    let found = locked(&found);
    let name = match name.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => name.chars().take(100).collect(),
        None => format!("{}, improved", found.name()),
    };
    let view = JobView::new("improve", name, found.town().id());
    let curve_label = "perceived minutes of a mean trip, overload included".into();
    Ok(JobView { plan: Some(plan.to_owned()), curve_label, ..view })
}

/// Writes the lines of a plan beside a job.
pub(super) fn keep_start(workspace: &Workspace, plan: &str, folder: &Path) -> Result<()> {
    let plan = workspace.plan(plan)?;
    let plan = locked(&plan);
    let lines: Vec<PlanLine> =
        plan.lines().iter().filter(|line| line.route.frequency().is_some()).cloned().collect();
    let name = |line: &PlanLine| line.route.name().to_owned();
    let service = &plan.figures().service;
    let kept = StartLines {
        frozen: lines.iter().filter(|line| line.is_frozen).map(name).collect(),
        count: lines.len(),
        plan_name: plan.name().to_owned(),
        styles: lines.iter().map(|line| (name(line), line.style)).collect(),
        vehicles: service.vehicles,
        mean_min: service.mean_min,
        keeps_capacity: service.overloaded_legs == 0 || !plan.town().has_period(),
    };
    if !lines.is_empty() {
        let network = network_to_json(plan.town().city(), &network_of(&lines));
        write_text_atomically(&folder.join(START), &network)?;
    }
    let text = serde_json::to_string(&kept).expect("plain data");
    Ok(write_text_atomically(&folder.join(LINES), &text)?)
}

pub(super) fn start_lines(folder: &Path) -> Result<StartLines> {
    let path = folder.join(LINES);
    let text = std::fs::read_to_string(&path).map_err(PlannerError::disk(&path))?;
    serde_json::from_str(&text).map_err(|error| PlannerError::refused(format!("{}: {error}", path.display())))
}

/// What searches of all kinds have in common: inputs, and how many lines there may be.
pub(super) struct Posed {
    pub problem: ProblemOptions,
    pub start: Option<PathBuf>,
    pub model: ServiceOptions,
}

pub(super) fn posed(town: &Town, folder: &Path, start: &StartLines, vehicles: u32) -> Posed {
    let city = town.city();
    let streets = city.node_ids().filter(|&node| city.is_on_street(node)).count();
    let usual = city.defaults().routes.unwrap_or((vehicles as usize).min(streets));
    let fixed = Some(Path::new(town.source()).join("fixed.json")).filter(|path| path.is_file());
    // Where nobody knows when trips are made, loads mean nothing.
    let model = match town.has_period() {
        true => ServiceOptions::default(),
        false => ServiceOptions {
            period_hours: Some(1.0),
            capacity: Some(NO_LIMIT),
            load_factor: Some(NO_LIMIT),
            ..ServiceOptions::default()
        },
    };
    Posed {
        problem: ProblemOptions {
            routes: Some(usual.max(start.count).max(1)),
            fixed,
            ..ProblemOptions::default()
        },
        start: (start.count > 0).then(|| folder.join(START)),
        model,
    }
}

pub(super) fn run(work: &mut Work, request: &JobRequest) -> Result<Ended> {
    let JobRequest::Improve { vehicles, seconds, change_price, .. } = request else {
        unreachable!("only searches for one service come here")
    };
    let workspace = work.workspace.clone();
    let view = workspace.job(&format!("j{}", work.number))?;
    let town = workspace.town(&view.city)?;
    let folder = workspace.job_folder(work.number);
    let start = start_lines(&folder)?;
    let Posed { problem, start: start_file, model } = posed(&town, &folder, &start, *vehicles);
    let has_start = start_file.is_some();
    let options = DesignOptions {
        city: town.source().to_owned(),
        problem,
        seconds: Some(*seconds),
        start: start_file,
        freeze: start.frozen.clone(),
        change_price: change_price.filter(|_| has_start),
        planning: PlanningOptions {
            vehicles: Some(VehicleLimit::Count(*vehicles)),
            model,
            ..PlanningOptions::default()
        },
        ..DesignOptions::default()
    };
    let run = folder.join(RUN);
    let job = match run.join(STATE).is_file() {
        true => DesignJob::resume(&run, &options, work.threads())?,
        false => DesignJob::new(&options, work.threads(), &Place::Folder(run), String::new())?,
    };
    work.note(job.notes());
    let cancel = work.cancel.clone();
    let plan = job.run(&cancel, &mut Watch { work })?;
    plan.save()?;
    if workspace.jobs.is_closing.is_cancelled() {
        return Ok(Ended { result: JobResult::Plan { plan: String::new() }, is_early: true });
    }
    let lines = coloured(lines_of(plan.network(), &start.frozen), &start.styles);
    let id = workspace.add_plan(&town, &view.name, &lines)?;
    Ok(Ended { result: JobResult::Plan { plan: id }, is_early: plan.is_interrupted() })
}

/// Lines that continue one of the start keep its colour.
pub(super) fn coloured(mut lines: Vec<PlanLine>, styles: &[(String, usize)]) -> Vec<PlanLine> {
    let mut is_used = [false; Town::PALETTE];
    let known =
        |line: &PlanLine| styles.iter().find(|(name, _)| name == line.route.name()).map(|(_, style)| *style);
    for line in &lines {
        if let Some(style) = known(line) {
            is_used[style % Town::PALETTE] = true;
        }
    }
    for line in &mut lines {
        line.style = match known(line) {
            Some(style) => style,
            None => {
                let free = is_used.iter().position(|used| !used).unwrap_or(line.style);
                is_used[free] = true;
                free
            }
        };
    }
    lines
}

/// Tells how a search stands.
struct Watch<'run> {
    work: &'run mut Work,
}

impl Observer<DesignStatus> for Watch<'_> {
    fn on_progress(&mut self, status: &DesignStatus) -> ControlFlow<()> {
        self.work.show(|view| {
            view.done = status.done.clamp(0.0, 1.0);
            view.seconds = status.seconds;
            view.seconds_left = status.seconds_left;
            view.words = networks_scored(status.evaluations);
            view.add_to_curve(status.seconds, status.cost);
        });
        ControlFlow::Continue(())
    }

    fn on_best(&mut self, best: &dyn Fn() -> Network) {
        let best = Arc::new(best());
        self.work.workspace.jobs.change(self.work.number, |job| job.best = Some(best));
    }

    fn on_note(&mut self, note: &str) {
        self.work.note(&[note.to_owned()]);
    }
}
