//! Stop places: stops that lie close together, under the name of the one used most.

use std::collections::HashMap;

use routewright_io::{OsmStop, Zone};
use routewright_streets::Nearest;

use crate::merge;
use crate::today::{StopUse, Timetable, stop_use};
use routewright_streets::geometry::Plane;

/// Stops that count as one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// Id and name of the stop used most.
    pub(crate) id: String,
    pub(crate) label: Option<String>,
    pub(crate) lon: f64,
    pub(crate) lat: f64,
    /// Every stop, and the way vehicles pass it (zero if unknown).
    pub(crate) stops: Vec<([f64; 2], [f64; 2])>,
    /// Whether only vehicles off the streets use it: a station, which need not lie on one.
    pub(crate) is_station: bool,
}

/// All stop places of the area.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) places: Vec<Place>,
    /// The place of each stop, by feed and place among its stops.
    pub(crate) of_stop: HashMap<(usize, u32), usize>,
    /// Stops within the area.
    pub(crate) stops: usize,
    /// Stops outside.
    pub(crate) outside: usize,
}

/// The zones, for the question whether a stop lies among them.
pub(crate) struct Area<'a> {
    zones: &'a [Zone],
    has_rings: bool,
    nearest: Nearest,
    reach: f64,
}

impl<'a> Area<'a> {
    /// What lies within so many metres of a zone's place, or inside its boundary.
    pub(crate) fn new(zones: &'a [Zone], plane: &Plane, reach: f64) -> Self {
        let places = zones.iter().map(|zone| plane.metres([zone.lon, zone.lat]));
        let nearest = Nearest::new(reach, places.zip(0..));
        Self { zones, has_rings: zones.iter().any(|zone| !zone.rings.is_empty()), nearest, reach }
    }

    fn contains(&self, plane: &Plane, [lon, lat]: [f64; 2]) -> bool {
        self.nearest.find(plane.metres([lon, lat]), self.reach).is_some()
            || self.has_rings && self.zones.iter().any(|zone| zone.contains(lon, lat))
    }
}

/// A stop before it is taken together with others.
struct Stop {
    id: String,
    label: Option<String>,
    place: [f64; 2],
    heading: [f64; 2],
    calls: f64,
    is_station: bool,
    key: Option<(usize, u32)>,
}

impl Places {
    /// The stops that lines use on the day.
    pub(crate) fn of_feeds(timetable: &Timetable<'_>, area: &Area<'_>, plane: &Plane, spacing: f64) -> Self {
        Self::new(used_stops(timetable, plane).into_iter(), area, plane, spacing)
    }

    /// The bus stops of OpenStreetMap. Stops that today's lines use join them, or are places of their own where
    /// OpenStreetMap has none near.
    pub(crate) fn of_osm(
        stops: &[OsmStop],
        timetable: Option<&Timetable<'_>>,
        area: &Area<'_>,
        plane: &Plane,
        spacing: f64,
    ) -> Self {
        let stop = |stop: &OsmStop| Stop {
            id: format!("osm{}", stop.id),
            label: stop.name.clone(),
            place: [stop.lon, stop.lat],
            heading: [0.0; 2],
            // Of stops that lie together, one that has a name gives it.
            calls: if stop.name.is_some() { 2.0 } else { 1.0 },
            is_station: false,
            key: None,
        };
        let mut used = timetable.map(|timetable| used_stops(timetable, plane)).unwrap_or_default();
        // Less than any stop of OpenStreetMap, and more the more vehicles call.
        used.iter_mut().for_each(|stop| stop.calls /= stop.calls + 1.0);
        Self::new(stops.iter().map(stop).chain(used), area, plane, spacing)
    }

    fn new(stops: impl Iterator<Item = Stop>, area: &Area<'_>, plane: &Plane, spacing: f64) -> Self {
        let (inside, outside): (Vec<Stop>, Vec<Stop>) =
            stops.partition(|stop| area.contains(plane, stop.place));
        let mut found = Self { stops: inside.len(), outside: outside.len(), ..Self::default() };
        // Stations keep to themselves: one changes there on foot.
        for is_station in [false, true] {
            let group: Vec<&Stop> = inside.iter().filter(|stop| stop.is_station == is_station).collect();
            found.add_group(&group, plane, spacing);
        }
        make_ids_differ(&mut found.places);
        found
    }

