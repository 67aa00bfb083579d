//! Times of day as feeds write them.

/// Seconds since the start of the day of service, from `7:05:00` or `25:10:30`: trips may run past midnight.
/// `None` if it is not a time, or more than a week.
pub fn parse_clock(text: &str) -> Option<u32> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next().unwrap_or("0"));
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<u32>().ok())?;
    let (hours, minutes, seconds) = (number(hours)?, number(minutes)?, number(seconds)?);
    if parts.next().is_some() || hours >= 168 || minutes >= 60 || seconds >= 60 {
        return None;
    }
    Some(hours * 3600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_count_past_midnight() {
        assert_eq!(parse_clock("7:05:00"), Some(25_500));
        assert_eq!(parse_clock("25:10:30"), Some(90_630));
        assert_eq!(parse_clock("07:30"), Some(27_000));
        for wrong in ["", "7", "7:60:00", "-1:00:00", "168:00:00", "1:2:3:4", "a:b:c", "+7:00:00"] {
            assert_eq!(parse_clock(wrong), None, "{wrong}");
        }
    }
}
