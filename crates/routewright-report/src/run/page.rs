//! The report of a run: one self-contained page.

use maud::{Markup, html};
use routewright_eval::fates::fates;
use routewright_eval::{Assessment, LowerBounds, SharedTrips};
use routewright_io::LinkShapes;
use routewright_model::{Network, Problem};

use super::cards::cards;
use super::chart::{cost_above_chart, cost_chart};
use super::comparison::{Side, assumptions, comparison_table};
use super::constraints::{constraints, verdict};
use super::moves::{MoveRow, moves_table};
use super::routes::route_table;
use super::service::{ServicePart, service_report_html};
use super::trace::Trace;
use crate::fates::{FATES_STYLE, Later, Timed, fates_tables};
use crate::map::LiveMap;
use crate::page::{chart, note, page_html, section};
use crate::words::{counted, grouped, trimmed};

/// How a network was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFacts {
    /// The command line.
    pub command: String,
    /// Version of the program.
    pub version: String,
    /// The search, such as `anneal`, and the policy it uses, if any; empty where people drew the network.
    pub method: String,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Duration of the search in seconds.
    pub seconds: f64,
    /// Networks scored.
    pub evaluations: u64,
    /// Whether the command gives the same network every time.
    pub is_reproducible: bool,
    /// Whether the run was interrupted.
    pub is_interrupted: bool,
}

impl RunFacts {
    /// Whether people drew the network, so that no search can be told of.
    pub(super) fn is_by_hand(&self) -> bool {
        self.method.is_empty()
    }
}

/// The network that a search started from.
#[derive(Clone, Copy, Debug)]
pub struct StartReport<'run> {
    /// Its routes.
    pub network: &'run Network,
    /// Its figures under the same rules.
    pub assessment: &'run Assessment,
    /// The trips that both it and the network found serve.
    pub shared: &'run SharedTrips,
}

/// Everything a report shows.
#[derive(Clone, Copy, Debug)]
pub struct RunReport<'run> {
    /// The problem that was solved.
    pub problem: &'run Problem,
    /// The network found.
    pub network: &'run Network,
    /// Its figures, operations and access.
    pub assessment: &'run Assessment,
    /// Where the search started, if a start was given.
    pub start: Option<StartReport<'run>>,
    /// The cost of the best network over time.
    pub trace: &'run Trace,
    /// How the network was found.
    pub facts: &'run RunFacts,
    /// Counters of the search's moves; empty where it counts none.
    pub moves: &'run [MoveRow],
    /// The course of the streets, as far as it is known.
    pub link_shapes: &'run LinkShapes,
    /// Names of routes that the search was not allowed to change.
    pub frozen: &'run [String],
    /// Styles that somebody chose for the routes, by their places in the palette; empty: one after the other.
    pub styles: &'run [usize],
    /// Service with headways and vehicles, where that was planned. The page then leads with it.
    pub service: Option<ServicePart<'run>>,
    /// What no network is below, where that is known.
    pub bounds: LowerBounds,
}

impl RunReport<'_> {
    /// What the page is about: the plan that somebody named, else the city.
    pub(super) fn title(&self) -> &str {
        if self.facts.is_by_hand() { &self.facts.command } else { self.problem.city.name() }
    }
}

/// The report as HTML. It loads nothing, and reads on a phone, a wide screen and paper. Its one script moves
/// the map.
pub fn run_report_html(report: &RunReport<'_>) -> String {
    if let Some(part) = &report.service {
        return service_report_html(report, part);
    }
    let RunReport { problem, network, assessment, start, trace, facts, moves, .. } = *report;
    let figures = &assessment.figures;
    let compared = if start.is_some() { "Today against proposed" } else { "Costs and benefits" };
    let content = html! {
        (header(report))
        (cards(problem, figures, &report.bounds))
        (section("Map", &map(report)))
        (section(compared, &comparison(report)))
        div.columns {
            (section("Cost over time", &cost_over_time(trace)))
            (section("Constraints", &constraints(problem, network, figures)))
        }
        @if !moves.is_empty() { (section("Moves", &moves_table(moves))) }
        (section("Routes", &route_table(&problem.city, network, report.frozen, report.styles)))
        @if let Some(lines) = lines_of_today(report) { (section("What becomes of today's routes", &lines)) }
        (section("How to repeat it", &repeat(facts)))
    };
    page_html(problem.city.name(), FATES_STYLE, &content)
}

fn header(report: &RunReport<'_>) -> Markup {
    let RunReport { problem, network, facts, .. } = report;
    let city = &problem.city;
    html! {
        header {
            h1 { (city.name()) }
            p {
                (counted(network.routes.len(), "route"))
                @match problem.fixed.routes.len() {
                    0 => {},
                    count => { " beside " (counted(count, "fixed route")) },
                }
                " for " (counted(city.node_count(), "node")) ", found by " b { (facts.method) } " in "
                (duration(facts.seconds)) " over " (grouped(facts.evaluations as f64, 0)) " networks"
                @if facts.is_interrupted { ", interrupted" }
                "."
            }
            (verdict(&report.assessment.figures))
        }
    }
}

pub(super) fn map(report: &RunReport<'_>) -> Markup {
    let mut networks = vec![("Proposed", report.network)];
    networks.extend(report.start.map(|start| ("Today", start.network)));
    let RunReport { problem, link_shapes, service, .. } = *report;
    let (city, fixed) = (&problem.city, &problem.fixed);
    let mut services = Vec::new();
    if let Some(part) = service {
        services.push(part.assessment);
        services.extend(part.start);
    }
    LiveMap { city, networks: &networks, services: &services, fixed, link_shapes, styles: report.styles }
        .html()
}

