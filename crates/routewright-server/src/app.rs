//! What all handlers share, and which handler answers what.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use routewright::planner::{Plan, Workspace};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::assets;
use crate::events::Events;
use crate::failure::{Answer, Failure};
use crate::guard::{Guard, MOST_BYTES, guarded};
use crate::handlers::{cities, compare, exports, jobs, plans, uploads};

/// Requests that compute at the same time; others wait.
const MOST_BUSY: usize = 8;

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    workspace: Arc<Workspace>,
    events: Events,
    busy: Semaphore,
    /// Maps of cities, rendered once.
    maps: Mutex<HashMap<String, Bytes>>,
}

impl App {
    pub(crate) fn new(workspace: Arc<Workspace>) -> Self {
        let events = Events::new();
        let sender = events.clone();
        workspace.listen(move |event| sender.send(&event));
        let (busy, maps) = (Semaphore::new(MOST_BUSY), Mutex::default());
        Self(Arc::new(Shared { workspace, events, busy, maps }))
    }

    pub(crate) fn workspace(&self) -> &Arc<Workspace> {
        &self.0.workspace
    }

    pub(crate) fn events(&self) -> &Events {
        &self.0.events
    }

    /// Does something that takes a while without holding others up.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let broken = |what: &str| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, what);
        let _turn = self.0.busy.acquire().await.map_err(|_| broken("the server is about to end"))?;
        let app = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        done.unwrap_or_else(|_| Err(broken("this is a bug in routewright; please report it")))
    }

    /// Looks at a plan or changes it.
    pub(crate) fn with_plan<T>(&self, id: &str, work: impl FnOnce(&mut Plan) -> Answer<T>) -> Answer<T> {
        let plan = self.workspace().plan(id)?;
        work(&mut plan.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The map of a city, made when it is first asked for.
    pub(crate) fn map(&self, id: &str, make: impl FnOnce() -> Answer<Value>) -> Answer<Bytes> {
        let maps = || self.0.maps.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(map) = maps().get(id) {
            return Ok(map.clone());
        }
        let map = Bytes::from(make()?.to_string());
        maps().insert(id.to_owned(), map.clone());
        Ok(map)
    }
}

pub(crate) fn router(app: App, guard: Guard) -> Router {
    let limited = Router::new()
        .route("/", get(assets::page))
        .route("/assets/{*path}", get(assets::asset))
        .route("/compare.html", get(compare::council))
        .route("/api/workspace", get(cities::workspace))
        .route("/api/cities/{id}/map", get(cities::map))
        .route("/api/plans", post(plans::create))
        .route("/api/plans/{id}", get(plans::show).patch(plans::rename).delete(plans::remove))
        .route("/api/plans/{id}/edits", post(plans::edit))
        .route("/api/plans/{id}/preview", post(plans::preview))
        .route("/api/plans/{id}/steps", post(plans::step))
        .route("/api/plans/{id}/reach", get(plans::reach))
        .route("/api/plans/{id}/gains", get(plans::gains))
        .route("/api/plans/{id}/export/{file}", get(exports::export))
        .route("/api/compare", get(compare::compare))
        .route("/api/jobs", post(jobs::start))
        .route("/api/jobs/{id}", get(jobs::show).delete(jobs::remove))
        .route("/api/jobs/{id}/stop", post(jobs::stop))
        .route("/api/jobs/{id}/network", get(jobs::network))
        .route("/api/events", get(crate::events::stream))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    let uploads = Router::new()
        .route("/api/uploads/{name}", put(uploads::receive).delete(uploads::forget))
        .layer(DefaultBodyLimit::disable());
    let unknown = || async { Failure::new(StatusCode::NOT_FOUND, "there is nothing at this address") };
    limited
        .merge(uploads)
        .fallback(unknown)
        .method_not_allowed_fallback(|| async {
            Failure::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take that method")
        })
        .layer(axum::middleware::from_fn_with_state(guard, guarded))
        .with_state(app)
}

pub(crate) fn json_response(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

pub(crate) fn ok(value: &Value) -> Response {
    json_response(StatusCode::OK, value)
}

/// What a request says as JSON.
pub(crate) fn parsed<T: DeserializeOwned>(body: &[u8]) -> Answer<T> {
    serde_json::from_slice(body)
        .map_err(|error| Failure::bad(format!("not the JSON that was expected: {error}")))
}
