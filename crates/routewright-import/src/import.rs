//! The import, step by step.

use std::collections::HashSet;
use std::sync::Arc;

use routewright_io::{
    Feed, Gateway, LineStop, LineWay, OsmStreets, TodayLine, TodayLines, TripTable, Zone, Zones,
};
use routewright_model::{
    City, CityParts, Coordinates, Defaults, Demand, Direction, Link, Network, Node, NodeId, Position, Route,
    Seconds, ServiceDefaults,
};
use routewright_streets::geometry::{Plane, distance};
use routewright_streets::{CityStreets, FootMap, StopSite, StreetParts, Streets};

use crate::congestion::congestion;
use crate::demand::assign_demand;
use crate::links::{self, Links, TooLong};
use crate::neighbours::{Neighbourhood, Neighbours};
use crate::nodes::Nodes;
use crate::report::{CutLine, LinkCounts, NetworkCounts, Report};
use crate::today::{Networks, Timetable, networks, timetable};
use crate::turns::turns;
use crate::walks::{Spot, walks};
use crate::{DemandPeriod, ImportConfig, ImportError, StreetLink, losses, whereabouts};

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
    /// Zones and streets are read.
    Zones,
    /// Trips and timetables are read.
    Trips,
    /// Stops and zones are placed on the streets.
    Stops,
    /// Links of so many of so many stops are done.
    Links(usize, usize),
    /// Ways on foot are measured.
    Walks,
    /// Demand is assigned to the nodes.
    Demand,
    /// Timetables become lines.
    Timetables,
}

/// A city and today's network.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The city; its defaults are those of today's network.
    pub city: Arc<City>,
    /// Zones that are nodes, by the place of the node.
    pub zones: Vec<(NodeId, Zone)>,
    /// Names of the numbers of each zone, such as people, jobs or schools.
    pub zone_columns: Vec<String>,
    /// Every link with the streets it follows.
    pub links: Vec<StreetLink>,
    /// The streets, and where vehicles stop for each node.
    pub streets: CityStreets,
    /// Lines to be redesigned, as they run.
    pub existing: Network,
    /// Lines that stay, as they run.
    pub fixed: Network,
    /// All of them whole, also outside the city.
    pub lines: TodayLines,
    /// Minutes between vehicles, by the names of the lines of both networks.
    pub headways: Vec<(String, f64)>,
    /// What was kept and what was left out.
    pub report: Report,
}

