//! A map with the figures of its network.

use routewright_eval::Figures;
use routewright_model::{Network, Problem};

use super::{MapOptions, network_map_svg};

/// Routes that are drawn; more would hide each other, and take minutes.
const MOST_DRAWN: usize = 1000;

/// A map of a network, fixed routes included, with its figures below the title, as SVG.
pub fn network_map(problem: &Problem, network: &Network, figures: &Figures) -> String {
    let fixed = &problem.fixed;
    let drawn = network.routes.len().min(MOST_DRAWN);
    let more =
        if drawn < network.routes.len() { format!(", the first {drawn} drawn") } else { String::new() };
    let [d0, ..] = figures.transfer_percent;
    let options = MapOptions {
        title: problem.city.name().to_owned(),
        subtitle: format!(
            "{} routes{more}, mean trip {:.2} min, routes {:.0} min, {d0:.1} % of trips without a transfer",
            network.routes.len(),
            figures.passenger_minutes,
            figures.route_minutes,
        ),
        fixed: (!fixed.routes.is_empty()).then_some(fixed),
        ..MapOptions::default()
    };
    network_map_svg(&problem.city, &network.routes.iter().take(drawn).cloned().collect(), &options)
}
