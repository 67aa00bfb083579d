//! What a reader should know about the data: what the import of a city left out or assumed.

use std::path::Path;

use routewright_report::printable;
use serde_json::Value;

/// Shares smaller than this are not worth a sentence.
const LEAST_SHARE: f64 = 0.001;

/// Sentences from a city folder's `import.json`; none where there is no such file. Facts that the file does not hold are
/// left out.
pub(super) fn data_limits(city: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(city).join("import.json")).unwrap_or_default();
    let Ok(report) = serde_json::from_str::<Value>(&text) else { return Vec::new() };
    let told = [
        today(&report),
        demand(&report),
        lost_trips(&report),
        driving(&report),
        zones(&report),
        stops(&report),
    ];
    told.into_iter().flatten().map(|sentence| printable(&sentence)).collect()
}

/// The day and the time of day of today's network.
fn today(report: &Value) -> Option<String> {
    let day = report["day"].as_str()?;
    let clock = |seconds: &Value| {
        let minutes = seconds.as_u64()? / 60;
        Some(format!("{}:{:02}", minutes / 60, minutes % 60))
    };
    let window = &report["settings"]["window"];
    Some(match (clock(&window[0]), clock(&window[1])) {
        (Some(from), Some(to)) => {
            format!("Today's network is the timetable of {day}, departures from {from} to {to}.")
        }
        _ => format!("Today's network is the timetable of {day}."),
    })
}

fn demand(report: &Value) -> Option<String> {
    let source = report["demand"]["source"].as_str()?;
    Some(match source {
        "gravity" => {
            "Trips were estimated from people and jobs by a gravity model; nobody counted them, so that differences between \
             plans are surer than the figures themselves."
                .to_owned()
        }
        source => format!("Trips are those of the table {source}."),
    })
}

fn lost_trips(report: &Value) -> Option<String> {
    let demand = &report["demand"];
    let (all, kept) = (demand["trips"].as_f64()?, demand["kept"].as_f64()?);
    let lost = all - kept;
    (all > 0.0 && lost / all >= LEAST_SHARE).then(|| {
        format!("{:.1} % of all trips are left out: within a zone, from zones that are left out, or to places outside.", 100.0 * lost / all)
    })
}

fn driving(report: &Value) -> Option<String> {
    let factor = report["settings"]["congestion"].as_f64()?;
    let mut told = match factor {
        1.0 => "Driving times are those on empty streets; real traffic is slower.".to_owned(),
        _ => format!("Driving takes {factor} times as long as on empty streets, everywhere and all day."),
    };
    if let Some(scheduled) = report["network"]["scheduled_over_driven"].as_f64() {
        told += &format!(" Today's timetable takes {scheduled:.2} times as long as that.");
    }
    Some(told)
}

fn zones(report: &Value) -> Option<String> {
    let zones = &report["zones"];
    let isolated = zones["isolated"].as_array()?;
    let people: f64 = isolated.iter().filter_map(|zone| zone["production"].as_f64()).sum();
    let of = zones["zones"].as_u64().map_or(String::new(), |all| format!(" of {all}"));
    (!isolated.is_empty()).then(|| {
        format!(
            "{}{of} zones with {people:.0} people are left out: no street that buses can use is near.",
            isolated.len()
        )
    })
}

fn stops(report: &Value) -> Option<String> {
    let feeds = report["feeds"].as_array()?;
    let outside: usize = feeds.iter().filter_map(|feed| feed["stops_outside"].as_array()).map(Vec::len).sum();
    let all: u64 = feeds.iter().filter_map(|feed| feed["stops"].as_u64()).sum();
    (outside > 0 && all > 0).then(|| {
        format!("{outside} of the timetable's {all} stops lie outside the zones, and so do the parts of lines between them.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let city = folder.path().to_string_lossy().into_owned();
        assert_eq!(data_limits(&city), [""; 0]);
        let report = r#"{"settings": {"congestion": 1.3, "window": [46800, 54000]}, "day": "2019-04-15",
            "zones": {"zones": 9, "isolated": [{"production": 20}, {"production": 5.4}]},
            "demand": {"source": "gravity", "trips": 100.0, "kept": 97.5},
            "network": {"scheduled_over_driven": 1.0234},
            "feeds": [{"stops": 10, "stops_outside": ["a"]}, {"stops": 5, "stops_outside": []}]}"#;
        std::fs::write(folder.path().join("import.json"), report).unwrap();
        let told = data_limits(&city);
        for wanted in [
            "Today's network is the timetable of 2019-04-15, departures from 13:00 to 15:00.",
            "gravity model",
            "2.5 % of all trips are left out",
            "Driving takes 1.3 times as long as on empty streets, everywhere and all day. Today's timetable takes 1.02 times",
            "2 of 9 zones with 25 people are left out",
            "1 of the timetable's 15 stops lie outside the zones",
        ] {
            assert!(told.iter().any(|sentence| sentence.contains(wanted)), "{wanted}: {told:?}");
        }
        // Another version of the file, or none that is JSON: what is there is told.
        std::fs::write(folder.path().join("import.json"), r#"{"day": "2019-04-15", "zones": 3}"#).unwrap();
        assert_eq!(data_limits(&city), ["Today's network is the timetable of 2019-04-15."]);
        std::fs::write(folder.path().join("import.json"), "no").unwrap();
        assert_eq!(data_limits(&city), [""; 0]);
    }
}
