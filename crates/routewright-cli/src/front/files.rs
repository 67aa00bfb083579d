//! The files of a front.

use std::fmt::Write;
use std::io;

use routewright::io::{WriteError, network_to_geojson, network_to_json};
use routewright::report::{FrontPage, FrontPick, FrontRow, RunFacts, RunFolder, front_page_html};

use super::outcome::Outcome;
use crate::figures::network_map;

/// Names in the folder.
pub const RUN: &str = "run.toml";
pub const FRONT: &str = "front.json";
pub const TABLE: &str = "front.csv";
pub const PAGE: &str = "front.html";
const NETWORKS: &str = "networks";

/// Where the network of a point lies, without the ending.
pub fn network_file(at: usize) -> String {
    format!("{NETWORKS}/{:03}", at + 1)
}

/// Removes what an earlier run left.
pub fn clear(folder: &RunFolder) -> io::Result<()> {
    for name in [FRONT, TABLE, PAGE] {
        folder.remove(name)?;
    }
    // Numbered without gaps, so that the first one missing ends them.
    for file in (0..).map(network_file) {
        if folder.read(&format!("{file}.json"))?.is_none() {
            break;
        }
        folder.remove(&format!("{file}.json"))?;
        folder.remove(&format!("{file}.geojson"))?;
    }
    Ok(())
}

/// Writes everything but `run.toml`, the networks first.
///
/// # Errors
/// The disk refuses.
pub fn write(outcome: &Outcome<'_>) -> Result<(), WriteError> {
    let Some(folder) = &outcome.session.folder else { return Ok(()) };
    folder.write(FRONT, &format!("{}\n", outcome.summary()))?;
    folder.write(TABLE, &csv(outcome))?;
    folder.write(PAGE, &page(outcome))?;
    let problem = &outcome.session.problem;
    let fixed = (!problem.fixed.routes.is_empty()).then_some(&problem.fixed);
    let networks = RunFolder::open(&folder.path().join(NETWORKS));
    for (at, point) in outcome.points.iter().enumerate() {
        let name = format!("{:03}", at + 1);
        networks.write(&format!("{name}.json"), &network_to_json(&problem.city, &point.network))?;
        let geojson = network_to_geojson(&problem.city, &point.network, fixed);
        networks.write(&format!("{name}.geojson"), &geojson)?;
    }
    Ok(())
}

fn csv(outcome: &Outcome<'_>) -> String {
    let mut text = "network,cp_min,co_min,d0,d1,d2,dun\n".to_owned();
    for (at, point) in outcome.points.iter().enumerate() {
        let figures = &point.figures;
        let [d0, d1, d2, dun] = figures.transfer_percent;
        let _ = writeln!(
            text,
            "{}.json,{},{},{d0:.4},{d1:.4},{d2:.4},{dun:.4}",
            network_file(at),
            figures.passenger_minutes,
            figures.route_minutes
        );
    }
    text
}

fn page(outcome: &Outcome<'_>) -> String {
    let session = outcome.session;
    let (problem, limits) = (&session.problem, session.problem.limits);
    let row = |(at, point): (usize, &super::outcome::Point)| FrontRow {
        passenger_minutes: point.figures.passenger_minutes,
        route_minutes: point.figures.route_minutes,
        direct_percent: point.figures.transfer_percent[0],
        file: network_file(at),
    };
    let pick = |pick: &super::outcome::Pick| {
        let point = &outcome.points[pick.point];
        FrontPick {
            name: pick.title(session.weights),
            row: pick.point,
            map: network_map(problem, &point.network, &point.figures),
        }
    };
    front_page_html(&FrontPage {
        city: problem.city.name().to_owned(),
        asked: format!(
            "{} routes of {} to {} stops",
            limits.routes(),
            limits.min_stops(),
            limits.max_stops()
        ),
        rows: outcome.points.iter().enumerate().map(row).collect(),
        picks: outcome.picks.iter().map(pick).collect(),
        facts: RunFacts {
            command: session.command.clone(),
            version: super::VERSION.to_owned(),
            method: "front".into(),
            seed: session.seed,
            seconds: outcome.seconds,
            evaluations: outcome.evaluations,
            is_reproducible: session.seconds.is_none() && !outcome.is_interrupted,
            is_interrupted: outcome.is_interrupted,
        },
    })
}
