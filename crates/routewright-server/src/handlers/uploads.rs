//! Files for imports.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio_stream::StreamExt;

use crate::app::{App, ok};
use crate::failure::{Answer, Failure};

/// The largest file, bytes.
const MOST_BYTES: u64 = 512 << 20;
/// A sender that says nothing for so long is given up.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) async fn receive(
    State(app): State<App>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Answer {
    let path = app.workspace().upload_path(&name)?;
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|bytes| bytes > MOST_BYTES) {
        return Err(too_large());
    }
    let disk = |error: std::io::Error| {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot write {name}: {error}"))
    };
    // Written beside it first: a file is there whole or not at all. Under a name of its own, and never over what is there.
    static UPLOADS: AtomicU64 = AtomicU64::new(0);
    let number = UPLOADS.fetch_add(1, Ordering::Relaxed);
    let staged = path.with_file_name(format!(".{}-{number}.part", std::process::id()));
    let mut file = tokio::fs::File::create_new(&staged).await.map_err(disk)?;
    let received = write(body, &mut file, disk).await;
    let bytes = match received {
        Ok(bytes) => bytes,
        Err(failure) => {
            let _ = tokio::fs::remove_file(&staged).await;
            return Err(failure);
        }
    };
    tokio::fs::rename(&staged, &path).await.map_err(disk)?;
    Ok(ok(&json!({"name": name, "bytes": bytes})))
}

async fn write(
    body: Body,
    file: &mut tokio::fs::File,
    disk: impl Fn(std::io::Error) -> Failure,
) -> Answer<u64> {
    let mut stream = body.into_data_stream();
    let mut bytes = 0;
    loop {
        let next = tokio::time::timeout(PATIENCE, stream.next()).await;
        let part =
            match next.map_err(|_| Failure::new(StatusCode::REQUEST_TIMEOUT, "the file stopped coming"))? {
                None => break,
                Some(part) => part.map_err(|_| Failure::bad("the file broke off"))?,
            };
        bytes += part.len() as u64;
        if bytes > MOST_BYTES {
            return Err(too_large());
        }
        file.write_all(&part).await.map_err(&disk)?;
    }
    file.flush().await.map_err(&disk)?;
    Ok(bytes)
}

pub(crate) async fn forget(State(app): State<App>, Path(name): Path<String>) -> Answer {
    let path = app.workspace().upload_path(&name)?;
    match tokio::fs::remove_file(&path).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT.into_response()),
        Err(_) => Err(Failure::new(StatusCode::NOT_FOUND, format!("{name} was not uploaded"))),
    }
}

fn too_large() -> Failure {
    Failure::with_help(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("a file has {} MB at most", MOST_BYTES >> 20),
        "import large files from the command line: routewright city import",
    )
}
