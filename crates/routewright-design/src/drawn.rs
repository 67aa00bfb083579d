//! The report of a service that somebody planned by hand.

use routewright_eval::service::ServiceAssessment;
use routewright_eval::{Assessment, LowerBounds, assess, shared_trips};
use routewright_model::{Limits, Network, Problem, Route};
use routewright_report::{RunFacts, RunReport, ServicePart, StartReport, Trace, run_report_html};

use crate::{Inputs, OperatingOptions, ProblemOptions, Result, VERSION};

/// A network and what it means for riders and the fleet.
pub type Judged<'a> = (&'a Network, &'a ServiceAssessment);

/// The report of a service that somebody planned by hand, beside today's where it is known, as one HTML page. Frozen routes
/// are given by name, the styles of all routes by their places in the palette.
///
/// # Errors
/// The network has no routes.
pub fn drawn_report_html(
    name: &str,
    inputs: &Inputs,
    plan: Judged<'_>,
    today: Option<Judged<'_>>,
    (frozen, styles): (&[String], &[usize]),
) -> Result<String> {
    let (network, service) = plan;
    let problem = ProblemOptions::default().to_score(&inputs.city, network, inputs.fixed.clone())?;
    let stops = || network.routes.iter().map(Route::stop_count);
    let limits = Limits::new(network.routes.len(), stops().min().unwrap_or(2), stops().max().unwrap_or(2))?;
    let problem = Problem { limits, ..problem };
    let zones = inputs.details.people_and_jobs.as_ref();
    let judged = |network: &Network, service: &ServiceAssessment| -> Result<Assessment> {
        let plan = OperatingOptions::default().plan_for(network)?;
        let figures = assess(&problem, network);
        Ok(Assessment::with_figures(figures, &problem, network, &plan, zones).with_service(service.clone()))
    };
    let assessment = judged(network, service)?;
    let before = today.map(|(network, service)| judged(network, service)).transpose()?;
    let shared = today.map(|(today, _)| shared_trips(&problem, today, network));
    let start = today
        .zip(before.as_ref())
        .zip(shared.as_ref())
        .map(|(((network, _), assessment), shared)| StartReport { network, assessment, shared });
    let networks: Vec<&Network> =
        [network, &problem.fixed].into_iter().chain(today.map(|(network, _)| network)).collect();
    let facts = RunFacts { command: name.to_owned(), version: VERSION.to_owned(), ..RunFacts::default() };
    Ok(run_report_html(&RunReport {
        problem: &problem,
        network,
        assessment: &assessment,
        start,
        trace: &Trace::default(),
        facts: &facts,
        moves: &[],
        link_shapes: &inputs.ground.shapes(&inputs.city, &inputs.details.link_shapes, &networks),
        frozen,
        styles,
        service: Some(ServicePart {
            assessment: service,
            start: today.map(|(_, service)| service),
            vehicle_limit: None,
        }),
        bounds: LowerBounds::default(),
    }))
}
