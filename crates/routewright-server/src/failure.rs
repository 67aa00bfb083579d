//! Errors as answers.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use routewright::design::chain;
use routewright::planner::PlannerError;
use serde_json::{Value, json};

use crate::app::json_response;

/// Why a request is not answered as asked.
#[derive(Debug)]
pub(crate) struct Failure {
    pub status: StatusCode,
    pub body: Value,
}

/// An answer, or why there is none.
pub(crate) type Answer<T = Response> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { status, body: json!({"error": error.into()}) }
    }

    pub(crate) fn with_help(status: StatusCode, error: impl Into<String>, help: &str) -> Self {
        Self { status, body: json!({"error": error.into(), "help": help}) }
    }

    pub(crate) fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        json_response(self.status, &self.body)
    }
}

impl From<PlannerError> for Failure {
    fn from(error: PlannerError) -> Self {
        let status = match &error {
            PlannerError::Missing(_) => StatusCode::NOT_FOUND,
            PlannerError::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            PlannerError::Conflict => StatusCode::CONFLICT,
            PlannerError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            PlannerError::Design(error) if error.is_input() => StatusCode::UNPROCESSABLE_ENTITY,
            PlannerError::Design(_) | PlannerError::Disk { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        match error {
            PlannerError::Refused { problem, help: Some(help) } => Self::with_help(status, problem, &help),
            error => {
                // Messages of the library have their advice after `help:`.
                let text = chain(&error);
                match text.split_once("\n  help: ") {
                    Some((problem, help)) => Self::with_help(status, problem, help),
                    None => Self::new(status, text),
                }
            }
        }
    }
}
