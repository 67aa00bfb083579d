//! Progress on the terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line is printed where no bar can be drawn.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Steps of the bar.
const STEPS: u64 = 1000;

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

    /// Shows the latest. `done` goes from 0 to 1.
    pub fn show(&mut self, done: f64, describe: impl FnOnce() -> String) {
        match self {
            Self::Bar(bar) => {
                bar.set_position((done * STEPS as f64) as u64);
                bar.set_message(describe());
            }
            Self::Lines { last } if last.elapsed() >= BETWEEN_LINES => {
                *last = Instant::now();
                eprintln!("{}", describe());
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

/// `0:07`, `12:30`, `1:02:03`.
pub fn clock(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
