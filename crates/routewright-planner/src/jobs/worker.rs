//! Threads that do the jobs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use routewright_design::{Cancel, chain, cores};

use super::{JobRequest, JobResult, JobState, JobView, MOST_RUNNING, front, import, improve};
use crate::words::for_people;
use crate::workspace::locked;
use crate::{Event, PlannerError, Result, Workspace};

/// Time between two events of a job.
const BETWEEN_EVENTS: Duration = Duration::from_millis(250);

/// How a job ended.
pub(super) struct Ended {
    pub result: JobResult,
    /// Whether somebody ended it early.
    pub is_early: bool,
}

/// A job at work: where it is, and how it tells what it does.
pub(super) struct Work {
    pub workspace: Arc<Workspace>,
    pub number: u64,
    pub cancel: Cancel,
    last_event: Option<Instant>,
}

impl Work {
    /// Threads for a search: one core is left for people who edit.
    pub fn threads(&self) -> usize {
        (cores() - 1).max(1)
    }

    /// Adds what people should know.
    pub fn note(&mut self, notes: &[String]) {
        let uploads = self.workspace.root.join("uploads");
        let notes: Vec<String> = notes.iter().map(|note| for_people(&uploads, note)).collect();
        self.show(|view| {
            for note in notes {
                if !view.notes.contains(&note) {
                    view.notes.push(note);
                }
            }
        });
    }

    /// Changes what others see of the job, and tells them now and then.
    pub fn show(&mut self, change: impl FnOnce(&mut JobView)) {
        let view = self.workspace.jobs.change(self.number, |job| {
            change(&mut job.kept.view);
            job.kept.view.clone()
        });
        if self.last_event.is_some_and(|last| last.elapsed() < BETWEEN_EVENTS) {
            return;
        }
        self.last_event = Some(Instant::now());
        if let Some(view) = view {
            self.workspace.tell(Event::Job(Box::new(view)));
        }
    }
}

impl Workspace {
    /// What others see of a job before it starts. Refuses what cannot be done.
    pub(super) fn checked_view(&self, request: &JobRequest) -> Result<JobView> {
        match request {
            JobRequest::Improve { plan, vehicles, seconds, change_price, name } => {
                improve::view(self, plan, *vehicles, *seconds, *change_price, name.as_deref())
            }
            JobRequest::Front { plan, vehicles, points, seconds } => {
                front::view(self, plan, *vehicles, *points, *seconds)
            }
            JobRequest::Import { city, files, .. } => import::view(self, city, files),
        }
    }

    /// Writes what a job starts from, so that later edits of the plan do not change it.
    pub(super) fn prepare_job(&self, number: u64) -> Result<()> {
        let folder = self.job_folder(number);
        std::fs::create_dir_all(&folder).map_err(PlannerError::disk(&folder))?;
        let request = self.jobs.change(number, |job| job.kept.request.clone());
        match request {
            Some(JobRequest::Improve { plan, .. } | JobRequest::Front { plan, .. }) => {
                improve::keep_start(self, &plan, &folder)
            }
            _ => Ok(()),
        }
    }

    /// Starts jobs that wait, as long as there is room.
    pub(crate) fn start_waiting_jobs(self: &Arc<Self>) {
        loop {
            let next = {
                let mut jobs = locked(&self.jobs.jobs);
                let running = jobs.values().filter(|job| job.kept.view.state == JobState::Running).count();
                if running >= MOST_RUNNING || self.jobs.is_closing.is_cancelled() {
                    return;
                }
                let Some((&number, job)) =
                    jobs.iter_mut().find(|(_, job)| job.kept.view.state == JobState::Waiting)
                else {
                    return;
                };
                job.kept.view.state = JobState::Running;
                job.kept.view.words = "starting".into();
                number
            };
            self.jobs.save(next);
            let workspace = Arc::downgrade(self);
            let spawned =
                std::thread::Builder::new().name(format!("job-{next}")).spawn(move || work(&workspace, next));
            if let Err(error) = spawned {
                let failed = Err(PlannerError::TooMany(format!("cannot start a thread: {error}")));
                self.end_job(next, failed);
            }
        }
    }

    fn end_job(&self, number: u64, ended: Result<Ended>) {
        let is_closing = self.jobs.is_closing.is_cancelled();
        let view = self.jobs.change(number, |job| {
            job.best = None;
            let view = &mut job.kept.view;
            match ended {
                // Goes on when the workspace is opened again.
                _ if is_closing => view.state = JobState::Waiting,
                Ok(Ended { result, is_early }) => {
                    view.state = if is_early { JobState::Stopped } else { JobState::Done };
                    view.done = 1.0;
                    view.seconds_left = None;
                    view.result = Some(result);
                }
                Err(error) => {
                    view.state = JobState::Failed;
                    view.words.clear();
                    view.error = Some(for_people(&self.root.join("uploads"), &chain(&error)));
                }
            }
            view.clone()
        });
        self.jobs.save(number);
        if let Some(view) = view {
            self.tell(Event::Job(Box::new(view)));
        }
        self.tell(Event::Workspace);
    }
}

fn work(workspace: &Weak<Workspace>, number: u64) {
    let Some(workspace) = workspace.upgrade() else { return };
    let job = workspace.jobs.change(number, |job| (job.kept.request.clone(), job.cancel.clone()));
    let Some((request, cancel)) = job else { return };
    let mut work = Work { workspace: workspace.clone(), number, cancel, last_event: None };
    let done = catch_unwind(AssertUnwindSafe(|| match &request {
        JobRequest::Improve { .. } => improve::run(&mut work, &request),
        JobRequest::Front { .. } => front::run(&mut work, &request),
        JobRequest::Import { .. } => import::run(&mut work, &request),
    }));
    let ended = done.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(PlannerError::refused_with(
            format!("the job broke: {}", words.unwrap_or_default()),
            "this is a bug in routewright; please report it",
        ))
    });
    workspace.end_job(number, ended);
    workspace.start_waiting_jobs();
}
