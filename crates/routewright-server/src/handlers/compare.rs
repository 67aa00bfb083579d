//! Several plans side by side.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use routewright::planner::council_page;
use serde::Deserialize;

use crate::app::{App, ok};
use crate::failure::{Answer, Failure};
use crate::view::{Compared, compare_view, plan_state};

#[derive(Deserialize)]
pub(crate) struct Plans {
    plans: String,
}

type Asked = Result<Query<Plans>, QueryRejection>;

fn ids(asked: Asked, fewest: usize) -> Answer<Vec<String>> {
    let Query(Plans { plans }) = asked.map_err(|error| Failure::bad(error.body_text()))?;
    let ids: Vec<String> = plans.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect();
    match (fewest..=4).contains(&ids.len()) {
        true => Ok(ids),
        false => Err(Failure::bad(format!("compare {fewest} to 4 plans"))),
    }
}

pub(crate) async fn compare(State(app): State<App>, asked: Asked) -> Answer {
    let ids = ids(asked, 1)?;
    app.work(move |app| {
        let mut compared = Vec::new();
        let mut city = None;
        for id in &ids {
            app.with_plan(id, |plan| {
                if city.get_or_insert_with(|| plan.town().clone()).id() != plan.town().id() {
                    return Err(Failure::bad("the plans belong to different cities"));
                }
                compared.push(Compared {
                    name: plan.name().to_owned(),
                    figures: plan.figures().clone(),
                    state: plan_state(plan),
                });
                Ok(())
            })?;
        }
        let today = city.and_then(|town| town.today_figures());
        Ok(ok(&compare_view(today.as_deref(), compared)))
    })
    .await
}

pub(crate) async fn council(State(app): State<App>, asked: Asked) -> Answer {
    let ids = ids(asked, 1)?;
    app.work(move |app| {
        let page = council_page(app.workspace(), &ids)?;
        Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response())
    })
    .await
}
