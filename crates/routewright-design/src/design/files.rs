//! The files of a design run.

use routewright_io::network_to_geojson_on_streets;
use routewright_report::{network_map, service_map};

use super::plan::Plan;
use crate::run_file::RUN;
use crate::{Result, RunFolder};

/// The network.
pub(crate) const NETWORK: &str = "network.json";
/// The best cost over time.
pub(crate) const TRACE: &str = "trace.csv";
const SUMMARY: &str = "summary.json";
const GEOJSON: &str = "network.geojson";
const MAP: &str = "map.svg";
const REPORT: &str = "report.html";

/// Every file of results, the page for the browser first.
pub const FILES: [&str; 7] = [REPORT, NETWORK, GEOJSON, MAP, SUMMARY, TRACE, RUN];

/// Writes everything but the state, the network first.
pub(super) fn write(plan: &Plan, folder: &RunFolder) -> Result<()> {
    let problem = &plan.job.problem;
    let fixed = (!problem.fixed.routes.is_empty()).then_some(&problem.fixed);
    let streets = &plan.shapes;
    folder.write(NETWORK, &plan.job.network_json(&plan.network))?;
    folder.write(TRACE, &plan.trace.to_csv())?;
    folder.write(SUMMARY, &format!("{:#}\n", plan.summary()))?;
    folder
        .write(GEOJSON, &network_to_geojson_on_streets(&problem.city, &plan.network, fixed, streets, &[]))?;
    let map = match &plan.assessment.service {
        Some(service) => service_map(problem, &plan.network, service),
        None => network_map(problem, &plan.network, plan.figures()),
    };
    folder.write(MAP, &map)?;
    folder.write(REPORT, &plan.report_html())?;
    folder.write(RUN, &plan.job.run_file(plan.rounds, plan.seconds, !plan.is_interrupted))?;
    Ok(())
}
