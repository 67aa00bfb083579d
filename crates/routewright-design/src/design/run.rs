//! Runs a design job: search, progress, checkpoints.

use std::ops::ControlFlow;

use routewright_io::WriteError;
use routewright_report::{MoveRow, Trace};
use routewright_search::moves::MoveCount;
use routewright_search::{NetworkSearch, Progress, RoundsDone};

use super::checkpoint::{Checkpoint, STATE};
use super::files::{NETWORK, TRACE};
use super::job::DesignJob;
use super::plan::{Found, Plan};
use super::recorder::Recorder;
use super::searches::{self, Opening, Ready};
use super::status::{DesignStatus, Stage};
use crate::saver::{Pace, Saver};
use crate::stop::{Budget, Clock};
use crate::{Cancel, Observer, Result, RunFolder, VERSION};

impl DesignJob {
    /// Searches, from the beginning or from where an interrupted run was left, and scores what was found apart
    /// from the search. Where the job has a folder, the state of the search is saved there; call
    /// [`Plan::save`] to write the results.
    ///
    /// # Errors
    /// No legal network exists, or the saved state does not fit.
    pub fn run(mut self, cancel: &Cancel, observer: &mut dyn Observer<DesignStatus>) -> Result<Plan> {
        let mut rules = std::mem::take(&mut self.brought.rules);
        let found = search(&self, &mut rules, cancel, observer)?;
        Plan::new(self, found)
    }
}

fn search(
    job: &DesignJob,
    rules: &mut [Box<dyn routewright_search::StopRule + Send>],
    cancel: &Cancel,
    observer: &mut dyn Observer<DesignStatus>,
) -> Result<Found> {
    let (before, used, trace) = match &job.resumed {
        Some((checkpoint, trace)) => (checkpoint.rounds, checkpoint.seconds_used, trace.clone()),
        None => (RoundsDone::default(), 0.0, Trace::default()),
    };
    let settings = &job.settings;
    let clock = Clock::start(used + job.reading_seconds);
    let mut budget = Budget {
        seconds: settings.seconds,
        iterations: settings.iterations,
        no_improvement: settings.no_improvement,
        rules,
        clock,
        cancel: cancel.clone(),
    };
    let interrupt = budget.interrupt();
    let Ready { mut search, rounds, is_whole } = match &job.resumed {
        Some((checkpoint, _)) => searches::restore(job, interrupt, &checkpoint.snapshot)?,
        None => searches::begin(job, interrupt, &mut WatchedOpening::new(&budget, observer))?,
    };
    // A search that was ended while it started cannot be resumed.
    let is_whole = is_whole && !search.is_cancelled();
    budget.iterations = budget.iterations.into_iter().chain(rounds).min();
    let model = job.service.as_ref().map(|service| &service.model);
    let mut recorder = Recorder::new(&job.problem, model, &job.frozen, trace);
    recorder.improve(search.best(), clock.seconds(), search.evaluations(), search.best_cost());
    recorder.catch_up(clock.seconds());
    let mut watch = Watch {
        job,
        recorder,
        folder: job.folder.as_ref().filter(|_| is_whole),
        observer,
        rounds: before,
        clock,
        limit: budget.seconds,
        first_evaluations: search.evaluations(),
        pace: Pace::default(),
        saver: Saver::new(),
        shown: f64::INFINITY,
        is_stopped: false,
    };
    let mut after_round =
        |search: &(dyn NetworkSearch + '_), progress: &Progress| watch.after_round(search, progress);
    let rounds =
        routewright_search::run_from(&mut *search, &mut budget, before, job.threads, &mut after_round);
    let seconds = clock.seconds();
    let is_spent = is_whole && budget.is_spent(rounds);
    // Ended by a rule of its own or because nothing improved: that is an end, too.
    let is_interrupted = (cancel.is_cancelled() || watch.is_stopped) && !is_spent;
    watch.recorder.end(seconds, search.evaluations());
    watch.save(&*search);
    Ok(Found {
        routes: search.best().clone(),
        cost: search.best_cost(),
        evaluations: search.evaluations(),
        moves: search.move_counts().iter().map(move_row).collect(),
        rounds,
        seconds,
        is_interrupted,
        trace: watch.recorder.into_trace(),
    })
}

/// The construction of the networks that an evolution starts from, watched and limited by the budget.
struct WatchedOpening<'a, 'run> {
    budget: &'a Budget<'run>,
    observer: &'a mut dyn Observer<DesignStatus>,
    pace: Pace,
    /// Whether the observer ended the run.
    is_stopped: bool,
}

impl<'a, 'run> WatchedOpening<'a, 'run> {
    fn new(budget: &'a Budget<'run>, observer: &'a mut dyn Observer<DesignStatus>) -> Self {
        Self { budget, observer, pace: Pace::default(), is_stopped: false }
    }
}

impl Opening for WatchedOpening<'_, '_> {
    fn built(&mut self, built: u64, of: u32, cost: f64) {
        if !self.pace.is_due() {
            return;
        }
        let seconds = self.budget.clock.seconds();
        let status = DesignStatus {
            stage: Stage::Opening { built, of },
            done: built as f64 / f64::from(of.max(1)),
            rounds: 0,
            seconds,
            seconds_left: None,
            cost,
            passenger_minutes: f64::NAN,
            route_minutes: f64::NAN,
            evaluations: built,
            rate: built as f64 / seconds.max(1e-9),
        };
        self.is_stopped |= self.observer.on_progress(&status).is_break();
    }

    fn may_continue(&self) -> bool {
        !self.is_stopped && !self.budget.is_over()
    }

    fn guard(&self) -> Box<dyn Fn() -> bool + Sync + '_> {
        let (clock, seconds, cancel) = (self.budget.clock, self.budget.seconds, self.budget.cancel.clone());
        let is_stopped = self.is_stopped;
        Box::new(move || {
            !is_stopped && !cancel.is_cancelled() && seconds.is_none_or(|limit| clock.seconds() < limit)
        })
    }
}

