//! Watching a run.

use std::fmt::Display;
use std::ops::ControlFlow;

use routewright_model::Network;

/// How a run stands, as doors show it: its `Display` is one line of text.
pub trait Status: Display {
    /// Share of the run that is done, from 0 to 1.
    fn done(&self) -> f64;
}

/// Watches a run with status `S`. Methods return quickly and cannot change the result, only end the run.
pub trait Observer<S> {
    /// The run has advanced; called at most ten times per second. `Break` ends the run after this round and
    /// keeps the best so far, as [`Cancel`](crate::Cancel) does.
    fn on_progress(&mut self, _status: &S) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The search has a better network than when this was called last; called at most as often as
    /// [`Observer::on_progress`]. `best` makes the network.
    fn on_best(&mut self, _best: &dyn Fn() -> Network) {}

    /// Something a person should know, such as a disk that refuses a checkpoint.
    fn on_note(&mut self, _note: &str) {}
}

impl<S> Observer<S> for () {}

/// Seconds as a clock shows them: `0:07`, `12:30`, `1:02:03`.
pub fn clock(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// `, 0:12 left`, where that is known.
pub(crate) fn left(seconds: Option<f64>) -> String {
    seconds.map_or(String::new(), |left| format!(", {} left", clock(left)))
}
