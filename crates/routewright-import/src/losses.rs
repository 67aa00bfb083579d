//! Findings that stop an import: too much of what was given is lost.

use routewright_io::Feed;

use crate::today::FeedCounts;
use crate::{DemandCounts, ImportError, Report};

/// More than this share of people, jobs or trips must not be lost,
const MOST_LOST: f64 = 0.05;
/// and at least this share of people must live within reach of a stop.
const LEAST_NEAR_STOPS: f64 = 0.05;

/// Checks that no more is lost than anybody would overlook.
///
/// # Errors
/// Everything that was found, the worst first, unless it was accepted.
pub(crate) fn check(report: &Report) -> Result<(), ImportError> {
    if report.settings.accept_losses {
        return Ok(());
    }
    let mut findings: Vec<(f64, String)> = Vec::new();
    let mut lost = |lost: f64, all: f64, say: &dyn Fn(String) -> String| {
        if all > 0.0 && lost > MOST_LOST * all {
            let share = lost / all;
            findings
                .push((share, say(format!("{} of {} ({:.1} %)", shown(lost), shown(all), 100.0 * share))));
        }
    };
    let zones = &report.zones;
    let metres = report.settings.snap_metres;
    let off = |what: &'static str| {
        move |share: String| {
            format!(
                "{share} {what} are in zones without a street within {metres} m: the street map does not cover them"
            )
        }
    };
    let isolated = |weight: fn(&crate::IsolatedZone) -> f64| zones.isolated.iter().map(weight).sum::<f64>();
    lost(
        isolated(|zone| zone.production),
        zones.production,
        &off("people (or whatever --productions names)"),
    );
    lost(isolated(|zone| zone.attraction), zones.attraction, &off("jobs (or whatever --attractions names)"));
    let DemandCounts { trips, outside, at_left_out_zones, .. } = &report.demand;
    lost(*outside, *trips, &|share| {
        format!(
            "{share} trips start or end at places that are neither zones nor gateways: check the zone ids of the trips"
        )
    });
    lost(*at_left_out_zones, *trips, &|share| {
        format!("{share} trips start or end in zones without a street within {metres} m")
    });
    for feed in report.feeds.iter().filter(|feed| feed.role == first_role(report, feed.at)) {
        let left_out = feed.issues.trips_left_out();
        let reason =
            feed.issues.iter().filter(|issue| issue.kind.drops_trips()).max_by_key(|issue| issue.count);
        lost(left_out as f64, (feed.trips + left_out) as f64, &|share| {
            let reason = reason.map_or_else(String::new, |reason| {
                format!(", most of them {} ({})", reason.kind.what(), reason.examples.join("; "))
            });
            format!("{share} trips of {} cannot be used{reason}: correct the feed", feed.feed)
        });
    }
    findings.extend(idle_feeds(report).map(|finding| (1.0, finding)));
    if let Some(stops) = &report.stops
        && zones.production > 0.0
        && report.settings.walk_metres > 0.0
        && report.walks.people_near_stops < LEAST_NEAR_STOPS * zones.production
    {
        let share = report.walks.people_near_stops / zones.production;
        let walk = report.settings.walk_metres;
        findings.push((
            1.0 - share,
            format!(
                "only {:.1} % of people live within {walk} m of one of the {} stop places: the stops do not belong to \
                 these zones, or lie far from them",
                100.0 * share,
                stops.places
            ),
        ));
    }
    findings.sort_by(|a, b| b.0.total_cmp(&a.0));
    if findings.is_empty() {
        return Ok(());
    }
    Err(ImportError::Losses(findings.into_iter().map(|(_, finding)| finding).collect()))
}

/// The role under which a feed is counted first: one with lines of both kinds is counted twice.
fn first_role(report: &Report, at: usize) -> &str {
    report.feeds.iter().find(|feed| feed.at == at).map_or("", |feed| feed.role.as_str())
}

/// Checks that no feed was given twice.
///
/// # Errors
/// One was, unless losses are accepted.
pub(crate) fn check_feeds(feeds: &[&Feed], is_accepted: bool) -> Result<(), ImportError> {
    let is_same = |a: &Feed, b: &Feed| {
        a.trips.len() == b.trips.len()
            && a.stops.iter().map(|stop| &stop.id).eq(b.stops.iter().map(|stop| &stop.id))
            && a.trips.iter().map(|trip| &trip.id).eq(b.trips.iter().map(|trip| &trip.id))
    };
    let pairs = || feeds.iter().enumerate().flat_map(|(at, a)| feeds[..at].iter().map(move |b| (b, a)));
    match pairs().find(|(a, b)| is_same(a, b)).filter(|_| !is_accepted) {
        Some((a, b)) => Err(ImportError::Losses(vec![format!(
            "{} and {} have the same stops and trips: the same feed is given twice, and all its lines would count double",
            a.name, b.name
        )])),
        None => Ok(()),
    }
}