/// What became of the lines of the network that the search started from.
pub(super) fn lines_of_today(report: &RunReport<'_>) -> Option<Markup> {
    let start = report.start?;
    let service = report.service;
    let fates = fates(start.network, report.network);
    let plan = Later {
        name: "Proposed",
        lines: Timed { network: report.network, service: service.map(|part| part.assessment) },
        fates: &fates,
        frozen: report.frozen,
    };
    let today = Timed { network: start.network, service: service.and_then(|part| part.start) };
    Some(fates_tables(&report.problem.city, today, &[plan]))
}

/// The figures a council asks for, and what they assume.
pub(super) fn comparison(report: &RunReport<'_>) -> Markup {
    let RunReport { assessment, start, .. } = *report;
    let shared = start.map(|start| start.shared).filter(|shared| shared.percent > 0.0);
    let minutes = |at: usize| shared.map(|shared| shared.minutes[at]);
    let today = start.map(|start| Side { assessment: start.assessment, shared_minutes: minutes(0) });
    html! {
        (comparison_table(today, Side { assessment, shared_minutes: minutes(1) }))
        (assumptions(assessment))
        @if start.is_some() { (note("Today is the network that the search started from, scored unchanged.")) }
    }
}

pub(super) fn cost_over_time(trace: &Trace) -> Markup {
    let points = trace.points();
    let Some(svg) = cost_chart(points) else { return note("No trace was kept.") };
    html! {
        (chart(svg))
        @if let Some(cost) = cost_above_chart(points) {
            (note(&format!("The first network cost {cost:.2}, above the range of the chart.")))
        }
    }
}

pub(super) fn repeat(facts: &RunFacts) -> Markup {
    let files = ["network.json", "network.geojson", "summary.json", "trace.csv", "run.toml"];
    html! {
        pre { code { (facts.command) } }
        p {
            @if facts.is_reproducible {
                "The same command with the same version and files gives the same network, on any machine and with any \
                 number of threads."
            } @else {
                "The run ended by a time limit or was interrupted, so that another run may find another network. A run \
                 with " code { "--iterations" } " gives the same network every time."
            }
        }
        p.note {
            "Routewright " (facts.version) ", method " (facts.method) ", seed " (facts.seed) ". Files beside this page: "
            @for (at, file) in files.iter().enumerate() {
                @if at > 0 { ", " }
                code { (file) }
            }
            "."
        }
    }
}

pub(super) fn duration(seconds: f64) -> String {
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
    use routewright_eval::{OperatingPlan, shared_trips};
    use routewright_model::{Alpha, City, Direction, Limits, PeopleAndJobs, Route};

    fn route(city: &City, name: &str, stops: &str) -> Route {
        let stops = stops.split('-').map(|stop| city.node_named(stop).unwrap()).collect();
        Route::on_links(city, name, stops, Direction::BothWays).unwrap()
    }

    fn page(with_start: bool) -> String {
        page_of(with_start, "<script>alert(1)</script>", "a<b")
    }

    fn page_of(with_start: bool, city_name: &str, route_name: &str) -> String {
        let mut parts = City::mandl().to_parts();
        parts.name = city_name.into();
        parts.nodes[14].name = format!("stop{city_name}");
        let city = Arc::new(City::new(parts).unwrap());
        let network =
            Network::from_iter([route(&city, route_name, "1-2-3-6-8-10"), route(&city, "2", "10-8-6-4-12")]);
        let problem = Problem::new(city, Limits::new(2, 2, 5).unwrap(), Alpha::new(0.5).unwrap());
        let zones = PeopleAndJobs::new(vec![1.0; 15], vec![2.0; 15]);
        let assessment = Assessment::new(&problem, &network, &OperatingPlan::default(), zones.as_ref());
        let figures = &assessment.figures;
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
        let start = StartReport { network: &network, assessment: &assessment, shared: &shared };
        let swap = MoveRow { name: "swap".into(), tried: 8, legal: 4, ..MoveRow::default() };
        run_report_html(&RunReport {
            problem: &problem,
            network: &network,
            assessment: &assessment,
            start: with_start.then_some(start),
            trace: &trace,
            facts: &facts,
            moves: if with_start { std::slice::from_ref(&swap) } else { &[] },
            link_shapes: &LinkShapes::default(),
            frozen: &["2".to_owned()],
            styles: &[],
            service: None,
            bounds: LowerBounds { passenger_minutes: Some(10.0), route_minutes: Some(40.0) },
        })
    }

    #[test]
    fn the_page_needs_nothing_but_itself_and_escapes_what_people_wrote() {
        let page = page(true);
        assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert"));
        assert!(page.contains("a&lt;b") && page.contains("design 'a&amp;b'</code>"));
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
        // Half of a headway of 15 minutes.
        assert!(
            page_without.contains("with 10 min of walking and 7.5 min of waiting (half a headway) per trip.")
        );
        // The start is the network itself: both routes are kept, the second one because it had to be.
        let kept = "<span class=\"fate fate-kept\">kept</span>";
        assert!(page_with.contains(kept) && !page_without.contains(kept));
        assert!(page_with.contains("2 <span class=\"note\">frozen</span>"));
        let moves = "4 <span class=\"note\">(50.0 %)</span>";
        assert!(page_with.contains(moves) && !page_without.contains("<h2>Moves</h2>"));
    }

    #[test]
    fn names_bring_no_control_characters_to_the_page() {
        // A city refuses control characters, but not those that turn the direction of text.
        let page = page_of(true, "a\u{202e}c", "a\u{1b}]0;x\u{7}\u{9b}b\n\u{202e}c");
        let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert_eq!(page.find(is_bad), None);
        // The data of the map as well, in which JSON would hide them.
        assert!(!page.contains("\\u001b") && !page.contains("\\n"), "{page}");
    }
}