    fn add_group(&mut self, stops: &[&Stop], plane: &Plane, spacing: f64) {
        let places: Vec<[f64; 2]> = stops.iter().map(|stop| plane.metres(stop.place)).collect();
        let calls: Vec<f64> = stops.iter().map(|stop| stop.calls).collect();
        let centres = merge::centres(&calls, &places, spacing);
        let mut place_of = HashMap::new();
        for (at, stop) in stops.iter().enumerate().filter(|(at, _)| centres[*at] == *at) {
            place_of.insert(at, self.places.len());
            let [lon, lat] = stop.place;
            let (id, label, is_station) = (stop.id.clone(), stop.label.clone(), stop.is_station);
            self.places.push(Place { id, label, lon, lat, stops: Vec::new(), is_station });
        }
        for (stop, centre) in stops.iter().zip(centres) {
            let place = place_of[&centre];
            self.places[place].stops.push((stop.place, stop.heading));
            self.of_stop.extend(stop.key.map(|key| (key, place)));
        }
    }
}

fn used_stops(timetable: &Timetable<'_>, plane: &Plane) -> Vec<Stop> {
    let stop = |used: StopUse| {
        let stop = &timetable.feeds[used.feed].stops[used.stop as usize];
        Stop {
            id: stop.id.clone(),
            label: Some(stop.name.clone()).filter(|name| !name.trim().is_empty()),
            place: [stop.lon, stop.lat],
            heading: used.heading,
            calls: used.calls,
            is_station: used.is_station,
            key: Some((used.feed, used.stop)),
        }
    };
    stop_use(timetable, plane).into_iter().map(stop).collect()
}

fn make_ids_differ(places: &mut [Place]) {
    let mut taken = std::collections::HashSet::new();
    for place in places {
        let numbered = (2..).map(|number: usize| format!("{} ({number})", place.id));
        let free = std::iter::once(place.id.clone()).chain(numbered).find(|id| !taken.contains(id));
        place.id = free.expect("numbers do not end");
        taken.insert(place.id.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundredth of a degree is 1112 m at the equator.
    fn stop(id: &str, lon: f64, calls: f64, is_station: bool) -> Stop {
        let label = Some(format!("Stop {id}"));
        Stop { id: id.into(), label, place: [lon, 0.0], heading: [1.0, 0.0], calls, is_station, key: None }
    }

    fn places(stops: Vec<Stop>, spacing: f64) -> Places {
        let zones = [Zone { id: "z".into(), ..Zone::default() }];
        let plane = Plane::around(0.0);
        let area = Area::new(&zones, &plane, 1000.0);
        let keyed = stops.into_iter().zip(0..).map(|(stop, at)| Stop { key: Some((0, at)), ..stop });
        Places::new(keyed, &area, &plane, spacing)
    }

    #[test]
    fn the_stop_used_most_gives_its_name() {
        let stops =
            || vec![stop("a", 0.0, 1.0, false), stop("b", 0.001, 9.0, false), stop("c", 0.005, 1.0, false)];
        let found = places(stops(), 250.0);
        let names: Vec<&str> = found.places.iter().filter_map(|place| place.label.as_deref()).collect();
        assert_eq!(names, ["Stop b", "Stop c"]);
        assert_eq!(found.places[0].stops.len(), 2);
        assert_eq!([0, 1, 2].map(|at| found.of_stop[&(0, at)]), [0, 0, 1]);
        assert_eq!(places(stops(), 100.0).places.len(), 3);
    }

    #[test]
    fn stations_keep_to_themselves_and_stops_outside_are_counted() {
        let stops =
            vec![stop("a", 0.0, 1.0, false), stop("a", 0.0001, 9.0, true), stop("far", 0.02, 5.0, false)];
        let found = places(stops, 250.0);
        let told: Vec<(&str, bool)> =
            found.places.iter().map(|place| (place.id.as_str(), place.is_station)).collect();
        // Two feeds may use one id.
        assert_eq!(told, [("a", false), ("a (2)", true)]);
        assert_eq!((found.stops, found.outside), (2, 1));
        assert!(!found.of_stop.contains_key(&(0, 2)));
    }

    #[test]
    fn boundaries_reach_farther_than_their_middle() {
        let ring = vec![[-0.05, -0.01], [0.05, -0.01], [0.05, 0.01], [-0.05, 0.01]];
        let zones = [Zone { rings: vec![ring], ..Zone::default() }];
        let plane = Plane::around(0.0);
        let area = Area::new(&zones, &plane, 1000.0);
        assert!(area.contains(&plane, [0.04, 0.0]) && !area.contains(&plane, [0.06, 0.0]));
    }
}
