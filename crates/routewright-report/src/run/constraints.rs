//! The constraints of the problem, and whether the network meets them.

use maud::{Markup, html};
use routewright_eval::{Figures, Violation};
use routewright_model::{Network, Problem};

use crate::words::counted;

/// Further violations are only counted.
const MOST_NAMED: usize = 30;

/// A line per kind of constraint, then every violation in words.
pub(super) fn constraints(problem: &Problem, network: &Network, figures: &Figures) -> Markup {
    let limits = problem.limits;
    let broken = |test: fn(&Violation) -> bool| figures.violations.iter().any(test);
    let stops = network.routes.iter().map(|route| route.stop_count());
    let (shortest, longest) = (stops.clone().min().unwrap_or(0), stops.max().unwrap_or(0));
    let used = if shortest == longest { format!("{longest}") } else { format!("{shortest} to {longest}") };
    let lines = [
        (
            broken(|violation| matches!(violation, Violation::RouteCount { .. })),
            format!("{} required, {} designed", counted(limits.routes(), "route"), network.routes.len()),
        ),
        (
            broken(|violation| {
                matches!(violation, Violation::TooFewStops { .. } | Violation::TooManyStops { .. })
            }),
            format!("{} to {} stops per route allowed, {used} used", limits.min_stops(), limits.max_stops()),
        ),
        (
            broken(|violation| matches!(violation, Violation::BadEnd { .. })),
            "routes start and end at terminals only".to_owned(),
        ),
        (
            broken(|violation| matches!(violation, Violation::Unserved { .. })),
            "every pair of nodes with demand is connected".to_owned(),
        ),
    ];
    html! {
        ul.checks {
            @for (is_broken, text) in lines {
                li class=(if is_broken { "broken" } else { "met" }) {
                    span.mark { (if is_broken { "✗" } else { "✓" }) }
                    (text)
                }
            }
        }
        (repeated(network))
        @if !figures.violations.is_empty() { (violations(&figures.violations)) }
    }
}

/// One line for the head of the page.
pub(super) fn verdict(figures: &Figures) -> Markup {
    html! {
        @match figures.violations.len() {
            0 => { span.pill.met { "all constraints are met" } },
            1 => { span.pill.broken { "one constraint is broken" } },
            count => { span.pill.broken { (count) " constraints are broken" } },
        }
    }
}

fn repeated(network: &Network) -> Markup {
    let name = |at: usize| network.routes[at].name();
    html! {
        @for (earlier, later) in network.repeated_routes().into_iter().take(MOST_NAMED) {
            p.note { "Routes " (name(earlier)) " and " (name(later)) " serve the same stops." }
        }
    }
}

fn violations(violations: &[Violation]) -> Markup {
    html! {
        ul.violations {
            @for violation in violations.iter().take(MOST_NAMED) { li { (violation.to_string()) } }
            @if violations.len() > MOST_NAMED { li { "and " (violations.len() - MOST_NAMED) " more" } }
        }
    }
}
