//! Today's lines as text: a line of the file per way, so that two files are easily compared.

use serde::Serialize;

use super::{LineStop, LineWay, TodayLine, TodayLines};

/// The lines as JSON, coordinates to six decimals (a tenth of a metre). Reading it gives back the same lines if their
/// coordinates have no more.
///
/// # Panics
/// A coordinate is not a number.
pub fn format_lines(lines: &TodayLines) -> String {
    let day = json(&lines.day);
    let lines: Vec<String> = lines.lines.iter().map(line).collect();
    format!("{{\n\"day\": {day},\n\"lines\": [\n{}\n]\n}}\n", lines.join(",\n"))
}

/// What riders know of the line on the first row, then a row per way.
fn line(line: &TodayLine) -> String {
    let bare = json(&TodayLine { ways: Vec::new(), ..line.clone() });
    let head = bare.strip_suffix("]}").expect("an empty list of ways comes last");
    let ways: Vec<String> = line.ways.iter().map(|way| json(&rounded(way))).collect();
    format!("{head}\n {}\n]}}", ways.join(",\n "))
}

fn rounded(way: &LineWay) -> LineWay {
    let mut way = way.clone();
    for LineStop { lon, lat, .. } in &mut way.stops {
        (*lon, *lat) = (six_decimals(*lon), six_decimals(*lat));
    }
    way.shape.iter_mut().flatten().for_each(|degrees| *degrees = six_decimals(*degrees));
    way
}

fn six_decimals(degrees: f64) -> f64 {
    assert!(degrees.is_finite(), "places have coordinates");
    // Adding zero turns a negative zero into a plain one.
    (degrees * 1e6).round() / 1e6 + 0.0
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}
