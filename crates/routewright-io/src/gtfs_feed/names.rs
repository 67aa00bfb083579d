//! Names and colours of lines as other programs like them.

/// Longest short name that fits the front of a vehicle; longer ones are long names.
const LONGEST_SHORT_NAME: usize = 12;
/// Halfway from black to white.
const HALF_BRIGHT: f64 = 128.0;

/// Short and long name of a line. A long name does not begin with the short one, and a short name is short; one of
/// the two may be empty.
pub(super) fn fitting_names(short: &str, long: &str) -> [String; 2] {
    if short.chars().count() > LONGEST_SHORT_NAME {
        let names_itself = long.is_empty() || long.to_lowercase().contains(&short.to_lowercase());
        return [String::new(), if names_itself && !long.is_empty() { long.into() } else { short.into() }];
    }
    let is_joint = |letter: char| letter.is_whitespace() || "-–—:(/.".contains(letter);
    let rest = match long.get(..short.len()) {
        Some(start) if !short.is_empty() && start.eq_ignore_ascii_case(short) => &long[short.len()..],
        _ => return [short.into(), long.into()],
    };
    if !rest.is_empty() && !rest.starts_with(is_joint) {
        return [short.into(), long.into()];
    }
    let rest = rest.trim_start_matches(|letter: char| is_joint(letter) && letter != '(');
    [short.into(), rest.trim().into()]
}

/// White on dark colours, black on bright ones.
pub(super) fn text_colour(colour: &str) -> &'static str {
    let part = |at: usize| {
        let digits = colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        f64::from(digits.unwrap_or_default())
    };
    let brightness = 0.30 * part(0) + 0.59 * part(2) + 0.11 * part(4);
    if brightness < HALF_BRIGHT { "FFFFFF" } else { "000000" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_do_not_repeat_short_ones() {
        for (short, long, expected) in [
            ("7", "Centre – Harbour", ["7", "Centre – Harbour"]),
            ("7", "7 - Centre", ["7", "Centre"]),
            ("T1", "t1 Centre", ["T1", "Centre"]),
            ("7", "7th Avenue", ["7", "7th Avenue"]),
            ("7", "7", ["7", ""]),
            ("", "Metro", ["", "Metro"]),
            ("Green line of the east", "", ["", "Green line of the east"]),
            ("Green line of the east", "A – B", ["", "Green line of the east"]),
        ] {
            assert_eq!(fitting_names(short, long), expected, "{short} {long}");
        }
    }

    #[test]
    fn text_stands_out() {
        assert_eq!(
            ["000000", "FFFF00", "1B6CA8", "FFFFFF"].map(text_colour),
            ["FFFFFF", "000000", "FFFFFF", "000000"]
        );
    }
}
