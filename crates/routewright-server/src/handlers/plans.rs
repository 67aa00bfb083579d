//! Plans: making, looking, editing.

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use routewright::eval::service::gains as zone_gains;
use routewright::planner::{Edit, Entry, Plan, PlanSource, PlannerError, Within};
use serde::Deserialize;
use serde_json::{Value, json};

use super::node;
use crate::app::{App, json_response, ok, parsed};
use crate::failure::{Answer, Failure};
use crate::view::{gains_view, plan_state, preview_view};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPlan {
    city: String,
    name: String,
    #[serde(default)]
    from: Option<Value>,
}

/// What a plan starts from, as a page says it.
fn source(from: Option<Value>) -> Answer<PlanSource> {
    let wrong =
        || Failure::bad("'from' is \"empty\", \"today\", or an object with plan, network, or job and point");
    let Some(from) = from else { return Ok(PlanSource::Empty) };
    match &from {
        Value::String(word) if word == "empty" => Ok(PlanSource::Empty),
        Value::String(word) if word == "today" => Ok(PlanSource::Today),
        Value::Object(object) => {
            let text = |key: &str| object.get(key).and_then(Value::as_str).map(str::to_owned);
            if let Some(plan) = text("plan") {
                return Ok(PlanSource::Plan(plan));
            }
            if let Some(network) = object.get("network") {
                return Ok(PlanSource::Network(network.to_string()));
            }
            let point = object.get("point").and_then(Value::as_u64);
            let (job, point) = text("job").zip(point).ok_or_else(wrong)?;
            Ok(PlanSource::Point { job, point: point as usize })
        }
        _ => Err(wrong()),
    }
}

pub(crate) async fn create(State(app): State<App>, body: Bytes) -> Answer {
    app.work(move |app| {
        let NewPlan { city, name, from } = parsed(&body)?;
        let id = app.workspace().create_plan(&city, &name, &source(from)?)?;
        app.with_plan(&id, |plan| Ok(json_response(StatusCode::CREATED, &plan_state(plan))))
    })
    .await
}

pub(crate) async fn show(State(app): State<App>, Path(id): Path<String>) -> Answer {
    app.work(move |app| app.with_plan(&id, |plan| Ok(ok(&plan_state(plan))))).await
}

pub(crate) async fn remove(State(app): State<App>, Path(id): Path<String>) -> Answer {
    app.work(move |app| {
        app.workspace().delete_plan(&id)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewName {
    name: String,
}

pub(crate) async fn rename(State(app): State<App>, Path(id): Path<String>, body: Bytes) -> Answer {
    app.work(move |app| {
        let NewName { name } = parsed(&body)?;
        app.with_plan(&id, |plan| {
            plan.rename(&name)?;
            app.workspace().plan_changed(plan);
            Ok(ok(&plan_state(plan)))
        })
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewEdit {
    revision: u64,
    edit: Edit<usize>,
}

pub(crate) async fn edit(State(app): State<App>, Path(id): Path<String>, body: Bytes) -> Answer {
    app.work(move |app| {
        let NewEdit { revision, edit } = parsed(&body)?;
        app.with_plan(&id, |plan| {
            let city = plan.town().city().clone();
            let edit = edit.try_map(|index| node(&city, index))?;
            let done = plan.edit(revision, edit);
            changed(app, plan, done)
        })
    })
    .await
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum NewStep {
    Undo { revision: u64, undo: bool },
    Redo { revision: u64, redo: bool },
    Switch { revision: u64, step: u32, on: bool },
}

pub(crate) async fn step(State(app): State<App>, Path(id): Path<String>, body: Bytes) -> Answer {
    app.work(move |app| {
        let (revision, entry) = match parsed(&body)? {
            NewStep::Undo { revision, undo: true } => (revision, Entry::Undo),
            NewStep::Redo { revision, redo: true } => (revision, Entry::Redo),
            NewStep::Switch { revision, step, on } => (revision, Entry::Switch { step, on }),
            _ => return Err(Failure::bad("undo and redo are true, if they are given")),
        };
        app.with_plan(&id, |plan| {
            let done = plan.step(revision, &entry);
            changed(app, plan, done)
        })
    })
    .await
}

/// The plan after a change. Where somebody else was faster, the plan as it is now comes with the refusal.
fn changed(app: &App, plan: &Plan, done: Result<(), PlannerError>) -> Answer<Response> {
    match done {
        Ok(()) => {
            app.workspace().plan_changed(plan);
            Ok(ok(&plan_state(plan)))
        }
        Err(error) => {
            let is_conflict = matches!(error, PlannerError::Conflict);
            let mut failure = Failure::from(error);
            if is_conflict {
                failure.body["state"] = plan_state(plan);
            }
            Err(failure)
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPreview {
    edit: Edit<usize>,
}

pub(crate) async fn preview(State(app): State<App>, Path(id): Path<String>, body: Bytes) -> Answer {
    app.work(move |app| {
        let NewPreview { edit } = parsed(&body)?;
        app.with_plan(&id, |plan| {
            let city = plan.town().city().clone();
            let edit = edit.try_map(|index| node(&city, index))?;
            // Trying is not a mistake: the answer says why an edit is not possible.
            Ok(ok(&match plan.preview(&edit) {
                Ok(preview) => preview_view(plan.town(), &preview),
                Err(error) => {
                    let Failure { body, .. } = error.into();
                    json!({"line": null, "problem": body["error"], "help": body["help"]})
                }
            }))
        })
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct From {
    node: usize,
}

pub(crate) async fn reach(
    State(app): State<App>,
    Path(id): Path<String>,
    query: Result<Query<From>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(From { node: origin }) = query.map_err(|error| Failure::bad(error.body_text()))?;
    app.work(move |app| {
        app.with_plan(&id, |plan| {
            let origin = node(plan.town().city(), origin)?;
            let today = plan.town().today_reach().map(|today| today.from(origin));
            let reached = plan.reach().from(origin);
            let city = plan.town().city();
            let within = |minutes: &[Option<f64>]| -> Vec<Value> {
                let one = |within: Within| {
                    let Within { minutes, places, trip_share } = within;
                    json!({"minutes": minutes, "places": places, "trip_share": trip_share})
                };
                Within::count(city, minutes).into_iter().map(one).collect()
            };
            let counts = json!({"plan": within(&reached), "today": today.as_deref().map(within)});
            Ok(ok(&json!({"plan": reached, "today": today, "within": counts})))
        })
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct Against {
    against: String,
}

pub(crate) async fn gains(
    State(app): State<App>,
    Path(id): Path<String>,
    query: Result<Query<Against>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(Against { against }) = query.map_err(|error| Failure::bad(error.body_text()))?;
    app.work(move |app| {
        let (town, figures) = app.with_plan(&id, |plan| Ok((plan.town().clone(), plan.figures().clone())))?;
        let (name, before) = match against.as_str() {
            "today" => {
                let today = town.today_figures();
                let today = today
                    .ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, "today's network is not known"))?;
                ("Today".to_owned(), today)
            }
            other => app.with_plan(other, |plan| match plan.town().id() == town.id() {
                true => Ok((plan.name().to_owned(), plan.figures().clone())),
                false => Err(Failure::bad("the plans belong to different cities")),
            })?,
        };
        let gains = zone_gains(&before.service, &figures.service);
        Ok(ok(&gains_view(town.city(), &name, &gains)))
    })
    .await
}
