//! The best network's cost over time.

use std::fmt::Write;

/// The moment at which a better network was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracePoint {
    /// Seconds since the start of the search.
    pub seconds: f64,
    /// Networks scored so far.
    pub evaluations: u64,
    /// The network's unified cost (C).
    pub cost: f64,
    /// Its mean trip time (C_p), minutes; not a number if no trip is served.
    pub passenger_minutes: f64,
    /// The sum of its one-way route times (C_o), minutes.
    pub route_minutes: f64,
}

/// The improvements of a run, from its first network to its last. Long traces are thinned out.
///
/// Invariant: at most [`Trace::MOST_POINTS`] points, in order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    points: Vec<TracePoint>,
}

/// A row of a trace that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the trace is not of the form {}", Trace::HEADER)]
pub struct TraceError {
    /// Line number, counted from 1.
    pub line: usize,
}

impl Trace {
    /// A trace of this many points is thinned out to half before another is added.
    pub const MOST_POINTS: usize = 2000;
    const HEADER: &str = "seconds,evaluations,cost,cp_min,co_min";

    /// Adds a point after the last one.
    pub fn push(&mut self, point: TracePoint) {
        let earliest = self.last().map_or(0.0, |last| last.seconds);
        if self.points.len() == Self::MOST_POINTS {
            let mut at = 0;
            self.points.retain(|_| {
                at += 1;
                at % 2 == 1
            });
        }
        self.points.push(TracePoint { seconds: point.seconds.max(earliest), ..point });
    }

    /// Every point, in order of time.
    pub fn points(&self) -> &[TracePoint] {
        &self.points
    }

    /// The latest point.
    pub fn last(&self) -> Option<&TracePoint> {
        self.points.last()
    }

    /// Removes all points after a time.
    pub fn cut_after(&mut self, seconds: f64) {
        self.points.retain(|point| point.seconds <= seconds);
    }

    /// The trace as a table with a header.
    pub fn to_csv(&self) -> String {
        self.points.iter().fold(format!("{}\n", Self::HEADER), |mut text, point| {
            let TracePoint { seconds, evaluations, cost, passenger_minutes, route_minutes } = point;
            let passenger = Some(passenger_minutes).filter(|minutes| !minutes.is_nan());
            let passenger = passenger.map_or(String::new(), ToString::to_string);
            let _ = writeln!(text, "{seconds:.3},{evaluations},{cost},{passenger},{route_minutes}");
            text
        })
    }

    /// Reads what [`Trace::to_csv`] wrote.
    ///
    /// # Errors
    /// The first row that cannot be read.
    pub fn from_csv(text: &str) -> Result<Self, TraceError> {
        let mut trace = Self::default();
        for (row, line) in text.lines().zip(1..).skip(1) {
            trace.push(parse_row(row).ok_or(TraceError { line })?);
        }
        Ok(trace)
    }
}

fn parse_row(row: &str) -> Option<TracePoint> {
    let mut fields = row.split(',');
    let mut number = || {
        let field = fields.next()?;
        if field.is_empty() { Some(f64::NAN) } else { field.parse::<f64>().ok() }
    };
    Some(TracePoint {
        seconds: number().filter(|seconds| *seconds >= 0.0)?,
        evaluations: number()? as u64,
        cost: number()?,
        passenger_minutes: number()?,
        route_minutes: number()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(at: usize) -> TracePoint {
        TracePoint {
            seconds: at as f64,
            evaluations: 10 * at as u64,
            cost: 1.0 / (at + 1) as f64,
            passenger_minutes: 10.5,
            route_minutes: 100.0,
        }
    }

    #[test]
    fn a_table_reads_back() {
        let mut trace = Trace::default();
        (0..5).for_each(|at| trace.push(point(at)));
        assert_eq!(Trace::from_csv(&trace.to_csv()), Ok(trace.clone()));
        trace.push(TracePoint { passenger_minutes: f64::NAN, ..point(6) });
        assert!(trace.to_csv().ends_with("6.000,60,0.14285714285714285,,100\n"));
        assert_eq!(Trace::from_csv("header\n1,2,3,4,5\n1,x,3"), Err(TraceError { line: 3 }));
    }

    #[test]
    fn long_traces_are_thinned_and_keep_both_ends() {
        let mut trace = Trace::default();
        (0..50_000).for_each(|at| trace.push(point(at)));
        assert!(trace.points().len() <= Trace::MOST_POINTS);
        assert_eq!((trace.points()[0], *trace.last().unwrap()), (point(0), point(49_999)));
    }

    #[test]
    fn time_never_falls_and_what_came_after_is_forgotten() {
        let mut trace = Trace::default();
        [3, 2, 5].into_iter().for_each(|at| trace.push(point(at)));
        assert_eq!(trace.points()[1].seconds, 3.0);
        trace.cut_after(4.0);
        assert_eq!(trace.points().len(), 2);
    }
}