/// Builds a city from its sources.
///
/// # Errors
/// A setting is out of bounds, the inputs do not fit together, or much of them would be lost. Readers report problems
/// within a file.
pub fn import(
    sources: &Sources<'_>,
    config: &ImportConfig,
    progress: &mut dyn FnMut(Progress),
) -> Result<Imported, ImportError> {
    config.check()?;
    let mut period = DemandPeriod::of(config)?;
    let feeds: Vec<&Feed> = sources.feeds.iter().chain(sources.fixed_feeds).collect();
    whereabouts::check(&sources.zones.zones, sources.streets, &feeds)?;
    losses::check_feeds(&feeds, config.accept_losses)?;
    let mut timetable = timetable(sources, config)?;

    progress(Progress::Stops);
    let (empty_streets, street_counts) = Streets::from_osm(sources.streets, &sources.streets.turns, 1.0);
    if !empty_streets.pieces().iter().any(|piece| piece.may_stop) {
        return Err(ImportError::NoStreets);
    }
    let plane = plane(&sources.zones.zones);
    let mut nodes = Nodes::new(sources, config, &empty_streets, &plane, timetable.as_ref())?;
    let on_streets = &nodes.nodes[..nodes.on_streets];
    let sites: Vec<&StopSite> =
        on_streets.iter().map(|node| node.site.as_ref().expect("those on streets have sites")).collect();
    let near = Neighbourhood::new(
        &on_streets.iter().map(|node| plane.metres(node.place)).collect::<Vec<_>>(),
        config.link_metres,
    );
    let stop_metres = config.stop_metres.unwrap_or_else(|| near.usual_metres.max(500.0));
    if let Some(timetable) = timetable.as_ref().filter(|_| nodes.stop_counts.is_none()) {
        nodes.of_stop = stops_in_zones(timetable, &nodes.zones, &plane, stop_metres);
    }
    let sites: Vec<StopSite> = sites.into_iter().cloned().collect();
    let site_of = |feed: usize, stop: u32| {
        let &node = nodes.of_stop.get(&(feed, stop))?;
        Some((node, sites.get(node)?))
    };
    let congestion_counts =
        congestion(config.congestion, timetable.as_ref(), &empty_streets, site_of, DWELL.minutes());
    let streets =
        Streets::new(StreetParts { congestion: congestion_counts.factor, ..empty_streets.parts().clone() });
    drop(empty_streets);

    let n = sites.len();
    let mut driven = |done| progress(Progress::Links(done, n));
    let site_refs: Vec<&StopSite> = sites.iter().collect();
    let pairs = with_todays_pairs(near.pairs, timetable.as_ref(), &nodes, &plane);
    let driven = links::drive(&streets, &site_refs, &pairs, config.detour, &mut driven);
    let Links { mut links, winding, lopsided, passing } = driven.map_err(|TooLong { from, to }| {
        let [from, to] = [from, to].map(|node| nodes.nodes[node].id.clone());
        ImportError::LinkTooLong { from, to }
    })?;
    let link_counts = LinkCounts {
        links: links.len(),
        usual_metres: near.usual_metres,
        too_far: near.too_far,
        winding,
        lopsided,
        passing,
    };

    progress(Progress::Walks);
    let foot = FootMap::new(sources.streets);
    let (walks, walk_counts) = walks(&foot, &spots(&nodes), config.walk_metres);

    progress(Progress::Demand);
    let streets_only = City::new(parts(config, &nodes, nodes.on_streets, &links, one_trip()))?;
    let (demand, demand_counts) = assign_demand(sources, config, &nodes, &plane, &streets_only)?;
    let turns = turns(&streets, &site_refs, &streets_only, &mut links);
    drop(streets_only);

    progress(Progress::Timetables);
    period.trips_per_hour = demand_counts.kept / period.hours;
    let service =
        ServiceDefaults { period: Some(period.to_model()), dwell: Some(DWELL), layover: Some(LAYOVER) };
    let parts =
        CityParts { walks, turns, service, ..parts(config, &nodes, nodes.nodes.len(), &links, demand) };
    let bare = City::new(parts.clone())?;
    let today = timetable.as_mut().map_or_else(Networks::default, |timetable| {
        let node_of = |feed, stop| nodes.of_stop.get(&(feed, stop)).map(|&node| NodeId::new(node));
        count_stops(timetable, node_of);
        networks(timetable, &bare, node_of)
    });
    let city = City::new(CityParts { defaults: defaults(&today.existing), ..parts })?;
    let mut settings = config.clone();
    (settings.period, settings.period_hours) = (Some(period.name.clone()), Some(period.hours));
    settings.stops = Some(crate::nodes::stop_source(sources, config)?);
    settings.stop_metres = Some(stop_metres);
    settings.congestion = Some(congestion_counts.factor);
    settings.window = timetable.as_ref().map(|timetable| timetable.period.window);
    settings.link_metres = Some(config.link_metres.unwrap_or(3.0 * near.usual_metres));
    let report = Report {
        settings,
        zones: nodes.zone_counts.clone(),
        stops: nodes.stop_counts.clone(),
        streets: street_counts,
        congestion: congestion_counts,
        links: link_counts,
        walks: walk_counts,
        demand: demand_counts,
        period,
        day: timetable.as_ref().map(|timetable| timetable.day.clone()),
        network: network_counts(&today),
        feeds: timetable.map(|timetable| timetable.counts).unwrap_or_default(),
    };
    losses::check(&report)?;
    let zone_of = |(at, node): (usize, &crate::nodes::NodeDraft)| {
        Some((NodeId::new(at), nodes.zones[node.zone?].clone()))
    };
    Ok(Imported {
        city: Arc::new(city),
        zones: nodes.nodes.iter().enumerate().filter_map(zone_of).collect(),
        zone_columns: sources.zones.columns.clone(),
        links,
        streets: CityStreets { streets, sites: nodes.nodes.iter().map(|node| node.site.clone()).collect() },
        existing: today.existing,
        fixed: today.fixed,
        lines: today.lines,
        headways: today.headways,
        report,
    })
}

