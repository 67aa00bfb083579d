//! A small linear programme solver: minimise, rows `>=` or `=`, columns between 0 and a limit.
//!
//! Primal simplex with bounded columns and an explicit inverse of the basis. Columns and rows can be added
//! between solves. Nobody relies on the result being optimal: its prices are checked by what they bound.

use super::inverse::Inverse;

/// Pivots after which the inverse is computed anew.
const PIVOTS_PER_INVERSE: usize = 100;
const TOLERANCE: f64 = 1e-9;
/// What a column has to save per unit to be taken in.
const LEAST_SAVING: f64 = 1e-7;

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
pub(super) struct Simplex {
    columns: Vec<Column>,
    least: Vec<f64>,
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
    pub fn solve(&mut self, most_pivots: usize, keep_going: &mut dyn FnMut() -> bool) {
        self.is_stale |= self.inverse.size() != self.basis.len();
        self.refresh();
        for pivot in 1..=most_pivots {
            if pivot % PIVOTS_PER_INVERSE == 0 {
                self.is_stale = true;
                self.refresh();
                if !keep_going() {
                    return;
                }
            }
            let prices = self.prices();
            let Some(entering) = self.entering(&prices) else { return };
            self.pivot(entering);
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

    /// The column that saves most per unit, up or down.
    fn entering(&self, prices: &[f64]) -> Option<usize> {
        let saving = |column: &Column| {
            let worth: f64 = column.entries.iter().map(|&(row, factor)| prices[row] * factor).sum();
            match column.place {
                Place::AtZero => worth - column.cost,
                Place::AtLimit => column.cost - worth,
                Place::Basic(_) => 0.0,
            }
        };
        let savings =
            self.columns.iter().map(saving).enumerate().filter(|&(_, saving)| saving > LEAST_SAVING);
        savings.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(column, _)| column)
    }

    /// Moves a column as far as the others allow.
    fn pivot(&mut self, entering: usize) {
        let Column { limit, ref entries, place, .. } = self.columns[entering];
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
        self.inverse.replace(row, &change);
    }

    /// Computes inverse and values anew, from nothing where the basis cannot be inverted.
    fn refresh(&mut self) {
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        let basis = self.basis.iter().map(|&column| self.columns[column].entries.as_slice());
        let Some(inverse) = Inverse::of(basis) else {
            return self.restart();
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
    fn restart(&mut self) {
        for column in &mut self.columns {
            column.place = Place::AtZero;
        }
        for (row, &missing) in self.missing.iter().enumerate() {
            self.basis[row] = missing;
            self.columns[missing].place = Place::Basic(row);
        }
        self.is_stale = true;
        self.refresh();
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
        simplex.solve(100, &mut || true);
        assert_eq!([x, y, z].map(|column| simplex.value(column)), [1.0, 1.0, 0.0]);
        simplex.add_row(1.5, false, &[(y, 1.0), (z, 1.0)]);
        simplex.solve(100, &mut || true);
        assert_eq!([x, y, z].map(|column| simplex.value(column)), [0.5, 1.0, 0.5]);
        assert!((simplex.cost() - 5.0).abs() < 1e-9);
        let prices = simplex.prices();
        assert!((prices[0] - 1.0).abs() < 1e-9 && (prices[1] - 4.0).abs() < 1e-9, "{prices:?}");
    }
}
