//! Today's network in the report.

use std::fmt::Write;

use super::{MOST_LISTED, heading, left_out, listed, say};
use crate::{CutLine, FeedCounts, Report};

pub(super) fn today(report: &Report, text: &mut String) {
    let Some(day) = &report.day else { return };
    let network = &report.network;
    let clock = |seconds: u32| format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
    let (from, to) = report.settings.window.unwrap_or_default();
    heading(text, "Today's network");
    let why = if day.given { "as given" } else { "a normal weekday with the most trips" };
    say(
        text,
        format_args!(
            "timetable of {} {} ({why}; {} trips), trips that start from {} to {}",
            day.weekday,
            day.date,
            day.trips,
            clock(from),
            clock(to)
        ),
    );
    for other in &day.others {
        say(text, format_args!("{} ({}) would give {} trips", other.what, other.date, other.trips));
    }
    say(
        text,
        format_args!(
            "{} lines to be redesigned: {} driven one way, {} circular, {} with other stops on the way back",
            network.routes, network.one_way, network.circular, network.own_ways_back
        ),
    );
    let kept = report.feeds.iter().filter(|feed| feed.role == "fixed").flat_map(|feed| &feed.kinds);
    let kept: Vec<String> = kept.map(|(kind, count)| format!("{kind} {count}")).collect();
    say(
        text,
        format_args!(
            "{} lines stay as they are (in all or in part within the area){}",
            network.fixed_routes,
            listed(kept.iter().map(String::as_str))
        ),
    );
    say(
        text,
        format_args!("{} stops of the city are served by lines to be redesigned", network.nodes_served),
    );
    if !network.cut.is_empty() {
        let line =
            |line: &CutLine| format!("{} ({:.0} of {:.0} min)", line.line, line.minutes_within, line.minutes);
        let lines: Vec<String> = network.cut.iter().map(line).collect();
        left_out(
            text,
            network.cut.len(),
            format_args!(
                "lines lose more than a tenth of their running time, both ways together, because they leave the area. Only the \
                 part within it counts, for vehicles too, and plans end at the edge{}",
                listed(lines.iter().map(String::as_str))
            ),
        );
    }
    report.feeds.iter().for_each(|feed| section(feed, text));
}

fn section(feed: &FeedCounts, text: &mut String) {
    let _ = writeln!(text, "\n### Feed {} ({})\n", feed.feed, feed.role);
    let kinds: Vec<String> = feed.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    say(
        text,
        format_args!(
            "{} trips, {} in the window on {} routes{}; {} patterns, the most frequent ones carry {} of these trips",
            feed.trips,
            feed.trips_in_window,
            feed.routes,
            if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) },
            feed.patterns,
            feed.trips_on_representative_patterns
        ),
    );
    for issue in feed.issues.iter() {
        say(text, format_args!("**left out**: {issue}{}", listed(issue.examples.iter().map(String::as_str))));
    }
    left_out(text, feed.trips_without_times, format_args!("trips without a start time"));
    left_out(
        text,
        feed.stops_outside.len(),
        format_args!(
            "of {} stops, outside the area{}",
            feed.stops,
            listed(feed.stops_outside.iter().map(String::as_str))
        ),
    );
    left_out(text, feed.lines_skipped.len(), format_args!("ways of lines"));
    for skipped in feed.lines_skipped.iter().take(MOST_LISTED) {
        let way = if skipped.direction == 0 { "out" } else { "back" };
        let _ = writeln!(text, "  - {} {way}: {}", skipped.route, skipped.reason);
    }
    if feed.lines_skipped.len() > MOST_LISTED {
        let _ = writeln!(text, "  - and {} more, see import.json", feed.lines_skipped.len() - MOST_LISTED);
    }
}
