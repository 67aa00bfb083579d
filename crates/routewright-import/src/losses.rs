//! Findings that stop an import: too much of what was given is lost.

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
    if let Some(stops) = &report.stops
        && zones.production > 0.0
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

/// A whole number with thin groups of three digits, for people.
fn shown(number: f64) -> String {
    let digits = format!("{:.0}", number);
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
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            ["7", "1,234", "524,000", "1,000,000"],
            [7.4, 1234.0, 524_000.2, 1e6].map(shown).map(|s| s).each_ref().map(|s| s.as_str())
        );
    }
}
