//! Runs what is missing, side by side.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::key::run_key;
use crate::machine::cores;
use crate::store::StoreLock;
use crate::{Designer, Ended, Identity, LabError, Record, Store, Trial};

/// How often watchers are told.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// What to run, and how much at once.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    /// Name of the suite.
    pub suite: &'a str,
    /// Every run it asks for.
    pub trials: &'a [Trial],
    /// Runs side by side at most; as many as there are cores where nothing is said. However many: runs never
    /// share a core, so that a time budget buys the time it says.
    pub jobs: Option<usize>,
}

/// How an experiment stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Runs that are in the store.
    pub done: usize,
    /// Runs that the suite asks for.
    pub total: usize,
    /// Runs that failed.
    pub failed: usize,
    /// Runs under way.
    pub running: Vec<Running>,
    /// Seconds to come, as far as one can say.
    pub seconds_left: Option<f64>,
}

/// A run under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// [`Trial::name`].
    pub name: String,
    /// Seconds so far.
    pub seconds: f64,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Runs that the suite asks for.
    pub total: usize,
    /// Those that were in the store before.
    pub before: usize,
    /// Those that were run now.
    pub ran: usize,
    /// What went wrong, a line for each run that failed.
    pub failures: Vec<String>,
    /// Whether it was ended early.
    pub is_stopped: bool,
}

/// Watches an experiment.
pub trait Watcher {
    /// How it stands, a few times a second.
    fn on_standing(&mut self, _standing: &Standing) {}
    /// A run is in the store.
    fn on_record(&mut self, _record: &Record) {}
    /// Something to know of a run.
    fn on_note(&mut self, _note: &str) {}
    /// A run failed.
    fn on_failure(&mut self, _failure: &str) {}
}

impl Watcher for () {}

/// A run that is not in the store yet.
struct Missing<'a> {
    trial: &'a Trial,
    identity: Identity,
    key: String,
}

/// Runs every trial that the store does not hold. A run that an earlier attempt left unfinished goes on where
/// it was; each is stored as soon as it is finished.
///
/// # Errors
/// A trial cannot be done because of its inputs (nothing is run then), another process is at work for the
/// store, or the disk refuses.
pub fn run_missing(
    schedule: &Schedule<'_>,
    designer: &dyn Designer,
    store: &mut Store,
    watcher: &mut dyn Watcher,
) -> Result<Summary, LabError> {
    let _lock = StoreLock::take(store)?;
    let mut trials = Vec::new();
    for trial in schedule.trials {
        let fault = |why| LabError::Design { trial: trial.name(), why };
        let identity = designer.identify(trial).map_err(fault)?;
        let key = run_key(trial, &identity);
        trials.push(Missing { trial, identity, key });
    }
    store.plan(schedule.suite, trials.iter().map(|run| (run.key.as_str(), run.trial.label.as_str())))?;
    // A suite may say the same thing in two ways.
    let mut seen = store.keys()?;
    let asked = trials.iter().map(|run| run.key.clone()).collect::<std::collections::BTreeSet<_>>();
    for run in &trials {
        if seen.contains(&run.key) {
            // Stored in the moment before the process was killed.
            let _ = std::fs::remove_dir_all(store.work_folder().join(&run.key));
        }
    }
    let missing: Vec<Missing<'_>> = trials.into_iter().filter(|run| seen.insert(run.key.clone())).collect();
    let summary = Summary { total: asked.len(), before: asked.len() - missing.len(), ..Summary::default() };
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
                    // Nobody listens any more only when everything is over.
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
                let standing = self.standing(&running, &waiting, &times, jobs.min(cores));
                self.watcher.on_standing(&standing);
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        self.summary.is_stopped =
            self.designer.is_stopped() && !waiting.is_empty() || self.summary.is_stopped;
        // Gone when nothing unfinished is left in it.
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

    fn standing(
        &self,
        running: &BTreeMap<usize, Instant>,
        waiting: &VecDeque<usize>,
        times: &Times,
        jobs: usize,
    ) -> Standing {
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
        Standing {
            done: self.summary.before + self.summary.ran,
            total: self.summary.total,
            failed: self.summary.failures.len(),
            running: running.iter().map(|(at, since)| now(at, since)).collect(),
            seconds_left: left.map(|left| left / side_by_side as f64),
        }
    }
}

/// What a run has to tell.
enum News {
    Note(String),
    Ended(Attempt),
}

enum Attempt {
    Found(Box<Record>),
    Stopped,
    Failed(String),
}

/// Designs and scores; a panic is a failure like any other.
fn attempt(designer: &dyn Designer, run: &Missing<'_>, work: &Path, note: &dyn Fn(String)) -> Attempt {
    let folder = work.join(&run.key);
    let done = catch_unwind(AssertUnwindSafe(|| match designer.design(run.trial, &folder, note)? {
        Ended::Stopped => Ok(None),
        Ended::Finished(found) => Record::new(run.key.clone(), run.trial, &run.identity, &found)
            .map(|record| Some(Box::new(record)))
            .map_err(|error| error.to_string()),
    }));
    match done {
        Ok(Ok(Some(record))) => Attempt::Found(record),
        Ok(Ok(None)) => Attempt::Stopped,
        Ok(Err(why)) => Attempt::Failed(why),
        Err(_) => Attempt::Failed("the search ended in a panic: this is a fault of the program".into()),
    }
}

/// How long runs take, learned on the way.
struct Times(BTreeMap<(String, String), (f64, u32)>);

impl Times {
    fn new(known: Vec<(String, String, f64)>) -> Self {
        Self(known.into_iter().map(|(city, label, mean)| ((city, label), (mean, 1))).collect())
    }

    fn add(&mut self, city: &str, label: &str, seconds: f64) {
        let entry = self.0.entry((city.into(), label.into())).or_default();
        *entry = (entry.0 + seconds, entry.1 + 1);
    }

    /// Its budget; what its like took; what its method took elsewhere; what anything took.
    fn expect(&self, trial: &Trial) -> Option<f64> {
        let mean = |fits: &dyn Fn(&str, &str) -> bool| {
            let like = self.0.iter().filter(|((city, label), _)| fits(city, label));
            let (sum, count) = like.fold((0.0, 0), |all, (_, one)| (all.0 + one.0, all.1 + one.1));
            (count > 0).then(|| sum / f64::from(count))
        };
        let (own_city, own_label) = (trial.city_name.as_str(), trial.label.as_str());
        trial
            .seconds
            .or_else(|| mean(&|city, label| city == own_city && label == own_label))
            .or_else(|| mean(&|_, label| label == own_label))
            .or_else(|| mean(&|_, _| true))
    }
}
