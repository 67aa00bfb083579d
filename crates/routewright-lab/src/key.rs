//! How a run is recognised.

use routewright_design::fingerprint;

use crate::{Identity, Trial};

/// The key of a run: equal for runs that find the same network, or would with a clock of the same speed. It covers
/// settings and the content of files, but not paths, labels, suites or the version of the program.
pub(crate) fn run_key(trial: &Trial, identity: &Identity) -> String {
    // Threads matter only with a time budget.
    let threads = trial.seconds().map(|_| trial.threads);
    let parts = serde_json::json!([identity.settings, identity.city_hash, identity.model_hash, threads]);
    fingerprint(parts.to_string().as_bytes())
}
