//! Saves a run while it is under way.

use std::time::{Duration, Instant};

use routewright::io::{WriteError, network_to_json};
use routewright::report::{RunFolder, Trace};
use routewright::search::Search;

use super::checkpoint::{Checkpoint, NETWORK, STATE, TRACE};
use super::session::Session;
use crate::view::View;

/// How often the state is saved: a killed run loses little more than that.
const BETWEEN_SAVES: Duration = Duration::from_secs(5);

/// Saves a run to its folder now and then.
pub struct Keeper<'run> {
    folder: &'run RunFolder,
    session: &'run Session,
    last: Option<Instant>,
    is_warned: bool,
}

impl<'run> Keeper<'run> {
    /// Saves to a folder.
    pub fn new(folder: &'run RunFolder, session: &'run Session) -> Self {
        Self { folder, session, last: None, is_warned: false }
    }

    /// Whether it is time to save again.
    pub fn is_due(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= BETWEEN_SAVES)
    }

    /// Saves the state. A disk that refuses does not end the search: that is said once, and tried again.
    pub fn save(&mut self, search: &dyn Search, rounds: u64, seconds: f64, trace: &Trace, view: &View) {
        let saved = self.try_save(search, rounds, seconds, trace);
        self.last = Some(Instant::now());
        match saved {
            Ok(()) => self.is_warned = false,
            Err(error) if !self.is_warned => {
                self.is_warned = true;
                let error = anyhow::Error::from(error);
                view.warn(&format!("warning: the run is not saved for now and goes on: {error:#}"));
            }
            Err(_) => {}
        }
    }

    fn try_save(
        &self,
        search: &dyn Search,
        rounds: u64,
        seconds: f64,
        trace: &Trace,
    ) -> Result<(), WriteError> {
        let Session { problem, command, settings, fingerprints, .. } = self.session;
        let network = self.session.network_of(search.best());
        self.folder.write(NETWORK, &network_to_json(&problem.city, &network))?;
        self.folder.write(TRACE, &trace.to_csv())?;
        let checkpoint = Checkpoint {
            version: super::VERSION.to_owned(),
            command: command.clone(),
            settings: settings.clone(),
            inputs: fingerprints.clone(),
            rounds,
            seconds_used: seconds,
            snapshot: search.snapshot(),
        };
        let text = serde_json::to_string(&checkpoint).expect("a checkpoint is plain data");
        self.folder.write(STATE, &text)
    }
}
