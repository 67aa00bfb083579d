//! What a design run proposes: a network, its figures, and how it was found.

use std::path::Path;
use std::sync::Arc;

use routewright_eval::{Assessment, Figures, SharedTrips, is_same_cost, shared_trips};
use routewright_io::network_to_json;
use routewright_model::{Network, Problem};
use routewright_report::{
    MoveRow, Origin, RunFacts, RunReport, StartReport, Trace, comparison_table, moves_json, run_report_html,
};
use routewright_search::{ChangePrice, CostTerm, RouteSet};
use serde_json::{Value, json};

use super::checkpoint::STATE;
use super::files;
use super::job::DesignJob;
use super::settings::Settings;
use crate::assessment::{assessment_json, assessment_table};
use crate::gtfs::{GtfsOptions, write_gtfs};
use crate::{Choice, Error, Result, RunFolder, VERSION, score, stop_names};

/// A search that is over.
pub(super) struct Found {
    pub routes: RouteSet,
    pub cost: f64,
    pub evaluations: u64,
    pub moves: Vec<MoveRow>,
    pub rounds: u64,
    pub seconds: f64,
    pub is_interrupted: bool,
    pub trace: Trace,
}

/// The network a run started from, under the same rules.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What it costs, needs and serves.
    pub assessment: Assessment,
    /// The trips that it and the proposed network both serve.
    pub shared_trips: SharedTrips,
}

/// What a design run proposes.
pub struct Plan {
    pub(super) job: DesignJob,
    pub(super) network: Network,
    pub(super) assessment: Assessment,
    start: Option<Comparison>,
    /// Stops that changed against the start and what they are charged, where change has a price.
    changes: Option<(usize, f64)>,
    /// What cost terms from outside charge, by name.
    charges: Vec<(String, f64)>,
    moves: Vec<MoveRow>,
    pub(super) trace: Trace,
    pub(super) rounds: u64,
    pub(super) seconds: f64,
    evaluations: u64,
    pub(super) is_interrupted: bool,
}

