//! Hypervolumes beside that of all published fronts.

use routewright_report::{Cell as Field, LabTable, Mark};

use super::show::{NONE, city_title};
use super::{Findings, benchmark};
use crate::{Record, hypervolume};

impl Findings {
    /// How much of the trade-off our networks cover, per method and in total. More is better here.
    pub(super) fn hypervolumes(&self) -> Option<LabTable> {
        let cities: Vec<&str> = self.league_cities().collect();
        if cities.is_empty() {
            return None;
        }
        let field = |city: &str, label: Option<&str>| {
            let fits = |run: &&Record| run.city == city && label.is_none_or(|label| run.label == label);
            let runs = self.records.iter().filter(fits).filter(|run| run.violations.is_empty());
            let points: Vec<(f64, f64)> = runs.filter_map(|run| Some((run.cp_min?, run.co_min))).collect();
            let known = benchmark(city).expect("the league has benchmark cities");
            if points.is_empty() {
                return Field::plain(NONE);
            }
            let volume = hypervolume(&points, &known.within());
            let mark = match volume - known.published_hypervolume {
                more if more > 5e-5 => Mark::Better,
                less if less < -5e-5 => Mark::Worse,
                _ => Mark::Same,
            };
            Field::marked(format!("{volume:.4}"), mark)
        };
        let row = |name: &str, label: Option<&str>| {
            let fields = cities.iter().map(|city| field(city, label));
            (true, std::iter::once(Field::plain(name)).chain(fields).collect())
        };
        let mut rows = vec![row("all runs together", None)];
        rows.extend(self.labels.iter().map(|label| row(label, Some(label))));
        let published = cities.iter().map(|city| {
            let known = benchmark(city).expect("the league has benchmark cities");
            Field::plain(format!("{:.4}", known.published_hypervolume))
        });
        rows.push((
            false,
            std::iter::once(Field::plain("all published fronts together")).chain(published).collect(),
        ));
        Some(LabTable {
            slug: "hypervolume".into(),
            title: "Covered share".into(),
            note: "Share of a fixed box of C_p and C_o that our networks dominate: more is better, marked ✓ or ✗ \
                   against the published fronts. A few alphas give only a coarse front."
                .into(),
            columns: std::iter::once("networks of".to_owned())
                .chain(cities.iter().map(|city| city_title(city)))
                .collect(),
            name_columns: 1,
            rows,
        })
    }
}
