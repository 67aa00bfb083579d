//! A map with the figures of its network.

use routewright_eval::Figures;
use routewright_eval::service::ServiceAssessment;
use routewright_model::{Network, Problem};

use super::{MapOptions, network_map_svg};
use crate::words::counted;

/// Routes that are drawn; more would hide each other, and take minutes.
const MOST_DRAWN: usize = 1000;

/// A map of a service plan, fixed routes included, with its figures below the title, as SVG. The legend has headways
/// and vehicles, and lines that run more often are wider.
pub fn service_map(problem: &Problem, network: &Network, service: &ServiceAssessment) -> String {
    let fixed = &problem.fixed;
    let drawn = network.routes.len().min(MOST_DRAWN);
    let lines = service.lines.iter().filter(|line| !line.is_fixed).count();
    let unserved = if service.trips > 0.0 { 100.0 * service.unserved_trips / service.trips } else { 0.0 };
    let mut subtitle = format!(
        "{} with {}, average trip {:.1} perceived min",
        counted(lines, "line"),
        counted(service.vehicles as usize, "vehicle"),
        service.mean_min
    );
    if unserved > 0.0 {
        subtitle += &format!(", {unserved:.1} % of trips unserved");
    }
    let options = MapOptions {
        title: problem.city.name().to_owned(),
        subtitle,
        fixed: (!fixed.routes.is_empty()).then_some(fixed),
        service: Some(service),
        ..MapOptions::default()
    };
    network_map_svg(&problem.city, &network.routes.iter().take(drawn).cloned().collect(), &options)
}

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
