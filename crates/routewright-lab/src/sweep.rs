//! Experiments whose runs are carried out elsewhere, by workers of a cluster.
//!
//! A [`Sweep`] alone reads and writes the store. Workers get [`SweepRun`]s, which name everything a run needs, and hand
//! back records. A record that comes twice is stored once.

use std::path::{Path, PathBuf};

use routewright_design::Cancel;
use routewright_io::TextFile;

use crate::attempt::{Attempt, attempt};
use crate::missing::{Missing, find_missing};
use crate::store::StoreLock;
use crate::{CityFolders, LabError, LibraryDesigner, Record, Selection, Store, Suite, Trial};

/// An experiment that holds its store.
pub struct Sweep {
    store: Store,
    _lock: StoreLock,
    runs: Vec<SweepRun>,
    total: usize,
}

/// A run for a worker. It is found again by its place in the suite, and checked by its key: a worker whose files differ
/// refuses it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SweepRun {
    /// Identifies the run.
    pub key: String,
    /// For people.
    pub name: String,
    /// Threads it uses.
    pub threads: usize,
    suite: SuiteText,
    selection: Selection,
    place: usize,
}

/// A suite as its file has it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct SuiteText {
    name: String,
    path: PathBuf,
    text: String,
}

/// How a run on a worker ended.
#[derive(Debug)]
pub enum SweepEnd {
    /// It spent its budget.
    Found(Box<Record>),
    /// It was cancelled; its folder can be resumed.
    Stopped,
    /// It failed.
    Failed(String),
}

impl Sweep {
    /// Opens an experiment: a shipped suite by its name or a file, and a store, which is created if necessary.
    ///
    /// # Errors
    /// The suite or its inputs are wrong, another process is using the store, or the disk failed.
    pub fn open(suite: &str, selection: &Selection, store: &Path) -> Result<Self, LabError> {
        let text = SuiteText::find(suite)?;
        let parsed = text.parse()?;
        let trials = parsed.trials(selection);
        let mut store = Store::create(store)?;
        let lock = StoreLock::take(&store)?;
        let designer = LibraryDesigner::new(CityFolders::new(store.city_folder()), Cancel::new());
        let name = if selection.scaled { format!("{} --scaled", parsed.name) } else { parsed.name };
        let work = find_missing(&name, &trials, &designer, &mut store)?;
        let run = |missing: &Missing<'_>| SweepRun {
            key: missing.key.clone(),
            name: missing.trial.name(),
            threads: missing.trial.threads,
            suite: text.clone(),
            selection: selection.clone(),
            place: trials.iter().position(|trial| trial == missing.trial).expect("a trial of the suite"),
        };
        Ok(Self { runs: work.missing.iter().map(run).collect(), total: work.total, store, _lock: lock })
    }

    /// Runs that the store did not hold when it was opened.
    pub fn missing(&self) -> &[SweepRun] {
        &self.runs
    }

    /// Runs of the suite.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Stores a record; whether it was new.
    ///
    /// # Errors
    /// The disk failed.
    pub fn add(&self, record: &Record) -> Result<bool, LabError> {
        if self.store.keys()?.contains(&record.key) {
            return Ok(false);
        }
        self.store.add(record)?;
        Ok(true)
    }
}

impl SweepRun {
    /// Carries the run out, or resumes it from what an earlier attempt left in its folder below `work`.
    ///
    /// # Errors
    /// The suite cannot be read, or the inputs on this machine are not those of the sweep.
    pub fn carry_out(&self, work: &Path, cancel: &Cancel) -> Result<SweepEnd, LabError> {
        let trials = self.suite.parse()?.trials(&self.selection);
        let trial: &Trial = trials.get(self.place).ok_or_else(|| self.differs())?;
        let designer = LibraryDesigner::new(CityFolders::new(work.join("cities")), cancel.clone());
        let run = Missing::identify(trial, &designer)?;
        if run.key != self.key {
            return Err(self.differs());
        }
        Ok(match attempt(&designer, &run, work, &|_| ()) {
            Attempt::Found(record) => {
                let _ = std::fs::remove_dir_all(work.join(&self.key));
                SweepEnd::Found(record)
            }
            Attempt::Stopped => SweepEnd::Stopped,
            Attempt::Failed(why) => SweepEnd::Failed(why),
        })
    }

    fn differs(&self) -> LabError {
        let why = "the files on this machine are not those that the sweep was started with".to_owned();
        LabError::Design { trial: self.name.clone(), why }
    }
}

impl SuiteText {
    fn find(name_or_path: &str) -> Result<Self, LabError> {
        let path = Path::new(name_or_path);
        if path.is_file() {
            let name = path.file_stem().map_or_else(|| "suite".into(), |stem| stem.to_string_lossy().into());
            let text = TextFile::read(path)?.text;
            let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
            return Ok(Self { name, path, text });
        }
        let found = crate::SHIPPED.iter().find(|suite| suite.name == name_or_path);
        let found = found.ok_or_else(|| LabError::UnknownSuite { name: name_or_path.into() })?;
        Ok(Self {
            name: found.name.into(),
            path: format!("{}.toml", found.name).into(),
            text: found.text.into(),
        })
    }

    fn parse(&self) -> Result<Suite, LabError> {
        Suite::parse(self.name.clone(), &TextFile::new(self.path.clone(), self.text.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_is_stored_once_and_resumed_where_it_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let suite = folder.path().join("mine.toml");
        let text = "about = 'x'\ncities = ['mandl']\nalphas = [1]\nseeds = [1, 2]\n[[methods]]\nmethod = 'rc'\nsamples = 4\n";
        std::fs::write(&suite, text).unwrap();
        let store = folder.path().join("runs.sqlite");
        let open = || Sweep::open(&suite.to_string_lossy(), &Selection::default(), &store);
        let sweep = open().unwrap();
        assert_eq!((sweep.total(), sweep.missing().len()), (2, 2));
        assert!(matches!(open(), Err(LabError::Busy(_))), "one sweep per store");
        let sent = serde_json::to_string(&sweep.missing()[0]).unwrap();
        let run: SweepRun = serde_json::from_str(&sent).unwrap();
        let SweepEnd::Found(record) = run.carry_out(&folder.path().join("work"), &Cancel::new()).unwrap()
        else {
            panic!("the run did not end");
        };
        let record: Record = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
        assert_eq!((sweep.add(&record).unwrap(), sweep.add(&record).unwrap()), (true, false));
        drop(sweep);
        let rest = open().unwrap();
        assert_eq!(rest.missing().iter().map(|run| run.key.clone()).collect::<Vec<_>>().len(), 1);
        assert_ne!(rest.missing()[0].key, record.key);
        let other = SweepRun { key: "another".into(), ..rest.missing()[0].clone() };
        let refused = other.carry_out(&folder.path().join("work"), &Cancel::new()).unwrap_err();
        assert!(refused.to_string().contains("not those that the sweep was started with"), "{refused}");
    }
}