/// Feeds of which nothing runs while others do.
fn idle_feeds(report: &Report) -> impl Iterator<Item = String> {
    let day = report.day.as_ref().map_or("", |day| day.date.as_str());
    let runs = |at: usize| report.feeds.iter().any(|feed| feed.at == at && feed.trips_in_window > 0);
    let mut idle: Vec<&FeedCounts> = report.feeds.iter().filter(|feed| !runs(feed.at)).collect();
    idle.dedup_by_key(|feed| feed.at);
    idle.into_iter().map(move |feed| {
        let when = match feed.busiest {
            Some((from, to)) => {
                let [from, to] = [from, to].map(|seconds| seconds / 3600);
                format!("its busiest hours that day are {from:02}:00 to {to:02}:00: choose another --window")
            }
            None => "nothing of it runs that day: choose another --date".into(),
        };
        format!("no trip of {} starts on {day} within the window, though others do; {when}", feed.feed)
    })
}

/// A whole number with commas between groups of three digits, for people.
fn shown(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use routewright_streets::StreetCounts;

    use super::*;
    use crate::today::DayCounts;
    use crate::{
        CongestionCounts, DemandPeriod, ImportConfig, IsolatedZone, LinkCounts, NetworkCounts, StopCounts,
        StopSource, WalkCounts, ZoneCounts,
    };

    /// A thousand people and jobs, all near one of two stops, and a hundred trips.
    fn report() -> Report {
        let zones = ZoneCounts { production: 1000.0, attraction: 1000.0, ..ZoneCounts::default() };
        let stops =
            StopCounts { source: StopSource::Osm, stops: 2, outside: 0, places: 2, off_streets: Vec::new() };
        let walks = WalkCounts { people_near_stops: 1000.0, ..WalkCounts::default() };
        let demand = DemandCounts { trips: 100.0, ..DemandCounts::default() };
        Report {
            settings: ImportConfig::default(),
            zones,
            stops: Some(stops),
            streets: StreetCounts::default(),
            congestion: CongestionCounts::default(),
            links: LinkCounts::default(),
            walks,
            demand,
            period: DemandPeriod::default(),
            day: None,
            feeds: Vec::new(),
            network: NetworkCounts::default(),
        }
    }

    fn told(change: impl FnOnce(&mut Report)) -> Vec<String> {
        let mut report = report();
        change(&mut report);
        match check(&report) {
            Ok(()) => Vec::new(),
            Err(ImportError::Losses(findings)) => findings,
            Err(error) => panic!("{error}"),
        }
    }

    fn isolated(production: f64) -> Vec<IsolatedZone> {
        vec![IsolatedZone { id: "z".into(), production, attraction: 0.0 }]
    }

    #[test]
    fn a_twentieth_may_be_lost_and_no_more() {
        assert!(told(|_| ()).is_empty());
        assert!(told(|report| report.zones.isolated = isolated(50.0)).is_empty());
        let lost = told(|report| report.zones.isolated = isolated(60.0));
        assert!(lost.len() == 1 && lost[0].starts_with("60 of 1,000 (6.0 %) people"), "{lost:?}");
        let accepted = told(|report| {
            report.zones.isolated = isolated(600.0);
            report.settings.accept_losses = true;
        });
        assert!(accepted.is_empty());
    }

    #[test]
    fn the_worst_comes_first() {
        let lost = told(|report| {
            report.zones.isolated = isolated(60.0);
            report.demand.outside = 20.0;
            report.demand.at_left_out_zones = 10.0;
            report.walks.people_near_stops = 40.0;
        });
        let starts = [
            "only 4.0 % of people live within 800 m",
            "20 of 100 (20.0 %) trips",
            "10 of 100",
            "60 of 1,000",
        ];
        assert_eq!(lost.len(), starts.len());
        for (finding, start) in lost.iter().zip(starts) {
            assert!(finding.starts_with(start), "{lost:?}");
        }
    }

    #[test]
    fn stops_are_not_asked_for_where_nobody_walks() {
        assert!(
            told(|report| {
                report.walks.people_near_stops = 0.0;
                report.settings.walk_metres = 0.0;
            })
            .is_empty()
        );
    }

    #[test]
    fn a_feed_of_which_nothing_runs_is_named_once() {
        let counts = |at: usize, role: &str, trips_in_window: u64| FeedCounts {
            at,
            feed: format!("feed{at}"),
            role: role.into(),
            trips_in_window,
            ..FeedCounts::default()
        };
        let lost = told(|report| {
            let (date, weekday) = ("2026-03-02".into(), "Monday".into());
            report.day = Some(DayCounts { date, weekday, given: false, trips: 9, others: Vec::new() });
            // The first has rail alone, which stays.
            let second = FeedCounts { busiest: Some((39_600, 46_800)), ..counts(1, "redesign", 0) };
            report.feeds =
                vec![counts(0, "redesign", 0), counts(0, "fixed", 9), second, counts(2, "fixed", 0)];
        });
        assert_eq!(lost.len(), 2);
        assert!(lost[0].starts_with("no trip of feed1 starts on 2026-03-02"), "{lost:?}");
        assert!(
            lost[0].ends_with("its busiest hours that day are 11:00 to 13:00: choose another --window"),
            "{lost:?}"
        );
        assert!(lost[1].ends_with("nothing of it runs that day: choose another --date"), "{lost:?}");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([7.4, 1234.0, 524_000.2, 1e6].map(shown), ["7", "1,234", "524,000", "1,000,000"]);
    }
}
