//! The front a run found: scored again, compromises picked.

use std::path::Path;

use routewright_model::{Network, Problem};
use routewright_report::{FrontAxes, FrontPick, FrontRow};
use routewright_search::{RouteSet, ServicePoint, Trade};
use serde_json::{Value, json};

use super::files;
use super::job::FrontJob;
use super::paper::{FrontPoint, PaperFound};
use super::service::{ServiceFound, ServiceFrontPoint};
use super::settings::FrontSettings;
use crate::design::STATE;
use crate::{Error, Result, RunFolder};

/// A compromise.
pub struct Pick {
    /// As scripts know it, such as `knee`.
    pub name: &'static str,
    /// Which point.
    pub point: usize,
}

impl Pick {
    /// For people.
    pub fn title(&self, [riders, operator]: [f64; 2]) -> String {
        match self.name {
            "topsis" => format!("TOPSIS, weights {riders}:{operator}"),
            "as_good_as_today" => "as good as today".to_owned(),
            "todays_vehicles" => "today's vehicles".to_owned(),
            name => name.to_owned(),
        }
    }
}

/// A search that is over.
pub(super) struct Ended {
    pub found: Found,
    pub evaluations: u64,
    pub rounds: u64,
    pub seconds: f64,
    pub is_interrupted: bool,
}

/// What a search says it found.
pub(super) enum Found {
    /// By the paper's costs.
    Paper(Vec<(Trade, RouteSet)>),
    /// Services, a number of vehicles each.
    Service(Vec<ServicePoint>),
}

/// The points of a front.
pub(super) enum Points {
    Paper(PaperFound),
    Service(Box<ServiceFound>),
}

/// The front of a run and how it was found.
pub struct FrontOutcome {
    pub(super) job: FrontJob,
    pub(super) points: Points,
    pub(super) rounds: u64,
    pub(super) seconds: f64,
    pub(super) evaluations: u64,
    pub(super) is_interrupted: bool,
}

impl FrontOutcome {
    /// Scores every network again, apart from the search, and picks compromises.
    pub(super) fn new(job: FrontJob, ended: Ended) -> Result<Self> {
        let Ended { found, evaluations, rounds, seconds, is_interrupted } = ended;
        let (settings, threads) = (&job.settings, job.threads);
        let points = match (&found, &job.service) {
            (Found::Service(found), Some(work)) => {
                let price = settings.service.as_ref().map_or(0.0, |service| service.search.change_price);
                Points::Service(Box::new(ServiceFound::new(work, job.start.as_ref(), price, found, threads)?))
            }
            (Found::Paper(found), _) => {
                let today = job.today.as_ref();
                Points::Paper(PaperFound::new(&job.problem, today, settings.weights, found, threads)?)
            }
            (Found::Service(_), None) => unreachable!("services are found where they are planned"),
        };
        Ok(Self { job, points, rounds, seconds, evaluations, is_interrupted })
    }

    /// The networks by the paper's costs, the best for riders first; none where services are planned.
    pub fn points(&self) -> &[FrontPoint] {
        match &self.points {
            Points::Paper(found) => &found.points,
            Points::Service(_) => &[],
        }
    }

    /// The services, the fewest vehicles first; none where none are planned.
    pub fn services(&self) -> &[ServiceFrontPoint] {
        match &self.points {
            Points::Paper(_) => &[],
            Points::Service(found) => &found.points,
        }
    }

    /// Whether no network was found at all.
    pub fn is_empty(&self) -> bool {
        self.points().is_empty() && self.services().is_empty()
    }

    /// Whether a network keeps all constraints, or a service overloads no vehicle.
    pub fn keeps_limits(&self) -> bool {
        !self.points().is_empty() || self.services().iter().any(ServiceFrontPoint::keeps_capacity)
    }

    /// The compromises.
    pub fn picks(&self) -> &[Pick] {
        match &self.points {
            Points::Paper(found) => &found.picks,
            Points::Service(found) => &found.picks,
        }
    }

