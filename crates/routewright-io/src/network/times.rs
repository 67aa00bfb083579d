//! The leg times of a route as a file gives them: a timetable, out and back, or the driving times of its course.

use routewright_model::{City, Direction, NodeId, Pattern, Route, Seconds};

use super::route::{explain, known_stops};
use crate::error::{At, Problems};

/// `leg_minutes` with `stops_back` and `leg_minutes_back`, or `drive_minutes` with `drive_minutes_back`, as they stand in
/// the file.
#[derive(Debug, Default)]
pub(super) struct RawTimes {
    pub(super) leg_minutes: Option<Vec<f64>>,
    pub(super) stops_back: Option<Vec<String>>,
    pub(super) leg_minutes_back: Option<Vec<f64>>,
    pub(super) drive_minutes: Option<Vec<f64>>,
    pub(super) drive_minutes_back: Option<Vec<f64>>,
}

/// Where a route and its problems are.
pub(super) struct Place<'a> {
    pub(super) city: &'a City,
    /// The name of the route, as it is shown.
    pub(super) route: &'a str,
    pub(super) at: At<'a>,
}

impl RawTimes {
    /// The route with these times, or `None` after adding its problems.
    pub(super) fn apply(
        self,
        name: String,
        stops: Vec<NodeId>,
        direction: Direction,
        place: &Place,
        problems: &mut Problems,
    ) -> Option<Route> {
        if let Some((code, problem, help)) = self.contradiction(direction) {
            problems.add(place.at, code, format!("route {}: {problem}", place.route), help);
            return None;
        }
        if let Some(minutes) = &self.leg_minutes {
            let out = Pattern { stops, legs: legs(minutes, place, problems)? };
            return self.timetable(name, out, direction, place, problems);
        }
        let mut explained = |error| explain(place, "", &error, "drive_minutes", problems);
        let route = Route::on_links(place.city, name, stops, direction).map_err(&mut explained).ok()?;
        let Some(out) = &self.drive_minutes else { return Some(route) };
        let back = self.drive_minutes_back.as_deref().unwrap_or_default();
        let (out, back) = (legs(out, place, problems), legs(back, place, problems));
        let mut explained = |error| explain(place, "", &error, "drive_minutes", problems);
        route.with_driving_times(out?, back?).map_err(&mut explained).ok()
    }

    fn timetable(
        self,
        name: String,
        out: Pattern,
        direction: Direction,
        place: &Place,
        problems: &mut Problems,
    ) -> Option<Route> {
        let city = place.city;
        let (Some(stops), Some(minutes)) = (self.stops_back, self.leg_minutes_back) else {
            let route = Route::with_leg_times(city, name, out.stops, out.legs, direction);
            return route.map_err(|error| explain(place, "", &error, "leg_minutes", problems)).ok();
        };
        let stops = known_stops(place, " (way back)", &stops, problems);
        let back = Pattern { legs: legs(&minutes, place, problems)?, stops: stops? };
        let is_out = Route::with_timetable(city, "", out.clone(), None).is_err();
        Route::with_timetable(city, name, out, Some(back))
            .map_err(|error| match is_out {
                true => explain(place, "", &error, "leg_minutes", problems),
                false => explain(place, " (way back)", &error, "stops_back and leg_minutes_back", problems),
            })
            .ok()
    }

