//! Several plans side by side, and who gains.

use std::sync::Arc;

use routewright::eval::service::ZoneGain;
use routewright::model::City;
use routewright::planner::Figures;
use serde_json::{Value, json};

use super::rounded;

/// A plan to compare.
pub(crate) struct Compared {
    pub name: String,
    pub figures: Arc<Figures>,
    pub state: Value,
}

/// A row of the table: what it shows, in what, and whether less is better.
type Row = (&'static str, &'static str, Option<bool>, fn(&Figures) -> Option<f64>);

/// Perceived minutes per trip, where all trips together take `minutes`.
fn per_trip(figures: &Figures, minutes: f64) -> Option<f64> {
    Some(minutes / figures.service.trips.max(1e-9))
}

const ROWS: [Row; 16] = [
    ("Mean trip", "perceived min", Some(true), |f| Some(f.service.mean_min)),
    ("Walking", "perceived min", Some(true), |f| {
        per_trip(f, f.service.model.costs.walk_weight * f.service.walking_min)
    }),
    ("Waiting", "perceived min", Some(true), |f| {
        per_trip(f, f.service.model.costs.wait_weight * f.service.waiting_min)
    }),
    ("Riding", "perceived min", Some(true), |f| per_trip(f, f.service.riding_min)),
    ("Changing", "perceived min", Some(true), |f| {
        per_trip(f, f.service.model.costs.transfer_penalty * f.service.changes)
    }),
    ("Unserved", "perceived min", Some(true), |f| {
        per_trip(f, f.service.model.costs.give_up * f.service.unserved_trips)
    }),
    ("Changes", "per trip", Some(true), |f| per_trip(f, f.service.changes)),
    ("Unserved trips", "per hour", Some(true), |f| Some(f.service.unserved_trips)),
    ("Vehicles", "", Some(true), |f| Some(f.service.vehicles as f64)),
    ("Cost", "per hour", Some(true), |f| Some(f.cost_per_hour)),
    ("Lines", "", None, |f| Some(f.service.lines.iter().filter(|line| !line.is_fixed).count() as f64)),
    ("Overloaded legs", "", Some(true), |f| Some(f.service.overloaded_legs as f64)),
    ("Broken rules", "", Some(true), |f| Some(f.broken.len() as f64)),
    ("Fullest vehicle", "riders", Some(true), |f| Some(f.service.peak_load)),
    ("People served", "%", Some(false), |f| Some(100.0 * f.service.access?.people_served)),
    ("Jobs within 45 min", "%", Some(false), |f| Some(100.0 * f.service.access?.jobs_within[1])),
];

/// A table of several plans, today's network first where it is known, and the plans themselves.
pub(crate) fn compare_view(today: Option<&Figures>, plans: Vec<Compared>) -> Value {
    let all: Vec<(&str, &Figures)> = today
        .map(|today| ("Today", today))
        .into_iter()
        .chain(plans.iter().map(|plan| (&*plan.name, &*plan.figures)))
        .collect();
    let row = |&(label, unit, less, value): &Row| {
        let values: Vec<Option<f64>> =
            all.iter().map(|(_, figures)| value(figures).and_then(|value| rounded(value, 4))).collect();
        let better = less.map(|less| if less { "lower" } else { "higher" });
        let is_known = values.iter().any(Option::is_some);
        is_known.then(|| json!({"label": label, "unit": unit, "values": values, "better": better}))
    };
    json!({
        "names": all.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "has_today": today.is_some(),
        "rows": ROWS.iter().filter_map(row).collect::<Vec<_>>(),
        "plans": plans.into_iter().map(|plan| plan.state).collect::<Vec<_>>(),
    })
}

/// Minutes that people save, by where their trips start.
pub(crate) fn gains_view(city: &City, name: &str, gains: &[ZoneGain]) -> Value {
    let mut zones = vec![Value::Null; city.node_count()];
    let (mut all, mut gain, mut lose) = (0.0, 0.0, 0.0);
    for zone in gains {
        let saved = zone.gain_min();
        zones[zone.node.index()] = json!([rounded(saved, 2), rounded(zone.trips, 2)]);
        all += zone.trips;
        gain += if saved > 1.0 { zone.trips } else { 0.0 };
        lose += if saved < -1.0 { zone.trips } else { 0.0 };
    }
    let share = |part: f64| if all > 0.0 { rounded(part / all, 4) } else { Some(0.0) };
    json!({"zones": zones, "gain_share": share(gain), "lose_share": share(lose), "name": name})
}
