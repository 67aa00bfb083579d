//! Figures as text.

use routewright_eval::{Figures, LowerBounds, SharedTrips};
use routewright_model::{Network, Problem};

use super::TextTable;
use crate::words::{counted, printable};

/// The figures of a network beside lower bounds, with every constraint it breaks; `constraints` is what these are
/// called.
pub fn figures_table(
    problem: &Problem,
    network: &Network,
    figures: &Figures,
    bounds: &LowerBounds,
    constraints: &str,
) -> String {
    let city = &problem.city;
    let [d0, d1, d2, dun] = figures.transfer_percent;
    let mut table = TextTable::default();
    table.row("mean trip (C_p)", minutes(figures.passenger_minutes));
    match bounds.passenger_minutes {
        Some(bound) => {
            table.row("  lower bound", beside(bound, "C_p", bounds.passenger_gap_percent(figures)))
        }
        None => table.row("  driving alone", minutes(city.mean_drive_minutes())),
    };
    table.row("route minutes (C_o)", format!("{} one way", minutes(figures.route_minutes)));
    if let Some(bound) = bounds.route_minutes {
        table.row("  lower bound", beside(bound, "C_o", bounds.route_gap_percent(figures)));
    }
    table
        .row("  all directions", minutes(figures.driven_minutes))
        .row("transfers", format!("{d0:.2} % none, {d1:.2} % one, {d2:.2} % two"))
        .row("  more, or no trip", format!("{dun:.2} %"))
        .row("unserved pairs", figures.unserved_pairs.to_string())
        .row("cost (C)", format!("{:.5} at alpha {}", figures.cost, problem.alpha.value()));
    let routes = counted(network.routes.len(), "route");
    let mut text = format!("{}: {routes}, {} nodes\n", printable(city.name()), city.node_count());
    text.push_str(&table.render());
    for (earlier, later) in network.repeated_routes() {
        let [earlier, later] = [earlier, later].map(|at| printable(network.routes[at].name()));
        text.push_str(&format!("note: routes {earlier} and {later} serve the same stops\n"));
    }
    match figures.violations.len() {
        0 => text.push_str(&format!("all {constraints} are met\n")),
        1 => text.push_str(&format!("one of the {constraints} is broken:\n")),
        count => text.push_str(&format!("{count} {constraints} are broken:\n")),
    }
    for violation in &figures.violations {
        text.push_str(&format!("  - {}\n", printable(&violation.to_string())));
    }
    text
}

/// A network compared with the one that the search started from.
pub fn comparison_table(today: &Figures, proposed: &Figures, shared: &SharedTrips) -> String {
    let change = |today: f64, proposed: f64| match today {
        0.0 => format!("{today:.2} -> {proposed:.2}"),
        _ => format!("{today:.2} -> {proposed:.2} ({})", relative_change(today, proposed)),
    };
    let [today_direct, proposed_direct] = [today, proposed].map(|figures| figures.transfer_percent[0]);
    let mut table = TextTable::default();
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

/// From one figure to another in percent, for terminals: `+1.5 %`, `-3.0 %`, and `0 %` where nothing changed.
pub fn relative_change(before: f64, after: f64) -> String {
    if before == 0.0 && after == 0.0 {
        return "0 %".to_owned();
    }
    let text = format!("{:+.1} %", 100.0 * (after / before - 1.0));
    if matches!(&text[..], "-0.0 %" | "+0.0 %") { "0 %".to_owned() } else { text }
}

fn minutes(value: f64) -> String {
    if value.is_nan() { "none is served".into() } else { format!("{value:.5} min") }
}

/// A lower bound, and how far the figure is above it.
fn beside(bound: f64, figure: &str, gap_percent: Option<f64>) -> String {
    let bound = minutes(bound);
    match gap_percent {
        Some(0.0) => format!("{bound}; {figure} is the least possible"),
        Some(gap) => format!("{bound}; {figure} is at most {gap:.2} % above the least possible"),
        None => format!("{bound} with all constraints met"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_change_has_no_sign() {
        let told = [(20.0, 20.3), (20.0, 19.0), (20.0, 19.9999), (20.0, 20.0001), (0.0, 0.0)];
        assert_eq!(told.map(|(a, b)| relative_change(a, b)), ["+1.5 %", "-5.0 %", "0 %", "0 %", "0 %"]);
    }
}
