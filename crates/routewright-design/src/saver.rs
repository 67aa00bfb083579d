//! Saving and showing a run now and then, without holding it up.

use std::time::{Duration, Instant};

use crate::error::chain;

/// How often the state is saved: a killed run loses little more than that.
const BETWEEN_SAVES: Duration = Duration::from_secs(5);
/// Saving takes at most one part in so many of the time.
const SAVING_SHARE: u32 = 30;
/// How often progress is shown at most.
const BETWEEN_SHOWS: Duration = Duration::from_millis(100);

/// Saves a run now and then.
pub(crate) struct Saver {
    next: Instant,
    is_warned: bool,
}

impl Saver {
    /// Is due at once.
    pub fn new() -> Self {
        Self { next: Instant::now(), is_warned: false }
    }

    /// Is due after a while.
    #[cfg(feature = "train")]
    pub fn later() -> Self {
        Self { next: Instant::now() + BETWEEN_SAVES, is_warned: false }
    }

    /// Whether it is time to save again.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Saves. A disk that refuses does not end the run: the first failure in a row returns a warning.
    pub fn save<E: std::error::Error + 'static>(
        &mut self,
        save: impl FnOnce() -> Result<(), E>,
    ) -> Option<String> {
        let began = Instant::now();
        let saved = save();
        self.next = Instant::now() + BETWEEN_SAVES.max(SAVING_SHARE * began.elapsed());
        let was_warned = std::mem::replace(&mut self.is_warned, saved.is_err());
        let error = saved.err().filter(|_| !was_warned)?;
        Some(format!("warning: the run is not saved for now, but continues: {}", chain(&error)))
    }
}

/// Says when to show progress again.
#[derive(Default)]
pub(crate) struct Pace(Option<Instant>);

impl Pace {
    /// Whether it is time; if so, the next time is a while later.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|last| last.elapsed() >= BETWEEN_SHOWS);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_reported_once_in_a_row() {
        let mut saver = Saver::new();
        assert!(saver.is_due());
        let mut attempt = |fails: bool| {
            saver.save(|| if fails { Err(std::io::Error::other("full")) } else { Ok(()) }).is_some()
        };
        let said = [true, true, false, true].map(&mut attempt);
        assert_eq!(said, [true, false, false, true]);
        assert!(!saver.is_due());
    }

    #[test]
    fn progress_is_shown_at_most_so_often() {
        let mut pace = Pace::default();
        assert!(pace.is_due() && !pace.is_due());
    }
}
