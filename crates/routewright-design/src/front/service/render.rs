//! A front of services as table, JSON, CSV and rows of the page.

use routewright_eval::service::ServiceAssessment;
use routewright_report::{FrontPick, FrontRow, csv_text, service_map};
use serde_json::{Value, json};

use super::points::{ServiceFound, ServiceFrontPoint};
use super::work::ServiceWork;
use crate::front::files::network_file;
use crate::front::outcome::Pick;
use crate::planning::{keeps_capacity, service_network_json};

/// What the network of today is called.
const TODAY: &str = "today";

impl ServiceFound {
    /// The points as JSON, each with its lines as network files have them.
    pub fn points_json(&self, work: &ServiceWork) -> Vec<Value> {
        let point = |point: &ServiceFrontPoint| {
            let mut value = figures_json(&point.service);
            let text = service_network_json(work.problems[0].city(), &point.network, work.model());
            let network: Value = serde_json::from_str(&text).expect("we write JSON");
            value["lines"] = network["routes"].clone();
            value
        };
        self.points.iter().map(point).collect()
    }

    /// The figures of today's network.
    pub fn today_json(&self) -> Option<Value> {
        self.today.as_ref().map(figures_json)
    }

    /// A pick as JSON.
    pub fn pick_json(&self, pick: &Pick) -> Value {
        let service = &self.points[pick.point].service;
        json!({ "point": pick.point, "vehicles": service.vehicles, "mean_min": service.mean_min })
    }

    /// For people.
    pub fn table(&self, city: &str) -> String {
        let mut text = format!("{city}: {} services\n", self.points.len());
        text.push_str(
            "  network       vehicles  mean trip (perceived)  riding  waiting  walking  unserved trips  routes\n",
        );
        for (at, point) in self.points.iter().enumerate() {
            let names: Vec<String> =
                self.picks.iter().filter(|pick| pick.point == at).map(|pick| pick.title([1.0; 2])).collect();
            text += &row(&network_file(at), &point.service, &names);
        }
        if let Some(today) = &self.today {
            text += &row(TODAY, today, &[]);
        }
        if self.points.iter().map(|point| &point.service).chain(&self.today).any(is_marked) {
            text += "  * some vehicles hold more riders than allowed\n";
        }
        text
    }

    /// All figures, a line per service.
    pub fn csv(&self) -> String {
        let head = FIGURES.map(str::to_owned);
        let rows = self.points.iter().enumerate().map(|(at, point)| {
            let figures = figures_json(&point.service);
            FIGURES.map(|name| match name {
                "network" => format!("{}.json", network_file(at)),
                name => figures[name].to_string(),
            })
        });
        csv_text(std::iter::once(head).chain(rows))
    }

    /// The points as the page shows them.
    pub fn rows(&self) -> Vec<FrontRow> {
        self.points.iter().enumerate().map(|(at, point)| page_row(network_file(at), &point.service)).collect()
    }

    /// Today's network as the page shows it.
    pub fn today_row(&self) -> Option<FrontRow> {
        self.today.as_ref().map(|today| page_row(TODAY.into(), today))
    }

    /// The picks with their maps; those of the same service together.
    pub fn page_picks(&self, work: &ServiceWork) -> Vec<FrontPick> {
        let mut picks: Vec<FrontPick> = Vec::new();
        for pick in &self.picks {
            let title = pick.title([1.0; 2]);
            if let Some(same) = picks.iter_mut().find(|same| same.row == pick.point) {
                same.name += &format!(", {title}");
                continue;
            }
            let point = &self.points[pick.point];
            let map = service_map(&work.problems[0].problem, &point.network, &point.service);
            picks.push(FrontPick { name: title, row: pick.point, map });
        }
        picks
    }
}

/// Columns of the table of figures.
const FIGURES: [&str; 12] = [
    "network",
    "vehicles",
    "mean_min",
    "total_min",
    "riding_min",
    "waiting_min",
    "walking_min",
    "changes",
    "unserved_trips",
    "peak_load",
    "overloaded_legs",
    "routes",
];

fn figures_json(service: &ServiceAssessment) -> Value {
    json!({
        "vehicles": service.vehicles,
        "mean_min": service.mean_min,
        "total_min": service.total_min,
        "riding_min": service.riding_min,
        "waiting_min": service.waiting_min,
        "walking_min": service.walking_min,
        "changes": service.changes,
        "unserved_trips": service.unserved_trips,
        "peak_load": service.peak_load,
        "overloaded_legs": service.overloaded_legs,
        "routes": line_count(service),
    })
}

fn line_count(service: &ServiceAssessment) -> usize {
    service.lines.iter().filter(|line| !line.is_fixed).count()
}

fn is_marked(service: &ServiceAssessment) -> bool {
    !keeps_capacity(service)
}

fn page_row(file: String, service: &ServiceAssessment) -> FrontRow {
    FrontRow {
        riders: service.mean_min,
        operator: service.vehicles as f64,
        share_percent: per_trip(service, 100.0 * service.unserved_trips),
        overloaded_legs: service.overloaded_legs,
        file,
    }
}

/// A line of the table: minutes per trip as a clock shows them.
fn row(name: &str, service: &ServiceAssessment, picks: &[String]) -> String {
    let minutes = |total: f64| format!("{:.2}", per_trip(service, total));
    let mark = if picks.is_empty() { String::new() } else { format!("  <- {}", picks.join(", ")) };
    format!(
        "  {name:<12}  {:>8}  {:>16.3} min{}  {:>6}  {:>7}  {:>7}  {:>12.2} %  {:>6}{mark}\n",
        service.vehicles,
        service.mean_min,
        if is_marked(service) { "*" } else { " " },
        minutes(service.riding_min),
        minutes(service.waiting_min),
        minutes(service.walking_min),
        per_trip(service, 100.0 * service.unserved_trips),
        line_count(service),
    )
}

fn per_trip(service: &ServiceAssessment, total: f64) -> f64 {
    if service.trips > 0.0 { total / service.trips } else { 0.0 }
}
