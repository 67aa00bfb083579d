//! The league: our results among all published ones.

use routewright_report::{Cell as Field, LabTable, Mark};

use super::cells::figures;
use super::show::{NONE, city_title, mark, mean, percent};
use super::{Cell, Findings, benchmark};
use crate::{Published, place};

/// Whose time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Perspective {
    /// Alpha 1: the mean trip.
    Riders,
    /// Alpha 0: the route time.
    Operator,
}

impl Perspective {
    pub(super) const BOTH: [Self; 2] = [Self::Riders, Self::Operator];

    pub(super) fn alpha(self) -> f64 {
        match self {
            Self::Riders => 1.0,
            Self::Operator => 0.0,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Riders => "riders",
            Self::Operator => "operator",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Riders => "riders' time (C_p at alpha 1)",
            Self::Operator => "route minutes (C_o at alpha 0)",
        }
    }

    fn figure(self, row: &Published) -> Option<f64> {
        match self {
            Self::Riders => row.cp_min,
            Self::Operator => row.co_min,
        }
    }

    /// Mean and best of ours. Only networks that keep all constraints compete.
    pub(super) fn ours(self, cell: &Cell<'_>) -> Option<(f64, f64)> {
        let spread = match self {
            Self::Riders => cell.cp()?,
            Self::Operator => cell.spread(|run| run.co_min),
        };
        (cell.broken() == 0).then_some((spread.mean, spread.least))
    }

    /// Digits behind the point in the literature.
    fn digits(self) -> i32 {
        match self {
            Self::Riders => 2,
            Self::Operator => 0,
        }
    }

    /// The lower bound, where it is known.
    pub(super) fn bound(self, city: &str) -> Option<f64> {
        benchmark(city).map(|known| match self {
            Self::Riders => known.cp_bound_min,
            Self::Operator => known.co_bound_min,
        })
    }

    /// The bound where it holds for these runs.
    pub(super) fn bound_of(self, cell: &Cell<'_>) -> Option<f64> {
        match self {
            Self::Riders => self.bound(&cell.first().city),
            Self::Operator => cell.co_bound(),
        }
    }

    /// Digits behind the point of ours.
    pub(super) fn own_digits(self) -> usize {
        match self {
            Self::Riders => 3,
            Self::Operator => 1,
        }
    }
}

/// What the line of a lower bound is of.
const BOUND: &str = "all networks";

/// A line of the league before it is placed.
struct LeagueRow {
    is_ours: bool,
    name: String,
    kind: String,
    figure: f64,
    /// No network is below this, where it is known.
    bound: Option<f64>,
    other: String,
    shares: [String; 4],
    mark: Mark,
}

