//! The import, step by step.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use routewright_io::{Feed, Gateway, OsmStreets, TripTable, Zone, Zones};
use routewright_model::{
    City, CityParts, Coordinates, Defaults, Demand, Frequency, Link, Network, Node, NodeId, Position, Route,
    Seconds, ServiceDefaults,
};

use crate::demand::{self, assign, entries, gateway_nodes, gravity};
use crate::geometry::Plane;
use crate::links::{self, Links, TooLong};
use crate::merge;
use crate::neighbours::Neighbourhood;
use crate::report::{IsolatedZone, LinkCounts, NetworkCounts, Report, ZoneCounts};
use crate::schedule::{
    Period, Role, StopFinder, busiest_weekday, existing_pieces, fixed_routes, to_transit_lines, usual_window,
};
use crate::streets::{Access, Nearest, StreetMap, Usable};
use crate::walks::walks;
use crate::{DemandCounts, DemandPeriod, FeedCounts, ImportConfig, ImportError, StreetLink};

/// The inputs of an import.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// Where people live and work.
    pub zones: &'a Zones,
    /// Streets.
    pub streets: &'a OsmStreets,
    /// Trips between zones; without them, a gravity model over the weights of the zones is used.
    pub trips: Option<&'a TripTable>,
    /// Where trips to places outside go.
    pub gateways: &'a [Gateway],
    /// Timetables of routes to be redesigned.
    pub feeds: &'a [Feed],
    /// Timetables of routes that are kept.
    pub fixed_feeds: &'a [Feed],
}

impl<'a> Sources<'a> {
    /// Zones and streets alone.
    pub fn new(zones: &'a Zones, streets: &'a OsmStreets) -> Self {
        Self { zones, streets, trips: None, gateways: &[], feeds: &[], fixed_feeds: &[] }
    }
}

/// How far an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Links of so many of so many nodes are done.
    Links(usize, usize),
    /// Demand is assigned to the nodes.
    Demand,
    /// Timetables become routes.
    Timetables,
}

/// A city and today's network.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The city; its defaults are those of today's network.
    pub city: Arc<City>,
    /// The zone of each node.
    pub zones: Vec<Zone>,
    /// Every link with the streets it follows.
    pub links: Vec<StreetLink>,
    /// Routes to be redesigned, on links.
    pub existing: Network,
    /// Routes that are kept, with their scheduled times.
    pub fixed: Network,
    /// Minutes between vehicles, by the names of the routes of both networks.
    pub headways: Vec<(String, f64)>,
    /// What was kept and what was left out.
    pub report: Report,
}

/// Builds a city from its sources.
///
/// # Errors
/// A setting is out of bounds, or the inputs do not fit together. Readers report problems within a file.
pub fn import(
    sources: &Sources,
    config: &ImportConfig,
    progress: &mut dyn FnMut(Progress),
) -> Result<Imported, ImportError> {
    config.check()?;
    let mut period = DemandPeriod::of(config)?;
    let (map, street_counts) = StreetMap::new(sources.streets, config.congestion);
    if !map.usable.contains(&Usable::Stopping) {
        return Err(ImportError::NoStreets);
    }
    let (plane, nodes, zone_counts) = place_nodes(sources, config, &map)?;

    let places: Vec<[f64; 2]> = nodes.zones.iter().map(|zone| plane.metres([zone.lon, zone.lat])).collect();
    let near = Neighbourhood::new(&places, config.link_metres);
    let n = places.len();
    let mut driven = |done| progress(Progress::Links(done, n));
    let driven = links::drive(&map, &plane, &nodes.doors, &near.pairs, config.detour, &mut driven);
    let Links { links, winding } = driven.map_err(|TooLong { from, to }| {
        let [from, to] = [from, to].map(|node| nodes.zones[node].id.clone());
        ImportError::LinkTooLong { from, to }
    })?;
    let link_counts =
        LinkCounts { links: links.len(), usual_metres: near.usual_metres, too_far: near.too_far, winding };

    progress(Progress::Demand);
    let streets_only = City::new(parts(config, &nodes.zones, &links, one_trip()))?;
    let (demand, demand_counts) = assign_demand(sources, config, &nodes, &streets_only)?;

    progress(Progress::Timetables);
    let stop_metres = config.stop_metres.unwrap_or_else(|| near.usual_metres.max(500.0));
    let today = today(sources, config, &streets_only, &nodes.zones, &plane, stop_metres)?;

    let stop_counts = || today.existing.routes.iter().map(Route::stop_count);
    let defaults = Defaults {
        routes: Some(today.existing.routes.len()).filter(|&routes| routes > 0),
        min_stops: stop_counts().min(),
        max_stops: stop_counts().max(),
        transfer_penalty: None,
    };
    drop(streets_only);
    let (walks, walk_counts) = walks(&places, config.walk_metres);
    period.trips_per_hour = demand_counts.kept / period.hours;
    let service =
        ServiceDefaults { period: Some(period.to_model()), dwell: Some(DWELL), layover: Some(LAYOVER) };
    let parts = parts(config, &nodes.zones, &links, demand);
    let city = City::new(CityParts { walks, defaults, service, ..parts })?;
    let mut settings = config.clone();
    (settings.period, settings.period_hours) = (Some(period.name.clone()), Some(period.hours));
    settings.stop_metres = Some(stop_metres);
    settings.window = today.window;
    settings.link_metres = Some(config.link_metres.unwrap_or(3.0 * near.usual_metres));
    let report = Report {
        settings,
        zones: zone_counts,
        streets: street_counts,
        links: link_counts,
        walks: walk_counts,
        demand: demand_counts,
        period,
        day: today.day,
        feeds: today.feeds,
        network: today.counts,
    };
    Ok(Imported {
        city: Arc::new(city),
        zones: nodes.zones,
        links,
        existing: today.existing,
        fixed: today.fixed,
        headways: today.headways,
        report,
    })
}

