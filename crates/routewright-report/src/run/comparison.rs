//! The figures a council asks for, beside those of today's network where there is one.

use maud::{Markup, html};
use routewright_eval::{Assessment, OperatingPlan};

use crate::words::{access_assumptions, access_rows, grouped, signed, trimmed};

/// A network in the comparison.
#[derive(Clone, Copy)]
pub(super) struct Side<'page> {
    pub(super) assessment: &'page Assessment,
    /// Mean of the trips that both networks serve, in minutes, where there are two.
    pub(super) shared_minutes: Option<f64>,
}

/// One figure of both networks.
struct Row {
    name: String,
    today: Option<f64>,
    proposed: f64,
    digits: usize,
    unit: &'static str,
    better: Better,
}

/// Which direction is an improvement.
#[derive(Clone, Copy)]
enum Better {
    Less,
    More,
    /// Neither.
    Neutral,
}

/// A row per figure: today's if there is one, the proposed, and the difference.
pub(super) fn comparison_table(today: Option<Side<'_>>, proposed: Side<'_>) -> Markup {
    let part = |name: &str| html! { tr.part { th colspan=(if today.is_some() { 4 } else { 2 }) { (name) } } };
    html! {
        div.scroll {
            table.comparison {
                thead {
                    tr {
                        th {}
                        @if today.is_some() { th.number { "Today" } }
                        th.number { "Proposed" }
                        @if today.is_some() { th.number { "Difference" } }
                    }
                }
                tbody {
                    (part("Riders"))
                    @for row in riders(today, proposed) { (row.html()) }
                    @if proposed.assessment.access.is_some() {
                        (part("Access"))
                        @for row in access(today, proposed) { (row.html()) }
                    }
                    (part("Operations"))
                    @for row in operations(today, proposed) { (row.html()) }
                    (part("Against the problem"))
                    @for row in against_problem(today, proposed) { (row.html()) }
                }
            }
        }
    }
}

/// What the figures assume.
pub(super) fn assumptions(assessment: &Assessment) -> Markup {
    let OperatingPlan { headways, layover, cost_per_vehicle_hour } = &assessment.plan;
    html! {
        p.note {
            "A vehicle every " (trimmed(headways.every().minutes(), 1)) " min"
            @match headways.own().len() {
                0 => {},
                count => { ", " (count) " routes with their own headways" },
            }
            @if layover.0 > 0 { ", " (trimmed(layover.minutes(), 1)) " min of layover after each trip" }
            ", at " (trimmed(*cost_per_vehicle_hour, 2)) " per vehicle-hour. A route needs its round trip divided by its \
            headway in vehicles, rounded up."
            @if let Some(access) = &assessment.access {
                " Access to jobs is the average over all people, with " (access_assumptions(&access.assumptions)) "."
            }
        }
    }
}

