//! Cost over time.

use routewright_report::{Plot, PlotPoint, Series, SeriesLine, Trace};

use super::cells::costs;
use super::show::city_title;
use super::{Cell, Findings};

/// Points of a curve.
const MOMENTS: usize = 60;

impl Findings {
    /// One plot per city and alpha of the paper, where there are runs.
    pub(super) fn costs_over_time(&self) -> Vec<Plot> {
        let mut plots = Vec::new();
        for city in &self.cities {
            for alpha in self.alphas(city).into_iter().filter(|alpha| [0.0, 0.5, 1.0].contains(alpha)) {
                plots.push(self.cost_over_time(city, alpha));
            }
        }
        plots.retain(|plot| !plot.series.is_empty());
        plots
    }

    fn cost_over_time(&self, city: &str, alpha: f64) -> Plot {
        let mut series = Vec::new();
        for label in &self.labels {
            let points = self.cell(city, alpha, label).map(|cell| mean_curve(&cell)).unwrap_or_default();
            if !points.is_empty() {
                let look = Some(self.look(label));
                series.push(Series { name: label.clone(), look, points, line: SeriesLine::Steps });
            }
        }
        let best = costs(city, alpha).filter_map(|row| Some((row, row.cost?)));
        let best = best.min_by(|a, b| a.1.total_cmp(&b.1));
        Plot {
            title: format!("{}, alpha {alpha}", city_title(city)),
            x_name: "time, log scale".into(),
            y_name: "cost of the best network so far".into(),
            is_time: true,
            series,
            references: best
                .map(|(row, cost)| (format!("paper: {}", row.method), cost))
                .into_iter()
                .collect(),
        }
    }
}

/// The mean over seeds of the best cost so far, from when all runs have a network.
fn mean_curve(cell: &Cell<'_>) -> Vec<PlotPoint> {
    let traces: Vec<Trace> = cell
        .runs
        .iter()
        .filter_map(|run| Trace::from_csv(&run.trace).ok())
        .filter(|t| t.last().is_some())
        .collect();
    let firsts = traces.iter().filter_map(|trace| trace.points().first()).map(|point| point.seconds);
    let lasts = traces.iter().filter_map(Trace::last).map(|point| point.seconds);
    let Some(first) = firsts.reduce(f64::max) else { return Vec::new() };
    let last = lasts.fold(first, f64::max);
    let (from, to) = (first.max(1e-3), last.max(2e-3));
    let moments = (0..MOMENTS).map(|at| from * (to / from).powf(at as f64 / (MOMENTS - 1) as f64));
    let cost_at = |trace: &Trace, moment: f64| {
        let until = trace.points().partition_point(|point| point.seconds <= moment + 1e-9);
        trace.points()[until.max(1) - 1].cost
    };
    let points = moments.map(|moment| PlotPoint {
        x: moment,
        y: traces.iter().map(|trace| cost_at(trace, moment)).sum::<f64>() / traces.len() as f64,
        ..PlotPoint::default()
    });
    points.collect()
}
