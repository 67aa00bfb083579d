//! The nodes of the city: stop places on streets, then those off them, then zones that riders reach on foot.

use std::collections::{HashMap, HashSet};

use routewright_io::{OsmStreets, Zone};
use routewright_streets::geometry::{Plane, distance};
use routewright_streets::{Nearest, SiteFinder, StopSite, Streets};

use crate::demand::gateway_nodes;
use crate::merge;
use crate::places::{Area, Place, Places};
use crate::report::{IsolatedZone, StopCounts, ZoneCounts};
use crate::today::Timetable;
use crate::{ImportConfig, ImportError, Sources, StopSource};

/// A stop is looked for on streets within so many metres.
const STOP_METRES: f64 = 150.0;
/// Whether a zone is near a street is measured to points of the street this far apart.
const ALONG_METRES: f64 = 100.0;

/// A node before the city is built.
#[derive(Clone, Debug)]
pub(crate) struct NodeDraft {
    pub(crate) id: String,
    pub(crate) label: Option<String>,
    /// Longitude and latitude.
    pub(crate) place: [f64; 2],
    /// Longitude and latitude of everything it stands for: all stops of a place, or itself.
    pub(crate) doors: Vec<[f64; 2]>,
    /// Where its vehicles stop; `None` off the streets.
    pub(crate) site: Option<StopSite>,
    pub(crate) is_stop: bool,
    /// Its zone, by its place among [`Nodes::zones`].
    pub(crate) zone: Option<usize>,
}

/// All nodes, and what became of zones and stops.
pub(crate) struct Nodes {
    /// Those on streets come first.
    pub(crate) nodes: Vec<NodeDraft>,
    pub(crate) on_streets: usize,
    /// Zones that were kept, then gateways that are places of their own.
    pub(crate) zones: Vec<Zone>,
    /// The node of each of them that has one.
    pub(crate) node_of_zone: Vec<Option<usize>>,
    /// Ids of zones that were merged, with the zone they went to.
    pub(crate) merged: HashMap<String, usize>,
    /// Ids of zones that were left out.
    pub(crate) left_out: HashSet<String>,
    /// The node of each stop of a feed, by feed and place among its stops.
    pub(crate) of_stop: HashMap<(usize, u32), usize>,
    pub(crate) zone_counts: ZoneCounts,
    pub(crate) stop_counts: Option<StopCounts>,
}

/// Where the stops of the city come from.
pub(crate) fn stop_source(sources: &Sources<'_>, config: &ImportConfig) -> Result<StopSource, ImportError> {
    let (has_feeds, has_osm) = (!sources.feeds.is_empty(), !sources.streets.stops.is_empty());
    match config.stops {
        Some(StopSource::Feed) if !has_feeds => Err(ImportError::NoStops(
            "there is no feed to take stops from\n  help: give one with --gtfs, or use --stops osm or --stops zones".into(),
        )),
        Some(StopSource::Osm) if !has_osm => Err(ImportError::NoStops(
            "the extract contains no bus stops\n  help: take an extract that was not filtered, or use --stops feed or \
             --stops zones"
                .into(),
        )),
        Some(source) => Ok(source),
        None if has_feeds => Ok(StopSource::Feed),
        None if has_osm => Ok(StopSource::Osm),
        None => Ok(StopSource::Zones),
    }
}

impl Nodes {
    /// Places all stops and zones.
    ///
    /// # Errors
    /// Zones and streets have nothing to do with each other, or there are no stops.
    pub(crate) fn new(
        sources: &Sources<'_>,
        config: &ImportConfig,
        streets: &Streets,
        plane: &Plane,
        timetable: Option<&Timetable<'_>>,
    ) -> Result<Self, ImportError> {
        let source = stop_source(sources, config)?;
        let mut nodes = Self::of_zones(sources, config, streets, plane, source)?;
        let finder = SiteFinder::new(streets);
        if source == StopSource::Zones {
            nodes.stop_at_zones(&finder, config)?;
            return Ok(nodes);
        }
        let area = Area::new(&sources.zones.zones, plane, config.walk_metres.max(100.0));
        let spacing = config.stop_spacing;
        let places = match (source, timetable) {
            (StopSource::Feed, Some(timetable)) => Places::of_feeds(timetable, &area, plane, spacing),
            _ => Places::of_osm(&sources.streets.stops, timetable, &area, plane, spacing),
        };
        nodes.stop_at_places(places, source, &finder)?;
        nodes.add_zones(sources, plane);
        Ok(nodes)
    }

