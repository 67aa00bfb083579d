//! Everything that is reported of a service, computed once by optimal strategies.

use routewright_model::{City, Network, PeopleAndJobs};

use super::zone::by_origin;
use super::{LineAssessment, LineShapes, LoadedLeg, ServiceAccess, ServiceModel, ZoneMinutes, access};
use crate::strategies::assign_and_clock;

/// What riders live with and what it takes to run it, per hour of the city's period.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceAssessment {
    /// How vehicles run and what riders mind, as assumed.
    pub model: ServiceModel,
    /// Trips that people want to make.
    pub trips: f64,
    /// Perceived minutes per trip, unserved trips counted with `give_up`.
    pub mean_min: f64,
    /// Perceived minutes of all trips.
    pub total_min: f64,
    /// Minutes on board, as a clock shows them.
    pub riding_min: f64,
    /// Minutes at stops.
    pub waiting_min: f64,
    /// Minutes on foot.
    pub walking_min: f64,
    /// Changes of vehicle.
    pub changes: f64,
    /// Trips that are impossible or take longer than `give_up`.
    pub unserved_trips: f64,
    /// Vehicles of the designed network.
    pub vehicles: u64,
    /// Vehicles of the fixed routes.
    pub fixed_vehicles: u64,
    /// Vehicle-hours per hour of the designed network: round trips over headways, not rounded up.
    pub vehicle_hours: f64,
    /// The most riders in any vehicle.
    pub peak_load: f64,
    /// Legs where vehicles are fuller than allowed.
    pub overloaded_legs: usize,
    /// Lines that run: those of the designed network, then the fixed ones.
    pub lines: Vec<LineAssessment>,
    /// What the lines look like, fixed ones left out.
    pub shapes: LineShapes,
    /// The legs where vehicles are fuller than allowed, the fullest first.
    pub overloaded: Vec<OverloadedLeg>,
    /// Trips by the node they start at, for every node.
    pub by_origin: Vec<ZoneMinutes>,
    /// People and jobs with access; `None` where the city has no zone data.
    pub access: Option<ServiceAccess>,
    /// Routes that do not say how often they run. They are not run.
    pub without_headway: Vec<String>,
}

/// A leg where vehicles are fuller than allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverloadedLeg {
    /// The line, by its place in [`ServiceAssessment::lines`].
    pub line: usize,
    /// The leg and its riders.
    pub leg: LoadedLeg,
}

impl ServiceAssessment {
    /// A vehicle is overloaded when it holds so many riders more than allowed.
    const TOLERANCE: f64 = 1e-6;

