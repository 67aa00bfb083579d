//! The report of a service plan, on Mandl's city with the ten routes of Arbex and Cunha (2015).

use std::sync::Arc;

use routewright_eval::service::{ServiceAssessment, ServiceModel};
use routewright_eval::{Assessment, LowerBounds, OperatingPlan, shared_trips};
use routewright_io::LinkShapes;
use routewright_model::{
    Alpha, City, Direction, Frequency, Limits, Network, NodeId, PeopleAndJobs, Period, Problem, Route,
    Seconds, Walk,
};
use routewright_report::{
    RunFacts, RunReport, ServicePart, StartReport, Trace, TracePoint, run_report_html, service_map,
};

/// Routes and their vehicles, 76 in all.
const ARBEX: [(&str, u32); 10] = [
    ("1-2-3-6-8-10-11-13", 12),
    ("9-15-7-10-11-12", 9),
    ("7-15-8-6-3-2-4-5", 4),
    ("2-4-6-8-10-11-13-14", 9),
    ("13-14-10-8-6-3-2-4", 8),
    ("1-2-5-4-12", 3),
    ("11-10-7-15-6-3-2-1", 13),
    ("5-4-6-8-10-11", 9),
    ("13-11-12-4-5-2-1", 5),
    ("9-15-8-6-3-2-4-12", 4),
];
/// A poorer service with more vehicles: only its first four routes, and one that nobody can rely on.
const TODAY: [(&str, u32); 5] = [
    ("1-2-3-6-8-10-11-13", 40),
    ("9-15-7-10-11-12", 14),
    ("7-15-8-6-3-2-4-5", 14),
    ("2-4-6-8-10-11-13-14", 11),
    ("1-2-5-4-12", 1),
];

fn network(city: &City, routes: &[(&str, u32)]) -> Network {
    let route = |(at, &(stops, vehicles)): (usize, &(&str, u32))| {
        let node = |stop: &str| city.node_ids().nth(stop.parse::<usize>().unwrap() - 1).unwrap();
        let stops = stops.split('-').map(node).collect();
        let name = if at == 0 { "1 <fast>".to_owned() } else { (at + 1).to_string() };
        let route = Route::on_links(city, name, stops, Direction::BothWays).unwrap();
        route.with_frequency(Some(Frequency::Vehicles(vehicles)))
    };
    routes.iter().enumerate().map(route).collect()
}

/// What a page is made of.
struct Case {
    routes: &'static [(&'static str, u32)],
    has_start: bool,
    has_metro: bool,
    /// Places 2 and 5 are two minutes apart on foot.
    has_walks: bool,
    limit: Option<u64>,
}

const PLAN: Case =
    Case { routes: &ARBEX, has_start: true, has_metro: false, has_walks: false, limit: Some(76) };

fn page(case: &Case) -> String {
    let mut parts = City::mandl().to_parts();
    parts.nodes[9].name = "Main & \"Market\"".into();
    if case.has_walks {
        let (a, b) = (NodeId::new(1), NodeId::new(4));
        parts.walks = [(a, b), (b, a)].map(|(from, to)| Walk { from, to, time: Seconds(120) }).to_vec();
    }
    parts.service.period = Some(Period { name: "weekday 7:00-8:00".into(), hours: 1.0 });
    let city = Arc::new(City::new(parts).unwrap());
    let mut problem = Problem::new(city.clone(), Limits::new(10, 2, 8).unwrap(), Alpha::new(0.5).unwrap());
    if case.has_metro {
        let stops = ["1", "11"].map(|name| city.node_named(name).unwrap()).to_vec();
        let legs = vec![Seconds(60)];
        let metro = Route::with_leg_times(&city, "metro", stops, legs, Direction::BothWays).unwrap();
        problem.fixed = Network::from_iter([metro.with_frequency(Some(Frequency::Every(15.0)))]);
    }
    let (plan, today) = (network(&city, case.routes), network(&city, &TODAY));
    let zones = PeopleAndJobs::new(vec![100.0; 15], (0..15).map(f64::from).collect());
    let operating = OperatingPlan::default();
    let assess = |network: &Network| Assessment::new(&problem, network, &operating, zones.as_ref());
    let (assessment, of_today) = (assess(&plan), assess(&today));
    let shared = shared_trips(&problem, &today, &plan);
    let model = ServiceModel::for_city(&city);
    let serve = |network| ServiceAssessment::new(&city, network, &problem.fixed, &model, zones.as_ref());
    let (service, service_today) = (serve(&plan), serve(&today));
    let mut trace = Trace::default();
    for (seconds, cost) in [(0.1, 20.0), (1.0, 14.0), (9.0, service.mean_min)] {
        let point = TracePoint { seconds, evaluations: 1, cost, passenger_minutes: cost, route_minutes: 1.0 };
        trace.push(point);
    }
    let facts = RunFacts {
        command: "routewright design mandl --vehicles 76".into(),
        version: "0.2.0".into(),
        method: "anneal".into(),
        seed: 1,
        seconds: 60.0,
        evaluations: 1_000_000,
        ..RunFacts::default()
    };
    run_report_html(&RunReport {
        problem: &problem,
        network: &plan,
        assessment: &assessment,
        start: case.has_start.then_some(StartReport {
            network: &today,
            assessment: &of_today,
            shared: &shared,
        }),
        trace: &trace,
        facts: &facts,
        moves: &[],
        link_shapes: &LinkShapes::default(),
        bounds: LowerBounds::default(),
        frozen: &["2".to_owned()],
        styles: &[],
        service: Some(ServicePart {
            assessment: &service,
            start: case.has_start.then_some(&service_today),
            vehicle_limit: case.limit,
        }),
    })
}

