//! Networks as feeds.

use std::path::PathBuf;

use pyo3::prelude::*;
use routewright::design::{GtfsOptions, OperatingOptions, write_gtfs};
use routewright::io::{FeedContent, parse_date, time_of_day};

use crate::convert::options;
use crate::errors::{Fault, Outcome};
use crate::network::Network;

/// What Python may say of a feed, as the options of `routewright export` are called.
#[derive(Default, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
struct Asked {
    agency_name: Option<String>,
    agency_url: Option<String>,
    contact: Option<String>,
    timezone: Option<String>,
    language: Option<String>,
    first_day: Option<String>,
    last_day: Option<String>,
    weekdays: Option<String>,
    start_time: Option<String>,
    end_time: Option<String>,
    periods: Option<String>,
    headway: Option<f64>,
}

/// The options of a feed, from JSON.
pub fn gtfs_options(text: &str) -> Outcome<GtfsOptions> {
    let asked: Asked = options(text)?;
    let usual = GtfsOptions::default();
    let wrong = |error: &dyn std::fmt::Display| Fault::Settings(error.to_string());
    let day =
        |text: Option<String>| text.map(|text| parse_date(&text)).transpose().map_err(|error| wrong(&error));
    let time =
        |text: Option<String>| text.map(|text| time_of_day(&text)).transpose().map_err(|error| wrong(&error));
    let headways = OperatingOptions { headway: asked.headway, ..OperatingOptions::default() };
    Ok(GtfsOptions {
        agency_name: asked.agency_name.unwrap_or(usual.agency_name),
        agency_url: asked.agency_url.unwrap_or(usual.agency_url),
        contact: asked.contact,
        timezone: asked.timezone,
        language: asked.language,
        first_day: day(asked.first_day)?,
        last_day: day(asked.last_day)?,
        weekdays: match asked.weekdays {
            Some(text) => text.parse().map_err(|error: String| wrong(&error))?,
            None => usual.weekdays,
        },
        start_time: time(asked.start_time)?.unwrap_or(usual.start_time),
        end_time: time(asked.end_time)?.unwrap_or(usual.end_time),
        periods: match asked.periods {
            Some(text) => Some(text.parse().map_err(Fault::Settings)?),
            None => None,
        },
        headways: headways.headways()?,
        ..usual
    })
}

/// Writes a network, and lines that stay, as a GTFS feed.
#[pyfunction]
#[pyo3(signature = (network, path, asked, fixed=None))]
pub fn export_gtfs(
    py: Python<'_>,
    network: &Network,
    path: PathBuf,
    asked: &str,
    fixed: Option<&Network>,
) -> Outcome<()> {
    let options = gtfs_options(asked)?;
    let city = network.city.get();
    let fixed = fixed.map(|fixed| fixed.inner.clone()).unwrap_or_default();
    py.detach(|| {
        let shapes = city.ground.shapes(&city.inner, &city.details.link_shapes, &[&network.inner, &fixed]);
        let content = FeedContent::new(&city.inner, &network.inner, &fixed, &shapes);
        let lines = &city.ground.lines.lines;
        Ok(write_gtfs(&path, &FeedContent { lines, ..content }, &options)?)
    })
}
