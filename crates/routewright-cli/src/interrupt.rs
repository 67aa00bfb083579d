//! Ctrl-c and requests to terminate.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use routewright::design::Cancel;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit;

/// Listens to ctrl-c and to requests to terminate. The first ends the run and keeps the best so far; the second ends
/// the program at once. Signals that were ignored when the program started stay ignored, as `nohup` wants it.
///
/// # Errors
/// The system does not allow it.
pub fn listen() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let flag: Arc<AtomicBool> = cancel.flag();
    for signal in signals().into_iter().filter(|&signal| !is_ignored(signal)) {
        // In this order: the second signal finds the flag set by the first.
        flag::register_conditional_shutdown(signal, exit::INTERRUPTED.into(), flag.clone())
            .and_then(|_| flag::register(signal, flag.clone()))
            .context("cannot listen to ctrl-c")?;
    }
    Ok(cancel)
}

#[cfg(unix)]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM, signal_hook::consts::SIGHUP]
}

#[cfg(not(unix))]
fn signals() -> Vec<i32> {
    vec![SIGINT, SIGTERM]
}

/// Whether a signal is ignored, where the system says so without further ado.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
