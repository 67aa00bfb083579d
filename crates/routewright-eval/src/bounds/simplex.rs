//! A small linear programme solver: minimise, rows `>=` or `=`, columns between 0 and a limit.
//!
//! Primal simplex with bounded columns and an explicit inverse of the basis. Columns and rows can be added
//! between solves. Nobody relies on the result being optimal: its prices are checked by what they bound.

use super::effort::Effort;
use super::inverse::Inverse;

/// Pivots after which the inverse is computed anew.
const PIVOTS_PER_INVERSE: usize = 100;
const TOLERANCE: f64 = 1e-9;
/// Columns that are looked at again after each pivot, before all are.
const CANDIDATES: usize = 40;
/// What looking at a candidate takes, in steps of the effort.
const STEPS_PER_CANDIDATE: usize = 20;
/// What a column has to save per unit to be taken in.
const LEAST_SAVING: f64 = 1e-7;

#[derive(Clone)]
struct Column {
    cost: f64,
    limit: f64,
    /// Row and coefficient.
    entries: Vec<(usize, f64)>,
    place: Place,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    AtZero,
    AtLimit,
    Basic(usize),
}

/// Minimises the cost of columns that meet all rows.
#[derive(Clone)]
pub(super) struct Simplex {
    columns: Vec<Column>,
    least: Vec<f64>,
    is_exact: Vec<bool>,
    /// The column that stands in for what a row misses.
    missing: Vec<usize>,
    /// The basic column of each row, and its value.
    basis: Vec<usize>,
    values: Vec<f64>,
    inverse: Inverse,
    is_stale: bool,
    /// What missing one unit of a row costs.
    penalty: f64,
}

impl Simplex {
    /// No rows yet, and no columns.
    pub fn new(penalty: f64) -> Self {
        Self {
            columns: Vec::new(),
            least: Vec::new(),
            is_exact: Vec::new(),
            missing: Vec::new(),
            basis: Vec::new(),
            values: Vec::new(),
            inverse: Inverse::default(),
            is_stale: false,
            penalty,
        }
    }

    /// Adds a column at zero and returns its number.
    pub fn add_column(&mut self, cost: f64, limit: f64, entries: Vec<(usize, f64)>) -> usize {
        self.columns.push(Column { cost, limit, entries, place: Place::AtZero });
        self.columns.len() - 1
    }

    /// Adds the row "the sum of these columns is `least` or more", or exactly that much.
    pub fn add_row(&mut self, least: f64, is_exact: bool, entries: &[(usize, f64)]) {
        let row = self.least.len();
        let sum: f64 = entries.iter().map(|&(column, factor)| factor * self.value(column)).sum();
        for &(column, factor) in entries {
            self.columns[column].entries.push((row, factor));
        }
        self.least.push(least);
        self.is_exact.push(is_exact);
        let missing = self.add_column(self.penalty, f64::INFINITY, vec![(row, 1.0)]);
        // Too much of an exact row is as bad as too little.
        let beyond_cost = if is_exact { self.penalty } else { 0.0 };
        let beyond = self.add_column(beyond_cost, f64::INFINITY, vec![(row, -1.0)]);
        let basic = if sum < least { missing } else { beyond };
        self.missing.push(missing);
        self.basis.push(basic);
        self.values.push((sum - least).abs());
        self.columns[basic].place = Place::Basic(row);
        self.is_stale = true;
    }

    /// Improves until nothing can be improved, or so many pivots were done.
    pub fn solve(&mut self, most_pivots: usize, effort: &mut Effort<'_>) {
        self.is_stale |= self.inverse.size() != self.basis.len();
        self.refresh(effort);
        let (mut prices, mut candidates) = (self.prices(), Vec::new());
        for pivot in 1..=most_pivots {
            if pivot % PIVOTS_PER_INVERSE == 0 {
                self.is_stale = true;
                self.refresh(effort);
                prices = self.prices();
                if !effort.may_go_on() {
                    return;
                }
            }
            effort.spend(candidates.len() * STEPS_PER_CANDIDATE);
            let mut entering = self.best_of(&candidates, &prices);
            if entering.is_none() {
                prices = self.prices();
                candidates = self.candidates(&prices);
                effort.spend(self.entry_count());
                entering = candidates.first().copied();
            }
            let Some(entering) = entering else { return };
            self.pivot(entering, &mut prices, effort);
        }
    }

