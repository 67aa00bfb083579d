//! The report for people.

mod feeds;

use std::fmt::Write;

use crate::{Report, StopSource};

/// Longer lists are cut short.
const MOST_LISTED: usize = 40;

/// The report as Markdown.
pub(crate) fn to_markdown(report: &Report) -> String {
    let mut text = format!("# Import of {}\n", report.settings.name);
    zones(report, &mut text);
    stops(report, &mut text);
    streets(report, &mut text);
    demand(report, &mut text);
    feeds::today(report, &mut text);
    text
}

/// Adds a point of a list.
fn say(text: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "- {words}");
}

/// Adds a point about what was left out, unless nothing was.
fn left_out(text: &mut String, count: usize, words: std::fmt::Arguments<'_>) {
    if count > 0 {
        say(text, format_args!("**left out**: {count} {words}"));
    }
}

fn heading(text: &mut String, words: &str) {
    let _ = writeln!(text, "\n## {words}\n");
}

fn zones(Report { settings, zones, walks, .. }: &Report, text: &mut String) {
    heading(text, "Zones");
    say(
        text,
        format_args!("{} zones in the file, {} of them nodes of the city", zones.zones, zones.zone_nodes),
    );
    zones.notes.iter().for_each(|note| say(text, format_args!("{note}")));
    if zones.gateways > 0 {
        say(text, format_args!("{} gateways for trips that leave the area", zones.gateways));
    }
    if let Some(metres) = settings.merge_metres {
        say(text, format_args!("{} zones were merged into a busier one within {metres} m", zones.merged));
    }
    if zones.blank_weights > 0 {
        say(text, format_args!("{} blank weights count as zero", zones.blank_weights));
    }
    if zones.empty > 0 {
        say(text, format_args!("{} zones without people, jobs or trips need no node", zones.empty));
    }
    let (production, attraction) = zones
        .isolated
        .iter()
        .fold((0.0, 0.0), |sum, zone| (sum.0 + zone.production, sum.1 + zone.attraction));
    left_out(
        text,
        zones.isolated.len(),
        format_args!(
            "zones with no street within {} m (production {production}, attraction {attraction}){}",
            settings.snap_metres,
            listed(zones.isolated.iter().map(|zone| zone.id.as_str()))
        ),
    );
    if settings.walk_metres > 0.0 && zones.production > 0.0 {
        say(
            text,
            format_args!(
                "{:.1} % of the production (people) lies within {} m of a stop on foot; {} zones with {:.0} do not and are \
                 joined to the nearest stop",
                100.0 * walks.people_near_stops / zones.production,
                settings.walk_metres,
                walks.zones_far,
                walks.people_far
            ),
        );
    }
}

fn stops(Report { settings, stops, links, walks, zones, .. }: &Report, text: &mut String) {
    heading(text, "Stops and links");
    match stops {
        None => say(text, format_args!("every zone is a stop")),
        Some(stops) => {
            let source = match stops.source {
                StopSource::Osm => "OpenStreetMap",
                _ => "the feeds",
            };
            say(
                text,
                format_args!(
                    "{} stops of {source} lie in the area; those within {} m of one that is used more were taken together: \
                     {} stop places",
                    stops.stops, settings.stop_spacing, stops.places
                ),
            );
            left_out(
                text,
                stops.outside,
                format_args!("stops farther than {} m from every zone", settings.walk_metres),
            );
            left_out(
                text,
                stops.off_streets.len(),
                format_args!(
                    "stop places that designed lines cannot use, since the extract has no street there on which a bus can get \
                     there and away without turning on the spot; today's lines still stop there{}",
                    listed(stops.off_streets.iter().map(String::as_str))
                ),
            );
        }
    }
    say(
        text,
        format_args!(
            "{} nodes in all, {} directed links; neighbours are usually {:.0} m apart",
            zones.nodes, links.links, links.usual_metres
        ),
    );
    say(
        text,
        format_args!(
            "links not made: {} pairs of neighbours more than {:.0} m apart, {} that lead past another stop, {} more than {} \
             times as long as the straight line, {} whose way back takes far longer",
            links.too_far,
            settings.link_metres.unwrap_or_default(),
            links.passing,
            links.winding,
            settings.detour,
            links.lopsided
        ),
    );
    match settings.walk_metres > 0.0 {
        true => say(
            text,
            format_args!(
                "{} ways on foot of at most {} m along streets and footways, at 75 m per minute; the longest takes {:.1} \
                 minutes",
                walks.pairs, settings.walk_metres, walks.longest_minutes
            ),
        ),
        false => say(text, format_args!("nobody walks between nodes")),
    }
}

