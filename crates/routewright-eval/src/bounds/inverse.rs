//! The inverse of a square matrix, kept up to date as columns are replaced.

use super::effort::Effort;

/// An inverse, row by row.
#[derive(Clone, Default)]
pub(super) struct Inverse {
    cells: Vec<f64>,
    size: usize,
}

impl Inverse {
    /// Inverts a matrix given by its columns; `None` if they depend on each other.
    pub fn of<'a>(
        columns: impl ExactSizeIterator<Item = &'a [(usize, f64)]>,
        effort: &mut Effort<'_>,
    ) -> Option<Self> {
        let size = columns.len();
        let mut matrix = vec![0.0; size * size];
        for (at, column) in columns.enumerate() {
            for &(row, value) in column {
                matrix[row * size + at] += value;
            }
        }
        let mut cells = vec![0.0; size * size];
        (0..size).for_each(|at| cells[at * size + at] = 1.0);
        for at in 0..size {
            let largest = |&a: &usize, &b: &usize| {
                matrix[a * size + at].abs().total_cmp(&matrix[b * size + at].abs()).then(b.cmp(&a))
            };
            let pivot = (at..size).max_by(largest)?;
            if matrix[pivot * size + at].abs() < 1e-10 {
                return None;
            }
            for table in [&mut matrix, &mut cells] {
                if pivot != at {
                    let (upper, lower) = table.split_at_mut(pivot * size);
                    upper[at * size..][..size].swap_with_slice(&mut lower[..size]);
                }
            }
            let scale = 1.0 / matrix[at * size + at];
            let factors: Vec<f64> = (0..size).map(|row| matrix[row * size + at]).collect();
            eliminate(&mut matrix, size, at, scale, &factors, effort);
            eliminate(&mut cells, size, at, scale, &factors, effort);
        }
        Some(Self { cells, size })
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn row(&self, at: usize) -> &[f64] {
        &self.cells[at * self.size..][..self.size]
    }

    /// The inverse times a column.
    pub fn times_column(&self, column: &[(usize, f64)]) -> Vec<f64> {
        let times = |row: &[f64]| column.iter().map(|&(at, value)| row[at] * value).sum();
        self.cells.chunks_exact(self.size.max(1)).map(times).collect()
    }

    /// A row times the inverse.
    pub fn times_from_left(&self, row: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; self.size];
        for (&factor, cells) in row.iter().zip(self.cells.chunks_exact(self.size.max(1))) {
            if factor != 0.0 {
                product.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += factor * cell);
            }
        }
        product
    }

    /// Replaces column `at` of the matrix; `change` is the inverse times the new column.
    pub fn replace(&mut self, at: usize, change: &[f64], effort: &mut Effort<'_>) {
        eliminate(&mut self.cells, self.size, at, 1.0 / change[at], change, effort);
    }
}

/// Scales row `at`, then takes `factors` times it from the other rows.
fn eliminate(
    cells: &mut [f64],
    size: usize,
    at: usize,
    scale: f64,
    factors: &[f64],
    effort: &mut Effort<'_>,
) {
    let changed = factors.iter().filter(|factor| **factor != 0.0).count();
    effort.spend(size * (1 + changed / 2));
    let row: Vec<f64> = cells[at * size..][..size].iter().map(|cell| cell * scale).collect();
    for (other, cells) in cells.chunks_exact_mut(size).enumerate() {
        if other == at {
            cells.copy_from_slice(&row);
        } else if factors[other] != 0.0 {
            cells.iter_mut().zip(&row).for_each(|(cell, value)| *cell -= factors[other] * value);
        }
    }
}
