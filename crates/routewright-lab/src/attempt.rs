//! One attempt at a trial.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::missing::Missing;
use crate::{Designer, Ended, Record};

/// How an attempt ended.
pub(crate) enum Attempt {
    Found(Box<Record>),
    Stopped,
    Failed(String),
}

/// Runs a trial; a panic is a failure like any other.
pub(crate) fn attempt(
    designer: &dyn Designer,
    run: &Missing<'_>,
    work: &Path,
    note: &dyn Fn(String),
) -> Attempt {
    let folder = work.join(&run.key);
    let done = catch_unwind(AssertUnwindSafe(|| match designer.design(run.trial, &folder, note)? {
        Ended::Stopped => Ok(None),
        Ended::Finished(found) => {
            Ok(Some(Box::new(Record::new(run.key.clone(), run.trial, &run.identity, &found))))
        }
    }));
    match done {
        Ok(Ok(Some(record))) => Attempt::Found(record),
        Ok(Ok(None)) => Attempt::Stopped,
        Ok(Err(why)) => Attempt::Failed(why),
        Err(_) => Attempt::Failed("the search panicked: this is a bug in routewright".into()),
    }
}
