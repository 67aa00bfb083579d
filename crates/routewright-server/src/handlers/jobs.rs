//! Searches and imports.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use routewright::planner::JobRequest;
use serde_json::json;

use crate::app::{App, json_response, ok, parsed};
use crate::failure::Answer;
use crate::view::drawn_network;

pub(crate) async fn start(State(app): State<App>, body: Bytes) -> Answer {
    app.work(move |app| {
        let request: JobRequest = parsed(&body)?;
        Ok(json_response(StatusCode::CREATED, &json!(app.workspace().start_job(request)?)))
    })
    .await
}

pub(crate) async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    app.work(move |app| Ok(ok(&json!(app.workspace().job(&id)?)))).await
}

pub(crate) async fn stop(State(app): State<App>, Path(id): Path<String>) -> Answer {
    app.work(move |app| Ok(ok(&json!(app.workspace().stop_job(&id)?)))).await
}

pub(crate) async fn remove(State(app): State<App>, Path(id): Path<String>) -> Answer {
    app.work(move |app| {
        app.workspace().delete_job(&id)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

pub(crate) async fn network(State(app): State<App>, Path(id): Path<String>) -> Answer {
    app.work(move |app| {
        let workspace = app.workspace();
        let town = workspace.town(&workspace.job(&id)?.city)?;
        Ok(ok(&drawn_network(&town, &workspace.job_lines(&id)?)))
    })
    .await
}
