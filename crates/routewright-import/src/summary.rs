//! What an import says in a few lines.

use crate::{DayCounts, DemandPeriod, Imported, Report, StopSource};

/// What became of the inputs, in a few lines; the report has the rest.
pub fn summary(imported: &Imported) -> Vec<String> {
    let report = &imported.report;
    let mut lines = vec![nodes(report), period(&report.period), streets(report)];
    lines.extend(report.day.as_ref().map(|day| today(report, day)));
    lines.extend(kept(report));
    lines.extend(cut(report));
    lines.extend(left_out(report));
    lines
}

fn nodes(report: &Report) -> String {
    let demand = &report.demand;
    let trips = format!("{:.0} trips between {} pairs", demand.kept, demand.pairs);
    let (name, links, walks) = (&report.settings.name, report.links.links, report.walks.pairs);
    match &report.stops {
        None => format!("{name}: {} stops, {links} links, {walks} walks, {trips}", report.zones.nodes),
        Some(stops) => {
            let near = 100.0 * report.walks.people_near_stops / report.zones.production.max(1e-9);
            let near = match report.zones.production > 0.0 {
                true => {
                    format!("; {near:.1} % of people live within {} m of a stop", report.settings.walk_metres)
                }
                false => String::new(),
            };
            let from = if stops.source == StopSource::Osm { "OpenStreetMap" } else { "the feeds" };
            format!(
                "{name}: {} stop places from {} stops of {from}, {} zones, {links} links, {walks} walks, {trips}{near}",
                stops.places, stops.stops, report.zones.zone_nodes
            )
        }
    }
}

fn period(DemandPeriod { name, hours, assumed, trips_per_hour }: &DemandPeriod) -> String {
    if *assumed {
        return format!(
            "assumed: these are the trips of a {name}, {trips_per_hour:.0} per hour on average; else give --period \
             and --period-hours"
        );
    }
    let unit = if *hours == 1.0 { "hour" } else { "hours" };
    format!("period: {name} ({hours} {unit}), {trips_per_hour:.0} trips per hour")
}

fn streets(report: &Report) -> String {
    let congestion = &report.congestion;
    let factor = congestion.factor;
    match (congestion.source.as_str(), congestion.timetable) {
        ("given", Some(found)) if (found - factor).abs() >= 0.05 => {
            format!(
                "driving takes {factor} times as long as on empty streets, as given; the timetable says {found}"
            )
        }
        ("given", _) => format!("driving takes {factor} times as long as on empty streets, as given"),
        ("timetable", _) => {
            format!("driving takes {factor} times as long as on empty streets, as the timetable says")
        }
        _ => {
            let why = match report.day {
                Some(_) => "too few lines run to find one in the timetable",
                None => "no timetable says",
            };
            format!("driving takes {factor} times as long as on empty streets: a usual factor, since {why}")
        }
    }
}

fn today(report: &Report, day: &DayCounts) -> String {
    let (from, to) = report.settings.window.unwrap_or_default();
    let clock = |seconds: u32| format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
    let others: Vec<String> =
        day.others.iter().map(|other| format!("{} ({}) {}", other.what, other.date, other.trips)).collect();
    let others = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    format!(
        "today ({} {}, {} to {}): {} lines to redesign, {} fixed; {} trips on that day{others}",
        day.weekday,
        day.date,
        clock(from),
        clock(to),
        report.network.routes,
        report.network.fixed_routes,
        day.trips
    )
}

/// Which kinds of vehicles stay although their feed is to be redesigned.
fn kept(report: &Report) -> Option<String> {
    let redesigned: Vec<&str> =
        report.feeds.iter().filter(|feed| feed.role == "redesign").map(|feed| feed.feed.as_str()).collect();
    let fixed = report.feeds.iter().filter(|feed| feed.role == "fixed");
    let kinds: Vec<String> = fixed
        .filter(|feed| redesigned.contains(&feed.feed.as_str()))
        .flat_map(|feed| &feed.kinds)
        .map(|(kind, count)| format!("{count} of kind {kind}"))
        .collect();
    let kinds = kinds.join(", ");
    (!kinds.is_empty()).then(|| {
        format!("lines that stay as they are: {kinds}; --redesign-route-types would redesign them as well")
    })
}

fn cut(report: &Report) -> Option<String> {
    let count = report.network.cut.len();
    let lines = if count == 1 { "1 line leaves" } else { &format!("{count} lines leave") };
    (count > 0).then(|| {
        format!("{lines} the area and lose more than a tenth of their running time; vehicles count for the part within it")
    })
}

fn left_out(report: &Report) -> Option<String> {
    let demand = &report.demand;
    let stops: usize = report.feeds.iter().map(|feed| feed.stops_outside.len()).sum();
    let ways: usize = report.feeds.iter().map(|feed| feed.lines_skipped.len()).sum();
    let faults: usize =
        report.feeds.iter().flat_map(|feed| feed.issues.iter()).map(|issue| issue.count).sum();
    let bad_trips: usize = report.feeds.iter().map(|feed| feed.issues.trips_left_out()).sum();
    let counts = [
        (report.zones.isolated.len(), "isolated zones"),
        (stops, "stops outside the area"),
        (ways, "ways of lines"),
        (bad_trips, "faulty trips of feeds"),
        (faults - bad_trips, "faulty rows of feeds"),
        (demand.too_few_pairs, "pairs with little demand"),
    ];
    let mut left_out: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let trips = demand.outside + demand.at_left_out_zones + demand.too_few;
    if trips > 0.0 {
        left_out.push(format!("{trips:.1} trips"));
    }
    (!left_out.is_empty()).then(|| format!("left out: {}", left_out.join(", ")))
}
