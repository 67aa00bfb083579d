//! The page of a service plan.

use maud::{Markup, html};
use routewright_eval::service::gains;
use routewright_model::Problem;

use super::ServicePart;
use super::access::access;
use super::assumptions::assumptions;
use super::cards::service_cards;
use super::header::service_header;
use super::lines::line_table;
use super::loads::loads;
use super::minutes::minutes;
use super::shapes::shapes;
use super::zones::{Totals, zones};
use crate::fates::FATES_STYLE;
use crate::page::{note, page_html, section};
use crate::run::cards::cards;
use crate::run::constraints::constraints;
use crate::run::moves::moves_table;
use crate::run::page::{RunReport, comparison, cost_over_time, lines_of_today, map, repeat};

const STYLE: &str = include_str!("style.css");

/// The report of a service plan as HTML.
pub(in crate::run) fn service_report_html(report: &RunReport<'_>, part: &ServicePart<'_>) -> String {
    let RunReport { problem, network, facts, .. } = *report;
    let (city, service) = (&problem.city, part.assessment);
    let gains = part.start.map(|start| gains(start, service)).unwrap_or_default();
    let totals = Totals::new(&gains);
    let content = html! {
        (service_header(report, part, totals.as_ref()))
        (service_cards(part))
        (section("Map", &html! {
            p.note.above {
                "Wider lines run more often."
                span.on-screen { " Hover over a line or a stop for details; click a line to highlight it." }
            }
            (map(report))
        }))
        (section("Where the minutes go", &minutes(part)))
        (section("Lines", &line_table(city, service, [network, &problem.fixed], (report.frozen, report.styles))))
        @if let Some(lines) = lines_of_today(report) { (section("What becomes of today's lines", &lines)) }
        (section("The shape of the lines", &shapes(part)))
        (section("How full vehicles are", &loads(city, service)))
        @if let Some(totals) = &totals { (section("Who gains and who loses", &zones(city, &gains, totals))) }
        @if let Some(access) = access(part) { (section("People and jobs within reach", &access)) }
        (section("What was assumed", &assumptions(city, &service.model)))
        @if facts.is_by_hand() {
            (note(&format!("Routewright {}.", facts.version)))
        } @else {
            (section("How to repeat it", &repeat(facts)))
            (search(report))
        }
    };
    page_html(report.title(), &(FATES_STYLE.to_owned() + STYLE), &content)
}

/// Whether trips start and end where no vehicle stops. The literature's problem knows no walks: in it such trips would all
/// be unserved.
fn is_walked_to(problem: &Problem) -> bool {
    problem.city.node_ids().any(|node| !problem.city.is_on_street(node))
}

/// The search, and the figures of the paper's problem, for those who ask.
fn search(report: &RunReport<'_>) -> Markup {
    let RunReport { problem, network, assessment, trace, moves, .. } = *report;
    let figures = &assessment.figures;
    html! {
        details {
            summary { (if is_walked_to(problem) { "The search" } else { "The search, and the figures of the literature's problem" }) }
            (section("Best score over time", &cost_over_time(trace)))
            @if !moves.is_empty() { (section("Moves", &moves_table(moves))) }
            @if !is_walked_to(problem) { (section("Figures of the literature", &html! {
                (note("The benchmark problem counts neither walking nor waiting, and no vehicles. These figures are for \
                       comparison with published networks only; the search did not use them."))
                (cards(problem, figures, &report.bounds))
                (comparison(report))
                (constraints(problem, network, figures))
            })) }
        }
    }
}
