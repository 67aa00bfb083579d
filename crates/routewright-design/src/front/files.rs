//! The files of a front.

use routewright_io::{network_to_geojson, network_to_geojson_on_streets, network_to_json};
use routewright_report::{FrontPage, RunFacts, front_page_html};

use super::job::FrontJob;
use super::outcome::FrontOutcome;
use crate::planning::service_network_json;
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
    folder.write(TABLE, &outcome.csv())?;
    folder.write(PAGE, &page(outcome))?;
    let FrontJob { problem, service, details, .. } = &outcome.job;
    let city = &problem.city;
    let fixed = (!problem.fixed.routes.is_empty()).then_some(&problem.fixed);
    let networks = outcome.networks();
    for (at, network) in networks.iter().enumerate() {
        let file = network_file(at);
        let json = match service {
            Some(work) => service_network_json(city, network, work.model()),
            None => network_to_json(city, network),
        };
        folder.write(&format!("{file}.json"), &json)?;
        let geojson = match service {
            Some(work) => {
                let shapes = work.ground.shapes(city, &details.link_shapes, &[network]);
                network_to_geojson_on_streets(city, network, fixed, &shapes, &[])
            }
            None => network_to_geojson(city, network, fixed),
        };
        folder.write(&format!("{file}.geojson"), &geojson)?;
    }
    clear_networks(folder, networks.len())
}

fn page(outcome: &FrontOutcome) -> String {
    let job = &outcome.job;
    let (problem, settings) = (&job.problem, &job.settings);
    let (axes, rows, picks, today) = outcome.drawn();
    let most = if settings.service.is_some() { "at most " } else { "" };
    front_page_html(&FrontPage {
        city: problem.city.name().to_owned(),
        asked: format!(
            "{most}{} routes of {} to {} stops",
            settings.routes, settings.min_stops, settings.max_stops
        ),
        axes,
        rows,
        picks,
        today,
        facts: RunFacts {
            command: job.command.clone(),
            version: VERSION.to_owned(),
            method: settings.method().into(),
            seed: settings.seed,
            seconds: outcome.seconds,
            evaluations: outcome.evaluations,
            is_reproducible: settings.is_reproducible() && !outcome.is_interrupted,
            is_interrupted: outcome.is_interrupted,
        },
    })
}
