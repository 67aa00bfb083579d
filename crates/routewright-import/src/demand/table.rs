//! Demand from a table of trips, with gateways for places outside.

use std::collections::{BTreeMap, HashMap};

use routewright_io::{Gateway, TripTable, Zone};

use super::DemandCounts;
use crate::ImportError;

/// What a name of the table stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// A node of the city.
    Inside(usize),
    /// A zone that was left out.
    LeftOut,
    /// A place outside, and the nodes that take its trips (perhaps none).
    Outside(Vec<usize>),
}

/// Gateways that need a node of their own, as zones without people or jobs.
///
/// # Errors
/// A gateway is not a zone and has no position.
pub(crate) fn gateway_nodes(zones: &[Zone], gateways: &[Gateway]) -> Result<Vec<Zone>, ImportError> {
    let mut nodes: Vec<Zone> = Vec::new();
    for gateway in gateways {
        let id = &gateway.gateway;
        if zones.iter().chain(&nodes).any(|zone| zone.id == *id) {
            continue;
        }
        let [lon, lat] = gateway.position.ok_or_else(|| ImportError::UnknownGateway(id.clone()))?;
        nodes.push(Zone { id: id.clone(), lon, lat, ..Zone::default() });
    }
    Ok(nodes)
}

/// The matrix of a table, row-major over nodes. A trip between the city and a place with several gateways
/// takes the one that is nearest by driving.
pub(crate) fn assign(
    trips: &TripTable,
    n: usize,
    meaning: impl Fn(&str) -> Node,
    minutes: impl Fn(usize, usize) -> f64,
    counts: &mut DemandCounts,
) -> Vec<f64> {
    let meanings: Vec<Node> = trips.places.iter().map(|place| meaning(place)).collect();
    let mut matrix = vec![0.0; n * n];
    let mut outside: BTreeMap<u32, f64> = BTreeMap::new();
    let mut nearest: HashMap<(u32, usize, bool), usize> = HashMap::new();
    for &(from, to, count) in trips.rows.iter().filter(|row| row.2 > 0.0) {
        counts.trips += count;
        let mut through = |place: u32, gateways: &[usize], inside: usize, outward: bool| {
            *nearest.entry((place, inside, outward)).or_insert_with(|| {
                let time = |gateway: usize| {
                    if outward { minutes(inside, gateway) } else { minutes(gateway, inside) }
                };
                let best = gateways.iter().min_by(|&&a, &&b| time(a).total_cmp(&time(b)));
                *best.expect("asked only where there are gateways")
            })
        };
        match (&meanings[from as usize], &meanings[to as usize]) {
            (Node::LeftOut, _) | (_, Node::LeftOut) => counts.at_left_out_zones += count,
            (&Node::Inside(from), &Node::Inside(to)) => matrix[from * n + to] += count,
            (&Node::Inside(inside), Node::Outside(gateways)) if !gateways.is_empty() => {
                counts.through_gateways += count;
                matrix[inside * n + through(to, gateways, inside, true)] += count;
            }
            (Node::Outside(gateways), &Node::Inside(inside)) if !gateways.is_empty() => {
                counts.through_gateways += count;
                matrix[through(from, gateways, inside, false) * n + inside] += count;
            }
            (start, end) => {
                counts.outside += count;
                for (place, meaning) in [(from, start), (to, end)] {
                    if matches!(meaning, Node::Outside(_)) {
                        *outside.entry(place).or_default() += count;
                    }
                }
            }
        }
    }
    let mut places: Vec<(String, f64)> =
        outside.into_iter().map(|(place, count)| (trips.places[place as usize].clone(), count)).collect();
    places.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    places.truncate(20);
    counts.outside_places = places;
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trips_go_to_their_nodes_or_are_counted() {
        let places: Vec<String> = ["a", "b", "gone", "north", "nowhere"].map(String::from).into();
        let rows =
            vec![(0, 1, 5.0), (0, 3, 2.0), (3, 1, 3.0), (3, 4, 1.0), (0, 4, 7.0), (2, 0, 4.0), (1, 1, 6.0)];
        let trips = TripTable { places, rows, by_number: false };
        let meaning = |place: &str| match place {
            "a" => Node::Inside(0),
            "b" => Node::Inside(1),
            "gone" => Node::LeftOut,
            "north" => Node::Outside(vec![2, 3]),
            _ => Node::Outside(vec![]),
        };
        // Gateway 2 is nearer to a, gateway 3 to b.
        let minutes = |i: usize, j: usize| f64::from(u8::from((i, j) == (0, 3) || (i, j) == (2, 1)));
        let mut counts = DemandCounts::default();
        let matrix = assign(&trips, 4, meaning, minutes, &mut counts);
        assert_eq!((matrix[1], matrix[2], matrix[3 * 4 + 1], matrix[5]), (5.0, 2.0, 3.0, 6.0));
        assert_eq!(matrix.iter().sum::<f64>(), 16.0);
        assert_eq!((counts.trips, counts.outside, counts.at_left_out_zones), (28.0, 8.0, 4.0));
        assert_eq!(counts.through_gateways, 5.0);
        assert_eq!(counts.outside_places, [("nowhere".to_owned(), 8.0), ("north".to_owned(), 1.0)]);
    }
}
