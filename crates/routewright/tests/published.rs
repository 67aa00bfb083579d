//! Route sets from the literature give the literature's numbers.
//!
//! The sets are other people's data and stay outside the repository: they are read from the folder in
//! `ROUTEWRIGHT_DATA` or from `../shared`, and the test says so where neither is there.

use std::path::PathBuf;
use std::sync::Arc;

use routewright::io::{read_city, read_network};
use routewright::prelude::*;

/// The outside data, if it is there. With `ROUTEWRIGHT_REQUIRE_DATA=1` it must be.
fn data() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let folder = std::env::var_os("ROUTEWRIGHT_DATA").map_or_else(|| beside.into(), PathBuf::from);
    if folder.join("published/solutions.csv").is_file() {
        return Some(folder);
    }
    let required = std::env::var("ROUTEWRIGHT_REQUIRE_DATA").is_ok_and(|value| value == "1");
    assert!(!required, "no published data in {}", folder.display());
    eprintln!("skipped: no published data in {}", folder.display());
    None
}

#[test]
fn published_networks_have_their_published_costs() {
    let Some(data) = data() else { return };
    let table = std::fs::read_to_string(data.join("published/solutions.csv")).unwrap();
    let mut checked = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<f64>().unwrap();
        let city = Arc::new(read_city(&data.join("benchmarks").join(fields[1]).to_string_lossy()).unwrap());
        let network = read_network(&city, &data.join("published").join(fields[0])).unwrap();
        let limits = Limits::new(number(2) as usize, 2, city.node_count()).unwrap();
        let problem = Problem::new(city, limits, Alpha::new(1.0).unwrap());

        let slow = reference::evaluate(&problem, &network);
        for figures in [&assess(&problem, &network), &slow] {
            assert!((figures.passenger_minutes - number(3)).abs() < 6e-6, "{line}: {figures:?}");
            assert_eq!(figures.route_minutes, number(4), "{line}");
            for (kind, percent) in figures.transfer_percent.into_iter().enumerate() {
                assert!((percent - number(5 + kind)).abs() < 6e-5, "{line}: {figures:?}");
            }
            assert_eq!(figures.violations, [], "{line}");
        }
        let score = Evaluator::new(&problem).score(&network);
        assert!((score.cost - slow.cost).abs() < 1e-12, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 31);
}

#[test]
fn the_cost_table_of_the_paper_counts_both_directions() {
    // The paper's table gives 0.687 for Mandl at alpha 0: that is 68 minutes of routes, counted both ways, over
    // six routes and a longest drive of 33 minutes.
    let city = Arc::new(City::mandl());
    let problem = Problem::new(city.clone(), Limits::new(6, 2, 8).unwrap(), Alpha::new(0.0).unwrap());
    let routes = ["1-2-3-6-8-15-9", "4-2", "5-4", "15-7-10-11-13-14", "12-4", "11-10"];
    let network: Network = routes
        .iter()
        .map(|text| {
            let stops = text.split('-').map(|name| city.node_named(name).unwrap()).collect();
            Route::on_links(&city, *text, stops, Direction::BothWays).unwrap()
        })
        .collect();
    let figures = assess(&problem, &network);
    assert_eq!(figures.violations, []);
    assert_eq!(figures.route_minutes, 68.0);
    assert!((figures.cost - 2.0 * 68.0 / (6.0 * 33.0)).abs() < 1e-12);
}
