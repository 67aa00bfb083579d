//! The figures of all networks, row by row, as table, text and page show them.

use routewright_eval::Figures;
use routewright_eval::service::{ServiceAssessment, Spread};

use super::{ComparePage, ComparedNetwork};
use crate::words::{grouped, signed, trimmed};

/// Which direction is an improvement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Better {
    Less,
    More,
    /// Neither.
    Neutral,
}

/// One figure of all networks.
pub(super) struct Row {
    pub(super) name: String,
    /// Today, then the plans; not a number where there is none.
    pub(super) values: Vec<f64>,
    pub(super) digits: usize,
    pub(super) unit: &'static str,
    pub(super) better: Better,
    /// Whether it is the sum of the rows above.
    pub(super) is_total: bool,
}

/// Rows under a heading.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) rows: Vec<Row>,
}

impl Row {
    /// A value as people read it.
    pub(super) fn value(&self, value: f64) -> String {
        if value.is_nan() {
            "–".to_owned()
        } else {
            format!("{}{}", grouped(value + 0.0, self.digits), self.unit.replace(' ', "\u{a0}"))
        }
    }

    /// A plan's difference to today, between the figures as they are shown: the text, and whether it is better (`Some(true)`), worse or neither. Nothing where
    /// nothing changed.
    pub(super) fn difference(&self, plan: usize) -> Option<(String, Option<bool>)> {
        let ten = 10f64.powi(self.digits as i32);
        let [today, value] = [self.values[0], self.values[plan]].map(|value| (value * ten).round() / ten);
        let text = signed(value - today, self.digits);
        if (value - today).is_nan() || text == "0" {
            return None;
        }
        // Words that belong together stay on one line.
        let text = match self.unit {
            " %" => format!("{text}\u{a0}points"),
            _ if today > 0.0 && signed(100.0 * (value / today - 1.0), 0) != "0" => {
                format!("{text} ({}\u{a0}%)", signed(100.0 * (value / today - 1.0), 0))
            }
            _ => text,
        };
        let is_better = match self.better {
            Better::Neutral => None,
            Better::Less => Some(value < today),
            Better::More => Some(value > today),
        };
        Some((text, is_better))
    }
}

/// All figures of a comparison.
pub(super) fn parts(page: &ComparePage<'_>) -> Vec<Part> {
    match page.model {
        Some(_) => vec![riders(page), trips(page), operator(page), lines(page)],
        None => vec![paper(page)],
    }
}

