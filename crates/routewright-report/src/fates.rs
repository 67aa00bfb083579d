//! What became of today's lines, for pages.

use maud::{Markup, html};
use routewright_eval::fates::{Fate, Fates, LineFate, Successor};
use routewright_eval::service::ServiceAssessment;
use routewright_model::{City, Network, Route};

use crate::words::{between, trimmed, whole_percent};

/// Rules for the tables, for pages that have them.
pub(crate) const FATES_STYLE: &str = include_str!("fates.css");

/// Fates in the order of the tables, with what they mean.
const FATES: [(&str, &str); 5] = [
    ("kept", "a line of its own keeps nine tenths of the stops or more, in order"),
    ("changed", "a line of its own keeps most of the stops"),
    ("split", "two or three lines together keep most of the stops"),
    ("merged", "a line that takes the place of another keeps most of the stops"),
    ("dropped", "no such line"),
];
/// More lines than this scroll in a box of their own on screens.
const MOST_AT_ONCE: usize = 25;

/// A network whose lines have successors, or that has them.
#[derive(Clone, Copy)]
pub(crate) struct Timed<'page> {
    pub(crate) network: &'page Network,
    /// How often its lines run, where that is known.
    pub(crate) service: Option<&'page ServiceAssessment>,
}

/// A plan beside today's network.
pub(crate) struct Later<'page> {
    pub(crate) name: &'page str,
    pub(crate) lines: Timed<'page>,
    pub(crate) fates: &'page Fates,
    /// Names of lines that the plan was not allowed to change.
    pub(crate) frozen: &'page [String],
}

/// How many lines of today were kept, changed and so on, then line by line, then the new lines of each plan.
pub(crate) fn fates_tables(city: &City, today: Timed<'_>, plans: &[Later<'_>]) -> Markup {
    html! {
        (counts(plans))
        (line_by_line(city, today, plans))
        @for plan in plans { (new_lines(city, plan)) }
    }
}

fn counts(plans: &[Later<'_>]) -> Markup {
    html! {
        div.scroll {
            table.plans.fate-counts {
                caption { "Today's lines, by what became of them" }
                thead { tr { th {} @for plan in plans { th.number scope="col" { (plan.name) } } } }
                tbody {
                    @for (name, meaning) in FATES {
                        tr {
                            th scope="row" { (badge(name)) " " span.note { (meaning) } }
                            @for plan in plans { td.number { (plan.fates.count(name)) } }
                        }
                    }
                    tr.total {
                        th scope="row" { (badge("new")) " " span.note { "lines that keep most stops of none of today's" } }
                        @for plan in plans { td.number { (plan.fates.new.len()) } }
                    }
                }
            }
        }
    }
}

fn line_by_line(city: &City, today: Timed<'_>, plans: &[Later<'_>]) -> Markup {
    let routes = &today.network.routes;
    html! {
        div.scroll.tall[routes.len() > MOST_AT_ONCE] {
            table.fates {
                caption { "Line by line: what became of it, the share of its stops that stay in order, and how often vehicles run" }
                thead {
                    tr {
                        th { "Today" }
                        th { "Between" }
                        @for plan in plans { th { (plan.name) } }
                    }
                }
                tbody {
                    @for (at, route) in routes.iter().enumerate() {
                        tr {
                            th scope="row" { (route.name()) (often(today, at)) }
                            td { (between(city, route)) }
                            @for plan in plans {
                                td { (fate(plan, route, &plan.fates.lines[at])) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn fate(plan: &Later<'_>, route: &Route, line: &LineFate) -> Markup {
    let is_frozen = plan.frozen.iter().any(|name| name == route.name());
    html! {
        (badge(line.fate.name()))
        @if is_frozen { " " span.note { "frozen" } }
        @match &line.fate {
            Fate::Dropped => {
                @if line.kept > 0.0 { span.diff { "at most " (whole_percent(line.kept)) " of its stops on one line" } }
            },
            Fate::Split(parts) => {
                @for part in parts { (successor(plan, part)) }
                span.diff { (whole_percent(line.kept)) " of its stops together" }
            },
            Fate::Kept(one) | Fate::Changed(one) | Fate::Merged(one) => { (successor(plan, one)) },
        }
    }
}

fn successor(plan: &Later<'_>, Successor { line, kept }: &Successor) -> Markup {
    html! {
        span.successor {
            "→ " b { (plan.lines.network.routes[*line].name()) }
            span.diff { (whole_percent(*kept)) " of stops" (often(plan.lines, *line)) }
        }
    }
}

fn new_lines(city: &City, plan: &Later<'_>) -> Markup {
    let routes = &plan.lines.network.routes;
    html! {
        @if !plan.fates.new.is_empty() {
            details.new-lines open {
                summary { "New lines of " (plan.name) " (" (plan.fates.new.len()) ")" }
                ul {
                    @for &line in &plan.fates.new {
                        li { b { (routes[line].name()) } " " (between(city, &routes[line])) (often(plan.lines, line)) }
                    }
                }
            }
        }
    }
}

/// `, every 10 min`, where that is known.
fn often(timed: Timed<'_>, line: usize) -> Markup {
    let found = timed
        .service
        .and_then(|service| service.lines.iter().find(|other| !other.is_fixed && other.route == line));
    html! {
        @if let Some(line) = found { span.often { ", every " (trimmed(line.headway_minutes, 1)) " min" } }
    }
}

fn badge(name: &str) -> Markup {
    html! { span class={ "fate fate-" (name) } { (name) } }
}