impl Findings {
    /// Our place in each city and perspective, of the mean and of the best.
    pub(super) fn places(&self) -> Option<LabTable> {
        let mut rows = Vec::new();
        for perspective in Perspective::BOTH {
            for label in &self.labels {
                let mut is_there = false;
                let fields = self.league_cities().map(|city| {
                    let cell = self.cell(city, perspective.alpha(), label);
                    let ours = cell.and_then(|cell| Some((perspective.ours(&cell)?, cell)));
                    let Some(((mean, best), cell)) = ours else { return Field::plain(NONE) };
                    is_there = true;
                    let published: Vec<f64> = published_figures(city, perspective);
                    let digit = 10f64.powi(-perspective.digits());
                    let first = published.iter().copied().fold(f64::INFINITY, f64::min);
                    let [of_mean, of_best] =
                        [mean, best].map(|ours| place(ours, published.iter().copied(), digit));
                    let text = if of_mean == of_best {
                        of_mean.to_string()
                    } else {
                        format!("{of_mean} ({of_best})")
                    };
                    Field::marked(text, league_mark(&cell, perspective, mean, first))
                });
                let names = [Field::plain(label.as_str()), Field::plain(perspective.name())];
                let row: Vec<Field> = names.into_iter().chain(fields).collect();
                if is_there {
                    rows.push((true, row));
                }
            }
        }
        let counts = self.league_cities().map(|city| {
            let [riders, operator] =
                Perspective::BOTH.map(|perspective| published_figures(city, perspective).len());
            format!("{} {riders} and {operator}", city_title(city))
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        (!rows.is_empty()).then(|| LabTable {
            slug: "places".into(),
            title: "Our place".into(),
            note: format!(
                "For riders by C_p at alpha 1, for the operator by C_o at alpha 0. Place of the mean over seeds, in \
                 brackets that of the best run where it differs. Marked: the mean against the best published figure. \
                 Published results for riders and for the operator: {counts}."
            ),
            columns: ["method", "for"].map(str::to_owned).into_iter().chain(self.league_cities().map(city_title)).collect(),
            name_columns: 2,
            rows,
        })
    }

    /// The league of a city: everything published, and ours among it.
    pub(super) fn league(&self, city: &str, perspective: Perspective) -> Option<LabTable> {
        let published = published_figures(city, perspective);
        let best = published.iter().copied().reduce(f64::min)?;
        let bound = perspective.bound(city);
        let mut lines: Vec<LeagueRow> = bound.map(bound_line).into_iter().collect();
        let published_lines = figures(city, perspective.alpha())
            .filter_map(|row| Some(published_line(row, perspective, perspective.figure(row)?)));
        lines.extend(published_lines.map(|line| LeagueRow { bound, ..line }));
        let cells: Vec<Cell<'_>> = self
            .cells_of(city)
            .into_iter()
            .filter(|cell| cell.first().alpha == perspective.alpha())
            .collect();
        for cell in &cells {
            lines.extend(our_lines(cell, perspective, best));
        }
        if cells.is_empty() {
            return None;
        }
        lines.sort_by(|a, b| a.figure.total_cmp(&b.figure));
        let digit = 10f64.powi(-perspective.digits());
        let digits = perspective.own_digits();
        let rows = lines.iter().map(|line| {
            // Places count published results only: ours do not move each other down.
            let place = match line.kind.contains("broken") || line.kind == BOUND {
                true => NONE.into(),
                false => place(line.figure, published.iter().copied(), digit).to_string(),
            };
            let bound = line.bound.map_or(NONE.into(), |bound| percent(line.figure, bound));
            let mut fields = vec![
                Field::plain(place),
                Field::plain(line.name.as_str()),
                Field::marked(format!("{:.digits$}", line.figure), line.mark),
                Field::plain(percent(line.figure, best)),
                Field::plain(bound),
                Field::plain(line.other.as_str()),
            ];
            fields.extend(line.shares.iter().map(|share| Field::plain(share.as_str())));
            fields.push(Field::plain(line.kind.as_str()));
            (line.is_ours, fields)
        });
        let (own, other) = match perspective {
            Perspective::Riders => ("C_p, min", "C_o, min"),
            Perspective::Operator => ("C_o, min", "C_p, min"),
        };
        let columns = [
            "place",
            "who",
            own,
            "to best published",
            "above bound",
            other,
            "d0, %",
            "d1, %",
            "d2, %",
            "dun, %",
            "of",
        ];
        Some(LabTable {
            slug: format!("league-{}-{city}", perspective.name()),
            title: format!("{}: {}", city_title(city), perspective.title()),
            note: String::new(),
            columns: columns.map(str::to_owned).to_vec(),
            name_columns: 2,
            rows: rows.collect(),
        })
    }

    /// Cities that the literature has results for.
    pub(super) fn league_cities(&self) -> impl Iterator<Item = &str> {
        self.cities.iter().map(String::as_str).filter(|city| benchmark(city).is_some())
    }
}

pub(super) fn published_figures(city: &str, perspective: Perspective) -> Vec<f64> {
    figures(city, perspective.alpha()).filter_map(|row| perspective.figure(row)).collect()
}

/// Against the best published figure; without a mark where published runs had another budget.
fn league_mark(cell: &Cell<'_>, perspective: Perspective, ours: f64, best: f64) -> Mark {
    let rows = figures(&cell.first().city, perspective.alpha());
    if cell.may_be_marked(rows) { mark(ours, best, perspective.digits()) } else { Mark::None }
}

/// What no network is below.
fn bound_line(bound: f64) -> LeagueRow {
    LeagueRow {
        is_ours: false,
        name: "lower bound".into(),
        kind: BOUND.into(),
        figure: bound,
        bound: Some(bound),
        other: NONE.into(),
        shares: [NONE; 4].map(str::to_owned),
        mark: Mark::None,
    }
}

fn published_line(row: &Published, perspective: Perspective, figure: f64) -> LeagueRow {
    let share = |share: Option<f64>| share.map_or(NONE.into(), |share| format!("{share:.2}"));
    let budget = row.budget.as_deref().map_or(String::new(), |budget| format!(" {budget}"));
    let paper = if row.kind == "best" { "" } else { "paper: " };
    let other = match perspective {
        Perspective::Riders => row.co_min.map(|co| format!("{co:.0}")),
        Perspective::Operator => row.cp_min.map(|cp| format!("{cp:.2}")),
    };
    LeagueRow {
        is_ours: false,
        name: format!("{paper}{}{budget}", row.method),
        kind: row.kind.clone(),
        figure,
        bound: None,
        other: other.unwrap_or(NONE.into()),
        shares: [row.d0, row.d1, row.d2, row.dun].map(share),
        mark: Mark::None,
    }
}

/// The mean over seeds, and the best run.
fn our_lines(cell: &Cell<'_>, perspective: Perspective, best: f64) -> Vec<LeagueRow> {
    let Some(passenger) = cell.cp() else { return Vec::new() };
    let routes = cell.spread(|run| run.co_min);
    let (own, other) = match perspective {
        Perspective::Riders => (passenger, mean(&routes, 0)),
        Perspective::Operator => (routes, mean(&passenger, 2)),
    };
    let broken = match cell.broken() {
        0 => String::new(),
        count => format!(", {count} broken"),
    };
    let (name, bound) = (cell.first().label.clone(), perspective.bound_of(cell));
    let shares = [0, 1, 2, 3].map(|at| format!("{:.2}", cell.spread(|run| run.transfer_percent[at]).mean));
    let count = own.count;
    let kind = if count == 1 { format!("one run{broken}") } else { format!("mean of {count}{broken}") };
    let of_mean = league_mark(cell, perspective, own.mean, best);
    let mut lines = vec![LeagueRow {
        is_ours: true,
        name: name.clone(),
        kind,
        figure: own.mean,
        bound,
        other,
        shares,
        mark: of_mean,
    }];
    let figure = |run: &crate::Record| match perspective {
        Perspective::Riders => run.cp_min.unwrap_or(f64::INFINITY),
        Perspective::Operator => run.co_min,
    };
    let feasible = cell.runs.iter().filter(|run| run.violations.is_empty());
    let leader = feasible.min_by(|a, b| figure(a).total_cmp(&figure(b)));
    if let Some(run) = leader.filter(|_| count > 1) {
        let other = match perspective {
            Perspective::Riders => format!("{:.0}", run.co_min),
            Perspective::Operator => run.cp_min.map_or(NONE.into(), |cp| format!("{cp:.2}")),
        };
        lines.push(LeagueRow {
            is_ours: true,
            name,
            kind: format!("best of {count} (seed {})", run.seed),
            figure: figure(run),
            bound,
            other,
            shares: run.transfer_percent.map(|share| format!("{share:.2}")),
            mark: league_mark(cell, perspective, figure(run), best),
        });
    }
    lines
}