/// Time of a bus at a stop, beside driving.
const DWELL: Seconds = Seconds(18);

/// Rest of a bus at each end of its route.
const LAYOVER: Seconds = Seconds(180);

/// A flat map around the zones.
fn plane(zones: &[Zone]) -> Plane {
    Plane::around(zones.iter().map(|zone| zone.lat).sum::<f64>() / zones.len().max(1) as f64)
}

/// A placeholder until the real demand is known.
fn one_trip() -> Vec<Demand> {
    vec![Demand { from: NodeId::new(0), to: NodeId::new(1), trips: 1.0 }]
}

/// The first `count` nodes, links and demand of a city.
fn parts(
    config: &ImportConfig,
    nodes: &Nodes,
    count: usize,
    links: &[StreetLink],
    demand: Vec<Demand>,
) -> CityParts {
    let node = |node: &crate::nodes::NodeDraft| Node {
        name: node.id.clone(),
        label: node.label.clone(),
        position: Position { x: node.place[0], y: node.place[1] },
        terminal: true,
    };
    let link =
        |link: &StreetLink| Link { from: NodeId::new(link.from), to: NodeId::new(link.to), time: link.time };
    CityParts {
        name: config.name.clone(),
        coordinates: Coordinates::Degrees,
        nodes: nodes.nodes[..count].iter().map(node).collect(),
        links: links.iter().map(link).collect(),
        demand,
        ..CityParts::default()
    }
}

/// Neighbours, and stops between which one of today's lines to be redesigned runs without another.
fn with_todays_pairs(
    mut pairs: Vec<Neighbours>,
    timetable: Option<&Timetable<'_>>,
    nodes: &Nodes,
    plane: &Plane,
) -> Vec<Neighbours> {
    let mut known: HashSet<(usize, usize)> = pairs.iter().map(|pair| (pair.a, pair.b)).collect();
    let lines = timetable.iter().flat_map(|timetable| &timetable.lines).filter(|line| !line.is_fixed);
    for (line, way) in lines.flat_map(|line| line.ways.iter().map(move |way| (line, way))) {
        let visited = way.stops.iter().map(|&stop| nodes.of_stop.get(&(line.feed, stop)).copied());
        let visited: Vec<Option<usize>> = visited.collect();
        for ends in visited.windows(2) {
            let [Some(from), Some(to)] = [ends[0], ends[1]] else { continue };
            let (a, b) = (from.min(to), from.max(to));
            if a != b && b < nodes.on_streets && known.insert((a, b)) {
                let metres = distance(plane.metres(nodes.nodes[a].place), plane.metres(nodes.nodes[b].place));
                pairs.push(Neighbours { a, b, metres });
            }
        }
    }
    pairs
}

fn spots(nodes: &Nodes) -> Vec<Spot> {
    let spot = |node: &crate::nodes::NodeDraft| Spot {
        doors: node.doors.clone(),
        is_stop: node.is_stop,
        is_zone: node.zone.is_some(),
        people: node.zone.map_or(0.0, |zone| nodes.zones[zone].production),
        needs_walk: node.site.is_none(),
    };
    nodes.nodes.iter().map(spot).collect()
}

/// Limits such as those of today's lines.
fn defaults(existing: &Network) -> Defaults {
    let stop_counts = || existing.routes.iter().map(Route::stop_count);
    Defaults {
        routes: Some(existing.routes.len()).filter(|&routes| routes > 0),
        min_stops: stop_counts().min(),
        max_stops: stop_counts().max(),
        transfer_penalty: None,
    }
}