fn streets(report: &Report, text: &mut String) {
    let Report { streets, congestion, .. } = report;
    heading(text, "Streets");
    say(
        text,
        format_args!(
            "{} ways, {} open to buses; {:.0} km counting each direction; {} turn restrictions",
            streets.ways, streets.open_ways, streets.kilometres, streets.turns
        ),
    );
    let why = match congestion.source.as_str() {
        "given" => "as given".to_owned(),
        "timetable" => {
            format!("as the timetable says, by {} ways of today's lines", congestion.ways_compared)
        }
        _ if report.day.is_some() => {
            "the usual factor, since too few lines run to find one in the timetable".to_owned()
        }
        _ => "the usual factor, since no timetable says otherwise".to_owned(),
    };
    say(text, format_args!("driving takes {} times as long as on empty streets: {why}", congestion.factor));
    if let (Some(factor), "given") = (congestion.timetable, congestion.source.as_str())
        && (factor - congestion.factor).abs() >= 0.05
    {
        say(text, format_args!("the timetable would be matched by `--congestion {factor}`"));
    }
    if let Some(ratio) = congestion.metres_over_shape {
        say(
            text,
            format_args!(
                "today's lines laid out along these streets are {ratio:.3} times as long as their shapes (median)"
            ),
        );
    }
    left_out(text, streets.no_access, format_args!("streets closed to buses"));
    let classes: Vec<String> =
        streets.not_streets.iter().map(|(class, count)| format!("{class} {count}")).collect();
    if !classes.is_empty() {
        say(text, format_args!("**left out**: ways that are not streets for buses: {}", classes.join(", ")));
    }
    left_out(
        text,
        streets.pieces - streets.usable_pieces,
        format_args!(
            "of {} pieces of street, {:.1} km: cut off from most of the city, or dead ends without a place to turn",
            streets.pieces, streets.unusable_kilometres
        ),
    );
    left_out(text, streets.missing_places, format_args!("places where the extract cuts ways off"));
}

fn demand(Report { settings, demand, period, .. }: &Report, text: &mut String) {
    heading(text, "Demand");
    if demand.source == "gravity" {
        let gravity = &settings.gravity;
        say(
            text,
            format_args!(
                "estimated by a gravity model: {} trips per unit of production, decay {} minutes, {} return trips per trip",
                gravity.trips_per_production, gravity.decay_minutes, gravity.return_share
            ),
        );
    } else {
        say(text, format_args!("from a table of trips"));
    }
    say(
        text,
        format_args!(
            "{:.1} trips, of which {:.1} between {} pairs of nodes",
            demand.trips, demand.kept, demand.pairs
        ),
    );
    let (name, hours, per_hour) = (&period.name, period.hours, period.trips_per_hour);
    if period.assumed {
        say(
            text,
            format_args!(
                "**assumed**: these are the trips of a {name} ({hours} hours), {per_hour:.1} per hour on average; \
                 `--period` and `--period-hours` say otherwise (10 hours fit a peak hour with a tenth of a day's trips)"
            ),
        );
    } else {
        say(text, format_args!("period: {name} ({hours} hours), {per_hour:.1} trips per hour"));
    }
    let mut trips = |count: f64, words: std::fmt::Arguments<'_>| {
        if count > 0.0 {
            say(text, format_args!("**left out**: {count:.1} trips {words}"));
        }
    };
    trips(demand.within_nodes, format_args!("within a node"));
    trips(demand.at_left_out_zones, format_args!("of zones that were left out"));
    let places: Vec<String> =
        demand.outside_places.iter().map(|(place, trips)| format!("{place} ({trips:.1})")).collect();
    trips(demand.outside, format_args!("to places outside{}", listed(places.iter().map(String::as_str))));
    trips(
        demand.too_few,
        format_args!("of {} pairs with fewer than {} each", demand.too_few_pairs, settings.smallest_demand),
    );
    if demand.through_gateways > 0.0 {
        say(text, format_args!("{:.1} trips go through gateways", demand.through_gateways));
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
