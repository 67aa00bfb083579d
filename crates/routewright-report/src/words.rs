//! Numbers and names as people read them.

use routewright_eval::{ACCESS_LIMITS, Access, AccessAssumptions};
use routewright_model::{City, Direction, Route};

/// Minutes to a hundredth, without trailing zeros.
pub(crate) fn minutes(value: f64) -> String {
    if value.is_nan() { "none".into() } else { format!("{} min", trimmed(value, 2)) }
}

/// A number with at most this many decimals.
pub(crate) fn trimmed(value: f64, digits: usize) -> String {
    // A sum of nothing is a negative zero.
    let text = format!("{:.digits$}", value + 0.0);
    let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.strip_prefix('-')
        .map_or(text.to_owned(), |rest| if rest == "0" { rest.to_owned() } else { format!("−{rest}") })
}

/// A number with its sign and this many decimals, or a plain zero.
pub(crate) fn signed(value: f64, digits: usize) -> String {
    let text = grouped(value.abs(), digits);
    match text.trim_matches(['0', '.']) {
        "" => "0".to_owned(),
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A number of zero or more with this many decimals and its thousands in groups.
pub(crate) fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let groups = whole.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",") + fraction
}

/// Riders in a vehicle: to a tenth, or whole where there are hundreds.
pub(crate) fn riders(value: f64) -> String {
    if value < 99.95 { format!("{value:.1}") } else { grouped(value, 0) }
}

/// `1 route`, `2 routes`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Where a line goes, as people say it: `Market – Harbour`, with an arrow if it is driven one way.
pub(crate) fn between(city: &City, route: &Route) -> String {
    let stops = route.stops();
    let [first, last] = [stops[0], stops[stops.len() - 1]].map(|end| city.node(end).label());
    match route.direction() {
        _ if stops[0] == stops[stops.len() - 1] => format!("{first}, circular"),
        Direction::OneWay => format!("{first} → {last}"),
        Direction::BothWays => format!("{first} – {last}"),
    }
}

/// A share from 0 to 1 in whole percent; never `0 %` where there is something, nor `100 %` where something is missing.
pub(crate) fn whole_percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent > 0.0 && percent < 0.5 => "under 1 %".to_owned(),
        percent if (99.5..100.0).contains(&percent) => "over 99 %".to_owned(),
        percent => format!("{} %", trimmed(percent, 0)),
    }
}

/// Text from a file, such as the name of a city, for one line of a page, a map or a terminal: white space
/// becomes a space, and other control characters (among them the escape that starts terminal commands, and
/// those that turn the direction of writing) become a replacement character.
pub fn printable(text: &str) -> String {
    let character = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        _ if is_control(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    text.chars().map(character).collect()
}

/// Text of many lines in which control characters other than tabs and line ends are replaced.
pub(crate) fn without_controls(text: &str) -> String {
    let is_kept = |c: char| matches!(c, '\t' | '\n' | '\r') || !is_control(c);
    text.chars().map(|c| if is_kept(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

fn is_control(c: char) -> bool {
    // Marks that embed or override the direction of writing, and characters that XML cannot hold.
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// Every figure of access with its name, in percent.
pub(crate) fn access_rows(access: &Access) -> [(String, f64); 5] {
    let Access { people_served, jobs_served, jobs_within, .. } = *access;
    let within = |at: usize| {
        let doors = if at == 0 { ", door to door" } else { "" };
        (format!("Jobs within {:.0} min{doors}", ACCESS_LIMITS[at].minutes()), 100.0 * jobs_within[at])
    };
    [
        ("People in a served zone".to_owned(), 100.0 * people_served),
        ("Jobs in a served zone".to_owned(), 100.0 * jobs_served),
        within(0),
        within(1),
        within(2),
    ]
}

/// What the figures of access assume, in words.
pub(crate) fn access_assumptions(assumptions: &AccessAssumptions) -> String {
    let AccessAssumptions { walking, waiting } = assumptions;
    format!(
        "{} min of walking and {} min of waiting (half a headway) per trip",
        trimmed(walking.minutes(), 1),
        trimmed(waiting.minutes(), 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([minutes(10.0), minutes(10.543_99), minutes(f64::NAN)], ["10 min", "10.54 min", "none"]);
        assert_eq!([signed(1.5, 2), signed(-1.5, 2), signed(-0.001, 2)], ["+1.50", "−1.50", "0"]);
        assert_eq!([grouped(0.0, 0), grouped(999.0, 0), grouped(1_234_567.0, 0)], ["0", "999", "1,234,567"]);
        assert_eq!([grouped(6189.25, 1), signed(-35_800.0, 0)], ["6,189.2", "−35,800"]);
        assert_eq!([counted(1, "route"), counted(2, "route")], ["1 route", "2 routes"]);
        assert_eq!([trimmed(100.0, 0), trimmed(-0.0, 0), trimmed(-0.3, 0)], ["100", "0", "0"]);
        assert_eq!(
            [0.001, 0.124, 0.999, 1.0, -0.0].map(whole_percent),
            ["under 1 %", "12 %", "over 99 %", "100 %", "0 %"]
        );
        assert_eq!([riders(0.0), riders(61.46), riders(2221.3)], ["0.0", "61.5", "2,221"]);
    }

    #[test]
    fn names_are_printed_without_control_characters() {
        assert_eq!(printable("Zürich\n\u{1b}[2J\u{202e}x"), "Zürich \u{fffd}[2J\u{fffd}x");
        assert_eq!(without_controls("a\n\tb\u{8}"), "a\n\tb\u{fffd}");
    }
}