/// Builds rows from figures of both sides.
fn row(
    [today, proposed]: [Option<Side<'_>>; 2],
    name: &str,
    value: fn(&Assessment) -> f64,
    (digits, unit, better): (usize, &'static str, Better),
) -> Row {
    let value = |side: Option<Side<'_>>| side.map(|side| value(side.assessment));
    let proposed = value(proposed).expect("the proposed network has figures");
    Row { name: name.to_owned(), today: value(today), proposed, digits, unit, better }
}

fn riders(today: Option<Side<'_>>, proposed: Side<'_>) -> Vec<Row> {
    let sides = [today, Some(proposed)];
    let minutes = (2, " min", Better::Less);
    let percent = |better| (2, " %", better);
    let mut rows = vec![row(sides, "Mean trip, of those served", |a| a.figures.passenger_minutes, minutes)];
    rows.extend(proposed.shared_minutes.map(|proposed| Row {
        name: "Mean trip, of those that both serve".to_owned(),
        today: today.and_then(|side| side.shared_minutes),
        proposed,
        digits: 2,
        unit: " min",
        better: Better::Less,
    }));
    rows.extend([
        row(sides, "No transfer", |a| a.figures.transfer_percent[0], percent(Better::More)),
        row(sides, "One transfer", |a| a.figures.transfer_percent[1], percent(Better::Neutral)),
        row(sides, "Two transfers", |a| a.figures.transfer_percent[2], percent(Better::Neutral)),
        row(sides, "More, or no trip", |a| a.figures.transfer_percent[3], percent(Better::Less)),
        row(sides, "Trips not served", |a| a.figures.unserved_percent, percent(Better::Less)),
    ]);
    rows
}

fn access(today: Option<Side<'_>>, proposed: Side<'_>) -> Vec<Row> {
    let rows = |side: Side<'_>| side.assessment.access.as_ref().map(access_rows);
    let today = today.and_then(rows);
    let proposed = rows(proposed).into_iter().flatten();
    let row = |(at, (name, proposed)): (usize, (String, f64))| Row {
        name,
        today: today.as_ref().map(|rows| rows[at].1),
        proposed,
        digits: 1,
        unit: " %",
        better: Better::More,
    };
    proposed.enumerate().map(row).collect()
}

fn operations(today: Option<Side<'_>>, proposed: Side<'_>) -> Vec<Row> {
    let sides = [today, Some(proposed)];
    let count = |better| (0, "", better);
    vec![
        row(sides, "Routes", |a| a.operations.routes.len() as f64, count(Better::Neutral)),
        row(sides, "Vehicles", |a| a.operations.vehicles as f64, count(Better::Less)),
        row(sides, "Cost per hour", |a| a.operations.cost_per_hour, count(Better::Less)),
        row(sides, "\u{2003}without rounding up", |a| a.operations.busy_cost_per_hour, count(Better::Less)),
        row(sides, "Driving time, all directions", |a| a.figures.driven_minutes, (1, " min", Better::Less)),
        row(sides, "Route minutes (C_o)", |a| a.figures.route_minutes, (1, " min", Better::Neutral)),
    ]
}

fn against_problem(today: Option<Side<'_>>, proposed: Side<'_>) -> Vec<Row> {
    let sides = [today, Some(proposed)];
    let count = (0, "", Better::Less);
    vec![
        row(sides, "Unserved pairs", |a| a.figures.unserved_pairs as f64, count),
        row(sides, "Broken constraints", |a| a.figures.violations.len() as f64, count),
        row(sides, "Cost (C)", |a| a.figures.cost, (5, "", Better::Less)),
    ]
}

impl Row {
    fn html(&self) -> Markup {
        html! {
            tr {
                th scope="row" { (self.name) }
                @if let Some(today) = self.today { td.number { (self.value(today)) } }
                td.number { (self.value(self.proposed)) }
                @if let Some(today) = self.today { (self.difference(today)) }
            }
        }
    }

    fn value(&self, value: f64) -> String {
        let Self { digits, unit, .. } = self;
        match value {
            _ if value.is_nan() => "none".into(),
            0.0.. => format!("{}{unit}", grouped(value, *digits)),
            _ => format!("{value:.digits$}{unit}"),
        }
    }

    fn difference(&self, today: f64) -> Markup {
        let Self { proposed, digits, unit, better, .. } = self;
        let difference = proposed - today;
        if difference.is_nan() {
            return html! { td.number {} };
        }
        let text = signed(difference, *digits);
        let is_same = text == "0";
        let class = match better {
            _ if is_same => "number",
            Better::Neutral => "number",
            Better::Less if difference < 0.0 => "number gain",
            Better::More if difference > 0.0 => "number gain",
            Better::Less | Better::More => "number loss",
        };
        let is_percent = *unit == " %";
        let relative = 100.0 * difference / today.abs();
        html! {
            td class=(class) {
                (text) (if is_percent { " points" } else { unit })
                @if !is_percent && !is_same && relative.is_finite() {
                    " " span.note { "(" (signed(relative, 1)) " %)" }
                }
            }
        }
    }
}
