//! The files of a front.

use routewright_io::{network_to_geojson, network_to_json};
use routewright_report::{FrontPage, FrontPick, FrontRow, RunFacts, csv_text, front_page_html, network_map};

use super::outcome::{FrontOutcome, FrontPoint, Pick};
use crate::{Error, Result, RunFolder, VERSION};

/// The page for the browser.
pub const PAGE: &str = "front.html";
const FRONT: &str = "front.json";
const TABLE: &str = "front.csv";
const NETWORKS: &str = "networks";

/// Files besides the networks.
pub(super) const FILES: [&str; 4] = [PAGE, FRONT, TABLE, crate::run_file::RUN];

/// Where the network of a point is, without the ending.
pub fn network_file(at: usize) -> String {
    format!("{NETWORKS}/{:03}", at + 1)
}

/// Removes the networks of an earlier run from a number on.
pub(super) fn clear_networks(folder: &RunFolder, first: usize) -> Result<()> {
    // Numbered without gaps, so that the first one missing ends them.
    for file in (first..).map(network_file).take_while(|file| folder.has(&format!("{file}.json"))) {
        for ending in ["json", "geojson"] {
            let name = format!("{file}.{ending}");
            folder.remove(&name).map_err(|error| Error::folder(&folder.path().join(&name), error))?;
        }
    }
    Ok(())
}

/// Writes everything but `run.toml`.
pub(super) fn write(outcome: &FrontOutcome, folder: &RunFolder) -> Result<()> {
    folder.write(FRONT, &format!("{}\n", outcome.summary()))?;
    folder.write(TABLE, &csv(outcome))?;
    folder.write(PAGE, &page(outcome))?;
    let problem = &outcome.job.problem;
    let fixed = (!problem.fixed.routes.is_empty()).then_some(&problem.fixed);
    for (at, point) in outcome.points.iter().enumerate() {
        let file = network_file(at);
        folder.write(&format!("{file}.json"), &network_to_json(&problem.city, &point.network))?;
        let geojson = network_to_geojson(&problem.city, &point.network, fixed);
        folder.write(&format!("{file}.geojson"), &geojson)?;
    }
    clear_networks(folder, outcome.points.len())
}

fn csv(outcome: &FrontOutcome) -> String {
    let head = ["network", "cp_min", "co_min", "d0", "d1", "d2", "dun"].map(str::to_owned);
    let rows = outcome.points.iter().enumerate().map(|(at, point)| {
        let figures = &point.figures;
        let [d0, d1, d2, dun] = figures.transfer_percent.map(|percent| format!("{percent:.4}"));
        let [cp, co] = [figures.passenger_minutes, figures.route_minutes].map(|minutes| minutes.to_string());
        [format!("{}.json", network_file(at)), cp, co, d0, d1, d2, dun]
    });
    csv_text(std::iter::once(head).chain(rows))
}

fn page(outcome: &FrontOutcome) -> String {
    let job = &outcome.job;
    let (problem, settings) = (&job.problem, &job.settings);
    let row = |(at, point): (usize, &FrontPoint)| FrontRow {
        passenger_minutes: point.figures.passenger_minutes,
        route_minutes: point.figures.route_minutes,
        direct_percent: point.figures.transfer_percent[0],
        file: network_file(at),
    };
    let pick = |pick: &Pick| {
        let point = &outcome.points[pick.point];
        FrontPick {
            name: pick.title(settings.weights),
            row: pick.point,
            map: network_map(problem, &point.network, &point.figures),
        }
    };
    front_page_html(&FrontPage {
        city: problem.city.name().to_owned(),
        asked: format!(
            "{} routes of {} to {} stops",
            settings.routes, settings.min_stops, settings.max_stops
        ),
        rows: outcome.points.iter().enumerate().map(row).collect(),
        picks: outcome.picks.iter().map(pick).collect(),
        facts: RunFacts {
            command: job.command.clone(),
            version: VERSION.to_owned(),
            method: "front".into(),
            seed: settings.seed,
            seconds: outcome.seconds,
            evaluations: outcome.evaluations,
            is_reproducible: settings.is_reproducible() && !outcome.is_interrupted,
            is_interrupted: outcome.is_interrupted,
        },
    })
}
