//! The machine that runs experiments.

use routewright_design::cores;

/// Processor, cores and system in one line.
pub(crate) fn machine() -> String {
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    match processor() {
        Some(processor) => format!("{processor}, {} cores, {system}", cores()),
        None => format!("{} cores, {system}", cores()),
    }
}

/// The name that Linux gives it.
fn processor() -> Option<String> {
    let facts = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = facts.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
