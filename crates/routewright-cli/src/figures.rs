//! The figures of a network, for scripts and for people.

use routewright::eval::{Figures, SharedTrips};
use routewright::report::{MapOptions, network_map_svg};
use routewright::{Network, Problem};
use serde_json::{Value, json};

use crate::table::Table;

/// How a network came about.
pub struct Made<'run> {
    /// The search, or the command.
    pub method: &'run str,
    /// Seed of the random numbers, if any were drawn.
    pub seed: Option<u64>,
    /// Seconds it took.
    pub seconds: f64,
    /// Networks scored.
    pub evaluations: u64,
}

/// The figures as one JSON object; the names of its keys are fixed.
pub fn figures_json(problem: &Problem, network: &Network, figures: &Figures, made: &Made<'_>) -> Value {
    let [d0, d1, d2, dun] = figures.transfer_percent;
    json!({
        "cost": figures.cost,
        "cp_min": figures.passenger_minutes,
        "co_min": figures.route_minutes,
        "co_two_way_min": figures.driven_minutes,
        "d0": d0,
        "d1": d1,
        "d2": d2,
        "dun": dun,
        "unserved_pairs": figures.unserved_pairs,
        "violations": figures.violations.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "routes": network.routes.len(),
        "alpha": problem.alpha.value(),
        "seconds": made.seconds,
        "evaluations": made.evaluations,
        "seed": made.seed,
        "method": made.method,
        "city": problem.city.name(),
        "cp_lower_bound_min": problem.city.mean_drive_minutes(),
    })
}

/// What a network is against the one it started from.
pub fn comparison_table(today: &Figures, proposed: &Figures, shared: &SharedTrips) -> String {
    let change = |today: f64, proposed: f64| match today {
        0.0 => format!("{today:.2} -> {proposed:.2}"),
        _ => format!("{today:.2} -> {proposed:.2} ({:+.1} %)", 100.0 * (proposed / today - 1.0)),
    };
    let [today_direct, proposed_direct] = [today, proposed].map(|figures| figures.transfer_percent[0]);
    let mut table = Table::default();
    table.row("mean trip of those served", change(today.passenger_minutes, proposed.passenger_minutes));
    if shared.percent > 0.0 {
        let [today, proposed] = shared.minutes;
        table.row(format!("  of the {:.1} % that both serve", shared.percent), change(today, proposed));
    }
    table
        .row("driven, all directions", change(today.driven_minutes, proposed.driven_minutes))
        .row("no transfer, %", format!("{today_direct:.2} -> {proposed_direct:.2}"))
        .row("unserved pairs", format!("{} -> {}", today.unserved_pairs, proposed.unserved_pairs))
        .row("cost (C)", format!("{:.5} -> {:.5}", today.cost, proposed.cost));
    format!("against the start:\n{}", table.render())
}

/// The figures as a table for people, with every broken constraint.
pub fn figures_table(problem: &Problem, network: &Network, figures: &Figures) -> String {
    let city = &problem.city;
    let [d0, d1, d2, dun] = figures.transfer_percent;
    let mut table = Table::default();
    table
        .row("mean trip (C_p)", minutes(figures.passenger_minutes))
        .row("  lower bound", lower_bound(city.mean_drive_minutes(), figures))
        .row("operating cost (C_o)", format!("{} one way", minutes(figures.route_minutes)))
        .row("  all directions", minutes(figures.driven_minutes))
        .row("transfers", format!("{d0:.2} % none, {d1:.2} % one, {d2:.2} % two"))
        .row("  more, or no trip", format!("{dun:.2} %"))
        .row("unserved pairs", figures.unserved_pairs.to_string())
        .row("cost (C)", format!("{:.5} at alpha {}", figures.cost, problem.alpha.value()));
    let routes = match network.routes.len() {
        1 => "1 route".into(),
        count => format!("{count} routes"),
    };
    let mut text = format!("{}: {routes}, {} nodes\n", city.name(), city.node_count());
    text.push_str(&table.render());
    for (earlier, later) in network.repeated_routes() {
        let (earlier, later) = (network.routes[earlier].name(), network.routes[later].name());
        text.push_str(&format!("note: routes {earlier} and {later} serve the same stops\n"));
    }
    match figures.violations.len() {
        0 => text.push_str("all constraints are met\n"),
        1 => text.push_str("one constraint is broken:\n"),
        count => text.push_str(&format!("{count} constraints are broken:\n")),
    }
    for violation in &figures.violations {
        text.push_str(&format!("  - {violation}\n"));
    }
    text
}

/// A map of the network with its figures below the title.
pub fn network_map(problem: &Problem, network: &Network, figures: &Figures) -> String {
    let fixed = &problem.fixed;
    let [d0, ..] = figures.transfer_percent;
    let options = MapOptions {
        title: problem.city.name().to_owned(),
        subtitle: format!(
            "{} routes, mean trip {:.2} min, routes {:.0} min, {d0:.1} % of trips without a transfer",
            network.routes.len(),
            figures.passenger_minutes,
            figures.route_minutes,
        ),
        fixed: (!fixed.routes.is_empty()).then_some(fixed),
        ..MapOptions::default()
    };
    network_map_svg(&problem.city, network, &options)
}

fn minutes(value: f64) -> String {
    if value.is_nan() { "none is served".into() } else { format!("{value:.5} min") }
}

/// No network is below the bound, unless it leaves the long trips unserved.
fn lower_bound(bound: f64, figures: &Figures) -> String {
    if figures.unserved_pairs > 0 {
        return format!("{} with all trips served", minutes(bound));
    }
    format!("{} ({:.2} % below)", minutes(bound), 100.0 * (1.0 - bound / figures.passenger_minutes))
}