impl Plan {
    /// Scores the best network again, apart from the search.
    ///
    /// # Errors
    /// It does not cost what the search says.
    pub(super) fn new(job: DesignJob, found: Found) -> Result<Self> {
        let network = job.network_of(&found.routes);
        let figures = score(&job.problem, &network);
        let changes = changes(&job, &found.routes);
        let charge_of = |term: &Arc<dyn CostTerm>| (term.name().to_owned(), term.cost(&found.routes));
        let charges: Vec<(String, f64)> = job.plugins.terms.iter().map(charge_of).collect();
        let charge =
            charges.iter().map(|(_, charge)| charge).sum::<f64>() + changes.map_or(0.0, |(_, charge)| charge);
        let (claimed, actual) = (found.cost, figures.cost + charge);
        if !is_same_cost(&job.problem.city, claimed, actual) {
            return Err(Error::Bug(format!(
                "the search says that its network costs {claimed}, but it costs {actual}:\n{}",
                network_to_json(&job.problem.city, &network)
            )));
        }
        let (problem, operating) = (&job.problem, &job.operating);
        let zones = job.inputs.details.people_and_jobs.as_ref();
        let assessment = Assessment::with_figures(figures, problem, &network, operating, zones);
        let start = job.inputs.start.as_ref().map(|start| Comparison {
            assessment: Assessment::new(problem, start, operating, zones),
            shared_trips: shared_trips(problem, start, &network),
        });
        let Found { evaluations, moves, rounds, seconds, is_interrupted, trace, .. } = found;
        Ok(Self {
            job,
            network,
            assessment,
            start,
            changes,
            charges,
            moves,
            trace,
            rounds,
            seconds,
            evaluations,
            is_interrupted,
        })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What it costs, by the reference.
    pub fn figures(&self) -> &Figures {
        &self.assessment.figures
    }

    /// What it costs, needs and serves.
    pub fn assessment(&self) -> &Assessment {
        &self.assessment
    }

    /// The problem it solves.
    pub fn problem(&self) -> &Problem {
        &self.job.problem
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.job.settings
    }

    /// The network the run started from, if there was one.
    pub fn start(&self) -> Option<&Comparison> {
        self.start.as_ref()
    }

    /// Stops that changed against the start and what they are charged, where change has a price.
    pub fn changes(&self) -> Option<(usize, f64)> {
        self.changes
    }

    /// What cost terms of your own charge beside the cost, by name.
    pub fn charges(&self) -> &[(String, f64)] {
        &self.charges
    }

    /// The best cost over time.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// How often each move was tried and accepted, where the search has moves.
    pub fn moves(&self) -> &[MoveRow] {
        &self.moves
    }

    /// Rounds of search.
    pub fn rounds(&self) -> u64 {
        self.rounds
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

    /// The folder of the run, if it has one.
    pub fn folder(&self) -> Option<&Path> {
        self.job.folder.as_ref().map(RunFolder::path)
    }

    /// Routes that repeat another although routes are to be distinct: there are too few legal ones.
    pub fn repeated_routes(&self) -> Option<usize> {
        Some(self.network.repeated_routes().len())
            .filter(|&count| count > 0 && !self.job.settings.no_distinct)
    }

    /// Whether the run can be resumed from its folder.
    pub fn is_resumable(&self) -> bool {
        self.is_interrupted && self.job.folder.as_ref().is_some_and(|folder| folder.has(STATE))
    }

    /// Writes the results to the folder of the run, if it has one.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn save(&self) -> Result<()> {
        let Some(folder) = &self.job.folder else { return Ok(()) };
        files::write(self, folder)?;
        if !self.is_interrupted {
            folder.remove(STATE).map_err(|error| Error::folder(folder.path(), error))?;
        }
        Ok(())
    }

    /// Lets other runs use the folder.
    pub(super) fn release(&mut self) {
        self.job.folder = self.job.folder.take().map(RunFolder::released);
    }

    /// Writes the results to a folder: network, map, report and what it takes to repeat the run. Files of an
    /// earlier run in it are replaced.
    ///
    /// # Errors
    /// The disk refuses, or another run is writing to the folder.
    pub fn write_folder(&self, path: impl AsRef<Path>) -> Result<()> {
        let stale = files::FILES.into_iter().chain([STATE]);
        files::write(self, &RunFolder::claim_cleared(path.as_ref(), stale)?)
    }

    /// Writes the network as a GTFS feed: one file if the name ends in `.zip`, else a folder.
    ///
    /// # Errors
    /// An option is wrong, or the disk refuses.
    pub fn write_gtfs(&self, path: impl AsRef<Path>, options: &GtfsOptions) -> Result<()> {
        let Problem { city, fixed, .. } = &self.job.problem;
        write_gtfs(path.as_ref(), city, &self.network, fixed, &self.job.inputs.details, options)
    }

    /// The object that `--json` prints and `summary.json` holds.
    pub fn summary(&self) -> Value {
        let DesignJob { problem, settings, folder, .. } = &self.job;
        let origin = Origin {
            method: settings.method.name(),
            seed: Some(settings.seed),
            seconds: self.seconds,
            evaluations: self.evaluations,
        };
        let shows_operations = settings.operating.is_given();
        let mut summary =
            assessment_json(problem, &self.network, &self.assessment, &origin, shows_operations);
        summary["network"] = stop_names(&problem.city, &self.network);
        summary["interrupted"] = self.is_interrupted.into();
        if let Some(Comparison { assessment: Assessment { figures, .. }, shared_trips }) = &self.start {
            summary["start"] = json!({
                "cost": figures.cost,
                "cp_min": figures.passenger_minutes,
                "co_min": figures.route_minutes,
                "co_two_way_min": figures.driven_minutes,
                "unserved_pairs": figures.unserved_pairs,
                "shared_trips": {
                    "percent": shared_trips.percent,
                    "start_min": shared_trips.minutes[0],
                    "proposed_min": shared_trips.minutes[1],
                },
            });
        }
        if let Some((stops, charge)) = self.changes {
            summary["changed_stops"] = stops.into();
            summary["change_charge"] = charge.into();
        }
        if let Some(count) = self.repeated_routes() {
            summary["repeated_routes"] = count.into();
        }
        if !self.charges.is_empty() {
            let charges = self.charges.iter().map(|(name, charge)| (name.clone(), json!(charge)));
            summary["charges"] = Value::Object(charges.collect());
        }
        if !settings.freeze.is_empty() {
            summary["frozen"] = json!(settings.freeze);
        }
        if !self.moves.is_empty() {
            summary["moves"] = moves_json(&self.moves);
        }
        if let Some(folder) = folder {
            summary["out"] = folder.path().to_string_lossy().into();
        }
        summary
    }

    /// The figures for people, beside those of the start.
    pub fn table(&self) -> String {
        let DesignJob { problem, settings, .. } = &self.job;
        let shows_operations = settings.operating.is_given();
        let mut text = assessment_table(problem, &self.network, &self.assessment, shows_operations);
        if let Some(Comparison { assessment, shared_trips }) = &self.start {
            text += &comparison_table(&assessment.figures, self.figures(), shared_trips);
        }
        if let Some((stops, charge)) = self.changes {
            text += &format!("changed stops: {stops}, charged {charge:.5} beside the cost\n");
        }
        let (method, seconds) = (settings.method.name(), self.seconds);
        text + &format!("found by {method} in {seconds:.1} s, {} networks scored\n", self.evaluations)
    }

    /// The report as one HTML page.
    pub fn report_html(&self) -> String {
        let DesignJob { problem, settings, inputs, command, .. } = &self.job;
        let facts = RunFacts {
            command: command.clone(),
            version: VERSION.to_owned(),
            method: settings.method.name().to_owned(),
            seed: settings.seed,
            seconds: self.seconds,
            evaluations: self.evaluations,
            is_reproducible: self.job.is_reproducible() && !self.is_interrupted,
            is_interrupted: self.is_interrupted,
        };
        let start = inputs.start.as_ref().zip(self.start.as_ref());
        run_report_html(&RunReport {
            problem,
            network: &self.network,
            assessment: &self.assessment,
            start: start.map(|(network, start)| StartReport {
                network,
                assessment: &start.assessment,
                shared: &start.shared_trips,
            }),
            trace: &self.trace,
            facts: &facts,
            moves: &self.moves,
            link_shapes: &inputs.details.link_shapes,
        })
    }
}

fn changes(job: &DesignJob, routes: &RouteSet) -> Option<(usize, f64)> {
    let price = job.settings.anneal.as_ref().map_or(0.0, |anneal| anneal.change_price);
    let start = job.start.as_ref().filter(|_| price > 0.0)?;
    let change = ChangePrice::new(&job.problem.city, &start.routes, price);
    let stops = change.changed_stops(routes);
    Some((stops, change.charge(stops)))
}
