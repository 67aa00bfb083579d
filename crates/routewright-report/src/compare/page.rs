//! The page of a comparison: one self-contained file.

use maud::{Markup, html};

use super::ComparePage;
use super::access::access;
use super::findings::findings;
use super::maps::maps;
use super::table::table;
use super::zones::zones;
use crate::fates::{FATES_STYLE, Later, Timed, fates_tables};
use crate::page::{note, page_html, section};
use crate::run::assumptions;
use crate::words::counted;

const STYLE: &str = include_str!("style.css");

/// The comparison as HTML. It loads nothing and runs no script, and reads on a phone, a wide screen and paper.
pub fn compare_page_html(page: &ComparePage<'_>) -> String {
    let title = format!("{}: {} beside today", page.city.name(), counted(page.plans().len(), "plan"));
    let content = html! {
        (head(page))
        (section("All figures", &table(page)))
        (section("How often streets are served", &maps(page)))
        @if let Some(zones) = zones(page) { (section("Who gains and who loses", &zones)) }
        @if let Some(access) = access(page) { (section("What people can get to", &access)) }
        @if let Some(lines) = lines(page) { (section("What becomes of today's lines", &lines)) }
        (section("What was assumed", &assumed(page)))
        (section("Where the plans come from", &origins(page)))
    };
    page_html(&title, &(FATES_STYLE.to_owned() + STYLE), &content)
}

fn head(page: &ComparePage<'_>) -> Markup {
    let names: Vec<&str> = page.plans().iter().map(|plan| plan.name.as_str()).collect();
    html! {
        header {
            h1 { (page.city.name()) }
            p.lead {
                "Today's network compared with " b { (listed(&names)) }
                @if let Some(period) = &page.city.service().period { ", " (period.name) }
                "."
            }
            @if page.model.is_none() {
                p.pill.broken {
                    "Not every line says how often it runs: compared by the literature's figures, in which nobody walks or waits."
                }
            }
            (findings(page))
            @if !page.limits.is_empty() {
                div.limits {
                    h3 { "What to keep in mind" }
                    ul { @for limit in &page.limits { li { (limit) } } }
                }
            }
        }
    }
}

/// `A`, `A and B`, `A, B and C`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

fn lines(page: &ComparePage<'_>) -> Option<Markup> {
    let plans: Vec<Later> = page
        .plans()
        .iter()
        .filter_map(|plan| {
            Some(Later {
                name: &plan.name,
                lines: Timed { network: &plan.network, service: plan.service() },
                fates: plan.fates.as_ref()?,
                frozen: &plan.frozen,
            })
        })
        .collect();
    let today = Timed { network: &page.today().network, service: page.today().service() };
    (!plans.is_empty()).then(|| fates_tables(page.city, today, &plans))
}

fn assumed(page: &ComparePage<'_>) -> Markup {
    html! {
        @match &page.model {
            Some(model) => {
                (note("All networks were judged by the same model, with the same trips, streets and fixed lines."))
                (assumptions(page.city, model))
            },
            None => {
                p {
                    "All networks were judged by the same figures: riders take the fastest way over lines, each transfer costs \
                    some minutes, and neither walking nor waiting counts. Give every line a headway to see what riders would \
                    live with."
                }
            },
        }
    }
}

fn origins(page: &ComparePage<'_>) -> Markup {
    html! {
        div.scroll {
            table.origins {
                tbody {
                    @for network in &page.networks {
                        tr { th scope="row" { (network.name) } td { code { (network.origin) } } }
                    }
                }
            }
        }
        pre { code { (page.command) } }
        p.note {
            "Routewright " (page.version) ". Files beside this page: " code { "compare.json" } " has all figures, "
            code { "compare.csv" } " every zone."
        }
    }
}
