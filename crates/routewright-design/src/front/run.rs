//! Runs the search for a front: progress, checkpoints.

use std::ops::ControlFlow;

use routewright_search::{Front, Progress, RoundsDone, Search, Seed, Start};

use super::job::FrontJob;
use super::outcome::FrontOutcome;
use super::status::FrontStatus;
use crate::design::{Checkpoint, STATE};
use crate::saver::{Pace, Saver};
use crate::stop::{Budget, Clock};
use crate::{Cancel, Observer, Result, VERSION};

impl FrontJob {
    /// Searches, from the beginning or from where an interrupted run was left, and scores every network apart
    /// from the search. Call [`FrontOutcome::save`] to write the results.
    ///
    /// # Errors
    /// No legal network exists, or the saved state does not fit.
    pub fn run(self, cancel: &Cancel, observer: &mut dyn Observer<FrontStatus>) -> Result<FrontOutcome> {
        let settings = &self.settings;
        let used = self.resumed.as_ref().map_or(0.0, |checkpoint| checkpoint.seconds_used);
        let clock = Clock::start(used);
        let mut budget = Budget {
            seconds: settings.seconds,
            iterations: settings.iterations,
            no_improvement: None,
            rules: &mut [],
            clock,
            cancel: cancel.clone(),
        };
        let (config, seed) = (settings.front.clone(), Seed(settings.seed));
        let (routes, interrupt) = (self.start.clone(), budget.interrupt());
        let start = Start { routes, interrupt, ..Start::default() };
        let (mut search, before) = match &self.resumed {
            Some(state) => (Front::restore(&self.problem, config, &start, &state.snapshot)?, state.rounds),
            None => (Front::new(&self.problem, config, seed, start)?, RoundsDone::default()),
        };
        let limit = settings.seconds;
        let mut watch = Watch {
            job: &self,
            observer,
            // A search that was ended while it started cannot be resumed.
            is_whole: !search.is_cancelled(),
            rounds: before,
            clock,
            limit,
            pace: Pace::default(),
            saver: Saver::new(),
            is_stopped: false,
        };
        let mut after_round = |search: &Front<'_>, progress: &Progress| watch.after_round(search, progress);
        let rounds =
            routewright_search::run_from(&mut search, &mut budget, before, self.threads, &mut after_round);
        let seconds = clock.seconds();
        let is_interrupted = (cancel.is_cancelled() || watch.is_stopped) && !budget.is_spent(rounds);
        watch.save(&search);
        let (points, evaluations) = (search.points(), search.evaluations());
        drop(search);
        FrontOutcome::new(self, &points, evaluations, rounds, seconds, is_interrupted)
    }
}

/// Watches a search: progress, checkpoints.
struct Watch<'run> {
    job: &'run FrontJob,
    observer: &'run mut dyn Observer<FrontStatus>,
    /// Whether the run can be resumed.
    is_whole: bool,
    /// Rounds done so far.
    rounds: RoundsDone,
    clock: Clock,
    /// Seconds the run may take, if limited.
    limit: Option<f64>,
    pace: Pace,
    saver: Saver,
    /// Whether the observer ended the run.
    is_stopped: bool,
}

impl Watch<'_> {
    fn after_round(&mut self, search: &Front<'_>, progress: &Progress) -> ControlFlow<()> {
        self.rounds =
            RoundsDone { in_all: progress.rounds, without_improvement: progress.rounds_without_improvement };
        if self.saver.is_due() {
            self.save(search);
        }
        if !self.pace.is_due() {
            return ControlFlow::Continue(());
        }
        let flow = self.observer.on_progress(&self.status(search, progress));
        self.is_stopped = flow.is_break();
        flow
    }

    fn status(&self, search: &Front<'_>, progress: &Progress) -> FrontStatus {
        let seconds = self.clock.seconds();
        let extent = search.extent();
        let [operator, riders] = match extent {
            Some((_, ends)) => ends.map(|trade| (trade.passenger_minutes, trade.driven.minutes() / 2.0)),
            None => [(f64::NAN, f64::NAN); 2],
        };
        FrontStatus {
            done: progress.done,
            rounds: progress.rounds,
            seconds,
            seconds_left: self.clock.seconds_left(self.limit, progress.done),
            evaluations: search.evaluations(),
            networks: extent.map_or(0, |(count, _)| count),
            passenger_minutes: [riders.0, operator.0],
            route_minutes: [riders.1, operator.1],
        }
    }

    /// Saves the state.
    fn save(&mut self, search: &Front<'_>) {
        let Some(folder) = self.job.folder.as_ref().filter(|_| self.is_whole) else { return };
        let (job, rounds, clock) = (self.job, self.rounds, self.clock);
        let save = || {
            let checkpoint = Checkpoint {
                version: VERSION.to_owned(),
                command: job.command.clone(),
                settings: job.settings.clone(),
                parts: Vec::new(),
                inputs: job.fingerprints.clone(),
                rounds,
                seconds_used: clock.seconds(),
                snapshot: search.snapshot(),
            };
            folder.write(STATE, &serde_json::to_string(&checkpoint).expect("a checkpoint is plain data"))
        };
        if let Some(warning) = self.saver.save(save) {
            self.observer.on_note(&warning);
        }
    }
}
