//! What goes to the terminal: data to stdout, talk and progress to stderr. A reader that went away is no
//! failure: a long run must not end because nobody listens.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use routewright::design::{Observer, Status};

/// How often a line is printed where no bar can be drawn.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Steps of the bar.
const STEPS: u64 = 1000;

/// Prints data.
///
/// # Errors
/// The output cannot be written, such as to a full disk.
pub fn print(text: &str) -> io::Result<()> {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Prints a line for people.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints notes for people, unless they asked for quiet.
pub fn say_notes(notes: &[String], is_quiet: bool) {
    notes.iter().filter(|_| !is_quiet).for_each(|note| say(&format!("note: {note}")));
}

/// Shows the progress of a run: a bar on a terminal, a line now and then elsewhere, or nothing.
pub enum ProgressView {
    Bar(ProgressBar),
    Lines { last: Instant },
    Silent,
}

impl ProgressView {
    /// What fits standard error.
    pub fn new(is_quiet: bool) -> Self {
        if is_quiet {
            return Self::Silent;
        }
        if !io::stderr().is_terminal() {
            return Self::Lines { last: Instant::now() };
        }
        let bar = ProgressBar::new(STEPS);
        let style = ProgressStyle::with_template("{bar:16} {msg}").expect("the template is right");
        bar.set_style(style.progress_chars("━╸─"));
        Self::Bar(bar)
    }

    /// Shows the latest. `done` goes from 0 to 1.
    pub fn show(&mut self, done: f64, line: impl FnOnce() -> String) {
        match self {
            Self::Bar(bar) => {
                bar.set_position((done * STEPS as f64) as u64);
                bar.set_message(line());
            }
            Self::Lines { last } if last.elapsed() >= BETWEEN_LINES => {
                *last = Instant::now();
                say(&line());
            }
            Self::Lines { .. } | Self::Silent => {}
        }
    }

    /// Says something that must be seen, without tearing the bar.
    pub fn warn(&self, text: &str) {
        match self {
            Self::Bar(bar) => bar.suspend(|| say(text)),
            Self::Lines { .. } | Self::Silent => say(text),
        }
    }

    /// Removes the bar.
    pub fn finish(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl<S: Status> Observer<S> for ProgressView {
    fn on_progress(&mut self, status: &S) -> ControlFlow<()> {
        self.show(status.done(), || status.to_string());
        ControlFlow::Continue(())
    }

    fn on_note(&mut self, note: &str) {
        self.warn(note);
    }
}
