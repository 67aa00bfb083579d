//! Runs missing trials in parallel.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use routewright_design::cores;

use crate::attempt::{Attempt, attempt};
use crate::missing::{Missing, Work, find_missing};
use crate::store::StoreLock;
use crate::{Designer, LabError, Record, Store, Trial};

/// How often watchers get a status.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// What to run, and how much in parallel.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    /// Name of the suite.
    pub suite: &'a str,
    /// All its trials.
    pub trials: &'a [Trial],
    /// Most runs in parallel; one per core by default. Runs never share a core, so that a time budget means the
    /// same for all.
    pub jobs: Option<usize>,
}

/// Progress of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchStatus {
    /// Runs in the store.
    pub done: usize,
    /// Runs of the suite.
    pub total: usize,
    /// Runs that failed.
    pub failed: usize,
    /// Runs in progress.
    pub running: Vec<Running>,
    /// Estimated seconds left.
    pub seconds_left: Option<f64>,
}

/// A run in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// [`Trial::name`].
    pub name: String,
    /// Seconds so far.
    pub seconds: f64,
}

/// The outcome of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Runs of the suite.
    pub total: usize,
    /// Runs that were in the store before.
    pub before: usize,
    /// Runs finished now.
    pub ran: usize,
    /// One line per failed run.
    pub failures: Vec<String>,
    /// Whether it was interrupted.
    pub is_stopped: bool,
}

/// Watches an experiment.
pub trait Watcher {
    /// Progress, a few times per second.
    fn on_status(&mut self, _status: &BenchStatus) {}
    /// A run was stored.
    fn on_record(&mut self, _record: &Record) {}
    /// A note about a run.
    fn on_note(&mut self, _note: &str) {}
    /// A run failed.
    fn on_failure(&mut self, _failure: &str) {}
}

impl Watcher for () {}

/// Runs every trial that the store does not hold. Unfinished runs of an earlier attempt resume; each run is stored
/// as soon as it is finished.
///
/// # Errors
/// A trial has wrong inputs (nothing is run then), another process is using the store, or the disk failed.
pub fn run_missing(
    schedule: &Schedule<'_>,
    designer: &dyn Designer,
    store: &mut Store,
    watcher: &mut dyn Watcher,
) -> Result<Summary, LabError> {
    let _lock = StoreLock::take(store)?;
    let Work { missing, total } = find_missing(schedule.suite, schedule.trials, designer, store)?;
    let summary = Summary { total, before: total - missing.len(), ..Summary::default() };
    Dispatch { missing: &missing, designer, store, watcher, summary, work: &store.work_folder() }
        .run(schedule.jobs)
}

struct Dispatch<'a> {
    missing: &'a [Missing<'a>],
    designer: &'a dyn Designer,
    store: &'a Store,
    watcher: &'a mut dyn Watcher,
    summary: Summary,
    work: &'a Path,
}