    /// Why these fields cannot stand beside each other: code, problem and help.
    fn contradiction(&self, direction: Direction) -> Option<(&'static str, String, &'static str)> {
        let fields = [
            ("leg_minutes", self.leg_minutes.is_some()),
            ("stops_back", self.stops_back.is_some()),
            ("leg_minutes_back", self.leg_minutes_back.is_some()),
            ("drive_minutes", self.drive_minutes.is_some()),
            ("drive_minutes_back", self.drive_minutes_back.is_some()),
        ];
        let is_given = |name: &str| fields.contains(&(name, true));
        let first_of = |names: &[&'static str]| names.iter().copied().find(|name| is_given(name));
        let timetable = ["leg_minutes", "stops_back", "leg_minutes_back"];
        let driving = ["drive_minutes", "drive_minutes_back"];
        if let (Some(own), Some(drive)) = (first_of(&timetable), first_of(&driving)) {
            let problem = format!("{own} and {drive} are both given");
            let help = "give leg_minutes for a line that runs by its own timetable, drive_minutes for one that \
                        follows the links";
            return Some(("net-019", problem, help));
        }
        let way_back = ["stops_back", "leg_minutes_back", "drive_minutes_back"];
        if let (Direction::OneWay, Some(back)) = (direction, first_of(&way_back)) {
            let problem = format!("it is one_way, but has {back}");
            return Some(("net-018", problem, "leave out one_way, or the way back"));
        }
        let together = |names: &[&'static str], help| {
            let given = first_of(names)?;
            let missing = names.iter().find(|name| !is_given(name))?;
            Some(("net-017", format!("{given} is given without {missing}"), help))
        };
        if first_of(&timetable[1..]).is_some() {
            // Named by what asks for the others.
            let names = ["stops_back", "leg_minutes_back", "leg_minutes"];
            let help = "a way back of its own needs stops_back, leg_minutes_back and leg_minutes; leave the first two \
                        out if it is the way out in reverse and takes as long";
            return together(&names, help);
        }
        match direction {
            Direction::OneWay => None,
            Direction::BothWays => together(&driving, "give the driving times of both ways, or neither"),
        }
    }
}

fn legs(minutes: &[f64], place: &Place, problems: &mut Problems) -> Option<Vec<Seconds>> {
    let mut check = |&minutes: &f64| {
        let time = Seconds::from_minutes(minutes);
        if time.is_none() {
            let why = if minutes < 0.0 { "but times cannot be negative" } else { "which is over a day" };
            let problem = format!("route {}: a leg takes {minutes} minutes, {why}", place.route);
            problems.add(place.at, "net-008", problem, "give the running time of every leg in minutes");
        }
        time
    };
    let legs: Vec<_> = minutes.iter().map(&mut check).collect();
    legs.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use routewright_model::{Network, Timing};

    use super::*;
    use crate::{InputErrors, TextFile, network_to_json, parse_network};

    fn read(fields: &str) -> Result<Network, InputErrors> {
        parse_network(&City::mandl(), &TextFile::new("net.json", format!("[{{\"name\": \"7\", {fields}}}]")))
    }

    fn seconds(legs: &[Seconds]) -> Vec<u32> {
        legs.iter().map(|leg| leg.0).collect()
    }

    #[test]
    fn a_way_back_of_its_own_is_read_and_written() {
        let text = r#""stops": [1, 2, 3, 1], "leg_minutes": [1.5, 2, 3],
            "stops_back": [1, 9, 1], "leg_minutes_back": [0.25, 4]"#;
        let network = read(text).unwrap();
        let route = &network.routes[0];
        let back = route.own_back().unwrap();
        assert_eq!((route.timing(), route.direction()), (Timing::Timetable, Direction::BothWays));
        assert_eq!((seconds(&back.legs), seconds(route.legs_out())), (vec![15, 240], vec![90, 120, 180]));
        let json = network_to_json(&City::mandl(), &network);
        let written = "{\"name\": \"7\", \"stops\": [\"1\", \"2\", \"3\", \"1\"], \"leg_minutes\": [1.5, 2, 3], \
                       \"stops_back\": [\"1\", \"9\", \"1\"], \"leg_minutes_back\": [0.25, 4]}";
        assert!(json.contains(written), "{json}");
    }

    #[test]
    fn the_way_out_in_reverse_may_have_other_times() {
        let back = |minutes: &str| {
            read(&format!(
                "\"stops\": [1, 2, 3], \"leg_minutes\": [1, 2], \"stops_back\": [3, 2, 1], \
                 \"leg_minutes_back\": [{minutes}]"
            ))
            .unwrap()
        };
        let network = back("5, 6");
        // Leg i leads from stop i + 1 to stop i.
        assert_eq!(seconds(network.routes[0].legs_back().unwrap()), [360, 300]);
        let json = network_to_json(&City::mandl(), &network);
        assert!(json.contains("\"leg_minutes_back\": [5, 6]"), "{json}");
        // Nothing is written twice.
        assert!(!network_to_json(&City::mandl(), &back("2, 1")).contains("back"));
    }

    #[test]
    fn driving_times_are_read_and_written_in_driven_order() {
        let text = r#""stops": ["1", "2", "3"], "drive_minutes": [8.5, 2], "drive_minutes_back": [3, 9]"#;
        let network = read(text).unwrap();
        let route = &network.routes[0];
        assert_eq!((route.timing(), seconds(route.legs_out())), (Timing::Driving, vec![510, 120]));
        assert_eq!(seconds(route.legs_back().unwrap()), [540, 180]);
        assert!(network_to_json(&City::mandl(), &network).contains(text));
        let one_way = read("\"stops\": [1, 2], \"one_way\": true, \"drive_minutes\": [7]").unwrap();
        assert_eq!((one_way.routes[0].time_out(), one_way.routes[0].time_back()), (Seconds(420), Seconds(0)));
    }

    #[test]
    fn fields_that_do_not_fit_together_are_named() {
        for (fields, problem) in [
            ("\"stops_back\": [3, 1]", "stops_back is given without leg_minutes_back [net-017]"),
            ("\"leg_minutes_back\": [1]", "leg_minutes_back is given without stops_back [net-017]"),
            (
                "\"stops_back\": [3, 1], \"leg_minutes_back\": [1]",
                "stops_back is given without leg_minutes [net-017]",
            ),
            (
                "\"leg_minutes\": [1, 2], \"stops_back\": [3, 1]",
                "stops_back is given without leg_minutes_back [net-017]",
            ),
            ("\"drive_minutes\": [1, 2]", "drive_minutes is given without drive_minutes_back [net-017]"),
            ("\"drive_minutes_back\": [1, 2]", "drive_minutes_back is given without drive_minutes [net-017]"),
            (
                "\"one_way\": true, \"leg_minutes\": [1, 2], \"stops_back\": [3, 1], \"leg_minutes_back\": [1]",
                "it is one_way, but has stops_back [net-018]",
            ),
            (
                "\"one_way\": true, \"drive_minutes\": [1, 2], \"drive_minutes_back\": [1, 2]",
                "it is one_way, but has drive_minutes_back [net-018]",
            ),
            (
                "\"leg_minutes\": [1, 2], \"drive_minutes\": [1, 2], \"drive_minutes_back\": [1, 2]",
                "leg_minutes and drive_minutes are both given [net-019]",
            ),
        ] {
            let told = read(&format!("\"stops\": [1, 2, 3], {fields}")).unwrap_err().to_string();
            assert!(told.starts_with(&format!("net.json:1: route 7: {problem}\n")), "{fields}: {told}");
        }
    }

    #[test]
    fn problems_of_the_way_back_say_so() {
        let told = |back: &str| {
            let fields = format!("\"stops\": [1, 2, 3], \"leg_minutes\": [1, 2], {back}");
            read(&fields).unwrap_err().to_string()
        };
        let start = |text: String| text.lines().next().unwrap().to_owned();
        assert_eq!(
            start(told("\"stops_back\": [3, 77, 1], \"leg_minutes_back\": [1, 2]")),
            "net.json:1: route 7 (way back): node 77 is not in city mandl [net-003]"
        );
        assert_eq!(
            told("\"stops_back\": [3, 9, 1], \"leg_minutes_back\": [1]"),
            "net.json:1: route 7 (way back): 3 stops need 2 leg times, but 1 are given [net-007]\n  help: give one \
             time for each two consecutive stops, or leave stops_back and leg_minutes_back out"
        );
        assert!(told("\"stops_back\": [3], \"leg_minutes_back\": []").contains("[net-006]"));
        assert!(told("\"stops_back\": [3, 3], \"leg_minutes_back\": [1]").contains("(way back): the route"));
        let out =
            "\"stops\": [1, 1], \"leg_minutes\": [1], \"stops_back\": [3, 1], \"leg_minutes_back\": [1]";
        assert!(
            start(read(out).unwrap_err().to_string()).starts_with("net.json:1: route 7: the route stops")
        );
        // Driving times are those of a route on links.
        let far = "\"stops\": [1, 3], \"drive_minutes\": [1], \"drive_minutes_back\": [1]";
        assert!(read(far).unwrap_err().to_string().contains("[net-004]"));
        let few = "\"stops\": [1, 2, 3], \"drive_minutes\": [1], \"drive_minutes_back\": [1, 2]";
        assert!(read(few).unwrap_err().to_string().ends_with("or leave drive_minutes out"));
    }
}