/// Where zones are the stops, a stop belongs to the zone around it, else to the nearest one within reach.
fn stops_in_zones(
    timetable: &Timetable<'_>,
    zones: &[Zone],
    plane: &Plane,
    most: f64,
) -> std::collections::HashMap<(usize, u32), usize> {
    let places = zones.iter().map(|zone| plane.metres([zone.lon, zone.lat]));
    let nearest = routewright_streets::Nearest::new(most, places.zip(0..));
    let has_rings = zones.iter().any(|zone| !zone.rings.is_empty());
    let zone_at = |lon: f64, lat: f64| {
        if !(lon.is_finite() && lat.is_finite()) {
            return None;
        }
        let within = || zones.iter().position(|zone| zone.contains(lon, lat));
        let around = || nearest.find(plane.metres([lon, lat]), most).map(|(at, _)| at as usize);
        has_rings.then(within).flatten().or_else(around)
    };
    let stops = timetable.feeds.iter().enumerate().flat_map(|(at, feed)| {
        feed.stops.iter().zip(0..).map(move |(stop, number)| ((at, number), [stop.lon, stop.lat]))
    });
    stops.filter_map(|(key, [lon, lat])| Some((key, zone_at(lon, lat)?))).collect()
}

/// Counts the stops of today's lines, and those outside.
fn count_stops(timetable: &mut Timetable<'_>, node_of: impl Fn(usize, u32) -> Option<NodeId>) {
    for counts in &mut timetable.counts {
        let is_fixed = counts.role == "fixed";
        let at = counts.at;
        let lines = timetable.lines.iter().filter(|line| line.feed == at && line.is_fixed == is_fixed);
        let used: std::collections::BTreeSet<u32> =
            lines.flat_map(|line| line.ways.iter().flat_map(|way| way.stops.iter().copied())).collect();
        counts.stops = used.len();
        let outside = used.iter().filter(|&&stop| node_of(at, stop).is_none());
        counts.stops_outside =
            outside.map(|&stop| timetable.feeds[at].stops[stop as usize].id.clone()).collect();
    }
}

/// Lines that lose more than a tenth of their running time at the edge of the area, those that lose most first.
fn cut_lines(lines: &TodayLines) -> Vec<CutLine> {
    let within = |way: &LineWay| {
        let is_inside = |stop: &LineStop| stop.node.is_some();
        let first = way.stops.iter().position(is_inside)?;
        let last = way.stops.iter().rposition(is_inside)?;
        Some(way.seconds[last] - way.seconds[first])
    };
    let minutes = |seconds: u32| f64::from(seconds) / 60.0;
    let cut = |line: &TodayLine| CutLine {
        line: line.name.clone(),
        minutes: minutes(line.ways.iter().map(LineWay::running_seconds).sum()),
        minutes_within: minutes(line.ways.iter().filter_map(within).sum()),
    };
    let mut cut: Vec<CutLine> = lines.lines.iter().filter(|line| !line.is_fixed).map(cut).collect();
    cut.retain(|line| line.minutes_within < 0.9 * line.minutes);
    let lost = |line: &CutLine| line.minutes - line.minutes_within;
    cut.sort_by(|a, b| lost(b).total_cmp(&lost(a)).then_with(|| a.line.cmp(&b.line)));
    cut
}

fn network_counts(today: &Networks) -> NetworkCounts {
    let routes = &today.existing.routes;
    let visited = routes.iter().flat_map(Route::patterns).flat_map(|pattern| pattern.stops);
    let served: HashSet<NodeId> = visited.collect();
    let count = |is_it: &dyn Fn(&Route) -> bool| routes.iter().filter(|route| is_it(route)).count();
    NetworkCounts {
        cut: cut_lines(&today.lines),
        routes: routes.len(),
        one_way: count(&|route| route.direction() == Direction::OneWay),
        circular: count(&|route| route.stops().first() == route.stops().last()),
        own_ways_back: count(&|route| route.own_back().is_some()),
        nodes_served: served.len(),
        fixed_routes: today.fixed.routes.len(),
    }
}