impl Dispatch<'_> {
    fn run(mut self, jobs: Option<usize>) -> Result<Summary, LabError> {
        let cores = cores();
        let jobs = jobs.unwrap_or(cores).max(1);
        let mut times = Times::new(self.store.mean_seconds()?);
        let mut waiting: VecDeque<usize> = (0..self.missing.len()).collect();
        let mut running: BTreeMap<usize, Instant> = BTreeMap::new();
        let mut fault = None;
        let (sender, news) = mpsc::channel();
        std::thread::scope(|scope| {
            loop {
                let stopped = fault.is_some() || self.designer.is_stopped();
                while let Some(&next) = waiting.front().filter(|_| !stopped && running.len() < jobs) {
                    let threads = |at: usize| self.missing[at].trial.threads.clamp(1, cores);
                    if running.keys().map(|&at| threads(at)).sum::<usize>() + threads(next) > cores {
                        break;
                    }
                    waiting.pop_front();
                    running.insert(next, Instant::now());
                    let (sender, run, designer, work) =
                        (sender.clone(), &self.missing[next], self.designer, self.work);
                    // Sending fails only after the end of the experiment.
                    scope.spawn(move || {
                        let note = |text| drop(sender.send((next, News::Note(text))));
                        let ended = attempt(designer, run, work, &note);
                        drop(sender.send((next, News::Ended(ended))));
                    });
                }
                if running.is_empty() {
                    break;
                }
                match news.recv_timeout(BETWEEN_LOOKS) {
                    Ok((at, News::Note(text))) => {
                        self.watcher.on_note(&format!("{}: {text}", self.missing[at].trial.name()));
                    }
                    Ok((at, News::Ended(result))) => {
                        running.remove(&at);
                        if let Err(error) = self.take(at, result, &mut times) {
                            fault.get_or_insert(error);
                            self.designer.stop();
                        }
                    }
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                }
                let status = self.status(&running, &waiting, &times, jobs.min(cores));
                self.watcher.on_status(&status);
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        self.summary.is_stopped =
            self.designer.is_stopped() && !waiting.is_empty() || self.summary.is_stopped;
        // Removes the folder unless it contains unfinished runs.
        let _ = std::fs::remove_dir(self.work);
        Ok(self.summary)
    }

    /// Stores what a run found.
    fn take(&mut self, at: usize, result: Attempt, times: &mut Times) -> Result<(), LabError> {
        match result {
            Attempt::Found(record) => {
                self.store.add(&record)?;
                let _ = std::fs::remove_dir_all(self.work.join(&record.key));
                times.add(&record.city, &record.label, record.seconds);
                self.summary.ran += 1;
                self.watcher.on_record(&record);
            }
            Attempt::Stopped => self.summary.is_stopped = true,
            Attempt::Failed(why) => {
                let failure = format!("{}: {why}", self.missing[at].trial.name());
                self.watcher.on_failure(&failure);
                self.summary.failures.push(failure);
            }
        }
        Ok(())
    }

    fn status(
        &self,
        running: &BTreeMap<usize, Instant>,
        waiting: &VecDeque<usize>,
        times: &Times,
        jobs: usize,
    ) -> BenchStatus {
        let now = |&at: &usize, since: &Instant| Running {
            name: self.missing[at].trial.name(),
            seconds: since.elapsed().as_secs_f64(),
        };
        let expect = |at: usize| times.expect(self.missing[at].trial);
        let under_way = running
            .iter()
            .map(|(&at, since)| expect(at).map(|all| (all - since.elapsed().as_secs_f64()).max(0.0)));
        let to_come = waiting.iter().map(|&at| expect(at));
        let left: Option<f64> = under_way.chain(to_come).sum();
        let side_by_side = jobs.min(running.len() + waiting.len()).max(1);
        BenchStatus {
            done: self.summary.before + self.summary.ran,
            total: self.summary.total,
            failed: self.summary.failures.len(),
            running: running.iter().map(|(at, since)| now(at, since)).collect(),
            seconds_left: left.map(|left| left / side_by_side as f64),
        }
    }
}

/// News of a run.
enum News {
    Note(String),
    Ended(Attempt),
}

/// How long runs take, estimated from finished ones.
struct Times(BTreeMap<(String, String), (f64, u32)>);

impl Times {
    fn new(known: Vec<(String, String, f64)>) -> Self {
        Self(known.into_iter().map(|(city, label, mean)| ((city, label), (mean, 1))).collect())
    }

    fn add(&mut self, city: &str, label: &str, seconds: f64) {
        let entry = self.0.entry((city.into(), label.into())).or_default();
        *entry = (entry.0 + seconds, entry.1 + 1);
    }

    /// The budget; else the mean of runs of the same city and label, of the label in all cities, or of all runs.
    fn expect(&self, trial: &Trial) -> Option<f64> {
        let mean = |fits: &dyn Fn(&str, &str) -> bool| {
            let like = self.0.iter().filter(|((city, label), _)| fits(city, label));
            let (sum, count) = like.fold((0.0, 0), |all, (_, one)| (all.0 + one.0, all.1 + one.1));
            (count > 0).then(|| sum / f64::from(count))
        };
        let (own_city, own_label) = (trial.city_name.as_str(), trial.label.as_str());
        trial
            .seconds()
            .or_else(|| mean(&|city, label| city == own_city && label == own_label))
            .or_else(|| mean(&|_, label| label == own_label))
            .or_else(|| mean(&|_, _| true))
    }
}
