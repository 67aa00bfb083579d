//! Metres or feet: the unit of positions on a plane, which the format does not state.

use super::NetLink;
use super::places::Places;
use crate::TextFile;

/// What the unit of the positions is taken to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlaneUnit {
    /// Metres in the unit.
    pub(super) metres: f64,
    /// What speaks for it; `None` where nothing tells.
    pub(super) because: Option<&'static str>,
}

const FOOT: f64 = 0.3048;

/// Units of link lengths: how headers call them, what speaks for it, and their metres.
const LENGTHS: [(&[&str], &str, f64); 4] = [
    (&["mi", "mile", "miles"], "links are as long as the lengths in miles say", 1609.344),
    (&["km", "kilometres", "kilometers"], "links are as long as the lengths in kilometres say", 1000.0),
    (&["ft", "foot", "feet"], "links are as long as the lengths in feet say", FOOT),
    (&["m", "metres", "meters"], "links are as long as the lengths in metres say", 1.0),
];

/// Streets are at least about as long as the straight line, and seldom much longer.
const DETOURS: std::ops::RangeInclusive<f64> = 0.9..=1.5;

/// Typical free-flow speeds, km/h.
const SPEEDS: std::ops::RangeInclusive<f64> = 15.0..=130.0;

/// Compares straight distances with the lengths of links, then with their times. Without evidence, metres.
pub(super) fn plane_unit(net: &TextFile, links: &[NetLink], places: &Places) -> PlaneUnit {
    let by_lengths = median(links, places, |link| link.length.parse().ok())
        .and_then(|(straight, length)| by_lengths(length / straight, stated_length_unit(net)));
    let by_times = || {
        let (straight, minutes) = median(links, places, |link| link.time.parse().ok())?;
        by_speed(straight / minutes * 60.0 / 1000.0)
    };
    by_lengths.or_else(by_times).unwrap_or(PlaneUnit { metres: 1.0, because: None })
}

/// The unit in which lengths over straight distances come to usual detours, if there is one.
fn by_lengths(ratio: f64, stated: Option<usize>) -> Option<PlaneUnit> {
    let mut found: Option<PlaneUnit> = None;
    for (index, &(_, because, length)) in LENGTHS.iter().enumerate() {
        for metres in [1.0, FOOT] {
            let fits = DETOURS.contains(&(ratio * length / metres));
            if !fits || stated.is_some_and(|stated| stated != index) {
                continue;
            }
            match found {
                Some(other) if other.metres != metres => return None,
                Some(_) => {}
                None => found = Some(PlaneUnit { metres, because: Some(because) }),
            }
        }
    }
    found
}

/// The unit in which free-flow speeds are usual, if the other's are not.
fn by_speed(in_metres: f64) -> Option<PlaneUnit> {
    let because = Some("free-flow speeds are usual then");
    match (SPEEDS.contains(&in_metres), SPEEDS.contains(&(in_metres * FOOT))) {
        (true, false) => Some(PlaneUnit { metres: 1.0, because }),
        (false, true) => Some(PlaneUnit { metres: FOOT, because }),
        _ => None,
    }
}

/// Straight distance and value of the link with the middle ratio of the two.
fn median(links: &[NetLink], places: &Places, value: impl Fn(&NetLink) -> Option<f64>) -> Option<(f64, f64)> {
    let both = |link: &NetLink| {
        let (from, to) = (places.of(link.from)?, places.of(link.to)?);
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        Some(((dx * dx + dy * dy).sqrt(), value(link)?))
    };
    let usable = |&(straight, value): &(f64, f64)| {
        straight > 0.0 && value > 0.0 && (value / straight).is_finite() && straight.is_finite()
    };
    let mut pairs: Vec<_> = links.iter().filter_map(both).filter(usable).collect();
    pairs.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    pairs.get(pairs.len() / 2).copied()
}

/// The unit that a header names, such as `Length (ft)`.
fn stated_length_unit(net: &TextFile) -> Option<usize> {
    net.text.lines().filter(|line| line.contains('~')).find_map(|line| {
        let line = line.to_ascii_lowercase();
        let (_, after) = line.split_once("length")?;
        let (unit, _) = after.trim_start().strip_prefix('(')?.split_once(')')?;
        LENGTHS.iter().position(|(names, ..)| names.contains(&unit.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_tell_metres_from_feet() {
        let metres = |ratio: f64, stated: Option<usize>| by_lengths(ratio, stated).map(|unit| unit.metres);
        assert_eq!(metres(1.1 / 5280.0, None), Some(FOOT), "feet, miles");
        assert_eq!(metres(1.1 / 1609.344, None), Some(1.0), "metres, miles");
        assert_eq!(metres(1.3 / 1000.0, None), Some(1.0), "metres, kilometres");
        assert_eq!(metres(1.2 * FOOT, None), Some(FOOT), "feet, metres");
        assert_eq!(metres(1.2 / FOOT, None), Some(1.0), "metres, feet");
        assert_eq!(metres(1.1, None), None, "both in metres, or both in feet");
        assert_eq!(metres(1.1, Some(2)), Some(FOOT));
        assert_eq!(metres(1.1, Some(3)), Some(1.0));
        assert_eq!(metres(20.0, None), None);
    }

    #[test]
    fn speeds_tell_where_lengths_do_not() {
        assert_eq!(by_speed(40.0).unwrap().metres, 1.0);
        assert_eq!(by_speed(40.0 / FOOT).unwrap().metres, FOOT);
        assert_eq!(by_speed(90.0), None);
        assert_eq!(by_speed(5000.0), None);
    }
}
