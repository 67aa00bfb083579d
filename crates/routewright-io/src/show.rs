//! Numbers in and out of files, and text of others in our messages.

use routewright_model::Seconds;

/// A finite number. Rust also reads `inf` and `nan`, which are not valid in any of our files.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Minutes with up to four decimals: reading them back gives the same whole seconds.
pub(crate) fn minutes(time: Seconds) -> String {
    let text = format!("{:.4}", time.minutes());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text from a file for a message: short, on one line, visible even if empty.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    if text.is_empty() {
        return "''".into();
    }
    let mut short = String::new();
    for letter in text.chars().take(MOST) {
        match letter.is_control() {
            true => short.extend(letter.escape_debug()),
            false => short.push(letter),
        }
    }
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// A name without control characters, which a terminal would take as commands.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// A list in words: `a, b and c`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A list without repetitions, cut after the first few: `a, b, c and 12 more`.
pub(crate) fn listed_few(words: impl Iterator<Item = String>, most: usize) -> String {
    let mut few: Vec<String> = Vec::new();
    let mut rest = 0;
    for word in words {
        match few.contains(&word) {
            true => {}
            false if few.len() < most => few.push(word),
            false => rest += 1,
        }
    }
    if rest > 0 {
        few.push(format!("{rest} more"));
    }
    listed(&few)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_the_first_are_listed() {
        let few = |text: &str| listed_few(text.split(' ').map(str::to_owned), 3);
        assert_eq!([few("a"), few("a b a"), few("a b c d a e")], ["a", "a and b", "a, b, c and 2 more"]);
    }

    #[test]
    fn every_time_survives_its_text() {
        let samples = (0..5000).chain([12_345, 86_399, Seconds::LONGEST.0]);
        for time in samples.map(Seconds) {
            assert_eq!(Seconds::from_minutes(minutes(time).parse().unwrap()), Some(time));
        }
        assert_eq!([0, 240, 150, 100].map(|s| minutes(Seconds(s))), ["0", "4", "2.5", "1.6667"]);
    }

    #[test]
    fn foreign_text_is_clipped_and_made_visible() {
        assert_eq!(shown(""), "''");
        assert_eq!(shown("a\tb\u{7}"), "a\\tb\\u{7}");
        assert_eq!(shown(&"x".repeat(50)), format!("{}…", "x".repeat(40)));
    }
}
