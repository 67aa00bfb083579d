//! The folder that an import writes.

use std::path::Path;

use routewright_io::{Overwrite, csv_text, network_to_json, write_city_folder, write_text_atomically};
use serde_json::json;

use crate::markdown::to_markdown;
use crate::{ImportError, Imported};

/// Writes the city folder and beside it `zones.csv`, `link-shapes.geojson`, `existing.json`, `fixed.json`,
/// `headways.csv`, and the report as `import.json` and `import.md`.
///
/// Without feeds there is no `existing.json`, without fixed routes no `fixed.json`.
///
/// # Errors
/// The folder contains another city, or the disk refuses.
pub fn write_import(imported: &Imported, folder: &Path, overwrite: Overwrite) -> Result<(), ImportError> {
    let city = &imported.city;
    write_city_folder(city, folder, overwrite)?;
    let put = |name: &str, text: &str| write_text_atomically(&folder.join(name), text);
    put("zones.csv", &zones(imported))?;
    put("link-shapes.geojson", &shapes(imported))?;
    for (name, network) in [("existing.json", &imported.existing), ("fixed.json", &imported.fixed)] {
        if network.routes.is_empty() {
            // A file of an earlier import would belong to another city.
            let _ = std::fs::remove_file(folder.join(name));
        } else {
            put(name, &network_to_json(city, network))?;
        }
    }
    put("headways.csv", &headways(imported))?;
    let report = serde_json::to_string_pretty(&imported.report).expect("a report has text keys only");
    put("import.json", &format!("{report}\n"))?;
    put("import.md", &to_markdown(&imported.report))?;
    Ok(())
}

fn zones(imported: &Imported) -> String {
    let rows = imported
        .zones
        .iter()
        .map(|zone| [zone.id.clone(), zone.production.to_string(), zone.attraction.to_string()]);
    csv_text(["id", "people", "jobs"], rows)
}

fn headways(imported: &Imported) -> String {
    let rows = imported.headways.iter().map(|(route, minutes)| [route.clone(), minutes.to_string()]);
    csv_text(["route", "headway_minutes"], rows)
}

fn shapes(imported: &Imported) -> String {
    let name = |node: usize| imported.zones[node].id.as_str();
    let features: Vec<String> = imported
        .links
        .iter()
        .map(|link| {
            // Seven decimals of a degree are a centimetre.
            let rounded = |degrees: f64| (degrees * 1e7).round() / 1e7;
            let places: Vec<[f64; 2]> = link.shape.iter().map(|place| place.map(rounded)).collect();
            let properties = json!({
                "from": name(link.from),
                "to": name(link.to),
                "metres": link.metres.round(),
            });
            let geometry = json!({"type": "LineString", "coordinates": places});
            json!({"type": "Feature", "properties": properties, "geometry": geometry}).to_string()
        })
        .collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
}
