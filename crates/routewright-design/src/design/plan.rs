//! What a design run proposes: a network, its figures, and how it was found.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use routewright_eval::service::ServiceAssessment;
use routewright_eval::{Assessment, Figures, LowerBounds, SharedTrips, is_same_cost, shared_trips};
use routewright_io::{FeedContent, LinkShapes, network_to_json};
use routewright_model::{Network, Problem};
use routewright_report::{
    MoveRow, Origin, RunFacts, RunReport, ServicePart, StartReport, Trace, comparison_table, moves_json,
    run_report_html, service_json,
};
use routewright_search::{ChangePrice, CostTerm, RouteSet, ServiceProblem};
use serde_json::{Value, json};

use super::checkpoint::STATE;
use super::files;
use super::job::DesignJob;
use super::settings::Settings;
use crate::assessment::{assessment_json, assessment_table, planned_table};
use crate::bound::{BoundEffort, lower_bounds};
use crate::ground::LaidOut;
use crate::gtfs::{GtfsOptions, write_gtfs};
use crate::planning::{charged_changes, driven_service, keeps_capacity, service_cost};
use crate::{Choice, Error, Inputs, Result, RunFolder, VERSION, score, stop_names};

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

/// What laying a network out along the streets changed.
#[derive(Clone, Debug)]
struct OnStreets {
    /// Routes without a legal course.
    failed: Vec<String>,
    /// Mean minutes by the times of links, where a service is planned.
    mean_before: Option<f64>,
}

/// What a design run proposes.
pub struct Plan {
    pub(super) job: DesignJob,
    /// The problem with the limits that count: a service has as many lines as it needs.
    scored_for: Problem,
    pub(super) network: Network,
    /// The courses of its routes, and of those it is compared with.
    pub(super) shapes: LinkShapes,
    /// What laying it out along the streets changed, where the streets are known.
    on_streets: Option<OnStreets>,
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
    /// Computed when first asked for.
    bounds: OnceLock<LowerBounds>,
}

