//! How far our results and the best published ones are above the lower bounds.

use routewright_report::{Cell as Field, LabTable};

use super::league_tables::{Perspective, published_figures};
use super::show::{NONE, city_title, percent};
use super::{Cell, Findings};

/// A row of the table, and whether it is ours.
type Row = (bool, Vec<Field>);

impl Findings {
    /// How far ours and the best published are above the lower bounds, in each city and perspective.
    pub(super) fn gaps(&self) -> Option<LabTable> {
        let rows: Vec<Row> =
            Perspective::BOTH.into_iter().flat_map(|perspective| self.gap_rows(perspective)).collect();
        let columns = ["method", "for"].map(str::to_owned);
        (!rows.is_empty()).then(|| LabTable {
            slug: "gaps".into(),
            title: "How far from the lower bound".into(),
            note: "For riders C_p at alpha 1, for the operator C_o at alpha 0, above the lower bound: the mean over seeds, \
                   in brackets the best run where it differs. No network that meets all constraints is below the bound, \
                   so 0.00 % is an optimum; other networks are above the optimum by this much at most. The bound of C_p \
                   takes the fastest way for every trip. The bounds of C_o hold for networks whose routes all differ. \
                   They were computed once, to the end; this page computes none, so runs of other problems are shown \
                   without."
                .into(),
            columns: columns.into_iter().chain(self.league_cities().map(city_title)).collect(),
            name_columns: 2,
            rows,
        })
    }

    /// The bounds, the best published and ours; nothing without any of ours.
    fn gap_rows(&self, perspective: Perspective) -> Vec<Row> {
        let row = |is_ours: bool, name: &str, text: &dyn Fn(&str) -> Option<String>| -> Option<Row> {
            let texts: Vec<Option<String>> = self.league_cities().map(text).collect();
            let is_any = texts.iter().any(Option::is_some);
            let names = [Field::plain(name), Field::plain(perspective.name())];
            let fields = texts.into_iter().map(|text| Field::plain(text.unwrap_or(NONE.into())));
            is_any.then(|| (is_ours, names.into_iter().chain(fields).collect()))
        };
        let our_row = |label: &String| {
            row(true, label, &|city| gap(&self.cell(city, perspective.alpha(), label)?, perspective))
        };
        let ours: Vec<Row> = self.labels.iter().filter_map(our_row).collect();
        if ours.is_empty() {
            return ours;
        }
        let digits = perspective.own_digits();
        let bounds = row(false, "lower bound, min", &|city| {
            perspective.bound(city).map(|bound| format!("{bound:.digits$}"))
        });
        let published = row(false, "best published", &|city| {
            let best = published_figures(city, perspective).into_iter().reduce(f64::min)?;
            Some(percent(best, perspective.bound(city)?))
        });
        bounds.into_iter().chain(published).chain(ours).collect()
    }
}

/// Mean and best of ours above the bound, where it holds.
fn gap(cell: &Cell<'_>, perspective: Perspective) -> Option<String> {
    let ((mean, best), bound) = (perspective.ours(cell)?, perspective.bound_of(cell)?);
    let [of_mean, of_best] = [mean, best].map(|ours| percent(ours, bound));
    Some(if of_mean == of_best { of_mean } else { format!("{of_mean} ({of_best})") })
}
