//! The folder that an import writes.

use std::path::Path;

use routewright_io::{
    Overwrite, Zone, csv_text, format_lines, network_to_json, write_city_folder, write_text_atomically,
};
use routewright_streets::write_streets;
use serde_json::json;

use crate::markdown::to_markdown;
use crate::{ImportError, Imported};

/// Writes the city folder and beside it `zones.csv`, `streets.json`, `link-shapes.geojson`, `existing.json`,
/// `fixed.json`, `lines.json`, `headways.csv`, and the report as `import.json` and `import.md`.
///
/// Without feeds there is no `existing.json` and no `lines.json`, without fixed lines no `fixed.json`.
///
/// # Errors
/// The folder contains another city, or the disk refuses.
pub fn write_import(imported: &Imported, folder: &Path, overwrite: Overwrite) -> Result<(), ImportError> {
    let city = &imported.city;
    write_city_folder(city, folder, overwrite)?;
    // A file of an earlier import would belong to another city.
    let put_if = |name: &str, is_wanted: bool, text: &dyn Fn() -> String| match is_wanted {
        true => write_text_atomically(&folder.join(name), &text()),
        false => {
            let _ = std::fs::remove_file(folder.join(name));
            Ok(())
        }
    };
    let put = |name: &str, text: String| write_text_atomically(&folder.join(name), &text);
    put("zones.csv", zones(imported))?;
    write_streets(folder, city, &imported.streets)?;
    put("link-shapes.geojson", shapes(imported))?;
    for (name, network) in [("existing.json", &imported.existing), ("fixed.json", &imported.fixed)] {
        put_if(name, !network.routes.is_empty(), &|| network_to_json(city, network))?;
    }
    put_if("lines.json", !imported.lines.lines.is_empty(), &|| format_lines(&imported.lines))?;
    put("headways.csv", headways(imported))?;
    let report = serde_json::to_string_pretty(&imported.report).expect("a report has text keys only");
    put("import.json", format!("{report}\n"))?;
    put("import.md", to_markdown(&imported.report))?;
    Ok(())
}

/// Production and attraction as people and jobs, and every other column of the zones.
fn zones(imported: &Imported) -> String {
    let zones = &imported.zones;
    let is_other = |&column: &usize| {
        let name = imported.zone_columns[column].to_lowercase();
        let value = |zone: &Zone| zone.values.get(column).copied().flatten().unwrap_or(0.0);
        let is_weight = |weight: fn(&Zone) -> f64| zones.iter().all(|(_, zone)| value(zone) == weight(zone));
        !["id", "people", "jobs"].contains(&name.as_str())
            && !is_weight(|zone| zone.production)
            && !is_weight(|zone| zone.attraction)
    };
    let others: Vec<usize> = (0..imported.zone_columns.len()).filter(is_other).collect();
    let names = others.iter().map(|&column| imported.zone_columns[column].as_str());
    let header: Vec<&str> = ["id", "people", "jobs"].into_iter().chain(names).collect();
    let rows = zones.iter().map(|(node, zone)| {
        let id = imported.city.node(*node).name.clone();
        let value = |&column: &usize| zone.values.get(column).copied().flatten();
        let values =
            others.iter().map(|column| value(column).map_or_else(String::new, |value| value.to_string()));
        let weights = [zone.production.to_string(), zone.attraction.to_string()];
        std::iter::once(id).chain(weights).chain(values).collect::<Vec<String>>()
    });
    csv_text(header, rows)
}

fn headways(imported: &Imported) -> String {
    let rows = imported.headways.iter().map(|(route, minutes)| [route.clone(), minutes.to_string()]);
    csv_text(["route", "headway_minutes"], rows)
}

fn shapes(imported: &Imported) -> String {
    let name = |node: usize| imported.city.nodes()[node].name.as_str();
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