    /// What one unit more of each row would cost.
    pub fn prices(&self) -> Vec<f64> {
        let costs: Vec<f64> = self.basis.iter().map(|&column| self.columns[column].cost).collect();
        self.inverse.times_from_left(&costs)
    }

    /// How much of a column is taken.
    pub fn value(&self, column: usize) -> f64 {
        match self.columns[column].place {
            Place::AtZero => 0.0,
            Place::AtLimit => self.columns[column].limit,
            Place::Basic(row) => self.values[row],
        }
    }

    /// Total cost.
    pub fn cost(&self) -> f64 {
        (0..self.columns.len()).map(|column| self.columns[column].cost * self.value(column)).sum()
    }

    /// Rows so far.
    pub fn row_count(&self) -> usize {
        self.least.len()
    }

    /// No choice of columns that meets all rows costs less. Holds for any prices, optimal or not.
    pub fn lower_bound(&self) -> f64 {
        let is_exact = self.is_exact.iter();
        let prices: Vec<f64> = self
            .prices()
            .into_iter()
            .zip(is_exact)
            .map(|(price, &is_exact)| if is_exact { price } else { price.max(0.0) })
            .collect();
        let saved = |column: &Column| {
            let worth: f64 = column.entries.iter().map(|&(row, factor)| prices[row] * factor).sum();
            column.limit * (column.cost - worth).min(0.0)
        };
        // Columns without a limit stand for what rows miss or exceed.
        let saved: f64 = self.columns.iter().filter(|column| column.limit.is_finite()).map(saved).sum();
        prices.iter().zip(&self.least).map(|(price, least)| price * least).sum::<f64>() + saved
    }

    /// Entries of all columns: what looking at each of them takes.
    fn entry_count(&self) -> usize {
        self.columns.iter().map(|column| 2 + column.entries.len()).sum()
    }

    /// What a column costs beyond what the rows pay for it, per unit.
    fn excess(&self, column: usize, prices: &[f64]) -> f64 {
        let Column { cost, ref entries, .. } = self.columns[column];
        cost - entries.iter().map(|&(row, factor)| prices[row] * factor).sum::<f64>()
    }

    /// What a unit of a column saves, up or down.
    fn saving(&self, column: usize, prices: &[f64]) -> f64 {
        match self.columns[column].place {
            Place::AtZero => -self.excess(column, prices),
            Place::AtLimit => self.excess(column, prices),
            Place::Basic(_) => 0.0,
        }
    }

    /// The columns that save most, the best first.
    fn candidates(&self, prices: &[f64]) -> Vec<usize> {
        let savings = (0..self.columns.len()).map(|column| (self.saving(column, prices), column));
        let mut savings: Vec<(f64, usize)> = savings.filter(|saving| saving.0 > LEAST_SAVING).collect();
        savings.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        savings.into_iter().take(CANDIDATES).map(|saving| saving.1).collect()
    }

    /// The candidate that saves most.
    fn best_of(&self, candidates: &[usize], prices: &[f64]) -> Option<usize> {
        let savings = candidates.iter().map(|&column| (self.saving(column, prices), column));
        let best = savings.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.filter(|best| best.0 > LEAST_SAVING).map(|best| best.1)
    }

