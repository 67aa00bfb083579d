//! Coordinate systems by name, and the way from them to degrees.

use proj4rs::Proj;
use proj4rs::transform::transform;

use crate::show::shown;

/// A coordinate system that we can convert to longitude and latitude (WGS 84).
#[derive(Debug)]
pub(crate) struct Crs {
    name: String,
    /// `None` where coordinates are longitude and latitude already.
    projection: Option<(Proj, Proj)>,
}

impl Crs {
    /// Finds `EPSG:31983`, `31983`, `urn:ogc:def:crs:EPSG::31983`, `http://www.opengis.net/def/crs/EPSG/0/31983`,
    /// `CRS84` and the like.
    ///
    /// # Errors
    /// Why the system cannot be used, in words that continue a sentence.
    pub(crate) fn named(text: &str) -> Result<Self, String> {
        let upper = text.trim().to_ascii_uppercase();
        let words: Vec<&str> = upper.split([':', '/', '#']).filter(|word| !word.is_empty()).collect();
        let last = words.last().copied().unwrap_or_default();
        if matches!(last, "CRS84" | "WGS84") {
            return Ok(Self { name: "WGS 84".into(), projection: None });
        }
        if words.contains(&"ESRI") {
            return Err(format!("{} is a code of Esri, and only EPSG codes are known", shown(text)));
        }
        let code: Option<u32> = last.parse().ok().filter(|_| words.len() == 1 || words.contains(&"EPSG"));
        let Some(code) = code else {
            return Err(format!("{} is not the name of a coordinate system", shown(text)));
        };
        Self::of_code(code)
    }

    /// The system of an EPSG code.
    pub(crate) fn of_code(code: u32) -> Result<Self, String> {
        // Names of Web Mercator from before it had a code.
        let code = if matches!(code, 900_913 | 102_100 | 102_113) { 3857 } else { code };
        let name = format!("EPSG:{code}");
        if code == 4326 {
            return Ok(Self { name, projection: None });
        }
        let definition = u16::try_from(code).ok().and_then(crs_definitions::from_code);
        let definition = definition.ok_or_else(|| format!("{name} is not a coordinate system we know"))?;
        let unusable =
            |error: proj4rs::errors::Error| format!("{name} cannot be converted to degrees ({error})");
        let from = Proj::from_proj_string(definition.proj4).map_err(unusable)?;
        let to = Proj::from_proj_string("+proj=longlat +datum=WGS84 +no_defs").map_err(unusable)?;
        if from.is_geocent() {
            return Err(format!("{name} is measured from the centre of the Earth"));
        }
        Ok(Self { name, projection: Some((from, to)) })
    }

    /// Such as `EPSG:31983`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether coordinates are lengths on a plane.
    pub(crate) fn is_planar(&self) -> bool {
        self.projection.as_ref().is_some_and(|(from, _)| !from.is_latlong())
    }

    /// Whether coordinates are longitude and latitude (WGS 84) as they are.
    pub(crate) fn is_wgs84(&self) -> bool {
        self.projection.is_none()
    }

    /// Longitude and latitude of a place, to about a centimetre. `None` if the place lies outside the system.
    pub(crate) fn to_degrees(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let Some((from, to)) = &self.projection else { return Some([x, y]) };
        let mut place = if from.is_latlong() { (x.to_radians(), y.to_radians(), 0.0) } else { (x, y, 0.0) };
        transform(from, to, &mut place).ok()?;
        // Rounded so that every platform agrees.
        let degrees = |radians: f64| (radians.to_degrees() * 1e7).round() / 1e7;
        let place = [degrees(place.0), degrees(place.1)];
        place.iter().all(|value| value.is_finite()).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(crs: &str, place: [f64; 2], expected: [f64; 2]) {
        let crs = Crs::named(crs).unwrap();
        let [lon, lat] = crs.to_degrees(place).unwrap();
        let off = (lon - expected[0]).abs().max((lat - expected[1]).abs());
        assert!(off < 2e-6, "{}: {lon} {lat}", crs.name());
    }

    #[test]
    fn places_come_out_where_proj_puts_them() {
        // On the central meridian of the zone.
        near("EPSG:31983", [500_000.0, 10_000_000.0], [-45.0, 0.0]);
        near("urn:ogc:def:crs:EPSG::32633", [500_000.0, 0.0], [15.0, 0.0]);
        // 180 degrees of longitude are half the circumference.
        near("http://www.opengis.net/def/crs/EPSG/0/3857", [10_018_754.171_394_6, 0.0], [90.0, 0.0]);
        near("EPSG:900913", [0.0, 0.0], [0.0, 0.0]);
        near("urn:ogc:def:crs:OGC:1.3:CRS84", [1.5, 2.5], [1.5, 2.5]);
        near("EPSG:4674", [-46.6, -23.5], [-46.6, -23.5]);
        near("4326", [-46.6, -23.5], [-46.6, -23.5]);
    }

    #[test]
    fn published_pairs_are_met() {
        // EPSG Guidance Note 7-2, Lambert azimuthal equal area: 50 N 5 E in ETRS89 / LAEA Europe.
        near("EPSG:3035", [3_962_799.450_9, 2_999_718.853_2], [5.0, 50.0]);
        // The western edge of a UTM zone at the equator.
        near("EPSG:32633", [166_021.443_1, 0.0], [12.0, 0.0]);
        // US survey feet: the false origin of NAD83 / Texas South Central.
        near("EPSG:2278", [1_968_500.0, 13_123_333.333_333], [-99.0, 27.833_333_333]);
    }

    #[test]
    fn what_cannot_be_used_is_told_apart() {
        let reason = |name: &str| Crs::named(name).unwrap_err();
        assert_eq!(reason("EPSG:99999"), "EPSG:99999 is not a coordinate system we know");
        assert_eq!(reason("ESRI:102033"), "ESRI:102033 is a code of Esri, and only EPSG codes are known");
        assert_eq!(reason("SIRGAS 2000"), "SIRGAS 2000 is not the name of a coordinate system");
        assert_eq!(reason("EPSG:"), "EPSG: is not the name of a coordinate system");
        assert!(Crs::named("EPSG:31983").unwrap().is_planar());
        assert!(!Crs::named("EPSG:4674").unwrap().is_planar());
    }
}
