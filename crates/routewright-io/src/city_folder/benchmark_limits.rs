//! Limits that the literature uses for its benchmark cities, whose files do not contain them.

/// Routes, fewest and most stops (S, MIN, MAX).
type Limits = (Option<usize>, Option<usize>, Option<usize>);

/// Name, nodes, and routes, fewest and most stops.
const CITIES: [(&str, usize, usize, usize, usize); 5] = [
    ("mandl1", 15, 6, 2, 8),
    ("mumford0", 30, 12, 2, 15),
    ("mumford1", 70, 15, 10, 30),
    ("mumford2", 110, 56, 10, 22),
    ("mumford3", 127, 60, 12, 25),
];

/// The customary limits of a city of that name and size.
pub(super) fn of(name: &str, node_count: usize) -> Option<Limits> {
    let city = CITIES.iter().find(|city| city.0.eq_ignore_ascii_case(name) && city.1 == node_count)?;
    Some((Some(city.2), Some(city.3), Some(city.4)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_size_must_both_fit() {
        assert_eq!(of("Mumford3", 127), Some((Some(60), Some(12), Some(25))));
        assert_eq!(of("mumford3", 110), None);
        assert_eq!(of("rivera", 15), None);
    }
}
