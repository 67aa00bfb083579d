//! The report of a run: one page that needs nothing but itself.

use routewright_eval::Figures;
use routewright_model::{Network, Problem};

use super::cards::cards;
use super::chart::{cost_above_chart, cost_chart};
use super::comparison::comparison_table;
use super::constraints::{constraints, verdict};
use super::html::{counted, escape, grouped, trimmed};
use super::routes::route_table;
use super::trace::Trace;
use crate::map::{MapOptions, network_map_svg};

const STYLE: &str = include_str!("style.css");

/// How a network came about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFacts {
    /// What was typed.
    pub command: String,
    /// Version of the program.
    pub version: String,
    /// The search, such as `anneal`.
    pub method: String,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Seconds of search.
    pub seconds: f64,
    /// Networks scored.
    pub evaluations: u64,
    /// Whether the command gives the same network again.
    pub is_reproducible: bool,
    /// Whether the run was ended before its time.
    pub is_interrupted: bool,
}

/// Everything a report shows.
#[derive(Clone, Copy, Debug)]
pub struct RunReport<'run> {
    /// What was asked.
    pub problem: &'run Problem,
    /// The network found.
    pub network: &'run Network,
    /// What it costs.
    pub figures: &'run Figures,
    /// The network the search started from and what that costs, if one was given.
    pub start: Option<(&'run Network, &'run Figures)>,
    /// How the cost fell.
    pub trace: &'run Trace,
    /// How it came about.
    pub facts: &'run RunFacts,
}

/// The report as HTML. It loads nothing, runs no script, and reads on a phone, a wide screen and paper.
pub fn run_report_html(report: &RunReport<'_>) -> String {
    let RunReport { problem, network, figures, start, trace, facts } = *report;
    let name = escape(problem.city.name());
    let mut sections = vec![
        header(report),
        cards(problem, figures),
        section("Map", &map(problem, network)),
        format!(
            "<div class=\"columns\">\n{}{}</div>\n",
            section("Cost over time", &chart(trace)),
            section("Constraints", &constraints(problem, network, figures))
        ),
        section("Routes", &route_table(&problem.city, network)),
    ];
    if let Some((start_network, start_figures)) = start {
        sections.push(section("Against the start", &comparison_table(start_figures, figures)));
        sections.push(section("Map of the start", &map(problem, start_network)));
    }
    sections.push(section("How to repeat it", &repeat(facts)));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name} – Routewright</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n\
         </html>\n",
        sections.concat()
    )
}

fn header(report: &RunReport<'_>) -> String {
    let RunReport { problem, network, facts, .. } = report;
    let city = &problem.city;
    let fixed = match problem.fixed.routes.len() {
        0 => String::new(),
        count => format!(" beside {}", counted(count, "fixed route")),
    };
    let ended = if facts.is_interrupted { ", ended early" } else { "" };
    format!(
        "<header>\n<h1>{}</h1>\n<p>{}{fixed} for {}, found by <b>{}</b> in {} over {} networks{ended}.</p>\n{}\n\
         </header>\n",
        escape(city.name()),
        counted(network.routes.len(), "route"),
        counted(city.node_count(), "node"),
        escape(&facts.method),
        duration(facts.seconds),
        grouped(facts.evaluations),
        verdict(report.figures)
    )
}

fn section(title: &str, content: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{content}</section>\n")
}

fn map(problem: &Problem, network: &Network) -> String {
    let fixed = &problem.fixed;
    let options = MapOptions { fixed: (!fixed.routes.is_empty()).then_some(fixed), ..MapOptions::default() };
    format!("<div class=\"scroll map\">\n{}</div>\n", network_map_svg(&problem.city, network, &options))
}

fn chart(trace: &Trace) -> String {
    let points = trace.points();
    let Some(chart) = cost_chart(points) else {
        return "<p class=\"note\">No trace was kept.</p>\n".into();
    };
    let above = cost_above_chart(points).map_or(String::new(), |cost| {
        format!("<p class=\"note\">The first network cost {cost:.2}, above what is drawn.</p>\n")
    });
    format!("<div class=\"chart\">\n{chart}</div>\n{above}")
}

fn repeat(facts: &RunFacts) -> String {
    let same = match facts.is_reproducible {
        true => {
            "The same command with the same version and files gives the same network, whatever the machine and \
                 the number of threads."
        }
        false => {
            "The run was ended by the clock or by hand, so that another run may find another network. One with \
                  <code>--iterations</code> gives the same network every time."
        }
    };
    format!(
        "<pre><code>{}</code></pre>\n<p>{same}</p>\n<p class=\"note\">Routewright {}, method {}, seed {}. Files beside \
         this page: <code>network.json</code>, <code>network.geojson</code>, <code>summary.json</code>, \
         <code>trace.csv</code>, <code>run.toml</code>.</p>\n",
        escape(&facts.command),
        escape(&facts.version),
        escape(&facts.method),
        facts.seed
    )
}

fn duration(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("{} s", trimmed(seconds, 2)),
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{} min", trimmed(seconds / 60.0, 1)),
        _ => format!("{} h", trimmed(seconds / 3600.0, 1)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::TracePoint;
    use routewright_eval::assess;
    use routewright_model::{Alpha, City, Direction, Limits, Route};

    fn route(city: &City, name: &str, stops: &str) -> Route {
        let stops = stops.split('-').map(|stop| city.node_named(stop).unwrap()).collect();
        Route::on_links(city, name, stops, Direction::BothWays).unwrap()
    }

    fn page(with_start: bool) -> String {
        let mut parts = City::mandl().to_parts();
        parts.name = "<script>alert(1)</script>".into();
        let city = Arc::new(City::new(parts).unwrap());
        let network =
            Network::from_iter([route(&city, "a<b", "1-2-3-6-8-10"), route(&city, "2", "10-8-6-4-12")]);
        let problem = Problem::new(city, Limits::new(2, 2, 5).unwrap(), Alpha::new(0.5).unwrap());
        let figures = assess(&problem, &network);
        let mut trace = Trace::default();
        trace.push(TracePoint {
            seconds: 0.5,
            evaluations: 10,
            cost: figures.cost,
            passenger_minutes: figures.passenger_minutes,
            route_minutes: figures.route_minutes,
        });
        let facts = RunFacts { command: "routewright design 'a&b'".into(), ..RunFacts::default() };
        let start = with_start.then_some((&network, &figures));
        run_report_html(&RunReport {
            problem: &problem,
            network: &network,
            figures: &figures,
            start,
            trace: &trace,
            facts: &facts,
        })
    }

    #[test]
    fn the_page_needs_nothing_but_itself_and_escapes_what_people_wrote() {
        let page = page(true);
        assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script"));
        assert!(page.contains("a&lt;b") && page.contains("&#39;a&amp;b&#39;"));
        for outside in ["src=", "href=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(!page.contains("NaN"), "{page}");
    }

    #[test]
    fn what_is_broken_is_said_and_the_start_compared() {
        let page_with = page(true);
        assert!(page_with.contains("route a&lt;b has 6 stops, more than the 5 allowed"));
        assert!(page_with.contains("constraints are broken</span>"));
        assert!(page_with.contains("Against the start") && !page(false).contains("Against the start"));
    }
}
