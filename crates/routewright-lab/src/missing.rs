//! Which runs of a suite a store does not hold yet.

use std::collections::BTreeSet;

use crate::key::run_key;
use crate::{Designer, Identity, LabError, Store, Trial};

/// A run that is not in the store yet.
pub(crate) struct Missing<'a> {
    pub trial: &'a Trial,
    pub identity: Identity,
    pub key: String,
}

/// What is left to do of a suite.
pub(crate) struct Work<'a> {
    pub missing: Vec<Missing<'a>>,
    /// Runs of the suite, each counted once.
    pub total: usize,
}

impl<'a> Missing<'a> {
    /// Who a trial is.
    ///
    /// # Errors
    /// Its inputs are wrong.
    pub fn identify(trial: &'a Trial, designer: &dyn Designer) -> Result<Self, LabError> {
        let fault = |why| LabError::Design { trial: trial.name(), why };
        let identity = designer.identify(trial).map_err(fault)?;
        let key = run_key(trial, &identity);
        Ok(Self { trial, identity, key })
    }
}

/// Notes which runs a suite asks for, and finds those that the store does not hold.
///
/// # Errors
/// A trial has wrong inputs, or the disk failed.
pub(crate) fn find_missing<'a>(
    suite: &str,
    trials: &'a [Trial],
    designer: &dyn Designer,
    store: &mut Store,
) -> Result<Work<'a>, LabError> {
    let trials =
        trials.iter().map(|trial| Missing::identify(trial, designer)).collect::<Result<Vec<_>, _>>()?;
    store.plan(suite, trials.iter().map(|run| (run.key.as_str(), run.trial.label.as_str())))?;
    let mut seen = store.keys()?;
    for run in trials.iter().filter(|run| seen.contains(&run.key)) {
        // The process was killed after storing it.
        let _ = std::fs::remove_dir_all(store.work_folder().join(&run.key));
    }
    // A suite may describe the same run in two ways.
    let total = trials.iter().map(|run| &run.key).collect::<BTreeSet<_>>().len();
    let missing = trials.into_iter().filter(|run| seen.insert(run.key.clone())).collect();
    Ok(Work { missing, total })
}
