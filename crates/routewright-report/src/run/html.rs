//! Small pieces of pages.

use routewright_model::{City, Route};

pub(super) use crate::map::svg::escape;

/// Minutes to a hundredth, without needless zeros.
pub(super) fn minutes(value: f64) -> String {
    if value.is_nan() { "none".into() } else { format!("{} min", trimmed(value, 2)) }
}

/// A number with at most these digits behind the point.
pub(super) fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.strip_prefix('-')
        .map_or(text.to_owned(), |rest| if rest == "0" { rest.to_owned() } else { format!("−{rest}") })
}

/// A number with its sign and these digits behind the point, or a plain zero.
pub(super) fn signed(value: f64, digits: usize) -> String {
    let text = grouped(value.abs(), digits);
    match text.trim_matches(['0', '.']) {
        "" => "0".to_owned(),
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// A number of zero or more with these digits behind the point, those before it in groups of three.
pub(super) fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let groups = whole.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",") + fraction
}

/// `1 route`, `2 routes`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The stops of a route by name, escaped.
pub(super) fn stop_list(city: &City, route: &Route) -> String {
    let names: Vec<String> = route.stops().iter().map(|&stop| escape(&city.node(stop).name)).collect();
    names.join(" – ")
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
        assert_eq!(trimmed(100.0, 0), "100");
    }
}
