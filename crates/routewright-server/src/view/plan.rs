//! A plan as it is now.

use routewright::planner::{Plan, Preview, StepView, Town};
use routewright::report::{MapOptions, network_map_svg};
use serde_json::{Value, json};

use super::figures::{brief, figures};
use super::line::{drawn_line, lines, minutes_out};
use super::rounded;

/// Steps that are listed; earlier ones count, but cannot be turned off.
const MOST_STEPS: usize = 300;

/// Everything of a plan that a page shows.
pub(crate) fn plan_state(plan: &Plan) -> Value {
    let (town, found) = (plan.town(), plan.figures());
    let earlier = plan.steps().len().saturating_sub(MOST_STEPS);
    let step = |step: &StepView| {
        json!({
            "id": step.id,
            "words": step.words,
            "on": step.is_on,
            "works": step.problem.is_none(),
            "problem": step.problem,
            "undone": step.is_undone,
        })
    };
    json!({
        "id": plan.id(),
        "name": plan.name(),
        "city": town.id(),
        "revision": plan.revision(),
        "lines": lines(town.city(), plan.lines(), &found.service),
        "courses": {},
        "figures": figures(town, found, Some(plan.lines())),
        "today": town.today_figures().map(|today| brief(town, &today)),
        "before": plan.before().map(|before| brief(town, before)),
        "steps": plan.steps()[earlier..].iter().map(step).collect::<Vec<_>>(),
        "earlier_steps": earlier,
        "can_undo": plan.can_undo(),
        "can_redo": plan.can_redo(),
        "notes": notes(plan),
    })
}

fn notes(plan: &Plan) -> Vec<&'static str> {
    let no_period =
        "The city does not say over how many hours its trips are counted, so that loads are not judged";
    (!plan.town().has_period()).then_some(no_period).into_iter().collect()
}

/// A line as it would be after an edit.
pub(crate) fn preview_view(town: &Town, preview: &Preview) -> Value {
    let Some(line) = &preview.line else { return json!({"line": null, "words": preview.words}) };
    let mut value = drawn_line(town.city(), line);
    value["minutes"] = json!(rounded(minutes_out(town, &line.route), 1));
    value["words"] = preview.words.clone().into();
    value["aside"] = json!(preview.aside);
    json!({"line": value, "words": preview.words})
}

/// The plan as a picture.
pub(crate) fn map_svg(plan: &Plan) -> String {
    let town = plan.town();
    let styles = plan.styles();
    let options = MapOptions {
        title: plan.name().to_owned(),
        styles: &styles,
        fixed: Some(town.fixed()),
        service: Some(&plan.figures().service),
        ..MapOptions::default()
    };
    network_map_svg(town.city(), &plan.network(), &options)
}
