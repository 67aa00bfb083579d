//! Searches for services with several numbers of vehicles.

use std::ops::ControlFlow;
use std::path::PathBuf;

use routewright_design::front::{FrontJob, FrontOptions, FrontStatus, network_file};
use routewright_design::{Observer, Place, PlanningOptions, STATE, VehicleLimit, VehicleRange};
use routewright_model::Network;

use super::improve::{Posed, RUN, coloured, posed, start_lines};
use super::worker::{Ended, Work};
use super::{FrontPlot, JobRequest, JobResult, JobView, check_seconds};
use crate::folder::inside;
use crate::plan::lines_of;
use crate::words::networks_scored;
use crate::workspace::locked;
use crate::{PlanLine, PlannerError, Result, Workspace};

/// Services of a front.
const MOST_POINTS: u32 = 40;

pub(super) fn view(
    workspace: &Workspace,
    plan: &str,
    [fewest, most]: [u32; 2],
    points: u32,
    seconds: f64,
) -> Result<JobView> {
    check_seconds(seconds)?;
    if fewest == 0 || fewest >= most || most > 100_000 {
        return Err(PlannerError::refused_with(
            format!("{fewest} to {most} is not a range of vehicles"),
            "give the smaller number first",
        ));
    }
    if !(2..=MOST_POINTS).contains(&points) {
        return Err(PlannerError::refused(format!("a front has from 2 to {MOST_POINTS} services")));
    }
    let found = workspace.plan(plan)?;
    let found = locked(&found);
    let name = format!("{}: {fewest} to {most} vehicles", found.name());
    let view = JobView::new("front", name, found.town().id());
    Ok(JobView {
        plan: Some(plan.to_owned()),
        curve_label: "perceived minutes of a mean trip, most vehicles".into(),
        ..view
    })
}

pub(super) fn run(work: &mut Work, request: &JobRequest) -> Result<Ended> {
    let JobRequest::Front { vehicles: [fewest, most], points: asked, seconds, .. } = request else {
        unreachable!("only searches for fronts come here")
    };
    let workspace = work.workspace.clone();
    let view = workspace.job(&format!("j{}", work.number))?;
    let town = workspace.town(&view.city)?;
    let folder = workspace.job_folder(work.number);
    let start = start_lines(&folder)?;
    let Posed { problem, start: start_file, model } = posed(&town, &folder, &start, *most);
    let options = FrontOptions {
        city: town.source().to_owned(),
        problem,
        seconds: Some(*seconds),
        points: Some(*asked),
        start: start_file,
        freeze: start.frozen.clone(),
        vehicles: Some(VehicleRange {
            fewest: VehicleLimit::Count(*fewest),
            most: VehicleLimit::Count(*most),
        }),
        planning: PlanningOptions { model, ..PlanningOptions::default() },
        ..FrontOptions::default()
    };
    let run = folder.join(RUN);
    let job = match run.join(STATE).is_file() {
        true => FrontJob::resume(&run, &options, work.threads())?,
        false => FrontJob::new(&options, work.threads(), &Place::Folder(run), String::new())?,
    };
    work.note(job.notes());
    let cancel = work.cancel.clone();
    let found = job.run(&cancel, &mut Watch { work })?;
    found.save()?;
    let point = |(at, service): (usize, &routewright_design::front::ServiceFrontPoint)| FrontPlot {
        point: Some(at),
        vehicles: service.service.vehicles,
        mean_min: service.service.mean_min,
        keeps_capacity: service.keeps_capacity(),
    };
    let mut points: Vec<FrontPlot> = found.services().iter().enumerate().map(point).collect();
    if points.len() < *asked as usize && !found.is_interrupted() {
        work.note(&[format!(
            "{} of {asked} networks are shown: the others are no better than one of these",
            points.len()
        )]);
    }
    if start.count > 0 {
        let (vehicles, mean_min, keeps_capacity) = (start.vehicles, start.mean_min, start.keeps_capacity);
        points.push(FrontPlot { point: None, vehicles, mean_min, keeps_capacity });
    }
    Ok(Ended { result: JobResult::Points { points }, is_early: found.is_interrupted() })
}

impl Workspace {
    /// The lines of a network that a search found, coloured and frozen as those of the plan that the search started from.
    pub(crate) fn point_lines(&self, job: &str, network: &Network) -> Result<Vec<PlanLine>> {
        let start = start_lines(&inside(&self.root, &["jobs", job])?)?;
        Ok(coloured(lines_of(network, &start.frozen), &start.styles))
    }

    /// The network of a point of a front.
    pub(crate) fn point_file(&self, job: &str, point: usize) -> Result<PathBuf> {
        let path = inside(&self.root, &["jobs", job, RUN])?.join(format!("{}.json", network_file(point)));
        match path.is_file() {
            true => Ok(path),
            false => Err(PlannerError::Missing(format!("job {job} has no network {point}"))),
        }
    }
}

struct Watch<'run> {
    work: &'run mut Work,
}

impl Observer<FrontStatus> for Watch<'_> {
    fn on_progress(&mut self, status: &FrontStatus) -> ControlFlow<()> {
        self.work.show(|view| {
            view.done = status.done.clamp(0.0, 1.0);
            view.seconds = status.seconds;
            view.seconds_left = status.seconds_left;
            view.words = networks_scored(status.evaluations);
            view.add_to_curve(status.seconds, status.passenger_minutes[0]);
        });
        ControlFlow::Continue(())
    }

    fn on_note(&mut self, note: &str) {
        self.work.note(&[note.to_owned()]);
    }
}