    /// Moves a column as far as the others allow.
    fn pivot(&mut self, entering: usize, prices: &mut [f64], effort: &mut Effort<'_>) {
        let excess = self.excess(entering, prices);
        let Column { limit, ref entries, place, .. } = self.columns[entering];
        effort.spend(self.basis.len() * (2 + entries.len()));
        let change = self.inverse.times_column(entries);
        let sign = if place == Place::AtZero { 1.0 } else { -1.0 };
        let (mut far, mut leaving) = (limit, None);
        for (row, &by) in change.iter().enumerate().filter(|(_, by)| by.abs() > TOLERANCE) {
            let falls = sign * by > 0.0;
            let room =
                if falls { self.values[row] } else { self.columns[self.basis[row]].limit - self.values[row] };
            let reach = room.max(0.0) / by.abs();
            let is_steadier = |other: Option<usize>| other.is_some_and(|o: usize| change[o].abs() < by.abs());
            if reach < far - TOLERANCE || reach <= far + TOLERANCE && is_steadier(leaving) {
                (far, leaving) = (reach.min(far), Some(row));
            }
        }
        for (value, by) in self.values.iter_mut().zip(&change) {
            *value -= sign * far * by;
        }
        let Some(row) = leaving else {
            let ends = if place == Place::AtZero { Place::AtLimit } else { Place::AtZero };
            self.columns[entering].place = ends;
            return;
        };
        let falls = sign * change[row] > 0.0;
        self.columns[self.basis[row]].place = if falls { Place::AtZero } else { Place::AtLimit };
        self.values[row] = if place == Place::AtZero { far } else { limit - far };
        self.basis[row] = entering;
        self.columns[entering].place = Place::Basic(row);
        self.inverse.replace(row, &change, effort);
        prices.iter_mut().zip(self.inverse.row(row)).for_each(|(price, cell)| *price += excess * cell);
    }

    /// Computes inverse and values anew, from nothing where the basis cannot be inverted.
    fn refresh(&mut self, effort: &mut Effort<'_>) {
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        let basis = self.basis.iter().map(|&column| self.columns[column].entries.as_slice());
        let Some(inverse) = Inverse::of(basis, effort) else {
            return self.restart(effort);
        };
        self.inverse = inverse;
        let mut rest: Vec<(usize, f64)> = self.least.iter().copied().enumerate().collect();
        for column in self.columns.iter().filter(|column| column.place == Place::AtLimit) {
            for &(row, factor) in &column.entries {
                rest[row].1 -= factor * column.limit;
            }
        }
        self.values = self.inverse.times_column(&rest);
    }

    /// Starts over from the columns that miss every row.
    fn restart(&mut self, effort: &mut Effort<'_>) {
        for column in &mut self.columns {
            column.place = Place::AtZero;
        }
        for (row, &missing) in self.missing.iter().enumerate() {
            self.basis[row] = missing;
            self.columns[missing].place = Place::Basic(row);
        }
        self.is_stale = true;
        self.refresh(effort);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_mix_and_its_prices_are_found() {
        // Two of x, y, z at most one each; y + z >= 1.5: y = 1, z = 0.5, x = 0.5.
        let mut simplex = Simplex::new(100.0);
        simplex.add_row(2.0, true, &[]);
        let [x, y, z] = [1.0, 2.0, 5.0].map(|cost| simplex.add_column(cost, 1.0, vec![(0, 1.0)]));
        simplex.solve(100, &mut Effort::new(u64::MAX, &mut || true));
        assert_eq!([x, y, z].map(|column| simplex.value(column)), [1.0, 1.0, 0.0]);
        simplex.add_row(1.5, false, &[(y, 1.0), (z, 1.0)]);
        simplex.solve(100, &mut Effort::new(u64::MAX, &mut || true));
        assert_eq!([x, y, z].map(|column| simplex.value(column)), [0.5, 1.0, 0.5]);
        assert!((simplex.cost() - 5.0).abs() < 1e-9);
        let prices = simplex.prices();
        assert!((prices[0] - 1.0).abs() < 1e-9 && (prices[1] - 4.0).abs() < 1e-9, "{prices:?}");
    }
}
