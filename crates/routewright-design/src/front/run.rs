//! Runs the search for a front: progress, checkpoints.

use std::ops::ControlFlow;

use routewright_search::{Front, Progress, RoundsDone, Search, Seed, ServiceFront, Start};

use super::job::FrontJob;
use super::outcome::{Ended, Found, FrontOutcome};
use super::status::FrontStatus;
use crate::design::{Checkpoint, STATE};
use crate::planning::no_line;
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
        let ended = self.search(cancel, observer)?;
        FrontOutcome::new(self, ended)
    }

    fn search(&self, cancel: &Cancel, observer: &mut dyn Observer<FrontStatus>) -> Result<Ended> {
        let settings = &self.settings;
        let used = self.resumed.as_ref().map_or(0.0, |checkpoint| checkpoint.seconds_used);
        let budget = Budget {
            seconds: settings.seconds,
            iterations: settings.iterations,
            no_improvement: None,
            rules: &mut [],
            clock: Clock::start(used + self.reading_seconds),
            cancel: cancel.clone(),
        };
        let (seed, interrupt) = (Seed(settings.seed), budget.interrupt());
        let start = Start { routes: self.start.clone(), interrupt, ..Start::default() };
        let left = self.resumed.as_ref().map(|checkpoint| &checkpoint.snapshot);
        match (&self.service, &settings.service) {
            (Some(work), Some(service)) => {
                let start = Start { frozen: work.frozen.clone(), ..start };
                let (problems, config) = (&work.problems, &service.search);
                let search = match left {
                    Some(snapshot) => ServiceFront::restore(problems, config, &start, snapshot)?,
                    None => ServiceFront::new(problems, config, seed, &start).map_err(no_line)?,
                };
                Ok(self.drive(search, budget, observer))
            }
            _ => {
                let config = settings.front.clone().unwrap_or_default();
                let search = match left {
                    Some(snapshot) => Front::restore(&self.problem, config, &start, snapshot)?,
                    None => Front::new(&self.problem, config, seed, start)?,
                };
                Ok(self.drive(search, budget, observer))
            }
        }
    }

    /// Lets a search run to the end of its budget.
    fn drive<S: FrontSearch>(
        &self,
        mut search: S,
        mut budget: Budget<'_>,
        observer: &mut dyn Observer<FrontStatus>,
    ) -> Ended {
        let (clock, cancel) = (budget.clock, budget.cancel.clone());
        let before = self.resumed.as_ref().map_or_else(RoundsDone::default, |checkpoint| checkpoint.rounds);
        let mut watch = Watch {
            job: self,
            observer,
            // A search that was ended while it started cannot be resumed.
            is_whole: !search.is_cancelled(),
            rounds: before,
            clock,
            limit: budget.seconds,
            pace: Pace::default(),
            saver: Saver::new(),
            is_stopped: false,
        };
        let mut after_round = |search: &S, progress: &Progress| watch.after_round(search, progress);
        let rounds =
            routewright_search::run_from(&mut search, &mut budget, before, self.threads, &mut after_round);
        let seconds = clock.seconds();
        let is_interrupted = (cancel.is_cancelled() || watch.is_stopped) && !budget.is_spent(rounds);
        watch.save(&search);
        Ended { found: search.found(), evaluations: search.evaluations(), rounds, seconds, is_interrupted }
    }
}

/// A search for many networks.
trait FrontSearch: Search {
    /// What it found.
    fn found(&self) -> Found;
    /// Networks so far, and the riders' and the operator's figure of both ends, the riders' end first.
    fn ends(&self) -> (usize, [(f64, f64); 2]);
}

impl FrontSearch for Front<'_> {
    fn found(&self) -> Found {
        Found::Paper(self.points())
    }

    fn ends(&self) -> (usize, [(f64, f64); 2]) {
        let Some((count, [operator, riders])) = self.extent() else { return (0, [(f64::NAN, f64::NAN); 2]) };
        (count, [riders, operator].map(|trade| (trade.passenger_minutes, trade.driven.minutes() / 2.0)))
    }
}

impl FrontSearch for ServiceFront<'_> {
    fn found(&self) -> Found {
        Found::Service(self.points())
    }

    fn ends(&self) -> (usize, [(f64, f64); 2]) {
        let points = self.points();
        let [least, most] = [&points[0], &points[points.len() - 1]];
        (points.len(), [most, least].map(|point| (point.cost, f64::from(point.vehicles))))
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
    fn after_round(&mut self, search: &impl FrontSearch, progress: &Progress) -> ControlFlow<()> {
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

    fn status(&self, search: &impl FrontSearch, progress: &Progress) -> FrontStatus {
        let seconds = self.clock.seconds();
        let (networks, [riders, operator]) = search.ends();
        FrontStatus {
            done: progress.done,
            rounds: progress.rounds,
            seconds,
            seconds_left: self.clock.seconds_left(self.limit, progress.done),
            evaluations: search.evaluations(),
            networks,
            passenger_minutes: [riders.0, operator.0],
            route_minutes: [riders.1, operator.1],
            is_service: self.job.service.is_some(),
        }
    }

    /// Saves the state.
    fn save(&mut self, search: &impl FrontSearch) {
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