fn has(page: &str, wanted: &[&str]) {
    for text in wanted {
        assert!(page.contains(text), "{text}");
    }
}

fn is_sound(page: &str) {
    for bad in ["NaN", "inf ", "inf%", "inf<", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(bad), "{bad}");
    }
}

#[test]
fn the_page_leads_with_what_riders_and_operators_live_with() {
    let page = page(&PLAN);
    is_sound(&page);
    // For a look in a browser.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("service_page.html"), &page).unwrap();
    has(
        &page,
        &[
            // The published figures: mean 11.889 minutes with 76 vehicles, no vehicle above 62.5.
            "<p class=\"value\">11.89 <span class=\"unit\">perceived min</span></p>",
            "<p class=\"value\">76 <span class=\"unit\">of 76</span></p>",
            "<p class=\"value\">15,570 ",
            "within the vehicle limit",
            "no vehicle overloaded",
            "every trip served",
            "76 vehicles, 4 fewer than today",
            // Parts of a trip: 24,218.4 minutes of waiting and 157,752.5 of riding, 627.8 changes of five minutes.
            "<th scope=\"row\">Waiting</th>",
            "<td class=\"number\">1.56</td>",
            "<td class=\"number\">10.13</td>",
            "<td class=\"number\">0.20</td>",
            "weekday 7:00-8:00, 1 h",
            "Jobs within 30 min",
            "Zones that lose most",
            // Four of today's lines stay as they are, one is part of another: lines 1 to 5 are lines of the plan.
            "What becomes of today's lines",
            "<span class=\"fate fate-kept\">kept</span>",
            "2 <span class=\"note\">frozen</span>",
        ],
    );
    // The literature's figures come last, behind a fold.
    let fold = page.find("<details>").unwrap();
    assert!(page.find("Cost (C)").unwrap() > fold && !page[..fold].contains("C_p"));
}

#[test]
fn names_are_escaped_wherever_they_stand() {
    let page = page(&PLAN);
    has(&page, &["1 &lt;fast&gt;", "Main &amp; &quot;Market&quot;"]);
    assert!(!page.contains("<fast>"));
}

#[test]
fn without_a_start_nothing_is_compared() {
    let page = page(&Case { has_start: false, limit: None, ..PLAN });
    is_sound(&page);
    assert!(!page.contains("Who gains") && !page.contains(">Today<") && !page.contains("today "));
    has(&page, &["Where the minutes go", "How full vehicles are", "10 lines with 76 vehicles"]);
}

#[test]
fn what_is_wrong_is_said() {
    // Two vehicles for half the city: vehicles are overfull, and much of the city is not served.
    let page = page(&Case { routes: &[("1-2-3-6-8-10", 2)], limit: Some(1), ..PLAN });
    is_sound(&page);
    has(
        &page,
        &[
            "1 vehicle over the limit",
            "legs overloaded",
            "of trips unserved",
            "Overloaded legs",
            "part-unserved",
        ],
    );
}

#[test]
fn fixed_lines_stand_apart_and_are_not_measured_by_bus() {
    let page = page(&Case { has_metro: true, ..PLAN });
    is_sound(&page);
    has(&page, &["Existing lines, which the plan leaves as they are", "<th scope=\"row\">metro</th>"]);
    // The metro is full of riders, but its trains are no buses.
    let row = &page[page.find("metro</th>").unwrap()..];
    let load = row.split("<div class=\"load\"><span class=\"number\">").nth(1).unwrap();
    let (load, rest) = load.split_once('<').unwrap();
    assert!(load.parse::<f64>().unwrap() > 62.5 && rest.starts_with("/span></div>"), "{load}");
    has(&page, &["no vehicle overloaded"]);
}

#[test]
fn walking_has_its_own_part() {
    let page = page(&Case { has_walks: true, ..PLAN });
    is_sound(&page);
    has(&page, &["part-walking", "<th scope=\"row\">Walking</th>", "2 walking links"]);
    assert!(!self::page(&PLAN).contains("<th scope=\"row\">Walking</th>"), "nobody can walk there");
}

#[test]
fn a_plan_without_lines_is_still_a_page() {
    let page = page(&Case { routes: &[], ..PLAN });
    is_sound(&page);
    has(&page, &["No line runs.", "0 lines"]);
}

#[test]
fn the_picture_says_how_often_lines_run() {
    let city = Arc::new(City::mandl());
    let plan = network(&city, &ARBEX);
    let model = ServiceModel::for_city(&city);
    let service = ServiceAssessment::new(&city, &plan, &Network::default(), &model, None);
    let problem = Problem::new(city, Limits::new(10, 2, 8).unwrap(), Alpha::new(0.5).unwrap());
    let map = service_map(&problem, &plan, &service);
    let svg = roxmltree::Document::parse(&map).unwrap();
    let texts: Vec<&str> = svg.descendants().filter_map(|element| element.text()).collect();
    let wanted = [
        "10 lines with 76 vehicles, average trip 11.9 perceived min",
        "every, min",
        "1 <fast>: 8 stops, 33 min, every 5.5 min, 12 vehicles",
        "18.7",
    ];
    for wanted in wanted {
        assert!(texts.contains(&wanted), "{wanted}");
    }
    // Line 7 runs most often, line 6 least often.
    let width = |route: usize| -> f64 {
        let of_route = |element: &roxmltree::Node| element.attribute("class") == Some("route");
        let line = svg.descendants().filter(of_route).nth(route).unwrap();
        line.descendants().find_map(|path| path.attribute("stroke-width")).unwrap().parse().unwrap()
    };
    let widths: Vec<f64> = (0..10).map(width).collect();
    assert!(widths.iter().all(|width| *width <= widths[6] && *width >= widths[5]), "{widths:?}");
    assert!(widths[5] < 0.6 * widths[6]);
}
