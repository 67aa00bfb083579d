//! Whether zones, streets and feeds belong to one city.

use routewright_io::{Feed, OsmStreets, Zone};

use crate::ImportError;

/// Boxes are widened by so many degrees, about ten kilometres, before they are compared.
const MARGIN: f64 = 0.1;

/// The smallest box around some places.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    least: [f64; 2],
    most: [f64; 2],
}

impl Bounds {
    fn around(places: impl Iterator<Item = [f64; 2]>) -> Option<Self> {
        let places = places.filter(|place| place.iter().all(|degrees| degrees.is_finite()));
        places.fold(None, |bounds: Option<Self>, place| {
            let Self { least, most } = bounds.unwrap_or(Self { least: place, most: place });
            let pick = |pick: fn(f64, f64) -> f64, from: [f64; 2]| {
                [pick(from[0], place[0]), pick(from[1], place[1])]
            };
            Some(Self { least: pick(f64::min, least), most: pick(f64::max, most) })
        })
    }

    fn holds(&self, place: [f64; 2]) -> bool {
        (0..2).all(|axis| (self.least[axis] - MARGIN..=self.most[axis] + MARGIN).contains(&place[axis]))
    }

    /// Latitude and longitude of its middle, for a message.
    fn middle(&self) -> String {
        let [lon, lat] = [0, 1].map(|axis| (self.least[axis] + self.most[axis]) / 2.0);
        format!("latitude {lat:.2}, longitude {lon:.2}")
    }
}

/// Checks that zones lie among the streets, and some stops of each feed among the zones.
///
/// # Errors
/// Something lies elsewhere; the message says so, and whether its coordinates are swapped.
pub(crate) fn check(zones: &[Zone], streets: &OsmStreets, feeds: &[&Feed]) -> Result<(), ImportError> {
    let zone_places = || zones.iter().map(|zone| [zone.lon, zone.lat]);
    let (Some(area), Some(streets)) =
        (Bounds::around(zone_places()), Bounds::around(streets.places.iter().copied()))
    else {
        return Ok(());
    };
    compare("the zones", zone_places(), "the streets", streets)?;
    for feed in feeds {
        let stops = feed.stops.iter().map(|stop| [stop.lon, stop.lat]);
        compare(&format!("the stops of {}", feed.name), stops, "the zones", area)?;
    }
    Ok(())
}

/// Fails if no place lies in the bounds.
fn compare(
    what: &str,
    places: impl Iterator<Item = [f64; 2]> + Clone,
    than: &str,
    bounds: Bounds,
) -> Result<(), ImportError> {
    let Some(own) = Bounds::around(places.clone()) else { return Ok(()) };
    if places.clone().any(|place| bounds.holds(place)) {
        return Ok(());
    }
    let swapped = places.clone().any(|[x, y]| bounds.holds([y, x]));
    let help = match swapped {
        true => "latitude and longitude are swapped: exchange the two columns",
        false => "check that both belong to the same city",
    };
    Err(ImportError::Elsewhere {
        what: what.into(),
        at: own.middle(),
        than: than.into(),
        there: bounds.middle(),
        help,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_city_and_swapped_coordinates_are_told_apart() {
        let city = Bounds::around([[-51.3, -30.2], [-51.1, -29.9]].into_iter()).unwrap();
        let told = |place: [f64; 2]| {
            compare("the zones", [place].into_iter(), "the streets", city).map_err(|e| e.to_string())
        };
        assert_eq!(told([-51.2, -30.0]), Ok(()));
        assert_eq!(
            told([-30.0, -51.2]).unwrap_err(),
            "the zones lie around latitude -51.20, longitude -30.00, but the streets around latitude -30.05, longitude \
             -51.20\n  help: latitude and longitude are swapped: exchange the two columns"
        );
        assert!(told([2.35, 48.85]).unwrap_err().contains("check that both belong to the same city"));
    }
}
