//! What a run found: checked, written, printed.

use anyhow::ensure;
use routewright::Network;
use routewright::eval::{Figures, SharedTrips, assess, is_same_cost, operations, reference, shared_trips};
use routewright::io::{WriteError, network_to_geojson_on_streets, network_to_json};
use routewright::report::{RunFacts, RunReport, Trace, run_report_html};
use routewright::search::Search;
use routewright::{City, Problem};
use serde_json::{Value, json};

use super::checkpoint::{NETWORK, TRACE};
use super::session::Session;
use crate::figures::{Made, figures_json, network_map};
use crate::service::operations_json;

/// Files of a run folder.
pub const SUMMARY: &str = "summary.json";
pub const GEOJSON: &str = "network.geojson";
pub const MAP: &str = "map.svg";
pub const REPORT: &str = "report.html";

/// Cities up to this size are scored by the definitions; above, that would take too long.
const MOST_NODES_BY_DEFINITION: usize = 400;

/// The best network of a run and how it came about.
pub struct Outcome<'run> {
    pub session: &'run Session,
    pub network: Network,
    pub figures: Figures,
    /// The network it started from, if there was one, under the same rules, and the trips that both serve.
    pub today: Option<(Figures, SharedTrips)>,
    /// Stops that changed against the start and what they are charged, where change has a price.
    pub changes: Option<(usize, f64)>,
    pub seconds: f64,
    pub evaluations: u64,
    pub is_interrupted: bool,
}

impl<'run> Outcome<'run> {
    /// Scores the best network anew, apart from the search.
    ///
    /// # Errors
    /// It does not cost what the search says.
    pub fn new(
        session: &'run Session,
        search: &dyn Search,
        seconds: f64,
        is_interrupted: bool,
    ) -> anyhow::Result<Self> {
        let network = session.network_of(search.best());
        let figures = score(&session.whole, &network);
        let change = session.start.as_ref().and_then(|start| start.change.as_ref());
        let changes = change.map(|change| {
            let stops = change.changed_stops(search.best());
            (stops, change.charge(stops))
        });
        let charge = changes.map_or(0.0, |(_, charge)| charge);
        let (claimed, actual) = (search.best_cost(), figures.cost + charge);
        ensure!(
            is_same_cost(&session.problem.city, claimed, actual),
            "the search says that its network costs {claimed}, but it costs {actual}: this is a fault of the program, \
             please report it with the command\n{}",
            network_to_json(&session.problem.city, &network)
        );
        let evaluations = search.evaluations();
        let today = session
            .inputs
            .start
            .as_ref()
            .map(|start| (assess(&session.whole, start), shared_trips(&session.whole, start, &network)));
        Ok(Self { session, network, figures, today, changes, seconds, evaluations, is_interrupted })
    }

    /// The object that `--json` prints and `summary.json` holds.
    pub fn summary(&self) -> Value {
        let Session { whole: problem, settings, folder, service, .. } = self.session;
        let made = Made {
            method: settings.method.name(),
            seed: Some(settings.seed),
            seconds: self.seconds,
            evaluations: self.evaluations,
        };
        let mut summary = figures_json(problem, &self.network, &self.figures, &made);
        summary["network"] = stop_names(&problem.city, &self.network);
        summary["interrupted"] = self.is_interrupted.into();
        if let Some((today, shared)) = &self.today {
            summary["start"] = json!({
                "cost": today.cost,
                "cp_min": today.passenger_minutes,
                "co_min": today.route_minutes,
                "co_two_way_min": today.driven_minutes,
                "unserved_pairs": today.unserved_pairs,
                "shared_trips": {
                    "percent": shared.percent,
                    "start_min": shared.minutes[0],
                    "proposed_min": shared.minutes[1],
                },
            });
        }
        if let Some((stops, charge)) = self.changes {
            summary["changed_stops"] = stops.into();
            summary["change_charge"] = charge.into();
        }
        if !settings.freeze.is_empty() {
            summary["frozen"] = json!(settings.freeze);
        }
        if settings.service.is_given() {
            summary["operations"] = operations_json(&operations(&self.network, service), service);
        }
        if let Some(folder) = folder {
            summary["out"] = json!(folder.path());
        }
        summary
    }

    /// Writes everything but the state, the network first.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn write(&self, trace: &Trace) -> Result<(), WriteError> {
        let Session { whole: problem, folder: Some(folder), details, .. } = self.session else {
            return Ok(());
        };
        let fixed = (!problem.fixed.routes.is_empty()).then_some(&problem.fixed);
        folder.write(NETWORK, &network_to_json(&problem.city, &self.network))?;
        folder.write(TRACE, &trace.to_csv())?;
        folder.write(SUMMARY, &format!("{:#}\n", self.summary()))?;
        folder.write(
            GEOJSON,
            &network_to_geojson_on_streets(&problem.city, &self.network, fixed, &details.link_shapes),
        )?;
        folder.write(MAP, &network_map(problem, &self.network, &self.figures))?;
        folder.write(REPORT, &self.report(trace))
    }

    fn report(&self, trace: &Trace) -> String {
        let Session { whole: problem, settings, inputs, command, service, details, .. } = self.session;
        let facts = RunFacts {
            command: command.clone(),
            version: super::VERSION.to_owned(),
            method: settings.method.name().to_owned(),
            seed: settings.seed,
            seconds: self.seconds,
            evaluations: self.evaluations,
            is_reproducible: settings.is_reproducible() && !self.is_interrupted,
            is_interrupted: self.is_interrupted,
        };
        run_report_html(&RunReport {
            problem,
            network: &self.network,
            figures: &self.figures,
            start: inputs
                .start
                .as_ref()
                .zip(self.today.as_ref())
                .map(|(start, (figures, shared))| (start, figures, shared)),
            trace,
            facts: &facts,
            service,
            details,
        })
    }
}

/// Scores a network apart from any search.
pub fn score(problem: &Problem, network: &Network) -> Figures {
    match problem.city.node_count() {
        ..=MOST_NODES_BY_DEFINITION => reference::evaluate(problem, network),
        _ => assess(problem, network),
    }
}

/// The routes of a network as lists of node ids.
pub fn stop_names(city: &City, network: &Network) -> Value {
    let route = |route: &routewright::Route| -> Vec<&str> {
        route.stops().iter().map(|&stop| city.node(stop).name.as_str()).collect()
    };
    json!(network.routes.iter().map(route).collect::<Vec<_>>())
}
