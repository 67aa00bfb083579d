//! Work that takes a while: searches and imports, a few at a time, resumed after a restart.

mod front;
mod import;
mod improve;
mod view;
mod worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use routewright_design::Cancel;
use routewright_io::write_text_atomically;
use routewright_model::Network;
use serde::{Deserialize, Serialize};

pub use view::{FrontPlot, JobResult, JobState, JobView};

use crate::folder::{check_unlinked, folders_in, inside};
use crate::workspace::locked;
use crate::{Event, PlanLine, PlannerError, Result, Workspace};

/// Jobs that run side by side.
const MOST_RUNNING: usize = 2;
/// Jobs that run or wait.
const MOST_UNFINISHED: usize = 20;
/// Jobs that are remembered.
const MOST_JOBS: usize = 1000;
/// The longest search, seconds: a day.
const LONGEST: f64 = 86_400.0;

/// Files of an import, by the names under which they were uploaded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ImportFiles {
    /// Zones: CSV, GeoJSON or a GeoPackage.
    pub zones: String,
    /// Streets: an OpenStreetMap extract in PBF form.
    pub streets: String,
    /// Timetables of lines to be redesigned.
    pub feeds: Vec<String>,
    /// Timetables of lines that stay.
    pub fixed_feeds: Vec<String>,
    /// Trips: CSV, or an OMX matrix.
    pub trips: Option<String>,
}

/// What somebody asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum JobRequest {
    /// Searches for a better service, starting from a plan. Its frozen lines stay as they are.
    Improve {
        /// The plan.
        plan: String,
        /// Vehicles at most.
        vehicles: u32,
        /// Seconds to search.
        seconds: f64,
        /// Perceived minutes per trip that a changed stop costs.
        #[serde(default)]
        change_price: Option<f64>,
        /// Name of the plan that comes of it.
        #[serde(default)]
        name: Option<String>,
    },
    /// Searches for services with several numbers of vehicles.
    Front {
        /// The plan to start from.
        plan: String,
        /// Fewest and most vehicles.
        vehicles: [u32; 2],
        /// How many services.
        points: u32,
        /// Seconds to search.
        seconds: f64,
    },
    /// Makes a city of open data.
    Import {
        /// Name of the city.
        city: String,
        /// The files.
        files: ImportFiles,
        /// Column that trip origins are proportional to.
        #[serde(default)]
        productions: Option<String>,
        /// Column that trip destinations are proportional to.
        #[serde(default)]
        attractions: Option<String>,
        /// Trips that start for each unit of the productions column.
        #[serde(default)]
        trips_per_production: Option<f64>,
        /// Zones nearer than this are merged.
        #[serde(default)]
        merge_metres: Option<f64>,
    },
}

/// A job as the disk keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    request: JobRequest,
    view: JobView,
}

struct Job {
    kept: Kept,
    cancel: Cancel,
    /// The best network so far, while the job runs.
    best: Option<Arc<Network>>,
}

/// The jobs of a workspace.
pub(crate) struct Jobs {
    folder: PathBuf,
    jobs: Mutex<BTreeMap<u64, Job>>,
    /// Whether the program is about to end: jobs then wait to be resumed.
    is_closing: Cancel,
}

const JOB: &str = "job.json";

impl Jobs {
    /// Reads the jobs of earlier days. Those that ran or waited wait.
    pub(crate) fn read(root: &Path) -> Self {
        let folder = root.join("jobs");
        let mut jobs = BTreeMap::new();
        for id in folders_in(&folder) {
            if check_unlinked(&folder.join(&id)).is_err() {
                continue;
            }
            let text = std::fs::read_to_string(folder.join(&id).join(JOB)).unwrap_or_default();
            let (Some(number), Ok(mut kept)) = (number(&id), serde_json::from_str::<Kept>(&text)) else {
                continue;
            };
            if kept.view.state == JobState::Running {
                kept.view.state = JobState::Waiting;
            }
            jobs.insert(number, Job { kept, cancel: Cancel::new(), best: None });
        }
        Self { folder, jobs: Mutex::new(jobs), is_closing: Cancel::new() }
    }

    fn change<T>(&self, number: u64, change: impl FnOnce(&mut Job) -> T) -> Option<T> {
        locked(&self.jobs).get_mut(&number).map(change)
    }

    fn save(&self, number: u64) {
        let Some(kept) = self.change(number, |job| job.kept.clone()) else { return };
        let text = serde_json::to_string_pretty(&kept).expect("a job is plain data");
        // The state in memory counts; a disk that refuses only loses what a restart would read.
        let _ = write_text_atomically(&self.folder.join(&kept.view.id).join(JOB), &text);
    }
}

