//! Positions of zones in degrees.

use std::path::Path;

use super::raw::RawZones;
use super::{ZoneNote, ZoneOptions};
use crate::crs::Crs;
use crate::error::{At, Problems};
use crate::show::shown;

/// Converts positions to longitude and latitude where a coordinate system is asked for or declared, and refuses what
/// cannot be degrees. What concerns all zones is told once.
pub(super) fn settle(
    raw: &mut RawZones,
    ids: &[String],
    options: &ZoneOptions,
    path: &Path,
    problems: &mut Problems,
) {
    for (zone, id) in raw.zones.iter().zip(ids).filter(|(zone, _)| zone.place.is_none()) {
        let unit = if options.crs.or(raw.crs.as_deref()).is_none() { " in degrees" } else { "" };
        let problem = format!("zone {} has no position{unit}", shown(id));
        problems.add(
            At::line(path, zone.line),
            "zone-002",
            problem,
            "give longitude and latitude in degrees",
        );
    }
    let Ok(crs) = system(raw, options, path, problems) else { return };
    match crs.filter(|crs| !crs.is_wgs84()) {
        Some(crs) => reproject(raw, ids, &crs, path, problems),
        None => check_degrees(raw, ids, path, problems),
    }
}

/// The coordinate system to convert from, if any is named; an error was reported.
fn system(
    raw: &mut RawZones,
    options: &ZoneOptions,
    path: &Path,
    problems: &mut Problems,
) -> Result<Option<Crs>, ()> {
    let declared = raw.crs.clone();
    let Some(name) = options.crs.or(declared.as_deref()) else { return Ok(None) };
    let crs = Crs::named(name).map_err(|reason| {
        let problem = match options.crs {
            Some(_) => reason,
            None => format!("declares a coordinate system that cannot be used: {reason}"),
        };
        let help = "name its EPSG code with --zones-crs EPSG:nnnnn (see epsg.io), or convert the file to longitude and \
                    latitude: ogr2ogr -t_srs EPSG:4326 zones.geojson FILE";
        problems.add(At::whole(path), "zone-008", problem, help);
    })?;
    if let (Some(_), Some(declared)) = (options.crs, declared) {
        let same = Crs::named(&declared).is_ok_and(|declared| declared.name() == crs.name());
        if !same {
            raw.notes.push(ZoneNote::CrsOverruled { used: crs.name().into(), declared: shown(&declared) });
        }
    }
    Ok(Some(crs))
}

fn reproject(raw: &mut RawZones, ids: &[String], crs: &Crs, path: &Path, problems: &mut Problems) {
    let mut places = raw.zones.iter().filter_map(|zone| zone.place).peekable();
    if crs.is_planar() && places.peek().is_some() && places.all(is_degrees) {
        let problem = format!("positions look like degrees, but {} is in metres or feet", crs.name());
        let help = "leave out --zones-crs, or correct the coordinate system that the file declares";
        return problems.add(At::whole(path), "zone-006", problem, help);
    }
    for (zone, id) in raw.zones.iter_mut().zip(ids) {
        let Some(place) = zone.place else { continue };
        let rings = zone.rings.iter().map(|ring| ring.iter().map(|&place| crs.to_degrees(place)).collect());
        match (crs.to_degrees(place).filter(|&place| is_degrees(place)), rings.collect::<Option<_>>()) {
            (Some(place), Some(rings)) => (zone.place, zone.rings) = (Some(place), rings),
            _ => {
                let [x, y] = place;
                let problem = format!("zone {} at {x}, {y} lies outside {}", shown(id), crs.name());
                let help = "check the coordinate system and the order of x and y";
                problems.add(At::line(path, zone.line), "zone-002", problem, help);
            }
        }
    }
    raw.notes.push(ZoneNote::Reprojected { from: crs.name().into() });
}

fn check_degrees(raw: &RawZones, ids: &[String], path: &Path, problems: &mut Problems) {
    let placed = || raw.zones.iter().zip(ids).filter_map(|(zone, id)| Some((zone, id, zone.place?)));
    let outside = || placed().filter(|&(_, _, place)| !is_degrees(place));
    let (all, count) = (placed().count(), outside().count());
    let Some((first, id, [x, y])) = outside().next() else { return };
    let at = At::line(path, first.line);
    let is_most = 2 * count > all;
    let could_be_swapped = |[x, y]: [f64; 2]| x.abs() <= 90.0 && y.abs() <= 180.0;
    if is_most && placed().all(|(_, _, place)| could_be_swapped(place)) {
        let problem =
            format!("longitude and latitude look swapped: zone {} is at lon {x}, lat {y}", shown(id));
        let help = "exchange the two; longitude (east) comes first in GeoJSON, and latitude is never beyond 90 degrees";
        return problems.add(at, "zone-007", problem, help);
    }
    let is_far = |[x, y]: [f64; 2]| x.abs().max(y.abs()) > 1000.0;
    if is_most && outside().all(|(_, _, place)| is_far(place)) {
        let problem = format!("zone {} is at {x}, {y}: these look like metres (UTM?)", shown(id));
        let help = "name the coordinate system with --zones-crs EPSG:nnnnn";
        return problems.add(at, "zone-006", problem, help);
    }
    for (zone, id, [x, y]) in outside() {
        let problem = format!("zone {} is at lon {x}, lat {y}, which are not degrees", shown(id));
        problems.add(
            At::line(path, zone.line),
            "zone-002",
            problem,
            "give longitude and latitude in degrees",
        );
    }
}

fn is_degrees([lon, lat]: [f64; 2]) -> bool {
    lon.abs() <= 180.0 && lat.abs() <= 90.0
}
