//! Who may ask: checked before anything else.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;
use crate::token::Token;

/// What pages may do: use what comes from this server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/// Reports are files of their own, with script and style inside; they may ask nobody for anything.
const REPORT_POLICY: &str = "sandbox allow-scripts allow-modals; default-src 'none'; script-src 'unsafe-inline'; \
                             style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; \
                             form-action 'none'";
/// The largest request, apart from uploads.
pub(crate) const MOST_BYTES: usize = 2 << 20;
/// An answer that takes longer is given up, and so is a request that never ends.
const PATIENCE: Duration = Duration::from_secs(120);
const COOKIE_NAME: &str = "routewright-token";

/// Who may ask.
#[derive(Clone)]
pub(crate) struct Guard(Arc<Rules>);

struct Rules {
    address: SocketAddr,
    token: Option<Token>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<Token>) -> Self {
        Self(Arc::new(Rules { address, token }))
    }

    /// Refuses pages of other sites that ask in the name of whoever has them open.
    fn check(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Failure> {
        let refused = |what: &str| Failure::new(StatusCode::FORBIDDEN, what);
        let host = text(headers, &HOST).ok_or_else(|| refused("the request names no host"))?;
        if !self.is_own(host) {
            return Err(refused("the request is for another host"));
        }
        if headers.contains_key(ORIGIN) {
            let origin = text(headers, &ORIGIN).unwrap_or_default();
            let own = [format!("http://{host}"), format!("https://{host}")];
            if !own.iter().any(|own| own.eq_ignore_ascii_case(origin)) {
                return Err(refused("the request comes from another page"));
            }
        }
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        // A link to the page from elsewhere does no harm: the page says nothing by itself.
        let has = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
        let is_link = *method == Method::GET
            && path == "/"
            && has("sec-fetch-mode", "navigate")
            && has("sec-fetch-dest", "document");
        if !is_link && site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
            return Err(refused("the request comes from another page"));
        }
        // Forms of other pages cannot send these kinds.
        let kind = text(headers, &CONTENT_TYPE).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        let needs_kind = [Method::POST, Method::PATCH, Method::PUT].contains(method);
        if needs_kind && !["application/json", "application/octet-stream"].contains(&kind) {
            return Err(Failure::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "send application/json, or application/octet-stream for a file",
            ));
        }
        Ok(())
    }

    /// Whether a name means this server. Names of this machine always do; others only where a token is asked for, and then
    /// at any port: a proxy in front of it may have another.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = split(host);
        if self.0.token.is_some() {
            return !name.is_empty();
        }
        if port != self.0.address.port() {
            return false;
        }
        let ip = name.trim_matches(['[', ']']).parse::<IpAddr>();
        match ip {
            Ok(ip) => ip.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }

    fn is_let_in(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.0.token else { return true };
        let bearer = text(headers, &AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut known =
            cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        bearer.is_some_and(|guess| token.is(guess))
            || known.any(|(name, guess)| name == COOKIE_NAME && token.is(guess))
    }

    /// Whoever opens the page with the token gets a cookie, and an address without the token.
    fn entrance(&self, request: &Request) -> Option<Response> {
        let token = self.0.token.as_ref().filter(|_| request.uri().path() == "/")?;
        let query = request.uri().query()?;
        let guess = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        if !token.is(guess) {
            return None;
        }
        let cookie = format!("{COOKIE_NAME}={}; HttpOnly; SameSite=Lax; Path=/", token.text());
        Some((StatusCode::SEE_OTHER, [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)]).into_response())
    }
}

pub(crate) async fn guarded(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let (is_report, is_upload) = (is_report(path), path.starts_with("/api/uploads/"));
    let answer = match guard.check(request.method(), path, request.headers()) {
        Err(failure) => failure.into_response(),
        Ok(()) => match guard.entrance(&request) {
            Some(answer) => answer,
            None if !guard.is_let_in(request.headers()) => Failure::with_help(
                StatusCode::UNAUTHORIZED,
                "this server asks for its token",
                "open the address that routewright serve printed",
            )
            .into_response(),
            None if is_upload => next.run(request).await,
            None if announced(request.headers()) > MOST_BYTES as u64 => {
                Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large").into_response()
            }
            None => match tokio::time::timeout(PATIENCE, next.run(request)).await {
                Ok(answer) => answer,
                Err(_) => Failure::new(StatusCode::REQUEST_TIMEOUT, "this took too long").into_response(),
            },
        },
    };
    with_policy(answer, is_report)
}

/// Bytes that a request says it has.
fn announced(headers: &HeaderMap) -> u64 {
    text(headers, &CONTENT_LENGTH).and_then(|length| length.parse().ok()).unwrap_or(0)
}

fn is_report(path: &str) -> bool {
    path == "/compare.html" || path.ends_with("/report.html") || path.ends_with("/map.svg")
}

fn with_policy(mut answer: Response, is_report: bool) -> Response {
    let headers = answer.headers_mut();
    let policy = if is_report { REPORT_POLICY } else { POLICY };
    let fixed: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, policy),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// A host's name and port; 80 if it says none.
fn split(host: &str) -> (&str, u16) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().unwrap_or(0)),
        _ => (host, 80),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(token: Option<&str>) -> Guard {
        Guard::new(([127, 0, 0, 1], 8017).into(), token.map(|token| Token::chosen(token).unwrap()))
    }

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        let guard = guard(None);
        for own in ["127.0.0.1:8017", "localhost:8017", "LOCALHOST:8017", "[::1]:8017"] {
            assert!(guard.is_own(own), "{own}");
        }
        for other in [
            "evil.example:8017",
            "localhost",
            "localhost:80",
            "192.168.0.1:8017",
            "",
            ":8017",
            "127.0.0.1.evil:8017",
        ] {
            assert!(!guard.is_own(other), "{other}");
        }
        // Elsewhere the token decides.
        let guard = self::guard(Some("correct-horse-battery"));
        assert!(guard.is_own("planner.example:8017") && guard.is_own("planner.example"));
    }
}