    /// Assesses a network beside fixed routes. `zones` are the people and jobs at every node, where they are known.
    pub fn new(
        city: &City,
        network: &Network,
        fixed: &Network,
        model: &ServiceModel,
        zones: Option<&PeopleAndJobs>,
    ) -> Self {
        let routes = || {
            let of = |network, is_fixed| {
                let routes: &[_] = network;
                routes.iter().enumerate().map(move |(at, route)| (route, at, is_fixed))
            };
            of(&network.routes, false).chain(of(&fixed.routes, true))
        };
        let (mut service, mut firsts, mut without_headway) = (Vec::new(), Vec::new(), Vec::new());
        for (route, ..) in routes() {
            firsts.push(service.len());
            service.extend(model.lines_of(route));
            if route.frequency().is_none() {
                without_headway.push(route.name().to_owned());
            }
        }
        let trips = model.trips(city);
        let walks = model.walks(city);
        // One set of labels per destination serves both trips and access.
        let to = zones.map(|zones| access::zones_to_reach(city, zones)).unwrap_or_default();
        let (found, clocks) =
            assign_and_clock(city.node_count(), &service, &walks, &trips, &model.costs, &to);
        let line = |(route, first): (_, &usize)| LineAssessment::new(route, model, &found, *first);
        let lines: Vec<LineAssessment> = routes().zip(&firsts).filter_map(line).collect();
        let most = model.most_riders() + Self::TOLERANCE;
        let mut overloaded: Vec<OverloadedLeg> = Vec::new();
        // Fixed lines, such as a metro, have other vehicles.
        for (line, loaded) in lines.iter().enumerate().filter(|(_, line)| !line.is_fixed) {
            let too_full = loaded.legs().filter(|leg| leg.per_vehicle > most);
            overloaded.extend(too_full.map(|leg| OverloadedLeg { line, leg }));
        }
        overloaded.sort_by(|a, b| b.leg.per_vehicle.total_cmp(&a.leg.per_vehicle));
        let designed = || lines.iter().filter(|line| !line.is_fixed);
        let all_trips = found.served_trips + found.unserved_trips;
        Self {
            model: *model,
            trips: all_trips,
            mean_min: if all_trips > 0.0 { found.perceived_minutes / all_trips } else { 0.0 },
            total_min: found.perceived_minutes,
            riding_min: found.riding_minutes,
            waiting_min: found.waiting_minutes,
            walking_min: found.walking_minutes,
            changes: found.changes,
            unserved_trips: found.unserved_trips,
            vehicles: model.vehicles(network),
            fixed_vehicles: model.vehicles(fixed),
            vehicle_hours: designed().map(|line| line.round_trip.minutes() / line.headway_minutes).sum(),
            peak_load: designed().map(|line| line.peak_load).fold(0.0, f64::max),
            overloaded_legs: overloaded.len(),
            shapes: LineShapes::of(city, network, model),
            overloaded,
            by_origin: by_origin(city.node_count(), &trips, &found),
            access: zones.map(|zones| access::access(city, &service, &walks, zones, (&to, &clocks))),
            without_headway,
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use routewright_model::{Direction, Frequency, NodeId, Pattern, Route, Seconds};

    use super::*;
    use crate::service::{Way, gains};

    fn route(city: &City, name: &str, stops: &str, frequency: Option<Frequency>) -> Route {
        let stops = stops.split('-').map(|stop| city.node_named(stop).unwrap()).collect();
        Route::on_links(city, name, stops, Direction::BothWays).unwrap().with_frequency(frequency)
    }

    #[test]
    fn lines_legs_and_zones_add_up() {
        let city = City::mandl();
        // All of Mandl's city by three lines.
        let every = |minutes| Some(Frequency::Every(minutes));
        let network = Network::from_iter([
            route(&city, "a", "1-2-3-6-8-10-11-13", every(5.0)),
            route(&city, "b", "9-15-7-10-14", every(10.0)),
            route(&city, "c", "5-4-12", Some(Frequency::Vehicles(4))),
            route(&city, "silent", "5-4", None),
        ]);
        let fixed = Network::from_iter([route(&city, "rail", "2-4", every(4.0))]);
        let model = ServiceModel { layover: Seconds(120), ..ServiceModel::for_city(&city) };
        let found = ServiceAssessment::new(&city, &network, &fixed, &model, None);
        assert_eq!(found.without_headway, ["silent"]);
        let names: Vec<_> = found.lines.iter().map(|line| (&line.name[..], line.is_fixed)).collect();
        assert_eq!(names, [("a", false), ("b", false), ("c", false), ("rail", true)]);
        assert_eq!(found.trips, 15_570.0);
        let parts = found.riding_min + found.waiting_min + 5.0 * found.changes + 120.0 * found.unserved_trips;
        assert!((parts - found.total_min).abs() < 1e-6, "{parts} {}", found.total_min);
        let zones: f64 = found.by_origin.iter().map(|zone| zone.trips * zone.mean_min).sum();
        assert!((zones - found.total_min).abs() < 1e-6);
        let unserved: f64 = found.by_origin.iter().map(|zone| zone.unserved_trips).sum();
        assert!((unserved - found.unserved_trips).abs() < 1e-9);
        // A boarding is the first of a trip or a change.
        let boardings: f64 = found.lines.iter().map(|line| line.boardings).sum();
        let first = found.trips - found.unserved_trips;
        assert!((boardings - first - found.changes).abs() < 1e-6, "{boardings}");
        let vehicles: u64 = found.lines[..3].iter().map(|line| u64::from(line.vehicles)).sum();
        assert_eq!((found.vehicles, found.fixed_vehicles), (vehicles, u64::from(found.lines[3].vehicles)));
        let fullest = &found.overloaded[0];
        assert!((fullest.leg.per_vehicle - found.peak_load).abs() < 1e-9);
        assert_eq!(found.lines[fullest.line].busiest, Some(fullest.leg));
        // Both ways of a symmetric city carry the same.
        let way_back: Vec<f64> = found.lines[0].loads_back.iter().rev().copied().collect();
        for (out, back) in found.lines[0].loads_out.iter().zip(way_back) {
            assert!((out - back).abs() < 1e-6);
        }
        let back = found.lines[0].legs().find(|leg| leg.way == Way::Back).unwrap();
        let node = |name: &str| city.node_named(name).unwrap();
        assert_eq!((back.from, back.to), (node("13"), node("11")));
    }

    #[test]
    fn a_way_back_by_other_stops_carries_its_own_riders() {
        let city = City::mandl();
        let node = |name: &str| city.node_named(name).unwrap();
        let way = |stops: &str, minutes: u32| {
            let stops: Vec<NodeId> = stops.split('-').map(node).collect();
            Pattern { legs: vec![Seconds(60 * minutes); stops.len() - 1], stops }
        };
        let around =
            Route::with_timetable(&city, "around", way("1-2-3", 4), Some(way("3-5-4-1", 3))).unwrap();
        let around = around.with_frequency(Some(Frequency::Every(10.0)));
        let silent = route(&city, "silent", "5-4", None);
        let after = route(&city, "after", "9-15", Some(Frequency::Every(10.0)));
        let network = Network::from_iter([around, silent, after]);
        let model = ServiceModel { layover: Seconds(120), ..ServiceModel::for_city(&city) };
        let found = ServiceAssessment::new(&city, &network, &Network::default(), &model, None);
        let line = &found.lines[0];
        // 8 and 9 minutes and two rests every 10 minutes.
        assert_eq!((line.round_trip, line.vehicles), (Seconds(21 * 60), 3));
        let legs: Vec<_> =
            line.legs().filter(|leg| leg.way == Way::Back).map(|leg| (leg.from, leg.to)).collect();
        assert_eq!(legs, [("3", "5"), ("5", "4"), ("4", "1")].map(|(from, to)| (node(from), node(to))));
        // Riders from 3, 5 and 4 to 1, and all others that only the way back takes along.
        let trips = |from, to| city.demand(node(from), node(to));
        let to_one = trips("3", "1") + trips("5", "1") + trips("4", "1");
        assert!(line.loads_back[2] >= to_one, "{:?} is less than {to_one}", line.loads_back);
        assert!(line.loads_out[0] >= trips("1", "2") + trips("1", "3"));
        let boardings: f64 = found.lines.iter().map(|line| line.boardings).sum();
        assert!((boardings - (found.trips - found.unserved_trips) - found.changes).abs() < 1e-6);
        // The line after it has the riders that are its own.
        let (one, other) = (found.lines[1].loads_out[0], found.lines[1].loads_back[0]);
        assert!((one - trips("9", "15")).abs() < 1e-9 && (other - trips("15", "9")).abs() < 1e-9);
        // 1-2, 2-3, 3-5, 5-4 and 4-1, of which 5-4 is also on another line; and 9-15.
        assert!((found.shapes.shared_legs - 1.0 / 6.0).abs() < 1e-12, "{:?}", found.shapes);
    }

    #[test]
    fn a_shorter_headway_is_a_gain_for_those_who_wait() {
        let city = City::mandl();
        let service = |headway| {
            let network = Network::from_iter([route(
                &city,
                "a",
                "1-2-3-6-8-10-11-13",
                Some(Frequency::Every(headway)),
            )]);
            ServiceAssessment::new(&city, &network, &Network::default(), &ServiceModel::for_city(&city), None)
        };
        let gains = gains(&service(20.0), &service(10.0));
        assert_eq!(gains.len(), 14, "nobody starts at 15");
        assert!(gains.iter().all(|zone| zone.gain_min() >= -1e-12));
        // Node 14 has no line; from 1, those on the line wait five minutes less.
        assert_eq!(gains[13].gain_min(), 0.0);
        assert!(gains[0].gain_min() > 1.0 && gains[0].gain_min() < 5.0, "{:?}", gains[0]);
    }

    #[test]
    fn clock_minutes_decide_what_is_within_reach() {
        let mut parts = City::mandl().to_parts();
        let node = |name: &str| NodeId::new(name.parse::<usize>().unwrap() - 1);
        parts.walks = vec![routewright_model::Walk { from: node("9"), to: node("15"), time: Seconds(600) }];
        let city = City::new(parts).unwrap();
        // 15-6-3 takes 3 + 3 minutes, every 20: from 9, 10 on foot, 10 waiting, 6 riding.
        let network = Network::from_iter([route(&city, "a", "15-6-3", Some(Frequency::Every(20.0)))]);
        let (mut people, mut jobs) = (vec![0.0; 15], vec![0.0; 15]);
        people[node("9").index()] = 30.0;
        people[node("1").index()] = 70.0;
        jobs[node("3").index()] = 40.0;
        jobs[node("6").index()] = 60.0;
        let zones = PeopleAndJobs::new(people, jobs).unwrap();
        let found = |minutes| {
            let mut model = ServiceModel::for_city(&city);
            model.costs.wait_weight = 3.0;
            model.costs.wait_factor = minutes / 20.0;
            let none = Network::default();
            ServiceAssessment::new(&city, &network, &none, &model, Some(&zones)).access.unwrap()
        };
        let access = found(10.0);
        assert_eq!((access.people_served, access.jobs_served), (0.3, 1.0));
        assert_eq!(access.jobs_within, [0.3, 0.3, 0.3]);
        // 15 minutes of waiting: 6 in 28 minutes, 3 in 31.
        let access = found(15.0);
        assert!((access.jobs_within[0] - 0.3 * 0.6).abs() < 1e-12, "{access:?}");
        assert_eq!(access.jobs_within[1], 0.3);
        // Too far to walk for a stop to serve it, however fast its lines are.
        let mut parts = city.to_parts();
        parts.walks[0].time = Seconds(901);
        let city = City::new(parts).unwrap();
        let (model, none) = (ServiceModel::for_city(&city), Network::default());
        let far = ServiceAssessment::new(&city, &network, &none, &model, Some(&zones)).access.unwrap();
        assert_eq!((far.people_served, far.jobs_within[2]), (0.0, 0.3));
        // One's own node is always within reach.
        assert!((access.people_within[0] - (0.3 * 0.3 + 0.7 * 0.7)).abs() < 1e-12, "{access:?}");
    }
}
