//! The page that compares plans with today's network, on Mandl's city.

use routewright_eval::fates::fates;
use routewright_eval::service::{ServiceAssessment, ServiceModel, gains, reach};
use routewright_eval::{OperatingPlan, assess};
use routewright_io::LinkShapes;
use routewright_model::{
    Alpha, City, Direction, Frequency, Limits, Network, NodeId, Problem, Route, Seconds,
};
use routewright_report::{
    ComparePage, ComparedNetwork, CountedColumn, Judged, compare_json, compare_page_html, compare_table,
    compared_zones_csv,
};

/// Published: 76 vehicles, 11.889 minutes per trip.
const PLAN: [(&str, u32); 10] = [
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
const TODAY: [(&str, u32); 4] =
    [("1-2-3-6-8-10-11-13", 40), ("9-15-7-10-11-12", 14), ("7-15-8-6-3-2-4-5", 14), ("9-15-7-10-14", 2)];
const POOR: [(&str, u32); 1] = [("1-2-3-6-8-10", 2)];

fn city() -> City {
    let mut parts = City::mandl().to_parts();
    parts.name = "Mandl & <Sons>".into();
    for (at, node) in parts.nodes.iter_mut().enumerate() {
        node.label = Some(format!("Stop <{}>", at + 1));
    }
    City::new(parts).unwrap()
}

fn network(city: &City, routes: &[(&str, u32)], is_timed: bool) -> Network {
    let route = |(at, &(stops, vehicles)): (usize, &(&str, u32))| {
        let node = |stop: &str| NodeId::new(stop.parse::<usize>().unwrap() - 1);
        let route = Route::on_links(
            city,
            (at + 1).to_string(),
            stops.split('-').map(node).collect(),
            Direction::BothWays,
        );
        route.unwrap().with_frequency(is_timed.then_some(Frequency::Vehicles(vehicles)))
    };
    routes.iter().enumerate().map(route).collect()
}

/// What is compared: today and some plans, with or without headways.
struct Case {
    plans: &'static [(&'static str, &'static [(&'static str, u32)])],
    is_timed: bool,
}