/// Zones that became nodes, and where they meet the streets.
#[derive(Default)]
struct Nodes {
    zones: Vec<Zone>,
    doors: Vec<Access>,
    /// The node of each zone that was merged into another.
    merged: HashMap<String, usize>,
    /// Ids of zones that were left out.
    left_out: HashSet<String>,
}

impl Nodes {
    /// Merges zones. The first `count` are zones; the gateways after them are kept.
    fn merge(&mut self, plane: &Plane, count: usize, metres: f64) {
        let places: Vec<[f64; 2]> =
            self.zones[..count].iter().map(|zone| plane.metres([zone.lon, zone.lat])).collect();
        let centres = merge::centres(&self.zones[..count], &places, metres);
        let before = std::mem::take(self);
        let mut node_of = HashMap::new();
        for (at, (zone, door)) in before.zones.iter().zip(before.doors).enumerate() {
            if centres.get(at).is_none_or(|&centre| centre == at) {
                node_of.insert(at, self.zones.len());
                self.zones.push(zone.clone());
                self.doors.push(door);
            }
        }
        for (at, (zone, centre)) in before.zones.iter().zip(centres).enumerate() {
            if centre != at {
                let node = node_of[&centre];
                merge::absorb(&mut self.zones[node], zone);
                self.merged.insert(zone.id.clone(), node);
            }
        }
        self.left_out = before.left_out;
    }
}

fn place_nodes(
    sources: &Sources,
    config: &ImportConfig,
    map: &StreetMap,
) -> Result<(Plane, Nodes, ZoneCounts), ImportError> {
    let zones = &sources.zones.zones;
    let gateways = gateway_nodes(zones, sources.gateways)?;
    let mean_lat = zones.iter().map(|zone| zone.lat).sum::<f64>() / zones.len().max(1) as f64;
    let plane = Plane::around(mean_lat);
    let stopping = (0..).zip(&map.usable).filter(|(_, usable)| **usable == Usable::Stopping);
    let corners = stopping.map(|(corner, _)| (plane.metres(map.corners[corner as usize]), corner));
    let nearest = Nearest::new(200.0, corners);

    let mut counts = ZoneCounts {
        zones: zones.len(),
        gateways: gateways.len(),
        blank_weights: sources.zones.blank_weights,
        ..ZoneCounts::default()
    };
    let mut nodes =
        Nodes { zones: Vec::new(), doors: Vec::new(), left_out: HashSet::new(), merged: HashMap::new() };
    let (mut away, mut corners_met) = (Vec::new(), HashSet::new());
    for (at, zone) in zones.iter().chain(&gateways).enumerate() {
        match nearest.find(plane.metres([zone.lon, zone.lat]), config.snap_metres) {
            Some((corner, metres)) => {
                nodes.zones.push(zone.clone());
                corners_met.insert(corner);
                nodes.doors.push(access(&nearest, &plane, map, corner, config.congestion));
                away.push(metres);
            }
            None if at >= zones.len() => return Err(ImportError::GatewayOffStreets(zone.id.clone())),
            None => {
                let (production, attraction) = (zone.production, zone.attraction);
                counts.isolated.push(IsolatedZone { id: zone.id.clone(), production, attraction });
                nodes.left_out.insert(zone.id.clone());
            }
        }
    }
    let kept = zones.len() - counts.isolated.len();
    if kept < 2 || kept * 10 < zones.len() {
        return Err(ImportError::ZonesOffStreets { kept, all: zones.len(), metres: config.snap_metres });
    }
    counts.sharing_a_corner = nodes.doors.len() - corners_met.len();
    if let Some(metres) = config.merge_metres {
        nodes.merge(&plane, kept, metres);
    }
    counts.merged = nodes.merged.len();
    counts.nodes = nodes.zones.len();
    away.sort_by(f64::total_cmp);
    counts.metres_to_street = (away[away.len() / 2], away[away.len() - 1]);
    Ok((plane, nodes, counts))
}