    /// The problem they solve.
    pub fn problem(&self) -> &Problem {
        &self.job.problem
    }

    /// The settings of the run.
    pub fn settings(&self) -> &FrontSettings {
        &self.job.settings
    }

    /// Seconds of search.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Networks scored.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Whether the run was ended before its budget was spent.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Whether the run can be resumed from its folder.
    pub fn is_resumable(&self) -> bool {
        self.is_interrupted && self.job.folder.as_ref().is_some_and(|folder| folder.has(STATE))
    }

    /// The folder of the run, if it has one.
    pub fn folder(&self) -> Option<&Path> {
        self.job.folder.as_ref().map(RunFolder::path)
    }

    /// Writes the results to the folder of the run, if it has one.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn save(&self) -> Result<()> {
        let Some(folder) = &self.job.folder else { return Ok(()) };
        files::write(self, folder)?;
        self.job.write_run_file(self.rounds, self.seconds, !self.is_interrupted)?;
        if !self.is_interrupted {
            folder.remove(STATE).map_err(|error| Error::folder(folder.path(), error))?;
        }
        Ok(())
    }

    /// The object that `--json` prints and `front.json` holds.
    pub fn summary(&self) -> Value {
        let FrontJob { problem, settings, folder, .. } = &self.job;
        let (city, limits) = (&problem.city, problem.limits);
        let mut summary = json!({
            "city": city.name(),
            "method": settings.method(),
            "routes": limits.routes(),
            "min_stops": limits.min_stops(),
            "max_stops": limits.max_stops(),
            "seed": settings.seed,
            "seconds": self.seconds,
            "evaluations": self.evaluations,
            "interrupted": self.is_interrupted,
        });
        let pick = |pick: &Pick| {
            let value = match &self.points {
                Points::Paper(found) => found.pick_json(pick),
                Points::Service(found) => found.pick_json(pick),
            };
            (pick.name.to_owned(), value)
        };
        summary["picks"] = Value::Object(self.picks().iter().map(pick).collect());
        match (&self.points, &self.job.service) {
            (Points::Service(found), Some(work)) => {
                summary["vehicle_counts"] = json!(settings.vehicle_counts);
                summary["today"] = found.today_json().unwrap_or(Value::Null);
                summary["points"] = found.points_json(work).into();
            }
            (Points::Paper(found), _) => {
                summary["cp_lower_bound_min"] = city.mean_drive_minutes().into();
                summary["weights"] = json!(settings.weights);
                if let Some(today) = found.today_json() {
                    summary["today"] = today;
                }
                summary["points"] = found.points_json(problem).into();
            }
            (Points::Service(_), None) => {}
        }
        if let Some(folder) = folder {
            summary["out"] = folder.path().to_string_lossy().into();
        }
        summary
    }

    /// For people: the picks, and of the others as many as fit a screen.
    pub fn table(&self) -> String {
        let city = self.job.problem.city.name();
        match &self.points {
            Points::Paper(found) => found.table(city),
            Points::Service(found) => found.table(city),
        }
    }

    pub(super) fn networks(&self) -> Vec<&Network> {
        match &self.points {
            Points::Paper(found) => found.points.iter().map(|point| &point.network).collect(),
            Points::Service(found) => found.points.iter().map(|point| &point.network).collect(),
        }
    }

    pub(super) fn csv(&self) -> String {
        match &self.points {
            Points::Paper(found) => found.csv(),
            Points::Service(found) => found.csv(),
        }
    }

    /// What the page shows: words, rows, picks, and today's network.
    pub(super) fn drawn(&self) -> (FrontAxes, Vec<FrontRow>, Vec<FrontPick>, Option<FrontRow>) {
        match &self.points {
            Points::Paper(found) => {
                (FrontAxes::PAPER, found.rows(), found.page_picks(&self.job.problem), found.today_row())
            }
            Points::Service(found) => {
                let picks = self.job.service.as_ref().map(|work| found.page_picks(work));
                (FrontAxes::SERVICE, found.rows(), picks.unwrap_or_default(), found.today_row())
            }
        }
    }
}