fn with_page<T>(case: &Case, look: impl FnOnce(&ComparePage<'_>) -> T) -> T {
    let city = city();
    let metro = ["1", "11"].map(|name| city.node_named(name).unwrap()).to_vec();
    let metro =
        Route::with_leg_times(&city, "metro", metro, vec![Seconds(900)], Direction::BothWays).unwrap();
    let fixed = Network::from_iter([metro.with_frequency(Some(Frequency::Every(15.0)))]);
    let model = ServiceModel::for_city(&city);
    let (people, jobs) = (vec![100.0; 15], (0..15).map(f64::from).collect::<Vec<f64>>());
    let problem =
        Problem::new(city.clone().into(), Limits::new(10, 2, 15).unwrap(), Alpha::new(0.5).unwrap());
    let mut networks: Vec<ComparedNetwork> = Vec::new();
    for (name, routes) in [("Today", &TODAY[..])].iter().chain(case.plans) {
        let network = network(&city, routes, case.is_timed);
        let judged = match case.is_timed {
            true => Judged::Service(Box::new(ServiceAssessment::new(&city, &network, &fixed, &model, None))),
            false => Judged::Paper(Box::new(assess(&problem, &network))),
        };
        let mut compared = ComparedNetwork {
            name: (*name).to_owned(),
            origin: "a & b.json".to_owned(),
            judged,
            vehicle_km: case.is_timed.then_some(1234.4),
            reach: if case.is_timed {
                reach(&city, [&network, &fixed], &model, &people, &[&jobs, &people])
            } else {
                Vec::new()
            },
            gains: Vec::new(),
            fates: networks.first().map(|today| fates(&today.network, &network)),
            network,
            frozen: vec!["2".to_owned()],
        };
        if let (Some(today), Some(service)) =
            (networks.first().and_then(ComparedNetwork::service), compared.service())
        {
            compared.gains = gains(today, service);
        }
        networks.push(compared);
    }
    let columns = [("jobs", 105.0), ("people", 1500.0)]
        .map(|(name, total)| CountedColumn { name: name.to_owned(), total })
        .to_vec();
    look(&ComparePage {
        city: &city,
        fixed: &fixed,
        link_shapes: &LinkShapes::default(),
        networks,
        model: case.is_timed.then_some(model),
        operating: Some(OperatingPlan { cost_per_vehicle_hour: 50.0, ..OperatingPlan::default() }),
        people: Some(&people),
        columns,
        limits: vec!["Trips were <estimated>.".to_owned()],
        command: "routewright compare 'a b'".to_owned(),
        version: "0.3.0".to_owned(),
    })
}

const TWO: Case = Case { plans: &[("Plan <A>", &PLAN), ("Poor", &POOR)], is_timed: true };

fn has(page: &str, wanted: &[&str]) {
    for text in wanted {
        assert!(page.contains(text), "{text}");
    }
}

fn is_sound(page: &str) {
    for bad in [
        "NaN",
        "inf ",
        "inf%",
        "inf<",
        "src=",
        "href=\"h",
        "@import",
        "url(",
        "<script",
        ">-0",
        "-0 %",
        "−0\u{a0}%",
        "<A>",
        "<Sons>",
    ] {
        assert!(!page.contains(bad), "{bad}");
    }
}

#[test]
fn the_page_says_what_a_council_asks() {
    let page = with_page(&TWO, compare_page_html);
    is_sound(&page);
    // For a look in a browser.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("compare_page.html"), &page).unwrap();
    has(
        &page,
        &[
            "<h1>Mandl &amp; &lt;Sons&gt;</h1>",
            "<title>Mandl &amp; &lt;Sons&gt;: 2 plans beside today",
            "Trips were &lt;estimated&gt;.",
            "76 vehicles, 6 more than today",
            "2 vehicles, 68 fewer than today",
            // 76 and 70 vehicles at 50 an hour.
            "<th scope=\"row\">Cost per hour</th><td class=\"number\">3,500</td><td class=\"number\">3,800<span \
             class=\"diff loss\">✗ +300 (+9\u{a0}%)</span></td>",
            "<th scope=\"row\">Vehicle-kilometres per hour</th><td class=\"number\">1,234</td><td \
             class=\"number\">1,234<span class=\"diff\">as today</span></td>",
            "Legs with overloaded vehicles",
            "every 2 min or more often",
            "fixed line, such as a metro",
            "more than 5 min longer",
            "within 45 min",
            "jobs, 105 in all",
            "What becomes of today's lines",
            "Stop &lt;1&gt; – Stop &lt;13&gt;",
            "<span class=\"note\">frozen</span>",
            "not everybody could travel as counted here",
            "size: A4 landscape",
        ],
    );
    // Today is shown on three maps, gains on two; the streets are there once.
    assert_eq!(page.matches("<figure>").count(), 5);
    assert_eq!(
        (page.matches("id=\"all-streets\"").count(), page.matches("href=\"#all-streets\"").count()),
        (1, 3)
    );
    assert_eq!(page.matches("class=\"legend\"").count(), 2);
}

#[test]
fn one_plan_says_what_became_of_the_lines_in_a_sentence() {
    let page = with_page(&Case { plans: &TWO.plans[..1], is_timed: true }, compare_page_html);
    is_sound(&page);
    // Three lines stay; of 9-15-7-10-14, line 7 keeps three stops.
    has(
        &page,
        &[
            "Of today's 4 lines, 3 are kept, 1 changed, 0 split, 0 merged with another and 0 dropped; 3 lines are new.",
        ],
    );
}

#[test]
fn without_headways_the_papers_figures_are_compared() {
    let case = Case { is_timed: false, ..TWO };
    let page = with_page(&case, compare_page_html);
    is_sound(&page);
    has(
        &page,
        &["Not every line says how often it runs", "Mean trip of those served (C_p)", "two lines", "split"],
    );
    assert!(!page.contains("Who gains") && !page.contains("perceived") && !page.contains("every 2 min"));
    let table = with_page(&case, compare_table);
    assert!(table.contains("mean trip") || table.contains("Mean trip"), "{table}");
}

#[test]
fn text_json_and_csv_hold_the_same_figures() {
    let table = with_page(&TWO, compare_table);
    let row = table.lines().find(|line| line.contains("Vehicles in service")).unwrap();
    assert_eq!(row.split_whitespace().skip(3).collect::<Vec<_>>(), ["70", "76", "2"]);
    let value = with_page(&TWO, compare_json);
    let plan = &value["networks"][1];
    assert_eq!((&value["judged_by"], &plan["service"]["vehicles"]), (&"service".into(), &76.into()));
    assert_eq!(
        (&plan["cost_per_hour"], plan["access"]["jobs"].get("within_30_min_percent").is_some()),
        (&3800.0.into(), true)
    );
    assert_eq!(plan["todays_lines"]["lines"][0]["fate"], "kept");
    let trips: f64 =
        plan["gains"].as_array().unwrap().iter().map(|class| class["trips_per_hour"].as_f64().unwrap()).sum();
    assert!((trips - 15_570.0).abs() < 1e-6, "{trips}");
    assert!(
        value["networks"][0].get("gains").is_none() && value["networks"][0].get("todays_lines").is_none()
    );
    let csv = with_page(&TWO, compared_zones_csv);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "id,name,people,trips_per_hour,today_min,Plan <A> min,Plan <A> gain_min,Poor min,Poor gain_min"
    );
    assert_eq!(lines.len(), 15, "nobody starts at the last node");
    assert!(lines[1].starts_with("1,Stop <1>,100,"), "{}", lines[1]);
}
