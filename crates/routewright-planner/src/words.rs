//! Messages of the library in the words of the page.

use std::path::Path;

/// What messages call options of the command line, and what the page calls them.
const OPTIONS: [(&str, &str); 15] = [
    ("give more --vehicles", "allow more vehicles"),
    ("give --vehicles", "set the number of vehicles to"),
    ("--vehicles", "vehicles"),
    ("--max-minutes or --max-detour", "the longest time or detour of a line"),
    ("--max-minutes", "the longest time of a line"),
    ("--max-detour", "the longest detour of a line"),
    ("use --freeze to keep a route as it is", "freeze a line to keep it as it is"),
    ("frozen route takes", "frozen line takes"),
    ("frozen routes take", "frozen lines take"),
    ("freeze fewer routes", "freeze fewer lines"),
    ("--freeze leaves", "the frozen lines leave"),
    ("--freeze", "freezing"),
    ("--headway-choices", "headways"),
    ("--start", "the plan"),
    ("--accept-losses", "the command line's --accept-losses"),
];

/// How far a search is: `1,234,567 networks scored`.
pub(crate) fn networks_scored(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + " networks scored"
}

/// A message for the page: files by their names, options by what the page calls them.
pub(crate) fn for_people(uploads: &Path, message: &str) -> String {
    let mut text = message.replace(&format!("{}/", uploads.display()), "").replace("\n  help: ", "; ");
    for (option, words) in OPTIONS {
        text = text.replace(option, words);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_no_options_and_no_paths() {
        let said = |message: &str| for_people(Path::new("/data/ws/uploads"), message);
        assert_eq!(
            said(
                "the frozen route takes 5 of 2 vehicles\n  help: give --vehicles 6 or more, or freeze fewer routes"
            ),
            "the frozen line takes 5 of 2 vehicles; set the number of vehicles to 6 or more, or freeze fewer lines"
        );
        assert_eq!(said("/data/ws/uploads/zones.csv:3: no column x"), "zones.csv:3: no column x");
        let start = said(
            "the start breaks --max-minutes or --max-detour with route 7; use --freeze to keep a route as it is",
        );
        assert!(!start.contains("--") && start.contains("freeze a line"), "{start}");
        let counts = [7, 1234, 1_234_567].map(networks_scored);
        assert_eq!(counts, ["7 networks scored", "1,234 networks scored", "1,234,567 networks scored"]);
    }
}
