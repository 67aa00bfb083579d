//! How a run is known again.

use crate::{Identity, Trial};

/// The same for runs that find the same network, and for those that would but for the clock. Paths, labels,
/// suites and the version of the program do not count: what is in the files does.
pub(crate) fn run_key(trial: &Trial, identity: &Identity) -> String {
    // Threads change what a time budget buys, and nothing else.
    let threads = trial.seconds.map(|_| trial.threads);
    let parts = serde_json::json!([identity.settings, identity.city_hash, identity.model_hash, threads]);
    let bytes = parts.to_string().into_bytes();
    // Two passes of FNV-1a from different bases: 128 bits, so that no two runs of a life's work meet.
    let fold = |basis: u64| {
        bytes.iter().fold(basis, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(5)
        })
    };
    format!("{:016x}{:016x}", fold(0xcbf2_9ce4_8422_2325), fold(0x6c62_272e_07bb_0142))
}