/// Watches a search: trace, progress, checkpoints.
struct Watch<'run> {
    job: &'run DesignJob,
    recorder: Recorder<'run>,
    /// Where the state is saved, if it can be resumed.
    folder: Option<&'run RunFolder>,
    observer: &'run mut dyn Observer<DesignStatus>,
    /// Rounds done so far.
    rounds: RoundsDone,
    clock: Clock,
    /// Seconds the run may take, if limited.
    limit: Option<f64>,
    first_evaluations: u64,
    pace: Pace,
    saver: Saver,
    /// Cost of the best network that the observer knows.
    shown: f64,
    /// Whether the observer ended the run.
    is_stopped: bool,
}

impl Watch<'_> {
    fn after_round(&mut self, search: &(dyn NetworkSearch + '_), progress: &Progress) -> ControlFlow<()> {
        self.rounds =
            RoundsDone { in_all: progress.rounds, without_improvement: progress.rounds_without_improvement };
        let cost = search.best_cost();
        self.recorder.improve(search.best(), self.clock.seconds(), search.evaluations(), cost);
        self.recorder.catch_up(self.clock.seconds_here());
        if self.saver.is_due() {
            self.save(search);
        }
        if !self.pace.is_due() {
            return ControlFlow::Continue(());
        }
        if cost < self.shown {
            self.shown = cost;
            self.observer.on_best(&|| self.job.network_of(search.best()));
        }
        let flow = self.observer.on_progress(&self.status(progress));
        self.is_stopped = flow.is_break();
        flow
    }

    fn status(&self, progress: &Progress) -> DesignStatus {
        let (seconds, here) = (self.clock.seconds(), self.clock.seconds_here());
        let best = self.recorder.trace().last();
        let [passenger_minutes, route_minutes] =
            best.map_or([f64::NAN; 2], |best| [best.passenger_minutes, best.route_minutes]);
        DesignStatus {
            stage: if self.job.service.is_some() { Stage::Service } else { Stage::Search },
            done: progress.done,
            rounds: progress.rounds,
            seconds,
            seconds_left: self.clock.seconds_left(self.limit, progress.done),
            cost: progress.best_cost,
            passenger_minutes,
            route_minutes,
            evaluations: progress.evaluations,
            rate: (progress.evaluations - self.first_evaluations) as f64 / here.max(1e-9),
        }
    }

    /// Saves the state, if the run can be resumed from it.
    fn save(&mut self, search: &(dyn NetworkSearch + '_)) {
        let Some(folder) = self.folder else { return };
        self.recorder.flush();
        let (job, trace, seconds) = (self.job, self.recorder.trace(), self.clock.seconds());
        let rounds = self.rounds;
        let warning = self.saver.save(|| save(job, folder, search, trace, rounds, seconds));
        if let Some(warning) = warning {
            self.observer.on_note(&warning);
        }
    }
}

fn move_row(count: &MoveCount) -> MoveRow {
    let MoveCount { name, tried, legal, scored, accepted, improving } = count.clone();
    MoveRow { name, tried, legal, scored, accepted, improving }
}

fn save(
    job: &DesignJob,
    folder: &RunFolder,
    search: &(dyn NetworkSearch + '_),
    trace: &Trace,
    rounds: RoundsDone,
    seconds_used: f64,
) -> Result<(), WriteError> {
    let DesignJob { command, settings, fingerprints, .. } = job;
    let network = job.network_of(search.best());
    folder.write(NETWORK, &job.network_json(&network))?;
    folder.write(TRACE, &trace.to_csv())?;
    let checkpoint = Checkpoint {
        version: VERSION.to_owned(),
        command: command.clone(),
        settings: settings.clone(),
        parts: job.plugged_in(),
        inputs: fingerprints.clone(),
        rounds,
        seconds_used,
        snapshot: search.snapshot(),
    };
    let text = serde_json::to_string(&checkpoint).expect("a checkpoint is plain data");
    folder.write(STATE, &text)
}
