//! The courses of trips, row by row.

use std::ops::Range;

use super::FeedIssueKind::{BadValue, ContradictoryRow, IdenticalRow, UnknownShape};
use super::tables::{Draft, degrees};
use crate::TextFile;
use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::show::shown;

/// A row of `shapes.txt`.
struct Row {
    shape: u32,
    sequence: u32,
    line: u64,
    point: [f64; 2],
}

impl Draft {
    /// Reads the shapes that trips use.
    pub(super) fn add_shapes(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"].map(Column::needed);
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let (mut bad_rows, mut rows) = (Problems::default(), Vec::new());
        while let Some((line, [id, lat, lon, sequence])) = table.next(&mut bad_rows) {
            let Some(&shape) = self.shapes.get(id) else { continue };
            let point = degrees(lon, 180.0).zip(degrees(lat, 90.0));
            let Some(((lon, lat), sequence)) = point.zip(sequence.parse().ok()) else {
                self.issues.add(BadValue, file.at(line), || {
                    format!("a point of shape {} has no position or sequence", shown(id))
                });
                continue;
            };
            rows.push(Row { shape, sequence, line, point: [lon, lat] });
        }
        self.issues.add_rows(file, bad_rows);
        rows.sort_unstable_by_key(|row| (row.shape, row.sequence, row.line));
        let mut ranges: Vec<Option<Range<usize>>> = vec![None; self.shapes.len()];
        for shape in rows.chunk_by(|a, b| a.shape == b.shape) {
            ranges[shape[0].shape as usize] = self.add_points(file, shape);
        }
        drop(rows);
        self.feed.points.shrink_to_fit();
        self.name_shapes(file, &ranges);
    }

    /// The points of a shape in order; `None` if there are fewer than two.
    fn add_points(&mut self, file: &TextFile, rows: &[Row]) -> Option<Range<usize>> {
        let start = self.feed.points.len();
        let mut before: Option<&Row> = None;
        for row in rows {
            if let Some(first) = before.filter(|first| first.sequence == row.sequence) {
                let (kind, does) = match first.point == row.point {
                    true => (IdenticalRow, "repeats"),
                    false => (ContradictoryRow, "contradicts"),
                };
                let problem = || format!("a point of a shape {does} line {}", first.line);
                self.issues.add(kind, file.at(row.line), problem);
                continue;
            }
            before = Some(row);
            self.feed.points.push(row.point);
        }
        let range = start..self.feed.points.len();
        if range.len() < 2 {
            self.feed.points.truncate(start);
            return None;
        }
        Some(range)
    }

    /// Numbers the shapes that are there, and takes the others from their trips.
    fn name_shapes(&mut self, file: &TextFile, ranges: &[Option<Range<usize>>]) {
        let mut numbers = Vec::with_capacity(ranges.len());
        for range in ranges {
            numbers.push(range.as_ref().map(|_| self.feed.shapes.len() as u32));
            self.feed.shapes.extend(range.clone());
        }
        for (index, trip) in (0..).zip(&mut self.feed.trips) {
            let Some(shape) = trip.shape else { continue };
            trip.shape = numbers[shape as usize];
            if trip.shape.is_none() && !self.issues.is_dropped(index) && !trip.calls.is_empty() {
                let problem = || format!("there is no course of trip {}", shown(&trip.id));
                self.issues.add(UnknownShape, file.whole(), problem);
            }
        }
    }

    /// Without a table of shapes no trip has one.
    pub(super) fn forget_shapes(&mut self) {
        self.feed.trips.iter_mut().for_each(|trip| trip.shape = None);
    }
}