/// Stops of the two directions lie on either side of a street or junction: other corners within this distance serve
/// a zone as well,
const TWIN_METRES: f64 = 60.0;
/// at this walking-like speed, which is slower than any street, so that streets are preferred.
const CROSSING_METRES_PER_SECOND: f64 = 4.0;

/// The corner a zone meets the streets at, and those beside it.
fn access(nearest: &Nearest, plane: &Plane, map: &StreetMap, corner: u32, congestion: f64) -> Access {
    let place = plane.metres(map.corners[corner as usize]);
    let milliseconds =
        |metres: f64| (metres / CROSSING_METRES_PER_SECOND * congestion * 1000.0).round() as u32;
    let twins = nearest.within(place, TWIN_METRES).into_iter();
    Access { corners: twins.map(|(twin, metres)| (twin, milliseconds(metres))).collect() }
}

/// A placeholder until the real demand is known.
fn one_trip() -> Vec<Demand> {
    vec![Demand { from: NodeId::new(0), to: NodeId::new(1), trips: 1.0 }]
}

/// Time of a bus at a stop, beside driving.
const DWELL: Seconds = Seconds(18);

/// Rest of a bus at each end of its route.
const LAYOVER: Seconds = Seconds(180);

/// Nodes, links and demand of a city.
fn parts(config: &ImportConfig, zones: &[Zone], links: &[StreetLink], demand: Vec<Demand>) -> CityParts {
    let node = |zone: &Zone| Node {
        name: zone.id.clone(),
        label: None,
        position: Position { x: zone.lon, y: zone.lat },
        terminal: true,
    };
    let link =
        |link: &StreetLink| Link { from: NodeId::new(link.from), to: NodeId::new(link.to), time: link.time };
    CityParts {
        name: config.name.clone(),
        coordinates: Coordinates::Degrees,
        nodes: zones.iter().map(node).collect(),
        links: links.iter().map(link).collect(),
        demand,
        ..CityParts::default()
    }
}

fn assign_demand(
    sources: &Sources,
    config: &ImportConfig,
    nodes: &Nodes,
    city: &City,
) -> Result<(Vec<Demand>, DemandCounts), ImportError> {
    let n = city.node_count();
    let minutes = |i: usize, j: usize| city.drive_time(NodeId::new(i), NodeId::new(j)).minutes();
    let mut counts = DemandCounts::default();
    let (matrix, help) = if let Some(trips) = sources.trips {
        counts.source = "table".into();
        let meaning = meanings(sources, nodes, trips)?;
        let help = "check that the trips name zones by their ids";
        (assign(trips, n, |place| meaning(place), minutes, &mut counts), help)
    } else {
        counts.source = "gravity".into();
        let weights = |weight: fn(&Zone) -> f64| nodes.zones.iter().map(weight).collect::<Vec<f64>>();
        let (productions, attractions) = (weights(|zone| zone.production), weights(|zone| zone.attraction));
        let help = "check the columns named by --productions and --attractions";
        if productions.iter().sum::<f64>() <= 0.0 || attractions.iter().sum::<f64>() <= 0.0 {
            let weighted = |zone: &Zone| zone.production > 0.0 || zone.attraction > 0.0;
            if !sources.zones.zones.iter().any(weighted) {
                return Err(ImportError::NoDemandSource);
            }
            return Err(ImportError::NoDemand { help: help.into() });
        }
        let matrix = gravity(&config.gravity, &productions, &attractions, minutes);
        counts.trips = matrix.iter().sum();
        (matrix, help)
    };
    let demand = entries(n, &matrix, config.smallest_demand, &mut counts);
    if demand.is_empty() {
        return Err(ImportError::NoDemand { help: help.into() });
    }
    Ok((demand, counts))
}

/// The nodes that the names of a table of trips stand for.
fn meanings<'a>(
    sources: &'a Sources,
    nodes: &'a Nodes,
    trips: &TripTable,
) -> Result<impl Fn(&str) -> demand::Node + use<'a>, ImportError> {
    let zones = &sources.zones.zones;
    if trips.by_number && trips.places.len() != zones.len() {
        return Err(ImportError::MatrixSize { matrix: trips.places.len(), zones: zones.len() });
    }
    let by_number = trips.by_number;
    let merged = nodes.merged.iter().map(|(id, &node)| (id.as_str(), node));
    let index: HashMap<&str, usize> =
        nodes.zones.iter().map(|zone| zone.id.as_str()).zip(0..).chain(merged).collect();
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
            return demand::Node::Inside(node);
        }
        if nodes.left_out.contains(id) {
            return demand::Node::LeftOut;
        }
        let through = gateways.get(id).or_else(|| gateways.get("*"));
        demand::Node::Outside(through.cloned().unwrap_or_default())
    })
}

