//! Today's lines from text.

use std::collections::HashSet;

use serde::Deserialize;

use super::check::check_line;
use super::{TodayLine, TodayLines};
use crate::error::Problems;
use crate::json::{Items, explain};
use crate::show::shown;
use crate::text_file::LineCounter;
use crate::{InputErrors, TextFile, parse_date};

/// Checks `lines.json`.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn parse_lines(file: &TextFile) -> Result<TodayLines, InputErrors> {
    let raw: JsonLines<'_> = serde_json::from_str(&file.text).map_err(|error| {
        let (line, problem) = explain(&error, 1);
        InputErrors::one(file.at(line), "line-001", format!("not a file of lines: {problem}"), IMPORT_AGAIN)
    })?;
    let mut problems = Problems::default();
    if parse_date(&raw.day).is_err() {
        let problem = format!("invalid day '{}'", shown(&raw.day));
        problems.add(file.whole(), "line-002", problem, "write it as 2026-03-18");
    }
    let mut places = LineCounter::new(&file.text);
    let mut names = HashSet::new();
    let mut lines = Vec::new();
    for (item, number) in raw.lines.0.iter().zip(1..) {
        let place = places.line_of_part(item.get());
        let line: TodayLine = match serde_json::from_str(item.get()) {
            Ok(line) => line,
            Err(error) => {
                let (at, problem) = explain(&error, place);
                problems.add(file.at(at), "line-003", format!("line {number}: {problem}"), IMPORT_AGAIN);
                continue;
            }
        };
        check_line(&line, file.at(place), &mut problems);
        if !names.insert(line.name.clone()) {
            let problem = format!("there are two lines {}", shown(&line.name));
            problems.add(file.at(place), "line-004", problem, "give every line a name of its own");
        }
        lines.push(line);
    }
    problems.or(TodayLines { day: raw.day, lines })
}

const IMPORT_AGAIN: &str = "import the city again, or remove the file";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonLines<'a> {
    day: String,
    #[serde(borrow)]
    lines: Items<'a>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format_lines;

    const WAY: &str = r#"{"direction":0,"departures":[0,2,1],"stops":[{"id":"a","name":"Praça","lon":-51.2,"lat":-30.0},{"id":"b","name":"B","lon":-51.1,"lat":-30.05,"node":"n7"}],"seconds":[0,95],"shape":[[-51.2,-30.0],[-51.15,-30.0],[-51.1,-30.05]]}"#;

    fn file(ways: &[&str]) -> String {
        format!(
            "{{\n\"day\": \"2026-03-18\",\n\"lines\": [\n{{\"name\":\"T1\",\"feed\":\"f\",\"route_id\":\"r\",\
             \"short_name\":\"1\",\"long_name\":\"One\",\"agency\":{{\"name\":\"A\",\"timezone\":\"Etc/UTC\"}},\
             \"kind\":3,\"colour\":\"00FF7f\",\"is_fixed\":false,\"ways\":[\n {}\n]}}\n]\n}}\n",
            ways.join(",\n ")
        )
    }

    fn read(text: &str) -> Result<TodayLines, InputErrors> {
        parse_lines(&TextFile::new("lines.json", text))
    }

    /// Line, problem and code of the first complaint.
    fn complaint(text: &str) -> String {
        let errors = read(text).unwrap_err();
        let first = &errors.listed()[0];
        format!("{}: {} [{}]", first.line, first.problem, first.code)
    }

    #[test]
    fn what_is_written_is_read() {
        let text = file(&[WAY, &WAY.replace("\"direction\":0", "\"direction\":1,\"headsign\":\"Centro\"")]);
        let lines = read(&text).unwrap();
        let line = lines.line_named("T1").unwrap();
        assert_eq!((line.ways.len(), line.ways[0].stops[1].node.as_deref()), (2, Some("n7")));
        assert_eq!(line.ways[1].headsign.as_deref(), Some("Centro"));
        assert_eq!(format_lines(&lines), text);
        assert!(format_lines(&TodayLines { lines: vec![], ..lines }).ends_with("\"lines\": [\n\n]\n}\n"));
    }

    #[test]
    fn places_are_written_to_six_decimals() {
        let mut lines = read(&file(&[WAY])).unwrap();
        lines.lines[0].ways[0].shape[1] = [-51.123_456_78, -1e-9];
        let text = format_lines(&lines);
        assert!(text.contains("[[-51.2,-30.0],[-51.123457,0.0],[-51.1,-30.05]]"), "{text}");
    }

    #[test]
    fn faults_are_named() {
        let with = |from: &str, to: &str| complaint(&file(&[WAY]).replace(from, to));
        assert_eq!(
            with("\"day\"", "\"date\""),
            "2: not a file of lines: unknown field `date`, expected `day` or `lines` [line-001]"
        );
        assert_eq!(with("2026-03-18", "18/03/2026"), "0: invalid day '18/03/2026' [line-002]");
        assert_eq!(
            with("\"seconds\":[0,95]", "\"seconds\":[0,-95]"),
            "5: line 1: invalid value: integer `-95`, expected u32 [line-003]"
        );
        assert_eq!(with("\"T1\"", "\"\""), "4: a line has no name [line-004]");
        assert_eq!(
            complaint(&file(&[WAY]).replace("Praça", "P\\u001b[2J")),
            "4: line T1: 'P\\u{1b}[2J' contains a control character [line-004]"
        );
        assert_eq!(with("\"direction\":0", "\"direction\":2"), "4: line T1: direction 2 [line-005]");
        assert_eq!(complaint(&file(&[])), "4: line T1: has 0 ways [line-005]");
        assert_eq!(complaint(&file(&[WAY, WAY])), "4: line T1: has two ways of direction 0 [line-005]");
        assert_eq!(
            with("\"seconds\":[0,95]", "\"seconds\":[0]"),
            "4: line T1, direction 0: 2 stops, but 1 times [line-006]"
        );
        assert_eq!(
            with("\"seconds\":[0,95]", "\"seconds\":[5,95]"),
            "4: line T1, direction 0: the first time is 5 s, not 0 [line-007]"
        );
        assert_eq!(
            with("\"seconds\":[0,95]", "\"seconds\":[0,604801]"),
            "4: line T1, direction 0: takes 604801 s, more than a week [line-007]"
        );
        assert_eq!(
            with("\"lat\":-30.05", "\"lat\":-95"),
            "4: line T1, direction 0: stop b lies at -51.1, -95 [line-008]"
        );
        assert_eq!(
            with(",[-51.1,-30.05]]", ",[-30.05,-510]]"),
            "4: line T1, direction 0: point 3 of the course lies at -30.05, -510 [line-008]"
        );
        assert_eq!(
            with("[[-51.2,-30.0],[-51.15,-30.0],[-51.1,-30.05]]", "[[0,0]]"),
            "4: line T1, direction 0: the course has 1 point [line-009]"
        );
        let hours = format!("\"departures\":{:?}", vec![1; 49]);
        assert_eq!(
            with("\"departures\":[0,2,1]", &hours),
            "4: line T1, direction 0: departures of 49 hours [line-010]"
        );
        assert_eq!(
            with("\"departures\":[0,2,1]", "\"departures\":[0,3601]"),
            "4: line T1, direction 0: 3601 departures in an hour [line-010]"
        );
        assert_eq!(with("00FF7f", "green"), "4: line T1: colour 'green' [line-011]");
        let line = file(&[WAY]);
        let twice = line.replace("]}\n]\n}", "]},\n{").to_owned() + line.split_once("[\n{").unwrap().1;
        assert_eq!(complaint(&twice), "7: there are two lines T1 [line-004]");
    }
}
