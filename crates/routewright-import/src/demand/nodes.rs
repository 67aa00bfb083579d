//! Demand between the nodes of the city: which nodes it concerns, and how far apart they are.

use std::collections::{BTreeMap, HashMap};

use routewright_io::{TripTable, Zone};
use routewright_model::{City, Demand, NodeId};
use routewright_streets::Nearest;
use routewright_streets::geometry::{Plane, distance};

use super::{DemandCounts, assign, entries, gravity};
use crate::nodes::Nodes;
use crate::{ImportConfig, ImportError, Sources};

/// How fast one gets from a zone to the nearest stop, for the question how far zones are apart.
const ACCESS_METRES_PER_MINUTE: f64 = 360.0;

/// Nodes where people start and end, and the driving time between them.
struct Ends<'a> {
    /// Their places among the nodes of the city, in order.
    nodes: Vec<usize>,
    /// The place in `nodes` of each zone.
    of_zone: Vec<Option<usize>>,
    /// The stop on a street that each is nearest to, and the metres to it.
    stops: Vec<(NodeId, f64)>,
    places: Vec<[f64; 2]>,
    city: &'a City,
}

impl<'a> Ends<'a> {
    fn new(nodes: &Nodes, plane: &Plane, city: &'a City) -> Self {
        let mut used: Vec<usize> = nodes.node_of_zone.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let index: HashMap<usize, usize> = used.iter().copied().zip(0..).collect();
        let of_zone = nodes.node_of_zone.iter().map(|node| node.map(|node| index[&node])).collect();
        let place = |at: usize| plane.metres(nodes.nodes[at].place);
        let stops = (0..nodes.on_streets).map(place);
        let nearest = Nearest::new(500.0, stops.zip(0..));
        let stop = |&at: &usize| match at < nodes.on_streets {
            true => (NodeId::new(at), 0.0),
            false => {
                let (stop, metres) = nearest.find(place(at), 1e7).expect("a city has stops on streets");
                (NodeId::new(stop as usize), metres)
            }
        };
        let (stops, places) = (used.iter().map(stop).collect(), used.iter().map(|&at| place(at)).collect());
        Self { nodes: used, of_zone, stops, places, city }
    }

    /// Driving time between two of them.
    fn minutes(&self, i: usize, j: usize) -> f64 {
        let ((from, before), (to, after)) = (self.stops[i], self.stops[j]);
        if from == to {
            return distance(self.places[i], self.places[j]) / ACCESS_METRES_PER_MINUTE;
        }
        self.city.drive_time(from, to).minutes() + (before + after) / ACCESS_METRES_PER_MINUTE
    }
}

/// The trips between nodes, from the table or by the gravity model. `streets` is the city without zones that are
/// reached on foot.
///
/// # Errors
/// Nothing says where people travel, or no trips are left.
pub(crate) fn assign_demand(
    sources: &Sources<'_>,
    config: &ImportConfig,
    nodes: &Nodes,
    plane: &Plane,
    streets: &City,
) -> Result<(Vec<Demand>, DemandCounts), ImportError> {
    let ends = Ends::new(nodes, plane, streets);
    let n = ends.nodes.len();
    let mut counts = DemandCounts::default();
    let (matrix, help) = if let Some(trips) = sources.trips {
        counts.source = "table".into();
        let meaning = meanings(sources, nodes, &ends, trips)?;
        let help = "check that the trips name zones by their ids";
        (assign(trips, n, |place| meaning(place), |i, j| ends.minutes(i, j), &mut counts), help)
    } else {
        counts.source = "gravity".into();
        let help = "check the columns named by --productions and --attractions";
        let weights = |weight: fn(&Zone) -> f64| {
            let mut weights = vec![0.0; n];
            for (zone, end) in nodes.zones.iter().zip(&ends.of_zone) {
                end.iter().for_each(|&end| weights[end] += weight(zone));
            }
            weights
        };
        let (productions, attractions) = (weights(|zone| zone.production), weights(|zone| zone.attraction));
        if productions.iter().sum::<f64>() <= 0.0 || attractions.iter().sum::<f64>() <= 0.0 {
            let weighted = |zone: &Zone| zone.production > 0.0 || zone.attraction > 0.0;
            if !sources.zones.zones.iter().any(weighted) {
                return Err(ImportError::NoDemandSource);
            }
            return Err(ImportError::NoDemand { help: help.into() });
        }
        let matrix = gravity(&config.gravity, &productions, &attractions, |i, j| ends.minutes(i, j));
        counts.trips = matrix.iter().sum();
        (matrix, help)
    };
    let mut demand = entries(n, &matrix, config.smallest_demand, &mut counts);
    if demand.is_empty() {
        return Err(ImportError::NoDemand { help: help.into() });
    }
    for trips in &mut demand {
        (trips.from, trips.to) =
            (NodeId::new(ends.nodes[trips.from.index()]), NodeId::new(ends.nodes[trips.to.index()]));
    }
    Ok((demand, counts))
}

/// The nodes that the names of a table of trips stand for.
fn meanings<'a>(
    sources: &'a Sources<'_>,
    nodes: &'a Nodes,
    ends: &Ends<'_>,
    trips: &TripTable,
) -> Result<impl Fn(&str) -> super::Node + use<'a>, ImportError> {
    let zones = &sources.zones.zones;
    if trips.by_number && trips.places.len() != zones.len() {
        return Err(ImportError::MatrixSize { matrix: trips.places.len(), zones: zones.len() });
    }
    let by_number = trips.by_number;
    let own = nodes.zones.iter().map(|zone| zone.id.as_str()).zip(0..);
    let merged = nodes.merged.iter().map(|(id, &zone)| (id.as_str(), zone));
    let index: HashMap<&str, usize> =
        own.chain(merged).filter_map(|(id, zone)| Some((id, ends.of_zone[zone]?))).collect();
    let mut gateways: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for gateway in sources.gateways {
        let &node = index
            .get(gateway.gateway.as_str())
            .ok_or_else(|| ImportError::GatewayOffStreets(gateway.gateway.clone()))?;
        gateways.entry(&gateway.place).or_default().push(node);
    }
    Ok(move |place: &str| {
        let number = by_number.then(|| place.parse::<usize>().ok()).flatten();
        let id = number.map_or(place, |number| zones[number - 1].id.as_str());
        if let Some(&node) = index.get(id) {
            return super::Node::Inside(node);
        }
        if nodes.left_out.contains(id) {
            return super::Node::LeftOut;
        }
        let through = gateways.get(id).or_else(|| gateways.get("*"));
        super::Node::Outside(through.cloned().unwrap_or_default())
    })
}