    fn of_zones(
        sources: &Sources<'_>,
        config: &ImportConfig,
        streets: &Streets,
        plane: &Plane,
        source: StopSource,
    ) -> Result<Self, ImportError> {
        let all = &sources.zones.zones;
        let mut counts = ZoneCounts {
            zones: all.len(),
            production: all.iter().map(|zone| zone.production).sum(),
            attraction: all.iter().map(|zone| zone.attraction).sum(),
            blank_weights: sources.zones.blank_weights,
            notes: sources.zones.notes.iter().map(ToString::to_string).collect(),
            ..ZoneCounts::default()
        };
        let near = match source {
            StopSource::Zones => stopping_places(streets, plane),
            _ => street_places(sources.streets, plane),
        };
        let is_near =
            |zone: &Zone| near.find(plane.metres([zone.lon, zone.lat]), config.snap_metres).is_some();
        let (kept, lost): (Vec<Zone>, Vec<Zone>) = all.iter().cloned().partition(is_near);
        if kept.len() < 2 || kept.len() * 10 < all.len() {
            let (kept, all, metres) = (kept.len(), all.len(), config.snap_metres);
            return Err(ImportError::ZonesOffStreets { kept, all, metres });
        }
        counts.isolated = lost
            .iter()
            .map(|zone| IsolatedZone {
                id: zone.id.clone(),
                production: zone.production,
                attraction: zone.attraction,
            })
            .collect();
        let (mut zones, mut merged) = (kept, HashMap::new());
        if let Some(metres) = config.merge_metres {
            (zones, merged) = merge_zones(zones, plane, metres);
        }
        counts.merged = merged.len();
        let gateways = gateway_nodes(all, sources.gateways)?;
        counts.gateways = gateways.len();
        if let Some(gateway) = gateways.iter().find(|gateway| !is_near(gateway)) {
            return Err(ImportError::GatewayOffStreets(gateway.id.clone()));
        }
        zones.extend(gateways);
        Ok(Self {
            nodes: Vec::new(),
            on_streets: 0,
            node_of_zone: vec![None; zones.len()],
            zones,
            merged,
            left_out: lost.into_iter().map(|zone| zone.id).collect(),
            of_stop: HashMap::new(),
            zone_counts: counts,
            stop_counts: None,
        })
    }

    /// Every zone is a stop.
    fn stop_at_zones(&mut self, finder: &SiteFinder<'_>, config: &ImportConfig) -> Result<(), ImportError> {
        for (at, zone) in self.zones.iter().enumerate() {
            let place = [zone.lon, zone.lat];
            let site = finder.site_near(place, config.snap_metres);
            let site = site.ok_or_else(|| ImportError::GatewayOffStreets(zone.id.clone()))?;
            self.node_of_zone[at] = Some(at);
            let (id, label, doors) = (zone.id.clone(), None, vec![place]);
            self.nodes.push(NodeDraft {
                id,
                label,
                place,
                doors,
                site: Some(site),
                is_stop: true,
                zone: Some(at),
            });
        }
        self.on_streets = self.nodes.len();
        self.zone_counts.zone_nodes = self.nodes.len();
        self.zone_counts.nodes = self.nodes.len();
        Ok(())
    }

