//! How often lines run, as far as maps show it.

use routewright_eval::service::{LineAssessment, ServiceAssessment};

/// How a route runs, by its place in its network; `None` if that is not known.
pub(super) fn line_of(service: &ServiceAssessment, route: usize, is_fixed: bool) -> Option<&LineAssessment> {
    service.lines.iter().find(|line| line.route == route && line.is_fixed == is_fixed)
}

/// The shortest headway of designed lines, in minutes; infinite where there is none.
pub(super) fn shortest_headway<'map>(services: impl Iterator<Item = &'map ServiceAssessment>) -> f64 {
    let lines = services.flat_map(|service| &service.lines).filter(|line| !line.is_fixed);
    lines.map(|line| line.headway_minutes).fold(f64::INFINITY, f64::min)
}

/// Width of a line against that of the one that runs most often: from 0.3 to 1, growing with departures.
pub(super) fn width_share(headway_minutes: f64, shortest_headway: f64) -> f64 {
    0.3 + 0.7 * (shortest_headway / headway_minutes).clamp(0.0, 1.0)
}
