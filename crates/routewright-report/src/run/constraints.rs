//! What was asked of the network, and whether it does it.

use routewright_eval::{Figures, Violation};
use routewright_model::{Network, Problem};

use super::html::{counted, escape};

/// More broken constraints than these are only counted.
const MOST_NAMED: usize = 30;

/// A line for each kind of constraint, then the broken ones in words.
pub(super) fn constraints(problem: &Problem, network: &Network, figures: &Figures) -> String {
    let limits = problem.limits;
    let broken = |test: fn(&Violation) -> bool| figures.violations.iter().any(test);
    let stops = network.routes.iter().map(|route| route.stop_count());
    let (shortest, longest) = (stops.clone().min().unwrap_or(0), stops.max().unwrap_or(0));
    let used = if shortest == longest { format!("{longest}") } else { format!("{shortest} to {longest}") };
    let lines = [
        (
            broken(|violation| matches!(violation, Violation::RouteCount { .. })),
            format!("{} asked for, {} designed", counted(limits.routes(), "route"), network.routes.len()),
        ),
        (
            broken(|violation| {
                matches!(violation, Violation::TooFewStops { .. } | Violation::TooManyStops { .. })
            }),
            format!("{} to {} stops a route allowed, {used} used", limits.min_stops(), limits.max_stops()),
        ),
        (
            broken(|violation| matches!(violation, Violation::BadEnd { .. })),
            "routes start and end only where they may".to_owned(),
        ),
        (
            broken(|violation| matches!(violation, Violation::Unserved { .. })),
            "every pair of nodes with demand is connected".to_owned(),
        ),
    ];
    let list = lines.iter().map(|(broken, text)| {
        let (class, mark) = if *broken { ("broken", "✗") } else { ("met", "✓") };
        format!("<li class=\"{class}\"><span class=\"mark\">{mark}</span>{text}</li>\n")
    });
    let mut text = format!("<ul class=\"checks\">\n{}</ul>\n", list.collect::<String>());
    text.push_str(&repeated(network));
    if !figures.violations.is_empty() {
        text.push_str(&violations(&figures.violations));
    }
    text
}

/// One or two words for the headline.
pub(super) fn verdict(figures: &Figures) -> String {
    match figures.violations.len() {
        0 => "<span class=\"pill met\">all constraints are met</span>".into(),
        1 => "<span class=\"pill broken\">one constraint is broken</span>".into(),
        count => format!("<span class=\"pill broken\">{count} constraints are broken</span>"),
    }
}

fn repeated(network: &Network) -> String {
    let pairs = network.repeated_routes();
    let name = |at: usize| escape(network.routes[at].name());
    let notes = pairs.iter().take(MOST_NAMED).map(|&(earlier, later)| {
        format!("<p class=\"note\">Routes {} and {} serve the same stops.</p>\n", name(earlier), name(later))
    });
    notes.collect()
}

fn violations(violations: &[Violation]) -> String {
    let named = violations.iter().take(MOST_NAMED);
    let mut text: String =
        named.map(|violation| format!("<li>{}</li>\n", escape(&violation.to_string()))).collect();
    if let Some(more) = violations.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
        text.push_str(&format!("<li>and {more} more</li>\n"));
    }
    format!("<ul class=\"violations\">\n{text}</ul>\n")
}
