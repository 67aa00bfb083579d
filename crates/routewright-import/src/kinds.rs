//! Kinds of vehicles, by the numbers and names of GTFS.

use std::ops::RangeInclusive;

/// Names that people give to kinds of vehicles, and the numbers of GTFS, extended ones included.
const NAMED: [(&str, &[RangeInclusive<u32>]); 11] = [
    ("tram", &[0..=0, 900..=999]),
    ("metro", &[1..=1, 400..=404, 500..=699]),
    ("rail", &[2..=2, 100..=199, 300..=399]),
    ("bus", &[3..=3, 200..=299, 700..=799]),
    ("ferry", &[4..=4, 1000..=1099, 1200..=1299]),
    ("cable-tram", &[5..=5]),
    ("cable-car", &[6..=6, 1300..=1399]),
    ("funicular", &[7..=7, 1400..=1499]),
    ("trolleybus", &[11..=11, 800..=899]),
    ("monorail", &[12..=12, 405..=499]),
    ("taxi", &[1500..=1599]),
];

/// Kinds that a planner moves to other streets: buses, coaches and trolleybuses. All others stay where they are unless
/// somebody asks otherwise.
const ON_STREETS: [&str; 2] = ["bus", "trolleybus"];

/// What a kind is called; `other` where GTFS has no name for it.
pub fn kind_name(kind: u32) -> &'static str {
    let is_it =
        |(_, ranges): &&(&str, &[RangeInclusive<u32>])| ranges.iter().any(|range| range.contains(&kind));
    NAMED.iter().find(is_it).map_or("other", |(name, _)| name)
}

/// Whether vehicles of a kind run on streets, so that their lines can be redesigned.
pub(crate) fn is_on_streets(kind: u32) -> bool {
    ON_STREETS.contains(&kind_name(kind))
}

/// A kind of vehicle, by number or by name; a name stands for all its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind(Vec<RangeInclusive<u32>>);

impl Kind {
    /// The kind with one number.
    pub fn numbered(kind: u32) -> Self {
        Self(vec![kind..=kind])
    }

    pub(crate) fn contains(&self, kind: u32) -> bool {
        self.0.iter().any(|range| range.contains(&kind))
    }
}

impl std::str::FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.trim().to_lowercase().replace([' ', '_'], "-");
        let word = match word.as_str() {
            "subway" | "underground" => "metro",
            "train" | "railway" => "rail",
            "light-rail" | "streetcar" => "tram",
            "boat" => "ferry",
            "gondola" | "aerial" => "cable-car",
            word => word,
        };
        if let Some((_, ranges)) = NAMED.iter().find(|(name, _)| *name == word) {
            return Ok(Self(ranges.to_vec()));
        }
        word.parse().map(Self::numbered).map_err(|_| {
            let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
            format!("'{text}' is no kind of vehicle; give a GTFS number, or one of {}", names.join(", "))
        })
    }
}

impl serde::Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let first = *self.0[0].start();
        let name = kind_name(first);
        let is_named = NAMED.iter().any(|(other, ranges)| *other == name && **ranges == *self.0);
        if is_named { serializer.serialize_str(name) } else { serializer.serialize_u32(first) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_numbers_and_names() {
        let metro: Kind = "Metro".parse().unwrap();
        assert!(metro.contains(1) && metro.contains(401) && !metro.contains(3));
        assert_eq!("subway".parse(), Ok(metro));
        assert_eq!("704".parse(), Ok(Kind::numbered(704)));
        let told = "zeppelin".parse::<Kind>().unwrap_err();
        assert!(
            told.starts_with("'zeppelin' is no kind of vehicle; give a GTFS number, or one of tram, metro")
        );
        assert_eq!((kind_name(704), kind_name(5), kind_name(9999)), ("bus", "cable-tram", "other"));
        assert!(is_on_streets(3) && is_on_streets(11) && !is_on_streets(0) && !is_on_streets(4));
    }
}
