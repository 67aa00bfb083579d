//! Plans for other programs.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use routewright::planner::{ExportKind, Plan};

use crate::app::App;
use crate::failure::{Answer, Failure};

pub(crate) async fn export(State(app): State<App>, Path((id, file)): Path<(String, String)>) -> Answer {
    app.work(move |app| {
        let (kind, media, ending) = match file.as_str() {
            "network.json" => (ExportKind::Network, "application/json", "json"),
            "network.geojson" => (ExportKind::GeoJson, "application/geo+json", "geojson"),
            "gtfs.zip" => (ExportKind::Gtfs, "application/zip", "gtfs.zip"),
            "map.svg" => {
                let draw = |plan: &mut Plan| Ok((file_name(plan.name()), crate::view::map_svg(plan)));
                let (name, map) = app.with_plan(&id, draw)?;
                let disposition = format!("inline; filename=\"{name}.svg\"");
                let headers = [
                    (header::CONTENT_TYPE, "image/svg+xml".to_owned()),
                    (header::CONTENT_DISPOSITION, disposition),
                ];
                return Ok((headers, map).into_response());
            }
            "report.html" => {
                let page = app.with_plan(&id, |plan| Ok(plan.export(ExportKind::Report)?))?;
                return Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response());
            }
            _ => return Err(Failure::new(StatusCode::NOT_FOUND, "plans are not written as that")),
        };
        let (name, bytes) = app.with_plan(&id, |plan| Ok((file_name(plan.name()), plan.export(kind)?)))?;
        let disposition = format!("attachment; filename=\"{name}.{ending}\"");
        let headers = [(header::CONTENT_TYPE, media.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
        Ok((headers, bytes).into_response())
    })
    .await
}

/// A name that every file system takes.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = name.chars().map(plain).take(60).collect();
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "plan".to_owned() } else { parts.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_plain_names() {
        assert_eq!(file_name("Line 4 \"x\"\r\n/../é"), "Line-4-x");
        assert_eq!(file_name("…"), "plan");
    }
}
