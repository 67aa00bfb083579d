//! The page and its scripts, inside the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

use crate::failure::{Answer, Failure};

#[derive(Embed)]
#[folder = "../../web"]
struct Web;

pub(crate) async fn page() -> Answer {
    file("index.html")
}

pub(crate) async fn asset(Path(path): Path<String>) -> Answer {
    file(&path)
}

fn file(path: &str) -> Answer<Response> {
    let kind = match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => return Err(missing()),
    };
    let file = Web::get(path).ok_or_else(missing)?;
    // Asked for again every time: a newer program has a newer page.
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], file.data).into_response())
}

fn missing() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "there is no such file")
}
