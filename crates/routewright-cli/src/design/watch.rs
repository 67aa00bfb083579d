//! Watches a run: trace, progress, checkpoints.

use std::time::{Duration, Instant};

use routewright::search::{Observer, Plan, Progress, Search};

use super::budget::{Budget, Clock};
use super::keeper::Keeper;
use super::recorder::Recorder;
use super::standing::{Standing, describe};
use crate::view::View;

/// How often progress is shown at most.
const BETWEEN_SHOWS: Duration = Duration::from_millis(100);

/// Everything that watches a run.
pub struct Watch<'run> {
    pub recorder: Recorder<'run>,
    pub keeper: Option<Keeper<'run>>,
    pub view: View,
    clock: Clock,
    /// Seconds the run may take, if limited.
    limit: Option<f64>,
    first_evaluations: u64,
    last_show: Option<Instant>,
}

impl<'run> Watch<'run> {
    /// Begins to watch a search that is about to run.
    pub fn new(
        budget: &Budget,
        search: &dyn Search,
        recorder: Recorder<'run>,
        keeper: Option<Keeper<'run>>,
        view: View,
    ) -> Self {
        let mut watch = Self {
            recorder,
            keeper,
            view,
            clock: budget.clock,
            limit: budget.seconds,
            first_evaluations: search.evaluations(),
            last_show: None,
        };
        watch.note(search.best(), search.evaluations(), search.best_cost());
        watch.recorder.catch_up(watch.clock.seconds());
        watch
    }

    /// Saves where the run stands, whenever that was done last.
    pub fn save(&mut self, search: &dyn Search, rounds: u64) {
        if let Some(keeper) = &mut self.keeper {
            self.recorder.flush();
            keeper.save(search, rounds, self.clock.seconds(), self.recorder.trace(), &self.view);
        }
    }

    fn note(&mut self, best: &Plan, evaluations: u64, cost: f64) {
        self.recorder.improve(best, self.clock.seconds(), evaluations, cost);
    }

    fn show(&mut self, progress: &Progress) {
        let (seconds, here) = (self.clock.seconds(), self.clock.seconds_here());
        let best = self.recorder.trace().last();
        let [passenger, routes] =
            best.map_or([f64::NAN; 2], |best| [best.passenger_minutes, best.route_minutes]);
        let by_rounds = (progress.done > 0.0).then(|| seconds * (1.0 / progress.done - 1.0));
        let standing = Standing {
            seconds,
            seconds_left: self.limit.map(|limit| (limit - seconds).max(0.0)).or(by_rounds),
            best: [progress.best_cost, passenger, routes],
            rate: (progress.evaluations - self.first_evaluations) as f64 / here.max(1e-9),
        };
        self.view.show(progress.done, || describe(&standing));
    }
}

impl Observer for Watch<'_> {
    fn on_improvement(&mut self, best: &Plan, progress: &Progress) {
        self.note(best, progress.evaluations, progress.best_cost);
    }

    fn on_round(&mut self, search: &dyn Search, progress: &Progress) {
        self.recorder.catch_up(self.clock.seconds_here());
        if self.last_show.is_none_or(|last| last.elapsed() >= BETWEEN_SHOWS) {
            self.last_show = Some(Instant::now());
            self.show(progress);
        }
        if self.keeper.as_ref().is_some_and(Keeper::is_due) {
            self.save(search, progress.rounds);
        }
    }
}
