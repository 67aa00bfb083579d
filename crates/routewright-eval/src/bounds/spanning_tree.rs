//! The shortest tree of streets.

use routewright_model::City;

use crate::components::Components;

/// A connected network drives at least a spanning tree of the streets (C_o, minutes), where all pairs of
/// nodes need connecting. `None` where streets are directed, some node has no demand, or demand does not tie all
/// nodes together.
pub fn spanning_tree_minutes(city: &City) -> Option<f64> {
    let n = city.node_count();
    let components = Components::new(city);
    let has_demand = components.has_demand().iter().all(|&has_demand| has_demand);
    if !city.has_symmetric_streets() || !has_demand || !components.demand_is_connected() {
        return None;
    }
    let mut links: Vec<_> = city.links().filter(|link| link.from < link.to).collect();
    links.sort_by_key(|link| link.time);
    let mut part: Vec<usize> = (0..n).collect();
    let mut total = 0.0;
    for link in links {
        let (a, b) = (part[link.from.index()], part[link.to.index()]);
        if a != b {
            part.iter_mut().filter(|part| **part == b).for_each(|part| *part = a);
            total += link.time.minutes();
        }
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright_model::{Demand, Seconds};

    #[test]
    fn a_square_of_streets_has_a_tree_of_three() {
        let square = routewright_synth::grid_city(2, 2, Seconds(60));
        assert_eq!(spanning_tree_minutes(&square), Some(3.0));
        // Without demand at one corner nothing has to connect it.
        let mut parts = square.to_parts();
        parts.demand.retain(|Demand { from, to, .. }| from.index() != 3 && to.index() != 3);
        assert_eq!(spanning_tree_minutes(&City::new(parts).unwrap()), None);
    }
}
