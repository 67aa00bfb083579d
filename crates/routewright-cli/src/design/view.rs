//! Progress on the terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line is printed where no bar can be drawn.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Steps of the bar.
const STEPS: u64 = 1000;

/// How a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// From 0 to 1.
    pub done: f64,
    /// Seconds of search so far.
    pub seconds: f64,
    /// Seconds to come, as far as one can say.
    pub seconds_left: Option<f64>,
    /// Best cost (C), mean trip (C_p) and route time (C_o) so far.
    pub best: [f64; 3],
    /// Networks scored a second.
    pub rate: f64,
}

/// Shows how a run stands: a bar on a terminal, now and then a line elsewhere, or nothing.
pub enum View {
    Bar(ProgressBar),
    Lines { last: Instant },
    Silent,
}

impl View {
    /// What fits standard error.
    pub fn new(is_quiet: bool) -> Self {
        if is_quiet {
            return Self::Silent;
        }
        if !std::io::stderr().is_terminal() {
            return Self::Lines { last: Instant::now() };
        }
        let bar = ProgressBar::new(STEPS);
        let style = ProgressStyle::with_template("{bar:16} {msg}").expect("the template is right");
        bar.set_style(style.progress_chars("━╸─"));
        Self::Bar(bar)
    }

    /// Shows the latest.
    pub fn show(&mut self, standing: &Standing) {
        match self {
            Self::Bar(bar) => {
                bar.set_position((standing.done * STEPS as f64) as u64);
                bar.set_message(describe(standing));
            }
            Self::Lines { last } if last.elapsed() >= BETWEEN_LINES => {
                *last = Instant::now();
                eprintln!("{}", describe(standing));
            }
            Self::Lines { .. } | Self::Silent => {}
        }
    }

    /// Says something that must be seen, without tearing the bar.
    pub fn warn(&self, text: &str) {
        match self {
            Self::Bar(bar) => bar.suspend(|| eprintln!("{text}")),
            Self::Lines { .. } | Self::Silent => eprintln!("{text}"),
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn describe(standing: &Standing) -> String {
    let [cost, trip, routes] = standing.best;
    let left = standing.seconds_left.map_or(String::new(), |left| format!(", {} left", clock(left)));
    format!(
        "{}{left} | cost {cost:.5}, mean trip {trip:.2} min, routes {routes:.0} min | {}/s",
        clock(standing.seconds),
        short(standing.rate)
    )
}

/// `0:07`, `12:30`, `1:02:03`.
fn clock(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
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
            done: 0.35,
            seconds: 7.0,
            seconds_left: Some(3725.0),
            best: [0.951_234, 10.543, 169.0],
            rate: 12_345.0,
        };
        let expected = "0:07, 1:02:05 left | cost 0.95123, mean trip 10.54 min, routes 169 min | 12.3k/s";
        assert_eq!(describe(&standing), expected);
    }
}
