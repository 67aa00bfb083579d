//! The report for people.

use std::fmt::Write;

use crate::{FeedCounts, Report};

/// Longer lists are cut short.
const MOST_LISTED: usize = 40;

/// The report as Markdown.
pub(crate) fn to_markdown(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments| {
        let _ = writeln!(text, "{words}");
    };
    let Report { settings, zones, streets, links, walks, demand, period, network, .. } = report;
    line(format_args!("# Import of {}\n", settings.name));
    line(format_args!("## Zones\n"));
    line(format_args!("- {} zones in the file, {} nodes in the city", zones.zones, zones.nodes));
    if zones.gateways > 0 {
        line(format_args!("- {} gateways are nodes of their own", zones.gateways));
    }
    if let Some(metres) = settings.merge_metres {
        line(format_args!("- {} zones were merged into a busier one within {metres} m", zones.merged));
    }
    let (middle, farthest) = zones.metres_to_street;
    line(format_args!("- distance to the street: median {middle:.0} m, at most {farthest:.0} m"));
    if zones.sharing_a_corner > 0 {
        line(format_args!("- {} zones share their street corner with another", zones.sharing_a_corner));
    }
    if zones.blank_weights > 0 {
        line(format_args!("- {} blank weights count as zero", zones.blank_weights));
    }
    let (production, attraction) = zones
        .isolated
        .iter()
        .fold((0.0, 0.0), |sum, zone| (sum.0 + zone.production, sum.1 + zone.attraction));
    line(format_args!(
        "- **left out**: {} zones with no usable street within {} m (production {production}, attraction {attraction}){}",
        zones.isolated.len(),
        settings.snap_metres,
        listed(zones.isolated.iter().map(|zone| zone.id.as_str()))
    ));

    line(format_args!("\n## Streets\n"));
    line(format_args!(
        "- {} ways, {} open to buses; {:.0} km counting each direction",
        streets.ways, streets.open_ways, streets.kilometres
    ));
    line(format_args!("- driving takes {} times as long as on empty streets", settings.congestion));
    line(format_args!("- **left out**: {} streets closed to buses", streets.no_access));
    let classes: Vec<String> =
        streets.not_streets.iter().map(|(class, count)| format!("{class} {count}")).collect();
    line(format_args!(
        "- **left out**: ways that are not streets for buses: {}",
        or_none(&classes.join(", "))
    ));
    line(format_args!(
        "- **left out**: {} of {} corners, {:.1} km, that are cut off from most of the city",
        streets.unreachable_corners, streets.corners, streets.unreachable_kilometres
    ));
    line(format_args!("- {} places where the extract cuts ways off", streets.missing_places));

    line(format_args!("\n## Links\n"));
    line(format_args!(
        "- {} directed links; neighbouring zones are usually {:.0} m apart",
        links.links, links.usual_metres
    ));
    line(format_args!(
        "- **left out**: {} pairs of neighbours more than {:.0} m apart, {} directed links more than {} times as \
         long as the straight line",
        links.too_far,
        settings.link_metres.unwrap_or_default(),
        links.winding,
        settings.detour
    ));

    if settings.walk_metres > 0.0 {
        line(format_args!(
            "- {} pairs of nodes at most {} m apart on foot (1.3 times the straight line, 75 m per minute), the \
             longest {:.1} minutes; {} nodes have none",
            walks.pairs, settings.walk_metres, walks.longest_minutes, walks.nodes_without
        ));
    } else {
        line(format_args!("- nobody walks between nodes"));
    }

    line(format_args!("\n## Demand\n"));
    if demand.source == "gravity" {
        let gravity = &settings.gravity;
        line(format_args!(
            "- estimated by a gravity model: {} trips per unit of production, decay {} minutes, {} return trips per trip",
            gravity.trips_per_production, gravity.decay_minutes, gravity.return_share
        ));
    } else {
        line(format_args!("- from a table of trips"));
    }
    line(format_args!(
        "- {:.1} trips, of which {:.1} between {} pairs of nodes",
        demand.trips, demand.kept, demand.pairs
    ));
    let (name, hours, per_hour) = (&period.name, period.hours, period.trips_per_hour);
    if period.assumed {
        line(format_args!(
            "- **assumed**: these are the trips of a {name} ({hours} hours), {per_hour:.1} per hour on average; \
             `--period` and `--period-hours` say otherwise (10 hours fit a peak hour with a tenth of a day's trips)"
        ));
    } else {
        line(format_args!("- period: {name} ({hours} hours), {per_hour:.1} trips per hour"));
    }
    if demand.through_gateways > 0.0 {
        line(format_args!("- {:.1} trips go through gateways", demand.through_gateways));
    }
    line(format_args!("- **left out**: {:.1} trips within a node", demand.within_nodes));
    line(format_args!("- **left out**: {:.1} trips of zones that were left out", demand.at_left_out_zones));
    let places: Vec<String> =
        demand.outside_places.iter().map(|(place, trips)| format!("{place} ({trips:.1})")).collect();
    line(format_args!(
        "- **left out**: {:.1} trips to places outside{}",
        demand.outside,
        listed(places.iter().map(String::as_str))
    ));
    line(format_args!(
        "- **left out**: {:.1} trips of {} pairs with fewer than {} each",
        demand.too_few, demand.too_few_pairs, settings.smallest_demand
    ));

    if let Some(day) = &report.day {
        let clock = |seconds: u32| format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
        let (from, to) = settings.window.unwrap_or_default();
        line(format_args!("\n## Today's network\n"));
        line(format_args!("- timetable of {day}, trips that start from {} to {}", clock(from), clock(to)));
        line(format_args!(
            "- {} routes to be redesigned, {} of them one-way; {} pair an outbound with a return pattern ({} of these differ somewhere)",
            network.routes, network.one_way, network.pairs, network.unequal_pairs
        ));
        line(format_args!("- {} of {} nodes are served", network.nodes_served, zones.nodes));
        line(format_args!("- {} routes are kept as they are", network.fixed_routes));
        line(format_args!(
            "- {} routes serve the same stops as another and were merged{}",
            network.merged.len(),
            listed(network.merged.iter().map(String::as_str))
        ));
        if let Some(ratio) = network.scheduled_over_driven {
            line(format_args!(
                "- the timetable takes {ratio:.2} times as long as these driving times; `--congestion {:.2}` would match it",
                ratio * settings.congestion
            ));
        }
    }
    for feed in &report.feeds {
        feed_section(feed, settings.stop_metres.unwrap_or_default(), &mut text);
    }
    text
}

