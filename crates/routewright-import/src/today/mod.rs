//! Today's lines out of timetables, as they run.

mod day;
mod feed_counts;
mod headings;
mod networks;
mod patterns;

use routewright_io::{Date, Feed};

pub use day::{DayCounts, DayTrips};
pub use feed_counts::{FeedCounts, Skipped};
pub(crate) use headings::{StopUse, stop_use};
pub(crate) use networks::{Networks, networks};
pub(crate) use patterns::Pattern;

use day::{Calendar, busiest_window, usual_window};
use patterns::representative_patterns;

use crate::kinds::{is_on_streets, kind_name};
use crate::{ImportConfig, ImportError, Sources};

/// When trips count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Period {
    pub(crate) day: Date,
    pub(crate) window: (u32, u32),
}

/// A line of today: one way or two, each as most of its trips run.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its feed, by its place among all feeds.
    pub(crate) feed: usize,
    pub(crate) route: u32,
    /// Unlike that of any other line.
    pub(crate) name: String,
    /// Whether it stays as it is.
    pub(crate) is_fixed: bool,
    /// Out, then back.
    pub(crate) ways: Vec<Pattern>,
}

/// The timetables of one day.
#[derive(Debug)]
pub(crate) struct Timetable<'a> {
    pub(crate) feeds: Vec<&'a Feed>,
    pub(crate) period: Period,
    pub(crate) day: DayCounts,
    pub(crate) lines: Vec<Line>,
    /// By feed, then redesigned before fixed.
    pub(crate) counts: Vec<FeedCounts>,
}

impl Timetable<'_> {
    pub(crate) fn window_minutes(&self) -> f64 {
        f64::from(self.period.window.1 - self.period.window.0) / 60.0
    }
}

/// The lines of all feeds on the day; `None` where there are no feeds.
///
/// # Errors
/// Nothing runs on the day within the window.
pub(crate) fn timetable<'a>(
    sources: &Sources<'a>,
    config: &ImportConfig,
) -> Result<Option<Timetable<'a>>, ImportError> {
    let feeds: Vec<&Feed> = sources.feeds.iter().chain(sources.fixed_feeds).collect();
    if feeds.is_empty() {
        return Ok(None);
    }
    let calendar = Calendar::new(&feeds);
    let day = config.date.or_else(|| calendar.normal_weekday()).ok_or(ImportError::NoService)?;
    let decisive = if sources.feeds.is_empty() { &feeds } else { &feeds[..sources.feeds.len()] };
    let window = config.window.unwrap_or_else(|| usual_window(decisive, day));
    let period = Period { day, window };
    let (mut lines, mut counts) = (Vec::new(), Vec::new());
    for (at, feed) in feeds.iter().enumerate() {
        let is_kept = at >= sources.feeds.len();
        for is_fixed in [false, true] {
            let takes = |kind| (is_kept || stays(config, kind)) == is_fixed;
            let (found, count) = lines_of(feed, at, is_fixed, takes, period);
            if count.routes > 0 || (is_fixed == is_kept) {
                lines.extend(found);
                counts.push(FeedCounts { busiest: busiest_window(&[*feed], day), ..count });
            }
        }
    }
    if lines.is_empty() {
        return Err(nothing_runs(&feeds, decisive, &calendar, period));
    }
    make_names_differ(&mut lines);
    let day = calendar.account(day, config.date.is_some());
    Ok(Some(Timetable { feeds, period, day, lines, counts }))
}

/// Whether a kind of vehicle in a feed to be redesigned stays as it is.
fn stays(config: &ImportConfig, kind: u32) -> bool {
    let asked = |kinds: &[crate::Kind]| kinds.iter().any(|other| other.contains(kind));
    asked(&config.fixed_route_types) || !is_on_streets(kind) && !asked(&config.redesign_route_types)
}

fn lines_of(
    feed: &Feed,
    at: usize,
    is_fixed: bool,
    takes: impl Fn(u32) -> bool,
    period: Period,
) -> (Vec<Line>, FeedCounts) {
    let mut counts = FeedCounts {
        at,
        feed: feed.name.clone(),
        role: if is_fixed { "fixed" } else { "redesign" }.into(),
        trips: feed.trips.len(),
        issues: feed.issues.clone(),
        ..FeedCounts::default()
    };
    let mut lines: Vec<Line> = Vec::new();
    for pattern in representative_patterns(feed, takes, period, &mut counts) {
        let route = &feed.routes[pattern.route as usize];
        if pattern.times.is_none() {
            let reason = "its timetable does not say when it reaches its last stop".into();
            let (route, direction) = (route.name.clone(), pattern.direction);
            counts.lines_skipped.push(Skipped { route, direction, reason });
            continue;
        }
        match lines.last_mut() {
            Some(line) if line.route == pattern.route => line.ways.push(pattern),
            _ => lines.push(Line {
                feed: at,
                route: pattern.route,
                name: route.name.clone(),
                is_fixed,
                ways: vec![pattern],
            }),
        }
    }
    for line in &lines {
        let kind = kind_name(feed.routes[line.route as usize].kind);
        match counts.kinds.iter_mut().find(|(name, _)| name == kind) {
            Some((_, count)) => *count += 1,
            None => counts.kinds.push((kind.into(), 1)),
        }
    }
    (lines, counts)
}

/// Lines with the same name get a number behind it.
fn make_names_differ(lines: &mut [Line]) {
    let mut taken = std::collections::BTreeSet::new();
    for line in lines {
        let numbered = (2..).map(|number: usize| format!("{} ({number})", line.name));
        let free = std::iter::once(line.name.clone()).chain(numbered).find(|name| !taken.contains(name));
        line.name = free.expect("numbers do not end");
        taken.insert(line.name.clone());
    }
}

/// Says when trips do run.
fn nothing_runs(feeds: &[&Feed], decisive: &[&Feed], calendar: &Calendar, period: Period) -> ImportError {
    let spans = feeds.iter().filter_map(|feed| feed.days());
    let span = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let span = span.map_or_else(|| "no date".into(), |(first, last)| format!("{first} to {last}"));
    let busiest = busiest_window(decisive, period.day).or_else(|| busiest_window(feeds, period.day));
    let (from, to) = busiest.unwrap_or_default();
    let on_the_day = calendar.account(period.day, true).trips;
    let when = match on_the_day {
        0 => format!("the feeds cover {span}; choose another --date"),
        _ => format!(
            "{on_the_day} trips run on that day; the busiest hours of the lines to redesign are {:02}:00 to {:02}:00: choose \
             another --window",
            from / 3600,
            to / 3600
        ),
    };
    ImportError::NoTrips { day: period.day, when }
}
