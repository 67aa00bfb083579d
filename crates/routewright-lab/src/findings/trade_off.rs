//! The trade-off between riders' time and route minutes.

use routewright_report::{Plot, PlotPoint, Series, SeriesLine};

use super::cells::figures;
use super::show::city_title;
use super::{Cell, Findings};

impl Findings {
    /// One plot per city: means with their deviations, joined where there are three alphas or more, and published
    /// results.
    pub(super) fn trade_offs(&self) -> Vec<Plot> {
        self.cities.iter().map(|city| self.trade_off(city)).collect()
    }

    fn trade_off(&self, city: &str) -> Plot {
        let mut series = Vec::new();
        let published: Vec<PlotPoint> = [0.0, 1.0]
            .into_iter()
            .flat_map(|alpha| figures(city, alpha))
            .filter_map(|row| {
                let (x, y) = (row.cp_min?, row.co_min?);
                let hint = format!("{}: C_p {x}, C_o {y} ({})", row.method, row.kind);
                Some(PlotPoint { x, y, hint, ..PlotPoint::default() })
            })
            .collect();
        series.push(Series { name: "published".into(), points: published, ..Series::default() });
        if let Some(front) = self.fronts.get(city) {
            let points = front.iter().map(|&(x, y)| PlotPoint { x, y, ..PlotPoint::default() });
            // Steps, as each point dominates everything up to the next.
            series.push(Series {
                name: "published fronts".into(),
                points: points.collect(),
                line: SeriesLine::Steps,
                ..Series::default()
            });
        }
        for label in &self.labels {
            let cells = self.alphas(city).into_iter().rev().filter_map(|alpha| self.cell(city, alpha, label));
            let points: Vec<PlotPoint> = cells.filter_map(|cell| point(&cell)).collect();
            let look = Some(self.look(label));
            // A line between the two ends alone would suggest networks that no run searched for.
            let line = if points.len() > 2 { SeriesLine::Straight } else { SeriesLine::None };
            series.push(Series { name: label.clone(), look, points, line });
        }
        series.retain(|series| !series.points.is_empty());
        Plot {
            title: city_title(city),
            x_name: "mean trip C_p, minutes".into(),
            y_name: "route minutes C_o".into(),
            series,
            ..Plot::default()
        }
    }
}

fn point(cell: &Cell<'_>) -> Option<PlotPoint> {
    let (passenger, routes) = (cell.cp()?, cell.spread(|run| run.co_min));
    let run = cell.first();
    Some(PlotPoint {
        x: passenger.mean,
        y: routes.mean,
        x_deviation: passenger.deviation.unwrap_or(0.0),
        y_deviation: routes.deviation.unwrap_or(0.0),
        hint: format!(
            "{} at alpha {}: C_p {:.2}, C_o {:.0} ({} runs)",
            run.label, run.alpha, passenger.mean, routes.mean, passenger.count
        ),
    })
}
