//! What happens in the workspace, told to every page that is open.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use routewright::planner::Event;
use serde_json::json;
use tokio::sync::broadcast;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::BroadcastStream;

use crate::app::App;
use crate::failure::{Answer, Failure};

/// Pages that listen at the same time.
const MOST_LISTENERS: usize = 200;
/// Events that a slow page may be behind.
const MOST_BEHIND: usize = 256;

/// Tells pages what happens.
#[derive(Clone)]
pub(crate) struct Events {
    sender: broadcast::Sender<(&'static str, String)>,
    listeners: Arc<AtomicUsize>,
}

impl Events {
    pub(crate) fn new() -> Self {
        Self { sender: broadcast::channel(MOST_BEHIND).0, listeners: Arc::default() }
    }

    pub(crate) fn send(&self, event: &Event) {
        let (name, data) = match event {
            Event::Plan { id, revision } => ("plan", json!({"id": id, "revision": revision})),
            Event::Job(job) => ("job", json!(job)),
            Event::Workspace => ("workspace", json!({})),
        };
        // Nobody listening is fine.
        let _ = self.sender.send((name, data.to_string()));
    }
}

/// Counts a listener as long as it is there.
struct Listening(Arc<AtomicUsize>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

pub(crate) async fn stream(State(app): State<App>) -> Answer<impl IntoResponse> {
    let events = app.events();
    let listening = Listening(events.listeners.clone());
    if events.listeners.fetch_add(1, Ordering::SeqCst) >= MOST_LISTENERS {
        return Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, "too many pages are open"));
    }
    let messages = BroadcastStream::new(events.sender.subscribe()).map(move |event| {
        let _ = &listening;
        // A page that fell behind reloads everything.
        let (name, data) = event.unwrap_or_else(|_| ("workspace", "{}".into()));
        Ok::<_, Infallible>(Message::default().event(name).data(data))
    });
    Ok(Sse::new(messages).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}
