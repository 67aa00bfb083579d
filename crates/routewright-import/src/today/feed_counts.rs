//! How a feed was used.

use routewright_io::FeedIssues;
use serde::Serialize;

/// How the lines of a feed were used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FeedCounts {
    /// Its place among all feeds; several may have the same name.
    #[serde(skip)]
    pub(crate) at: usize,
    /// What the file is called.
    pub feed: String,
    /// `redesign` or `fixed`.
    pub role: String,
    /// Kinds of vehicles among its lines, with their number of lines.
    pub kinds: Vec<(String, usize)>,
    /// Trips of all days.
    pub trips: usize,
    /// Trips that start within the window on the day.
    pub trips_in_window: u64,
    /// Trips of the day that do not say when they start.
    pub trips_without_times: usize,
    /// Routes with such a trip.
    pub routes: usize,
    /// Different patterns of stops among them.
    pub patterns: usize,
    /// Trips that follow the pattern which stands for their route and direction.
    pub trips_on_representative_patterns: u64,
    /// Stops of those patterns.
    pub stops: usize,
    /// Of which outside the area.
    pub stops_outside: Vec<String>,
    /// Lines that were left out, and why.
    pub lines_skipped: Vec<Skipped>,
    /// The two hours of the day in which most of its trips start; `None` if it does not run on the day.
    #[serde(skip)]
    pub(crate) busiest: Option<(u32, u32)>,
    /// What was wrong with its tables and left out: how often, and the first cases.
    pub issues: FeedIssues,
}

/// A line, or one way of it, that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Its route.
    pub route: String,
    /// 0 out, 1 back.
    pub direction: u8,
    /// Why.
    pub reason: String,
}
