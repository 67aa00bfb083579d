//! The front a run found: scored again, compromises picked.

use std::path::Path;

use rayon::prelude::*;
use routewright_eval::{Figures, is_same_cost};
use routewright_io::network_to_json;
use routewright_model::{Network, Problem};
use routewright_search::{RouteSet, Trade, closest_to_ideal, knee};
use serde_json::{Value, json};

use super::files::{self, network_file};
use super::job::FrontJob;
use super::settings::FrontSettings;
use crate::design::STATE;
use crate::{Error, Result, RunFolder, score, stop_names};

/// Rows of the table for people; the files hold all networks.
const MOST_ROWS: usize = 14;

/// A network of the front.
pub struct FrontPoint {
    /// The network.
    pub network: Network,
    /// What it costs, by the reference.
    pub figures: Figures,
}

impl FrontPoint {
    /// Mean trip (C_p) and route time (C_o), minutes.
    pub fn costs(&self) -> [f64; 2] {
        [self.figures.passenger_minutes, self.figures.route_minutes]
    }
}

/// A compromise.
pub struct Pick {
    /// As scripts know it: `knee` or `topsis`.
    pub name: &'static str,
    /// Which point.
    pub point: usize,
}

impl Pick {
    /// For people.
    pub fn title(&self, [riders, operator]: [f64; 2]) -> String {
        match self.name {
            "topsis" => format!("TOPSIS, weights {riders}:{operator}"),
            name => name.to_owned(),
        }
    }
}

/// The front of a run and how it was found.
pub struct FrontOutcome {
    pub(super) job: FrontJob,
    pub(super) points: Vec<FrontPoint>,
    pub(super) picks: Vec<Pick>,
    pub(super) rounds: u64,
    pub(super) seconds: f64,
    pub(super) evaluations: u64,
    pub(super) is_interrupted: bool,
}

impl FrontOutcome {
    /// Scores every network again, apart from the search, and picks compromises.
    pub(super) fn new(
        job: FrontJob,
        found: &[(Trade, RouteSet)],
        evaluations: u64,
        rounds: u64,
        seconds: f64,
        is_interrupted: bool,
    ) -> Result<Self> {
        let points = undominated(scored(&job, found)?);
        let costs: Vec<[f64; 2]> = points.iter().map(FrontPoint::costs).collect();
        let named = [("knee", knee(&costs)), ("topsis", closest_to_ideal(&costs, job.settings.weights))];
        let picks =
            named.into_iter().filter_map(|(name, point)| Some(Pick { name, point: point? })).collect();
        Ok(Self { job, points, picks, rounds, seconds, evaluations, is_interrupted })
    }

    /// The networks, the best for riders first.
    pub fn points(&self) -> &[FrontPoint] {
        &self.points
    }

    /// The compromises.
    pub fn picks(&self) -> &[Pick] {
        &self.picks
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
        let point = |point: &FrontPoint| {
            let [d0, d1, d2, dun] = point.figures.transfer_percent;
            json!({
                "cp_min": point.figures.passenger_minutes,
                "co_min": point.figures.route_minutes,
                "co_two_way_min": point.figures.driven_minutes,
                "d0": d0,
                "d1": d1,
                "d2": d2,
                "dun": dun,
                "network": stop_names(city, &point.network),
            })
        };
        let pick = |pick: &Pick| {
            let [passenger, routes] = self.points[pick.point].costs();
            (pick.name.to_owned(), json!({ "point": pick.point, "cp_min": passenger, "co_min": routes }))
        };
        let mut summary = json!({
            "city": city.name(),
            "method": "front",
            "routes": limits.routes(),
            "min_stops": limits.min_stops(),
            "max_stops": limits.max_stops(),
            "seed": settings.seed,
            "seconds": self.seconds,
            "evaluations": self.evaluations,
            "interrupted": self.is_interrupted,
            "cp_lower_bound_min": city.mean_drive_minutes(),
            "weights": settings.weights,
            "picks": self.picks.iter().map(pick).collect::<serde_json::Map<_, _>>(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        });
        if let Some(folder) = folder {
            summary["out"] = folder.path().to_string_lossy().into();
        }
        summary
    }

    /// For people: the picks, and of the others as many as fit a screen.
    pub fn table(&self) -> String {
        let FrontJob { problem, settings, .. } = &self.job;
        let count = self.points.len();
        let mut text = format!("{}: {count} Pareto-optimal networks\n", problem.city.name());
        text.push_str("  network       mean trip (C_p)   route time (C_o)  direct trips\n");
        let step = count.div_ceil(MOST_ROWS).max(1);
        for (at, point) in self.points.iter().enumerate() {
            let picks = self.picks.iter().filter(|pick| pick.point == at);
            let picks: Vec<String> = picks.map(|pick| pick.title(settings.weights)).collect();
            if !at.is_multiple_of(step) && at + 1 != count && picks.is_empty() {
                continue;
            }
            let [passenger, routes] = point.costs();
            let mark = if picks.is_empty() { String::new() } else { format!("  <- {}", picks.join(", ")) };
            text.push_str(&format!(
                "  {:<12}  {passenger:>11.3} min  {routes:>13.0} min  {:>10.1} %{mark}\n",
                network_file(at),
                point.figures.transfer_percent[0]
            ));
        }
        text
    }
}

/// Scores all networks, on as many threads as the job has.
fn scored(job: &FrontJob, found: &[(Trade, RouteSet)]) -> Result<Vec<FrontPoint>> {
    let score = |(trade, routes): &(Trade, RouteSet)| {
        let problem = &job.problem;
        let network = routes.to_network(&problem.city);
        let figures = score(problem, &network);
        let [claimed, actual] = [trade.passenger_minutes, figures.passenger_minutes];
        if is_same_cost(&problem.city, claimed, actual) && figures.violations.is_empty() {
            return Ok(FrontPoint { network, figures });
        }
        Err(Error::Bug(format!(
            "the search says that a network meets all constraints at a mean trip of {claimed}, but it is {actual} with {} \
             violations:\n{}",
            figures.violations.len(),
            network_to_json(&problem.city, &network)
        )))
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build();
    match pool {
        Ok(pool) => pool.install(|| found.par_iter().map(score).collect()),
        // No threads to be had: one will do.
        Err(_) => found.iter().map(score).collect(),
    }
}

/// The best for riders first. Where streets differ by direction, the search weighs the time in all directions
/// and reports are of one: a network may turn out to be dominated.
fn undominated(mut points: Vec<FrontPoint>) -> Vec<FrontPoint> {
    points.sort_by(|a, b| {
        let (a, b) = (a.costs(), b.costs());
        a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
    });
    let mut least = f64::INFINITY;
    points.retain(|point| {
        let routes = point.costs()[1];
        let is_less = routes < least;
        least = least.min(routes);
        is_less
    });
    points
}
