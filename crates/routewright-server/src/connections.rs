//! Connections: as many as the server can stand, and none that says nothing for long.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// Connections at the same time.
const MOST: usize = 512;
/// A connection that has not sent a whole request head by then is closed.
const PATIENCE: Duration = Duration::from_secs(15);

/// A connection and whether it ever asked for something.
struct Open {
    handle: AbortHandle,
    spoke: Arc<AtomicBool>,
}

type Registry = Arc<Mutex<BTreeMap<u64, Open>>>;

/// Answers requests until told to stop.
pub(crate) async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let open = Registry::default();
    let mut count = 0;
    loop {
        let stream = tokio::select! {
            // Changed once, or gone with the server.
            _ = stop.changed() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Out of file descriptors, or a connection that was gone at once.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
        };
        count += 1;
        make_room(&open);
        let spoke = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(connection(stream, router.clone(), spoke.clone(), open.clone(), count));
        let mut registry = open.lock().unwrap_or_else(PoisonError::into_inner);
        if !task.is_finished() {
            registry.insert(count, Open { handle: task.abort_handle(), spoke });
        }
    }
    for connection in open.lock().unwrap_or_else(PoisonError::into_inner).values() {
        connection.handle.abort();
    }
}

/// Closes the connection that has been silent longest, or else the oldest, where there are too many.
fn make_room(open: &Registry) {
    let mut registry = open.lock().unwrap_or_else(PoisonError::into_inner);
    registry.retain(|_, connection| !connection.handle.is_finished());
    if registry.len() < MOST {
        return;
    }
    let silent = registry.iter().find(|(_, connection)| !connection.spoke.load(Ordering::Relaxed));
    let Some((&number, _)) = silent.or_else(|| registry.iter().next()) else { return };
    if let Some(connection) = registry.remove(&number) {
        connection.handle.abort();
    }
}

async fn connection(stream: TcpStream, router: Router, spoke: Arc<AtomicBool>, open: Registry, number: u64) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        use hyper_util::service::TowerToHyperService;
        spoke.store(true, Ordering::Relaxed);
        let service = TowerToHyperService::new(router.clone());
        hyper::service::Service::call(&service, request.map(Body::new))
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(64 << 10);
    // A client that hangs up is no error of ours.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
    open.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
}