/// A row of a value of every network.
fn row(
    page: &ComparePage<'_>,
    name: impl Into<String>,
    (digits, unit, better): (usize, &'static str, Better),
    value: impl Fn(&ComparedNetwork) -> f64,
) -> Row {
    Row {
        name: name.into(),
        values: page.networks.iter().map(value).collect(),
        digits,
        unit,
        better,
        is_total: false,
    }
}

/// The same of every service.
fn service_row(
    page: &ComparePage<'_>,
    name: impl Into<String>,
    style: (usize, &'static str, Better),
    value: impl Fn(&ServiceAssessment) -> f64,
) -> Row {
    row(page, name, style, |network| network.service().map_or(f64::NAN, &value))
}

fn per_trip(service: &ServiceAssessment, sum: f64) -> f64 {
    if service.trips > 0.0 { sum / service.trips } else { 0.0 }
}

fn per_served(service: &ServiceAssessment, sum: f64) -> f64 {
    let served = service.trips - service.unserved_trips;
    if served > 0.0 { sum / served } else { 0.0 }
}

/// Unserved trips in percent.
pub(super) fn unserved_percent(service: &ServiceAssessment) -> f64 {
    100.0 * per_trip(service, service.unserved_trips)
}

fn riders(page: &ComparePage<'_>) -> Part {
    let minutes = (2, " min", Better::Less);
    let weighted = |name: &str, weight: f64| match weight {
        1.0 => name.to_owned(),
        _ => format!("{name}, each minute counted {} times", trimmed(weight, 2)),
    };
    let costs = page.model.as_ref().map(|model| model.costs).expect("services have a model");
    let mut rows = vec![
        service_row(page, weighted("Walking", costs.walk_weight), minutes, |s| {
            per_trip(s, s.walking_min * s.model.costs.walk_weight)
        }),
        service_row(page, weighted("Waiting", costs.wait_weight), minutes, |s| {
            per_trip(s, s.waiting_min * s.model.costs.wait_weight)
        }),
        service_row(page, "Riding", minutes, |s| per_trip(s, s.riding_min)),
        service_row(
            page,
            format!("Changing, {} min each time", trimmed(costs.transfer_penalty, 1)),
            minutes,
            |s| per_trip(s, s.changes * s.model.costs.transfer_penalty),
        ),
        service_row(page, format!("Unserved trips, {} min each", trimmed(costs.give_up, 0)), minutes, |s| {
            per_trip(s, s.unserved_trips * s.model.costs.give_up)
        }),
    ];
    rows.retain(|row| row.values.iter().any(|value| *value > 0.0));
    let total = service_row(page, "Average trip, perceived minutes", minutes, |s| s.mean_min);
    rows.push(Row { is_total: true, ..total });
    rows.push(service_row(page, "Served trips by the clock", minutes, |s| {
        per_served(s, s.walking_min + s.waiting_min + s.riding_min)
    }));
    Part { name: "Minutes of an average trip, as riders perceive them", rows }
}

fn trips(page: &ComparePage<'_>) -> Part {
    let rows = vec![
        service_row(page, "Trips served per hour", (0, "", Better::More), |s| s.trips - s.unserved_trips),
        service_row(page, "Unserved trips", (1, " %", Better::Less), unserved_percent),
        service_row(page, "Changes per served trip", (2, "", Better::Less), |s| per_served(s, s.changes)),
        service_row(page, "Riders in the fullest vehicle", (0, "", Better::Less), |s| s.peak_load),
        service_row(page, "Legs with overloaded vehicles", (0, "", Better::Less), |s| {
            s.overloaded_legs as f64
        }),
    ];
    Part { name: "Trips", rows }
}

fn operator(page: &ComparePage<'_>) -> Part {
    let less = |digits| (digits, "", Better::Less);
    let mut rows = vec![
        service_row(page, "Vehicles in service", less(0), |s| s.vehicles as f64),
        service_row(page, "Vehicle-hours per hour", less(0), |s| s.vehicle_hours),
        row(page, "Vehicle-kilometres per hour", less(0), |network| network.vehicle_km.unwrap_or(f64::NAN)),
    ];
    if let Some(price) = page.operating.as_ref().map(|plan| plan.cost_per_vehicle_hour) {
        rows.push(service_row(page, "Cost per hour", less(0), |s| price * s.vehicles as f64));
    }
    Part { name: "Operation", rows }
}

fn lines(page: &ComparePage<'_>) -> Part {
    let neutral = |digits, unit| (digits, unit, Better::Neutral);
    let headway = |service: &ServiceAssessment| {
        let designed = service.lines.iter().filter(|line| !line.is_fixed);
        Spread::of(designed.map(|line| line.headway_minutes).collect()).median
    };
    let rows = vec![
        service_row(page, "Lines", neutral(0, ""), |s| s.shapes.lines as f64),
        service_row(page, "Time between departures, median line", neutral(1, " min"), headway),
        service_row(page, "Running time one way, median line", neutral(0, " min"), |s| {
            s.shapes.minutes.median
        }),
        service_row(page, "Running time one way, longest line", neutral(0, " min"), |s| {
            s.shapes.minutes.most
        }),
        service_row(page, "Length one way, median line", neutral(1, " km"), |s| s.shapes.kilometres.median),
        service_row(page, "Detour, median line", neutral(2, ""), |s| s.shapes.detour.median),
        service_row(page, "Detour, most winding line", neutral(2, ""), |s| s.shapes.detour.most),
        service_row(page, "Speed with stops, median line", neutral(0, " km/h"), |s| s.shapes.speed.median),
        service_row(page, "Lines with three stops or fewer", neutral(0, " %"), |s| {
            100.0 * s.shapes.short_share
        }),
        service_row(page, "Legs with more than one line", neutral(0, " %"), |s| 100.0 * s.shapes.shared_legs),
    ];
    Part { name: "What the lines look like", rows }
}

fn paper(page: &ComparePage<'_>) -> Part {
    let figure = |name: &str, style, value: fn(&Figures) -> f64| {
        row(page, name, style, |network| match &network.judged {
            super::Judged::Paper(figures) => value(figures),
            super::Judged::Service(_) => f64::NAN,
        })
    };
    let percent = |better| (1, " %", better);
    let rows = vec![
        figure("Mean trip of those served (C_p)", (2, " min", Better::Less), |f| f.passenger_minutes),
        figure("No transfer", percent(Better::More), |f| f.transfer_percent[0]),
        figure("One transfer", percent(Better::Neutral), |f| f.transfer_percent[1]),
        figure("Two transfers", percent(Better::Neutral), |f| f.transfer_percent[2]),
        figure("Trips that cannot be made", percent(Better::Less), |f| f.unserved_percent),
        figure("Driving time, all lines and directions", (0, " min", Better::Less), |f| f.driven_minutes),
        row(page, "Lines", (0, "", Better::Neutral), |network| network.network.routes.len() as f64),
    ];
    Part { name: "Figures of the literature's problem", rows }
}