fn feed_section(feed: &FeedCounts, stop_metres: f64, text: &mut String) {
    let mut line = |words: std::fmt::Arguments| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("\n### Feed {} ({})\n", feed.feed, feed.role));
    line(format_args!(
        "- {} trips, {} in the window on {} routes; {} patterns, the most frequent ones carry {} of these trips",
        feed.trips, feed.trips_in_window, feed.routes, feed.patterns, feed.trips_on_representative_patterns
    ));
    if feed.trips_without_stops + feed.trips_without_times > 0 {
        line(format_args!(
            "- **left out**: {} trips without stops, {} without a start time",
            feed.trips_without_stops, feed.trips_without_times
        ));
    }
    line(format_args!(
        "- **left out**: {} of {} stops, more than {stop_metres:.0} m from any zone{}",
        feed.stops_outside.len(),
        feed.stops,
        listed(feed.stops_outside.iter().map(String::as_str))
    ));
    line(format_args!("- **left out**: {} patterns", feed.patterns_skipped.len()));
    for skipped in feed.patterns_skipped.iter().take(MOST_LISTED) {
        let way = if skipped.direction == 0 { "out" } else { "back" };
        line(format_args!("  - {} {way}: {}", skipped.route, skipped.reason));
    }
    if feed.patterns_skipped.len() > MOST_LISTED {
        line(format_args!("  - and {} more, see import.json", feed.patterns_skipped.len() - MOST_LISTED));
    }
    if feed.role == "redesign" {
        line(format_args!("- {} nodes were added between stops that no link joins", feed.filled_in));
        line(format_args!(
            "- {} patterns return to a node and were cut{}; {} calls were lost in small loops",
            feed.cut.len(),
            listed(feed.cut.iter().map(String::as_str)),
            feed.lost_in_loops
        ));
    }
}

/// `: a, b and 3 more`, or nothing.
fn listed<'a>(words: impl ExactSizeIterator<Item = &'a str>) -> String {
    let count = words.len();
    if count == 0 {
        return String::new();
    }
    let shown: Vec<&str> = words.take(MOST_LISTED).collect();
    let more = if count > MOST_LISTED { format!(" and {} more", count - MOST_LISTED) } else { String::new() };
    format!(": {}{more}", shown.join(", "))
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}
