//! The workspace and its cities.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use routewright::design::VERSION;
use serde_json::json;

use crate::app::{App, ok};
use crate::failure::Answer;
use crate::view::city_map;

pub(crate) async fn workspace(State(app): State<App>) -> Answer {
    app.work(|app| {
        let workspace = app.workspace();
        Ok(ok(&json!({
            "folder": workspace.name(),
            "version": VERSION,
            "cities": workspace.cities(),
            "plans": workspace.plans(),
            "jobs": workspace.jobs(),
        })))
    })
    .await
}

pub(crate) async fn map(State(app): State<App>, Path(id): Path<String>) -> Answer {
    app.work(move |app| {
        let map = app.map(&id, || Ok(city_map(&*app.workspace().town(&id)?)))?;
        Ok(([(header::CONTENT_TYPE, "application/json")], map).into_response())
    })
    .await
}
