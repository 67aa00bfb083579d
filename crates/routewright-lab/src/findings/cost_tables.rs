//! Costs beside the paper's.

use routewright_report::{Cell as Field, LabTable, Mark};

use super::cells::costs;
use super::show::{NONE, city_title, duration, mark, mean, percent};
use super::{Cell, Findings};

impl Findings {
    /// The paper's table of costs, one table per alpha: methods by cities, ours above the paper's.
    pub(super) fn cost_overviews(&self) -> Vec<LabTable> {
        let mut alphas: Vec<f64> = self.cities.iter().flat_map(|city| self.alphas(city)).collect();
        alphas.sort_by(f64::total_cmp);
        alphas.dedup();
        let paper_alphas = alphas.into_iter().filter(|alpha| [0.0, 0.5, 1.0].contains(alpha));
        paper_alphas.map(|alpha| self.cost_overview(alpha)).collect()
    }

    fn cost_overview(&self, alpha: f64) -> LabTable {
        let has_runs =
            |label: &&String| self.cities.iter().any(|city| self.cell(city, alpha, label).is_some());
        let mut rows = Vec::new();
        for label in self.labels.iter().filter(has_runs) {
            let cost = |city: &String| match self.cell(city, alpha, label) {
                Some(cell) => cost_field(&cell),
                None => Field::plain(NONE),
            };
            let fields = std::iter::once(Field::plain(label.as_str())).chain(self.cities.iter().map(cost));
            rows.push((true, fields.collect()));
        }
        for method in ["LC-100", "EA", "NEA"] {
            let cost = |city: &String| {
                let row = costs(city, alpha).find(|row| row.method == method);
                let figures = row.and_then(|row| Some((row.cost?, row.cost_deviation?)));
                Field::plain(
                    figures.map_or(NONE.into(), |(cost, deviation)| format!("{cost:.3} ± {deviation:.3}")),
                )
            };
            let name =
                Field::plain(format!("paper: {method}{}", if method == "LC-100" { "" } else { " IT=400" }));
            rows.push((false, std::iter::once(name).chain(self.cities.iter().map(cost)).collect()));
        }
        LabTable {
            slug: format!("costs-alpha-{alpha}"),
            title: format!("Cost at alpha {alpha}"),
            note: String::new(),
            columns: std::iter::once("method".to_owned())
                .chain(self.cities.iter().map(|city| city_title(city)))
                .collect(),
            name_columns: 1,
            rows,
        }
    }

    /// One row per alpha and method of a city, with all gaps.
    pub(super) fn cost_details(&self, city: &str) -> LabTable {
        let rows = self.cells_of(city).iter().map(|cell| (true, detail(cell))).collect();
        let columns = [
            "method",
            "alpha",
            "runs",
            "cost",
            "best",
            "same method, published",
            "difference",
            "to best published",
            "above bound",
            "C_p, min",
            "C_o, min",
            "time per run",
            "broken",
        ];
        LabTable {
            slug: format!("details-{city}"),
            title: city_title(city),
            note: String::new(),
            columns: columns.map(str::to_owned).to_vec(),
            name_columns: 1,
            rows,
        }
    }
}

/// Mean and deviation, marked against the same method in the paper, or the paper's best where it has none.
/// Without a mark where the paper's runs had another budget.
fn cost_field(cell: &Cell<'_>) -> Field {
    let spread = cell.spread(|run| run.cost);
    let other = cell.paper_cost().and_then(|row| row.cost).or(cell.best_paper_cost());
    let other = other.filter(|_| may_be_marked(cell));
    let mark = other.map_or(Mark::None, |other| mark(spread.mean, other, 3));
    Field::marked(mean(&spread, 4), mark)
}

fn may_be_marked(cell: &Cell<'_>) -> bool {
    let run = cell.first();
    cell.may_be_marked(costs(&run.city, run.alpha))
}

fn detail(cell: &Cell<'_>) -> Vec<Field> {
    let run = cell.first();
    let costs = cell.spread(|run| run.cost);
    let paper = cell.paper_cost().and_then(|row| Some((row.cost?, row.cost_deviation?)));
    let compare = |other: Option<f64>| match other {
        Some(other) if may_be_marked(cell) => {
            Field::marked(percent(costs.mean, other), mark(costs.mean, other, 3))
        }
        Some(other) => Field::plain(percent(costs.mean, other)),
        None => Field::plain(NONE),
    };
    let bound = cell.cost_bound().map_or(NONE.into(), |bound| percent(costs.mean, bound));
    let passenger = cell.cp().map_or(NONE.into(), |spread| mean(&spread, 2));
    let broken =
        if cell.broken() == 0 { "none".into() } else { format!("{} of {}", cell.broken(), cell.runs.len()) };
    vec![
        Field::plain(run.label.as_str()),
        Field::plain(run.alpha.to_string()),
        Field::plain(costs.count.to_string()),
        Field::plain(mean(&costs, 4)),
        Field::plain(format!("{:.4}", costs.least)),
        Field::plain(paper.map_or(NONE.into(), |(cost, deviation)| format!("{cost:.3} ± {deviation:.3}"))),
        compare(paper.map(|(cost, _)| cost)),
        compare(cell.best_paper_cost()),
        Field::plain(bound),
        Field::plain(passenger),
        Field::plain(mean(&cell.spread(|run| run.co_min), 0)),
        Field::plain(duration(cell.spread(|run| run.seconds).mean)),
        Field::plain(broken),
    ]
}
