//! `import_city`.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use routewright::design::Cancel;
use routewright::import::{ImportConfig, ImportFiles, Progress, StopSource, write_import};
use routewright::io::Overwrite;
use serde_json::json;

use crate::convert::{options, to_python};
use crate::errors::{Fault, Outcome};
use crate::watch::watched;

/// What Python may say of an import, as the options of `routewright city import` are called.
#[derive(Default, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct Asked {
    zones: PathBuf,
    zones_crs: Option<String>,
    zones_layer: Option<String>,
    zones_id: Option<String>,
    osm: PathBuf,
    od: Option<PathBuf>,
    od_matrix: Option<String>,
    productions: Option<String>,
    attractions: Option<String>,
    gateways: Option<PathBuf>,
    gtfs: Vec<PathBuf>,
    fixed_gtfs: Vec<PathBuf>,
    stops: Option<String>,
    stop_spacing: Option<f64>,
    walk_metres: Option<f64>,
    merge_metres: Option<f64>,
    congestion: Option<f64>,
    period: Option<String>,
    period_hours: Option<f64>,
    trips_per_production: Option<f64>,
    decay_minutes: Option<f64>,
    return_share: Option<f64>,
    accept_losses: bool,
    name: Option<String>,
    force: bool,
}

impl Asked {
    fn files(&self) -> ImportFiles {
        ImportFiles {
            zones: self.zones.clone(),
            zones_crs: self.zones_crs.clone(),
            zones_layer: self.zones_layer.clone(),
            zones_id: self.zones_id.clone(),
            streets: self.osm.clone(),
            trips: self.od.clone(),
            trips_matrix: self.od_matrix.clone(),
            productions: self.productions.clone(),
            attractions: self.attractions.clone(),
            gateways: self.gateways.clone(),
            feeds: self.gtfs.clone(),
            fixed_feeds: self.fixed_gtfs.clone(),
        }
    }

    fn config(&self, out: &Path) -> Outcome<ImportConfig> {
        let usual = ImportConfig::default();
        let folder =
            || out.file_name().map_or_else(|| "city".into(), |name| name.to_string_lossy().into_owned());
        let stops = match self.stops.as_deref() {
            None => None,
            Some("feed") => Some(StopSource::Feed),
            Some("osm") => Some(StopSource::Osm),
            Some("zones") => Some(StopSource::Zones),
            Some(other) => {
                return Err(Fault::settings(
                    format!("stops cannot come from {other}"),
                    "give feed, osm or zones",
                ));
            }
        };
        let mut gravity = usual.gravity.clone();
        gravity.trips_per_production = self.trips_per_production.unwrap_or(gravity.trips_per_production);
        gravity.decay_minutes = self.decay_minutes.unwrap_or(gravity.decay_minutes);
        gravity.return_share = self.return_share.unwrap_or(gravity.return_share);
        Ok(ImportConfig {
            name: self.name.clone().unwrap_or_else(folder),
            stops,
            stop_spacing: self.stop_spacing.unwrap_or(usual.stop_spacing),
            walk_metres: self.walk_metres.unwrap_or(usual.walk_metres),
            merge_metres: self.merge_metres,
            congestion: self.congestion,
            period: self.period.clone(),
            period_hours: self.period_hours,
            gravity,
            accept_losses: self.accept_losses,
            ..usual
        })
    }
}

/// Builds a city folder from open data. Returns the report of what was left out and why.
#[pyfunction]
#[pyo3(signature = (out, asked, listener=None))]
pub fn import_city<'py>(
    py: Python<'py>,
    out: PathBuf,
    asked: &str,
    listener: Option<&Bound<'py, PyAny>>,
) -> Outcome<Bound<'py, PyAny>> {
    let asked: Asked = options(asked)?;
    let config = asked.config(&out)?;
    let (done, raised) = watched(py, listener, &Cancel::new(), |teller| {
        let imported = asked.files().import(&config, &mut |progress| {
            let (done, words) = match progress {
                Progress::Zones => (0.0, "reading zones and streets"),
                Progress::Trips => (0.2, "reading trips and timetables"),
                Progress::Stops => (0.3, "placing stops on the streets"),
                Progress::Links(done, all) => {
                    (0.3 + 0.5 * done as f64 / all.max(1) as f64, "driving times between stops")
                }
                Progress::Walks => (0.8, "ways on foot"),
                Progress::Demand => (0.9, "assigning demand to zones"),
                Progress::Timetables => (0.95, "reading today's network"),
            };
            teller.progress(done, words);
        })?;
        let overwrite = if asked.force { Overwrite::Replace } else { Overwrite::Refuse };
        write_import(&imported, &out, overwrite)?;
        Ok(json!(imported.report))
    });
    match raised {
        Some(error) => Err(Fault::Python(error)),
        None => Ok(to_python(py, &done?)?),
    }
}