impl Plan {
    /// Scores the best network again, apart from the search, then lays it out along the streets and scores what can be
    /// driven.
    ///
    /// # Errors
    /// It does not cost what the search says.
    pub(super) fn new(job: DesignJob, found: Found) -> Result<Self> {
        let network = job.network_of(&found.routes);
        let zones = job.inputs.details.people_and_jobs.as_ref();
        let assess = |network: &Network| {
            let service = job.service.as_ref().map(|service| {
                let ServiceProblem { problem, model, .. } = service;
                ServiceAssessment::new(&problem.city, network, &problem.fixed, model, zones)
            });
            let problem = match &service {
                // A service has as many lines as it needs.
                Some(_) => Problem { limits: job.limits_of(network), ..job.problem.clone() },
                None => job.problem.clone(),
            };
            let figures = score(&problem, network);
            (service, problem, figures)
        };
        let (service, problem, figures) = assess(&network);
        let changes = changes(&job, &found.routes);
        let charge_of = |term: &Arc<dyn CostTerm>| (term.name().to_owned(), term.cost(&found.routes));
        let charges: Vec<(String, f64)> = job.brought.plugins.terms.iter().map(charge_of).collect();
        let charge =
            charges.iter().map(|(_, charge)| charge).sum::<f64>() + changes.map_or(0.0, |(_, charge)| charge);
        let scored = match (&job.service, &service) {
            (Some(problem), Some(service)) => service_cost(problem, service),
            _ => figures.cost,
        };
        let (claimed, actual) = (found.cost, scored + charge);
        if !is_same_cost(&job.problem.city, claimed, actual) {
            return Err(Error::Bug(format!(
                "the search says that its network costs {claimed}, but it costs {actual}:\n{}",
                network_to_json(&job.problem.city, &network)
            )));
        }
        let (mut network, mut service, mut problem, mut figures) = (network, service, problem, figures);
        let mut on_streets = None;
        if job.inputs.ground.streets.is_some() {
            let ground = &job.inputs.ground;
            let LaidOut { network: laid, failed } = match &job.service {
                Some(posed) => driven_service(ground, posed, &network, &job.frozen),
                None => ground.lay_out(&network),
            };
            let mean_before = service.as_ref().map(|service| service.mean_min);
            network = laid;
            (service, problem, figures) = assess(&network);
            on_streets = Some(OnStreets { failed, mean_before });
        }
        let Inputs { city, details, ground, start, .. } = &job.inputs;
        let networks: Vec<&Network> = [&network, &problem.fixed].into_iter().chain(start).collect();
        let shapes = ground.shapes(city, &details.link_shapes, &networks);
        let operating = &job.settings.operating;
        let assessment =
            Assessment::with_figures(figures, &problem, &network, &operating.plan_for(&network)?, zones);
        let assessment = match service {
            Some(service) => assessment.with_service(service),
            None => assessment,
        };
        let start =
            job.inputs.start.as_ref().map(|start| compare(&job, &problem, start, &network)).transpose()?;
        let Found { evaluations, moves, rounds, seconds, is_interrupted, trace, .. } = found;
        Ok(Self {
            job,
            scored_for: problem,
            network,
            shapes,
            on_streets,
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
            bounds: OnceLock::new(),
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

    /// What no network of the paper's problem is below, where that is known: not with fixed or frozen routes, not for a
    /// service, and the route minutes (C_o) only if a small part of the time of the run is enough. They are computed
    /// when first asked for.
    pub fn bounds(&self) -> LowerBounds {
        *self.bounds.get_or_init(|| {
            let DesignJob { problem, settings, service, .. } = &self.job;
            if service.is_some() || !settings.freeze.is_empty() {
                return LowerBounds::default();
            }
            let effort = match self.is_interrupted {
                true => BoundEffort::NONE,
                false => BoundEffort::beside(settings.seconds),
            };
            lower_bounds(problem, &self.network, !settings.no_distinct, effort)
        })
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
        let Settings { no_distinct, ref service, .. } = self.job.settings;
        let may_repeat = no_distinct && service.is_none();
        Some(self.network.repeated_routes().len()).filter(|&count| count > 0 && !may_repeat)
    }

    /// Whether everything is as it was asked for: no constraint of the paper's problem is violated, or no vehicle of a
    /// service is fuller than allowed.
    pub fn keeps_limits(&self) -> bool {
        match &self.assessment.service {
            Some(service) => keeps_capacity(service),
            None => self.figures().violations.is_empty(),
        }
    }

    /// Whether no network within the limits can serve every trip; the notes of the job say why.
    pub fn falls_short(&self) -> bool {
        self.job.falls_short
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
        let content = FeedContent::new(city, &self.network, fixed, &self.shapes);
        let lines = &self.job.inputs.ground.lines.lines;
        write_gtfs(path.as_ref(), &FeedContent { lines, ..content }, options)
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
        let mut summary = assessment_json(
            problem,
            &self.network,
            &self.assessment,
            &self.bounds(),
            &origin,
            shows_operations,
        );
        summary["network"] = stop_names(&problem.city, &self.network);
        if let Some(policy) = &settings.model {
            summary["model"] = policy.as_str().into();
        }
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
        if let Some(service) = self.start.as_ref().and_then(|start| start.assessment.service.as_ref()) {
            summary["start"]["service"] = service_json(&problem.city, service);
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
        let before = self.start.as_ref().and_then(|start| start.assessment.service.as_ref());
        let own =
            || assessment_table(problem, &self.network, &self.assessment, &self.bounds(), shows_operations);
        let mut text = match (&self.assessment.service, &self.start) {
            (Some(service), _) => {
                planned_table(&problem.city, &self.assessment, service, before, shows_operations)
            }
            (None, None) => own(),
            (None, Some(Comparison { assessment, shared_trips })) => {
                own() + &comparison_table(&assessment.figures, self.figures(), shared_trips)
            }
        };
        text += &self.street_notes();
        if let Some((stops, charge)) = self.changes {
            text += &format!("changed stops: {stops}, charged {charge:.5} beside the cost\n");
        }
        let (method, seconds) = (settings.found_by(), self.seconds);
        text + &format!("found by {method} in {seconds:.1} s, {} networks scored\n", self.evaluations)
    }

    /// What laying the routes out along the streets changed, for people.
    fn street_notes(&self) -> String {
        let Some(OnStreets { failed, mean_before }) = &self.on_streets else { return String::new() };
        let mut text = String::new();
        if let (Some(before), Some(service)) = (mean_before, &self.assessment.service) {
            text += &format!(
                "laid out along the streets: {before:.2} minutes by links, {:.2} as driven, turns and ways round included\n",
                service.mean_min
            );
        }
        if !failed.is_empty() {
            text += &format!("no legal way along the streets was found for {}\n", failed.join(", "));
        }
        text
    }

    /// The report as one HTML page.
    pub fn report_html(&self) -> String {
        let before = self.start.as_ref().and_then(|start| start.assessment.service.as_ref());
        let service = self.assessment.service.as_ref().map(|assessment| ServicePart {
            assessment,
            start: before,
            vehicle_limit: self.job.service.as_ref().map(|service| u64::from(service.vehicles)),
        });
        let DesignJob { settings, inputs, command, .. } = &self.job;
        let problem = &self.scored_for;
        let facts = RunFacts {
            command: command.clone(),
            version: VERSION.to_owned(),
            method: settings.found_by(),
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
            link_shapes: &self.shapes,
            frozen: &settings.freeze,
            styles: &[],
            service,
            bounds: self.bounds(),
        })
    }
}

/// The start, under the same rules.
fn compare(job: &DesignJob, problem: &Problem, start: &Network, network: &Network) -> Result<Comparison> {
    let (operating, zones) = (&job.settings.operating, job.inputs.details.people_and_jobs.as_ref());
    let assessment = Assessment::new(problem, start, &operating.plan_for(start)?, zones);
    let assessment = match &job.service {
        Some(ServiceProblem { problem, model, .. }) => {
            let timed = operating.timed(start)?;
            assessment.with_service(ServiceAssessment::new(
                &problem.city,
                &timed,
                &problem.fixed,
                model,
                zones,
            ))
        }
        None => assessment,
    };
    Ok(Comparison { assessment, shared_trips: shared_trips(problem, start, network) })
}

fn changes(job: &DesignJob, routes: &RouteSet) -> Option<(usize, f64)> {
    if let (Some(service), Some(start)) = (&job.settings.service, &job.start) {
        return charged_changes(&job.problem.city, service.search.change_price, &start.routes, routes);
    }
    let price = job.settings.anneal.as_ref().map_or(0.0, |anneal| anneal.change_price);
    let start = job.start.as_ref().filter(|_| price > 0.0)?;
    let change = ChangePrice::new(&job.problem.city, &start.routes, price);
    let stops = change.changed_stops(routes);
    Some((stops, change.charge(stops)))
}