#[derive(Default)]
struct Today {
    existing: Network,
    fixed: Network,
    headways: Vec<(String, f64)>,
    day: Option<String>,
    window: Option<(u32, u32)>,
    feeds: Vec<FeedCounts>,
    counts: NetworkCounts,
}

/// Today's network from the timetables.
fn today(
    sources: &Sources,
    config: &ImportConfig,
    city: &City,
    zones: &[Zone],
    plane: &Plane,
    stop_metres: f64,
) -> Result<Today, ImportError> {
    let feeds: Vec<&Feed> = sources.feeds.iter().chain(sources.fixed_feeds).collect();
    if feeds.is_empty() {
        return Ok(Today::default());
    }
    let day = config.date.or_else(|| busiest_weekday(&feeds)).ok_or(ImportError::NoService)?;
    let redesigned: Vec<&Feed> = sources.feeds.iter().collect();
    let decisive = if redesigned.is_empty() { &feeds } else { &redesigned };
    let window = config.window.unwrap_or_else(|| usual_window(decisive, day));
    let period = Period { day, window };
    let window_minutes = f64::from(window.1 - window.0) / 60.0;
    let mut today = Today { day: Some(day.to_string()), window: Some(window), ..Today::default() };
    let mut pieces = Vec::new();
    let mut fixed = Vec::new();
    let kinds = config.fixed_route_types.as_slice();
    for feed in sources.feeds {
        let finder = StopFinder::new(feed, zones, plane, stop_metres);
        let (found, counts) = existing_pieces(city, feed, Role::Redesign { except: kinds }, period, &finder);
        pieces.extend(found);
        today.feeds.push(counts);
        if !kinds.is_empty() {
            let (found, counts) =
                fixed_routes(city, feed, Role::Fixed { only: Some(kinds) }, period, &finder);
            fixed.extend(found);
            today.feeds.push(counts);
        }
    }
    for feed in sources.fixed_feeds {
        let finder = StopFinder::new(feed, zones, plane, stop_metres);
        let (found, counts) = fixed_routes(city, feed, Role::Fixed { only: None }, period, &finder);
        fixed.extend(found);
        today.feeds.push(counts);
    }
    if today.feeds.iter().all(|feed| feed.trips_in_window == 0) {
        let spans = feeds.iter().filter_map(|feed| feed.days());
        let span = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let span = span.map_or_else(|| "no date".into(), |(first, last)| format!("{first} to {last}"));
        return Err(ImportError::NoTrips { day, span });
    }
    let (lines, joined) = to_transit_lines(pieces, config.pair_directions);
    for line in lines {
        let headway = usable_headway(line.headway_minutes(window_minutes));
        today.headways.push((line.name.clone(), headway));
        let direction = line.direction();
        let route = Route::on_links(city, line.name, line.stops, direction)
            .expect("pieces follow links and visit no node twice");
        today.existing.routes.push(route.with_frequency(Some(Frequency::Every(headway))));
    }
    for (route, trips) in fixed {
        let headway = usable_headway(window_minutes / trips);
        today.headways.push((route.name().to_owned(), headway));
        today.fixed.routes.push(route.with_frequency(Some(Frequency::Every(headway))));
    }
    today.counts = network_counts(&today, joined.pairs, joined.unequal_pairs, joined.merged);
    Ok(today)
}

/// Minutes with two decimals, within the bounds of a headway.
fn usable_headway(minutes: f64) -> f64 {
    ((minutes * 100.0).round() / 100.0).clamp(0.01, Frequency::LONGEST_HEADWAY)
}

fn network_counts(today: &Today, pairs: usize, unequal_pairs: usize, merged: Vec<String>) -> NetworkCounts {
    let routes = &today.existing.routes;
    let served: HashSet<NodeId> = routes.iter().flat_map(|route| route.stops()).copied().collect();
    let minutes = today.feeds.iter().map(|feed| feed.scheduled_and_driven_minutes);
    let (scheduled, driven) = minutes.fold((0.0, 0.0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    NetworkCounts {
        routes: routes.len(),
        one_way: routes.iter().filter(|route| route.legs_back().is_none()).count(),
        pairs,
        unequal_pairs,
        merged,
        nodes_served: served.len(),
        fixed_routes: today.fixed.routes.len(),
        scheduled_over_driven: (driven > 0.0).then(|| scheduled / driven),
    }
}
