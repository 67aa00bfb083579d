//! Where a bus may drive, which way and how fast, by the tags of OpenStreetMap.

use routewright_io::OsmWay;

/// How a bus may use a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Use {
    /// In the direction it was drawn.
    pub forward: bool,
    /// Against it.
    pub backward: bool,
    /// Without traffic.
    pub kilometres_per_hour: f64,
    /// Whether a zone may have its stop here: not on motorways, nor on yards and drives.
    pub may_stop: bool,
}

/// Why a bus may not use a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// A footway, cycle path, track, building site or the like.
    NotAStreet,
    /// A street that is private or closed to buses.
    NoAccess,
}

/// Speeds where no limit is posted, in kilometres per hour; whether a stop may lie there.
const CLASSES: [(&str, f64, bool); 18] = [
    ("motorway", 80.0, false),
    ("motorway_link", 50.0, false),
    ("trunk", 60.0, true),
    ("trunk_link", 40.0, true),
    ("primary", 50.0, true),
    ("primary_link", 40.0, true),
    ("secondary", 45.0, true),
    ("secondary_link", 35.0, true),
    ("tertiary", 40.0, true),
    ("tertiary_link", 30.0, true),
    ("unclassified", 35.0, true),
    ("residential", 30.0, true),
    ("road", 30.0, true),
    ("living_street", 10.0, true),
    ("busway", 40.0, true),
    ("bus_guideway", 40.0, true),
    ("service", 15.0, false),
    ("pedestrian", 10.0, true),
];

/// Ways that are streets for buses only where a tag says so.
const ONLY_IF_NAMED: [&str; 2] = ["service", "pedestrian"];

/// The top speed of a bus, regardless of the limit.
const TOP_SPEED: f64 = 90.0;

/// Lower limits are not kept by buses, or were meant for something else.
const SLOWEST_LIMIT: f64 = 10.0;

/// How a bus may use a way.
///
/// # Errors
/// It may not; the error says why.
pub fn bus_use(way: &OsmWay) -> Result<Use, Closed> {
    let class = way.tag("highway");
    let &(_, usual, may_stop) = CLASSES.iter().find(|(name, ..)| *name == class).ok_or(Closed::NotAStreet)?;
    let named = ["bus", "psv"].iter().any(|key| is_open(way.tag(key)));
    if way.tag("area") == "yes" || (ONLY_IF_NAMED.contains(&class) && !named) {
        return Err(Closed::NotAStreet);
    }
    // The most particular word decides.
    let word = ["bus", "psv", "motor_vehicle", "vehicle", "access"]
        .into_iter()
        .map(|key| way.tag(key))
        .find(|word| !word.is_empty());
    if word.is_some_and(|word| !is_open(word)) {
        return Err(Closed::NoAccess);
    }
    let (forward, backward) = directions(way, class);
    let kilometres_per_hour = posted(way.tag("maxspeed")).unwrap_or(usual).clamp(SLOWEST_LIMIT, TOP_SPEED);
    Ok(Use { forward, backward, kilometres_per_hour, may_stop })
}

fn directions(way: &OsmWay, class: &str) -> (bool, bool) {
    let says = |keys: &[&str], words: &[&str]| keys.iter().any(|key| words.contains(&way.tag(key)));
    let buses_both = says(&["oneway:bus", "oneway:psv"], &["no"])
        || says(&["busway", "busway:left", "busway:right", "busway:both"], &["opposite", "opposite_lane"])
        || says(&["lanes:bus:backward", "lanes:psv:backward"], &["1", "2"]);
    if buses_both {
        return (true, true);
    }
    match way.tag("oneway") {
        "yes" | "true" | "1" => (true, false),
        "-1" | "reverse" => (false, true),
        "" => {
            let one_way = matches!(way.tag("junction"), "roundabout" | "circular") || class == "motorway";
            (true, !one_way)
        }
        _ => (true, true),
    }
}

fn is_open(word: &str) -> bool {
    matches!(word, "yes" | "designated" | "permissive" | "official" | "destination" | "public")
}

/// A posted limit in kilometres per hour, where one is posted as a number.
fn posted(text: &str) -> Option<f64> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let value: f64 = digits.trim().parse().ok()?;
    let unit = text[digits.len()..].trim();
    let scale = match unit {
        "" | "km/h" | "kmh" | "kph" => 1.0,
        "mph" => 1.609_344,
        _ => return None,
    };
    (value > 0.0).then_some(value * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(tags: &str) -> OsmWay {
        let tags = tags.split_whitespace().map(|tag| tag.split_once('=').unwrap());
        OsmWay { id: 1, places: vec![0, 1], tags: tags.map(|(k, v)| (k.into(), v.into())).collect() }
    }

    /// Directions and speed, such as `> 50`, `< 30` or `<> 40`.
    fn check(tags: &str) -> String {
        match bus_use(&way(tags)) {
            Err(closed) => format!("{closed:?}"),
            Ok(found) => {
                let arrows = [if found.backward { "<" } else { "" }, if found.forward { ">" } else { "" }];
                format!("{} {:.0}", arrows.concat(), found.kilometres_per_hour)
            }
        }
    }

    #[test]
    fn one_ways_are_driven_one_way() {
        assert_eq!(check("highway=primary"), "<> 50");
        assert_eq!(check("highway=primary oneway=yes"), "> 50");
        assert_eq!(check("highway=primary oneway=-1"), "< 50");
        assert_eq!(check("highway=tertiary junction=roundabout"), "> 40");
        assert_eq!(check("highway=motorway"), "> 80");
        assert_eq!(check("highway=primary oneway=yes oneway:bus=no"), "<> 50");
        assert_eq!(check("highway=primary oneway=yes busway:left=opposite_lane"), "<> 50");
        assert_eq!(check("highway=primary oneway=yes lanes:psv:backward=1"), "<> 50");
        assert_eq!(check("highway=primary oneway=yes busway:right=lane"), "> 50");
        assert_eq!(check("highway=primary oneway=no junction=roundabout"), "<> 50");
    }

    #[test]
    fn the_most_particular_word_on_access_decides() {
        assert_eq!(check("highway=residential access=private"), "NoAccess");
        assert_eq!(check("highway=residential access=no bus=yes"), "<> 30");
        assert_eq!(check("highway=residential motor_vehicle=no psv=designated"), "<> 30");
        assert_eq!(check("highway=residential bus=no"), "NoAccess");
        assert_eq!(check("highway=footway"), "NotAStreet");
        assert_eq!(check("highway=service"), "NotAStreet");
        assert_eq!(check("highway=service bus=designated"), "<> 15");
        assert_eq!(check("highway=pedestrian area=yes bus=yes"), "NotAStreet");
    }

    #[test]
    fn limits_are_read_with_their_units() {
        assert_eq!(check("highway=residential maxspeed=40"), "<> 40");
        assert_eq!(posted("30 mph").map(f64::round), Some(48.0));
        assert_eq!(posted("60 km/h"), Some(60.0));
        assert_eq!([posted("BR:urban"), posted("none"), posted(""), posted("50;60"), posted("0")], [None; 5]);
        assert_eq!(check("highway=motorway maxspeed=120"), "> 90");
        assert_eq!(check("highway=residential maxspeed=4"), "<> 10");
    }
}
