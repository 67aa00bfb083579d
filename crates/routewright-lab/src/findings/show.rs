//! Figures as text.

use routewright_report::Mark;

use crate::Spread;

/// `0.5231 ± 0.0012`, or the figure of a single run.
pub(super) fn mean(spread: &Spread, digits: usize) -> String {
    match spread.deviation {
        Some(deviation) => format!("{:.digits$} ± {deviation:.digits$}", spread.mean),
        None => format!("{:.digits$}", spread.mean),
    }
}

/// The difference, such as `+1.23 %`.
pub(super) fn percent(ours: f64, other: f64) -> String {
    let share = 100.0 * (ours / other - 1.0);
    match format!("{:.2}", share.abs()).as_str() {
        "0.00" => "0.00 %".to_owned(),
        text if share < 0.0 => format!("−{text} %"),
        text => format!("+{text} %"),
    }
}

/// Compares ours with a figure printed with these digits; lower is better.
pub(super) fn mark(ours: f64, published: f64, digits: i32) -> Mark {
    let half = 0.5 * 10f64.powi(-digits);
    match ours - published {
        difference if difference < -half => Mark::Better,
        difference if difference > half => Mark::Worse,
        _ => Mark::Same,
    }
}

/// `7.1 s`, `12 min`, `3.4 h`.
pub(super) fn duration(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("{seconds:.1} s"),
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Where a figure is missing.
pub(super) const NONE: &str = "–";

/// Sorts `anneal 10 s` before `anneal 60 s` before `anneal 600 s`: numbers in the text count as numbers.
pub(super) fn natural_key(text: &str) -> Vec<(u64, String)> {
    let mut parts: Vec<(u64, String)> = Vec::new();
    for character in text.chars() {
        let digit = character.to_digit(10).map(u64::from);
        match (digit, parts.last_mut()) {
            (Some(digit), Some((number, words))) if words.is_empty() => {
                *number = number.saturating_mul(10).saturating_add(digit);
            }
            (Some(digit), _) => parts.push((digit, String::new())),
            (None, Some((0, words))) if !words.is_empty() => words.push(character),
            (None, _) => parts.push((0, character.to_string())),
        }
    }
    parts
}

/// `mumford3` becomes `Mumford3`.
pub(super) fn city_title(city: &str) -> String {
    let mut letters = city.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_marked_to_the_digits_that_were_printed() {
        assert_eq!(mark(0.6874, 0.687, 3), Mark::Same);
        assert_eq!(mark(0.6876, 0.687, 3), Mark::Worse);
        assert_eq!(mark(0.686, 0.687, 3), Mark::Better);
        assert_eq!(
            [percent(1.0, 2.0), percent(1.0, 1.0), percent(1.015, 1.0)],
            ["−50.00 %", "0.00 %", "+1.50 %"]
        );
    }

    #[test]
    fn numbers_in_names_count_as_numbers() {
        let mut names = ["anneal 600 s", "anneal 60 s", "LC-40k", "anneal 10 s", "LC-100"];
        names.sort_by_key(|name| natural_key(name));
        assert_eq!(names, ["LC-40k", "LC-100", "anneal 10 s", "anneal 60 s", "anneal 600 s"]);
    }
}
