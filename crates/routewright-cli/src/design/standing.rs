//! How a search stands, in a line.

use crate::view::clock;

/// How a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Seconds of search so far.
    pub seconds: f64,
    /// Seconds to come, as far as one can say.
    pub seconds_left: Option<f64>,
    /// Best cost (C), mean trip (C_p) and route time (C_o) so far.
    pub best: [f64; 3],
    /// Networks scored a second.
    pub rate: f64,
}

/// As a line of text.
pub fn describe(standing: &Standing) -> String {
    let [cost, trip, routes] = standing.best;
    let left = standing.seconds_left.map_or(String::new(), |left| format!(", {} left", clock(left)));
    format!(
        "{}{left} | cost {cost:.5}, mean trip {trip:.2} min, routes {routes:.0} min | {}/s",
        clock(standing.seconds),
        short(standing.rate)
    )
}

/// Three figures at most: `950`, `12.3k`, `1.2M`.
fn short(value: f64) -> String {
    match value {
        ..1e3 => format!("{value:.0}"),
        ..1e6 => format!("{:.1}k", value / 1e3),
        _ => format!("{:.1}M", value / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_it_stands() {
        let standing = Standing {
            seconds: 7.0,
            seconds_left: Some(3725.0),
            best: [0.951_234, 10.543, 169.0],
            rate: 12_345.0,
        };
        let expected = "0:07, 1:02:05 left | cost 0.95123, mean trip 10.54 min, routes 169 min | 12.3k/s";
        assert_eq!(describe(&standing), expected);
    }
}
