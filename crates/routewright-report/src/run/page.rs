//! The report of a run: one page that needs nothing but itself.

use routewright_eval::{Figures, Service, SharedTrips, operations, reach};
use routewright_io::CityDetails;
use routewright_model::{Network, Problem, Seconds};

use super::cards::cards;
use super::chart::{cost_above_chart, cost_chart};
use super::comparison::{Side, assumptions, comparison_table};
use super::constraints::{constraints, verdict};
use super::html::{counted, escape, grouped, trimmed};
use super::routes::route_table;
use super::trace::Trace;
use crate::map::LiveMap;

const STYLE: &str = include_str!("style.css");
/// Five minutes on foot at either end of a trip.
const WALKING: Seconds = Seconds(600);

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
    /// The network the search started from, what that costs, and the trips that it and the one found both serve, if
    /// one was given.
    pub start: Option<(&'run Network, &'run Figures, &'run SharedTrips)>,
    /// How the cost fell.
    pub trace: &'run Trace,
    /// How it came about.
    pub facts: &'run RunFacts,
    /// How often vehicles run, and what they cost.
    pub service: &'run Service,
    /// What is known of the city besides.
    pub details: &'run CityDetails,
}

/// The report as HTML. It loads nothing, and reads on a phone, a wide screen and paper. Its one script moves the map.
pub fn run_report_html(report: &RunReport<'_>) -> String {
    let RunReport { problem, network, figures, start, trace, facts, .. } = *report;
    let name = escape(problem.city.name());
    let compared = if start.is_some() { "Today against proposed" } else { "What it takes and what it gives" };
    let sections = [
        header(report),
        cards(problem, figures),
        section("Map", &map(report)),
        section(compared, &comparison(report)),
        format!(
            "<div class=\"columns\">\n{}{}</div>\n",
            section("Cost over time", &chart(trace)),
            section("Constraints", &constraints(problem, network, figures))
        ),
        section("Routes", &route_table(&problem.city, network)),
        section("How to repeat it", &repeat(facts)),
    ];
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
        grouped(facts.evaluations as f64, 0),
        verdict(report.figures)
    )
}

fn section(title: &str, content: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{content}</section>\n")
}

fn map(report: &RunReport<'_>) -> String {
    let mut networks = vec![("Proposed", report.network)];
    networks.extend(report.start.map(|(start, ..)| ("Today", start)));
    let RunReport { problem, details, .. } = report;
    let (city, fixed) = (&problem.city, &problem.fixed);
    LiveMap { city, networks: &networks, fixed, link_shapes: &details.link_shapes }.html()
}

/// The figures a council asks for, and what they rest on.
fn comparison(report: &RunReport<'_>) -> String {
    let RunReport { problem, service, details, .. } = *report;
    let door_time = WALKING + Seconds(service.headways.every().0 / 2);
    let shared = report.start.map(|(_, _, shared)| shared).filter(|shared| shared.percent > 0.0);
    let shared = shared.map(|shared| shared.minutes);
    let side = |network, figures, shared_minutes| {
        let reach = details.people_and_jobs.as_ref().map(|counts| reach(problem, network, counts, door_time));
        Side { figures, shared_minutes, operations: operations(network, service), reach }
    };
    let today = report.start.map(|(start, figures, _)| side(start, figures, shared.map(|[today, _]| today)));
    let proposed = side(report.network, report.figures, shared.map(|[_, proposed]| proposed));
    let table = comparison_table(today.as_ref(), &proposed);
    let today_is = match today {
        Some(_) => "<p class=\"note\">Today is the network the search started from, scored as it runs.</p>\n",
        None => "",
    };
    format!("{table}{}{today_is}", assumptions(service, details.people_and_jobs.as_ref().map(|_| door_time)))
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
    use routewright_eval::{assess, shared_trips};
    use routewright_model::{Alpha, City, Direction, Limits, PeopleAndJobs, Route};

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
        let shared = shared_trips(&problem, &network, &network);
        let start = with_start.then_some((&network, &figures, &shared));
        run_report_html(&RunReport {
            problem: &problem,
            network: &network,
            figures: &figures,
            start,
            trace: &trace,
            facts: &facts,
            service: &Service::default(),
            details: &CityDetails {
                people_and_jobs: PeopleAndJobs::new(vec![1.0; 15], vec![2.0; 15]),
                ..CityDetails::default()
            },
        })
    }

    #[test]
    fn the_page_needs_nothing_but_itself_and_escapes_what_people_wrote() {
        let page = page(true);
        assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert"));
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
        let (today, page_without) = ("<th class=\"number\">Today</th>", page(false));
        assert!(page_with.contains(today) && !page_without.contains(today));
        let shared = "Mean trip, of those that both serve</th>";
        assert!(page_with.contains(shared) && !page_without.contains(shared));
        // 2 * 23 and 2 * 24 minutes every 15: four vehicles each; 8 of 15 nodes have a stop.
        assert!(page_without.contains("<th scope=\"row\">Vehicles</th><td class=\"number\">8</td></tr>"));
        assert!(page_without.contains("People in a served zone</th><td class=\"number\">53.3 %</td>"));
    }
}