    /// Stop places become nodes, those on streets first.
    fn stop_at_places(
        &mut self,
        found: Places,
        source: StopSource,
        finder: &SiteFinder<'_>,
    ) -> Result<(), ImportError> {
        let Places { places, of_stop, stops, outside } = found;
        let site = |place: &Place| {
            let stops: Vec<([f64; 2], Option<f64>)> =
                place.stops.iter().map(|&(at, heading)| (at, degrees(heading))).collect();
            (!place.is_station).then(|| finder.site_of_stops(&stops, STOP_METRES)).flatten()
        };
        let mut sites: Vec<Option<StopSite>> = places.iter().map(site).collect();
        finder.keep_apart(&mut sites, &places.iter().map(|place| [place.lon, place.lat]).collect::<Vec<_>>());
        let on_streets = sites.iter().flatten().count();
        if on_streets < 2 {
            let from = if source == StopSource::Feed { "of the feeds" } else { "of OpenStreetMap" };
            return Err(ImportError::NoStops(format!(
                "{on_streets} stops {from} lie in the area and on a street that buses can use; {outside} lie outside it\n  \
                 help: check that zones and stops belong to the same city, or use --stops zones"
            )));
        }
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&at| sites[at].is_none());
        let mut node_of = vec![0; places.len()];
        let mut off_streets = Vec::new();
        for (node, at) in order.into_iter().enumerate() {
            node_of[at] = node;
            let Place { id, label, lon, lat, is_station, .. } = &places[at];
            let site = sites[at].take();
            if site.is_none() && !is_station {
                off_streets.push(label.clone().unwrap_or_else(|| id.clone()));
            }
            let doors = places[at].stops.iter().map(|&(stop, _)| stop).collect();
            let (id, label, place) = (id.clone(), label.clone(), [*lon, *lat]);
            self.nodes.push(NodeDraft { id, label, place, doors, site, is_stop: true, zone: None });
        }
        self.on_streets = on_streets;
        self.of_stop = of_stop.into_iter().map(|(stop, place)| (stop, node_of[place])).collect();
        self.stop_counts = Some(StopCounts { source, stops, outside, places: places.len(), off_streets });
        Ok(())
    }

    /// Zones become nodes that riders reach on foot. Gateways are the nearest stop on a street; zones where nobody
    /// starts or ends need no node.
    fn add_zones(&mut self, sources: &Sources<'_>, plane: &Plane) {
        let gateways_from = self.zones.len() - self.zone_counts.gateways;
        let named: HashSet<&str> = match sources.trips {
            Some(trips) if !trips.by_number => trips.places.iter().map(String::as_str).collect(),
            _ => HashSet::new(),
        };
        let is_numbered = sources.trips.is_some_and(|trips| trips.by_number);
        let merged_into: HashSet<usize> = self.merged.values().copied().collect();
        let taken: HashSet<String> = self.nodes.iter().map(|node| node.id.clone()).collect();
        let stops = self.nodes[..self.on_streets].iter().map(|node| plane.metres(node.place));
        let nearest = Nearest::new(500.0, stops.zip(0..));
        for (at, zone) in self.zones.iter().enumerate() {
            let place = [zone.lon, zone.lat];
            let stop = nearest.find(plane.metres(place), 1e6).map(|(stop, _)| stop as usize);
            if at >= gateways_from {
                self.node_of_zone[at] = stop;
                continue;
            }
            let is_used = match sources.trips {
                Some(_) => is_numbered || named.contains(zone.id.as_str()) || merged_into.contains(&at),
                None => zone.production > 0.0 || zone.attraction > 0.0,
            };
            if !is_used {
                self.zone_counts.empty += 1;
                continue;
            }
            let near = stop.and_then(|stop| self.nodes[stop].label.clone());
            let id = match taken.contains(&zone.id) {
                true => format!("zone {}", zone.id),
                false => zone.id.clone(),
            };
            self.node_of_zone[at] = Some(self.nodes.len());
            let label = near.map(|near| format!("near {near}"));
            let doors = vec![place];
            self.nodes.push(NodeDraft {
                id,
                label,
                place,
                doors,
                site: None,
                is_stop: false,
                zone: Some(at),
            });
            self.zone_counts.zone_nodes += 1;
        }
        self.zone_counts.nodes = self.nodes.len();
    }
}

/// Degrees clockwise from north; `None` where vehicles pass in all directions, or nobody knows.
fn degrees([east, north]: [f64; 2]) -> Option<f64> {
    (east != 0.0 || north != 0.0).then(|| libm::atan2(east, north).to_degrees().rem_euclid(360.0))
}

/// Where a stop may be.
fn stopping_places(streets: &Streets, plane: &Plane) -> Nearest {
    let pieces = streets.pieces().iter().filter(|piece| piece.may_stop);
    let corners = pieces.map(|piece| (plane.metres(streets.corner(piece.to)), piece.to));
    Nearest::new(200.0, corners)
}

/// Places along every street or path of any kind.
fn street_places(streets: &OsmStreets, plane: &Plane) -> Nearest {
    let place = |at: u32| plane.metres(streets.places[at as usize]);
    let legs = streets.ways.iter().flat_map(|way| way.places.windows(2));
    let along = legs.flat_map(|leg| {
        let (a, b) = (place(leg[0]), place(leg[1]));
        let parts = (distance(a, b) / ALONG_METRES).ceil().clamp(1.0, 500.0) as u32;
        let share = move |part: u32| f64::from(part) / f64::from(parts);
        (0..=parts).map(move |part| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share(part)))
    });
    Nearest::new(200.0, along.zip(0..))
}

/// Zones after merging, and where the merged ones went.
fn merge_zones(zones: Vec<Zone>, plane: &Plane, metres: f64) -> (Vec<Zone>, HashMap<String, usize>) {
    let places: Vec<[f64; 2]> = zones.iter().map(|zone| plane.metres([zone.lon, zone.lat])).collect();
    let weights: Vec<f64> = zones.iter().map(|zone| zone.production + zone.attraction).collect();
    let centres = merge::centres(&weights, &places, metres);
    let (mut kept, mut place_of) = (Vec::new(), HashMap::new());
    for (at, zone) in zones.iter().enumerate().filter(|(at, _)| centres[*at] == *at) {
        place_of.insert(at, kept.len());
        kept.push(zone.clone());
    }
    let mut merged = HashMap::new();
    for (at, (zone, centre)) in zones.iter().zip(centres).enumerate().filter(|(at, (_, centre))| at != centre)
    {
        let _ = at;
        let into = place_of[&centre];
        merge::absorb(&mut kept[into], zone);
        merged.insert(zone.id.clone(), into);
    }
    (kept, merged)
}