impl Workspace {
    /// Asks for a job. It starts as soon as fewer than two others run.
    ///
    /// # Errors
    /// What it needs is not there, or too many jobs wait.
    pub fn start_job(self: &Arc<Self>, request: JobRequest) -> Result<JobView> {
        let unfinished = |job: &Job| !job.kept.view.state.is_over();
        {
            let jobs = locked(&self.jobs.jobs);
            if jobs.values().filter(|job| unfinished(job)).count() >= MOST_UNFINISHED {
                return Err(PlannerError::TooMany(format!("{MOST_UNFINISHED} jobs run or wait already")));
            }
            if jobs.len() >= MOST_JOBS {
                return Err(PlannerError::TooMany("there are too many old jobs; delete some".into()));
            }
        }
        let view = self.checked_view(&request)?;
        let number = {
            let mut jobs = locked(&self.jobs.jobs);
            let number = jobs.last_key_value().map_or(1, |(last, _)| last + 1);
            let view = JobView { id: format!("j{number}"), ..view };
            jobs.insert(number, Job { kept: Kept { request, view }, cancel: Cancel::new(), best: None });
            number
        };
        if let Err(error) = self.prepare_job(number) {
            locked(&self.jobs.jobs).remove(&number);
            return Err(error);
        }
        self.jobs.save(number);
        self.tell(Event::Workspace);
        self.start_waiting_jobs();
        self.job(&format!("j{number}"))
    }

    /// All jobs, the newest first.
    pub fn jobs(&self) -> Vec<JobView> {
        locked(&self.jobs.jobs).values().rev().map(|job| job.kept.view.clone()).collect()
    }

    /// A job.
    ///
    /// # Errors
    /// There is no such job.
    pub fn job(&self, id: &str) -> Result<JobView> {
        self.jobs.change(known(id)?, |job| job.kept.view.clone()).ok_or_else(|| missing(id))
    }

    /// The best lines so far of a search that runs, coloured and frozen as those of the plan that it started from.
    ///
    /// # Errors
    /// There is no such job, or its files cannot be read.
    pub fn job_lines(&self, id: &str) -> Result<Vec<PlanLine>> {
        let best = self.jobs.change(known(id)?, |job| job.best.clone()).ok_or_else(|| missing(id))?;
        best.map_or_else(|| Ok(Vec::new()), |best| self.point_lines(id, &best))
    }

    /// Ends a job early. A search keeps the best network so far.
    ///
    /// # Errors
    /// There is no such job.
    pub fn stop_job(&self, id: &str) -> Result<JobView> {
        let number = known(id)?;
        let view = self.jobs.change(number, |job| {
            job.cancel.cancel();
            if job.kept.view.state == JobState::Waiting {
                job.kept.view.state = JobState::Stopped;
            }
            job.kept.view.clone()
        });
        let view = view.ok_or_else(|| missing(id))?;
        self.jobs.save(number);
        self.tell(Event::Job(Box::new(view.clone())));
        Ok(view)
    }

    /// Forgets a job that is over, with its files.
    ///
    /// # Errors
    /// There is no such job, or it still runs.
    pub fn delete_job(&self, id: &str) -> Result<()> {
        if !self.job(id)?.state.is_over() {
            return Err(PlannerError::refused_with("the job still runs", "stop it first"));
        }
        let folder = inside(&self.root, &["jobs", id])?;
        std::fs::remove_dir_all(&folder).map_err(PlannerError::disk(&folder))?;
        locked(&self.jobs.jobs).remove(&known(id)?);
        self.tell(Event::Workspace);
        Ok(())
    }

    /// Interrupts all jobs so that they can be resumed when the workspace is opened again; returns once they have ended.
    pub fn close(&self) {
        self.jobs.is_closing.cancel();
        locked(&self.jobs.jobs).values().for_each(|job| {
            job.cancel.cancel();
        });
        let runs = || locked(&self.jobs.jobs).values().any(|job| job.kept.view.state == JobState::Running);
        while runs() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        // Threads may hold the workspace a moment longer, but nothing is written any more.
        let _ = self.lock.unlock();
    }

    fn job_folder(&self, number: u64) -> PathBuf {
        self.jobs.folder.join(format!("j{number}"))
    }
}

fn number(id: &str) -> Option<u64> {
    id.strip_prefix('j')?.parse().ok()
}

fn known(id: &str) -> Result<u64> {
    number(id).ok_or_else(|| missing(id))
}

fn missing(id: &str) -> PlannerError {
    PlannerError::Missing(format!("there is no job {id}"))
}

fn check_seconds(seconds: f64) -> Result<()> {
    match (1.0..=LONGEST).contains(&seconds) {
        true => Ok(()),
        false => Err(PlannerError::refused("a search takes from one second to a day")),
    }
}
