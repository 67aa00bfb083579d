//! Shows the progress of an experiment.

use routewright::design::clock;
use routewright::lab::{BenchStatus, Record, Watcher};

use crate::terminal::ProgressView;

/// Watches on the terminal.
pub struct TerminalWatcher {
    pub view: ProgressView,
}

impl Watcher for TerminalWatcher {
    fn on_status(&mut self, status: &BenchStatus) {
        let done = status.done as f64 / status.total.max(1) as f64;
        self.view.show(done, || describe(status));
    }

    fn on_record(&mut self, record: &Record) {
        if !record.violations.is_empty() {
            let Record { city, label, alpha, seed, .. } = record;
            let count = record.violations.len();
            self.view.warn(&format!(
                "note: the network of {city} {label} alpha {alpha} seed {seed} breaks constraints ({count})"
            ));
        }
    }

    fn on_note(&mut self, note: &str) {
        self.view.warn(&format!("note: {note}"));
    }

    fn on_failure(&mut self, failure: &str) {
        self.view.warn(&format!("failed: {failure}"));
    }
}

/// `12/60 done, 8:10 left | mandl NEA IT=400 alpha 0.5 seed 1 (0:07), …`
fn describe(status: &BenchStatus) -> String {
    let BenchStatus { done, total, failed, running, seconds_left } = status;
    let failed = if *failed == 0 { String::new() } else { format!(", {failed} failed") };
    let left = seconds_left.map_or(String::new(), |left| format!(", {} left", clock(left)));
    let running: Vec<String> =
        running.iter().map(|run| format!("{} ({})", run.name, clock(run.seconds))).collect();
    format!("{done}/{total} done{failed}{left} | {} running: {}", running.len(), running.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright::lab::Running;

    #[test]
    fn the_status_is_a_line() {
        let running = vec![Running { name: "mandl EA IT=4 alpha 1 seed 2".into(), seconds: 7.0 }];
        let status = BenchStatus { done: 3, total: 9, failed: 1, running, seconds_left: Some(75.0) };
        assert_eq!(
            describe(&status),
            "3/9 done, 1 failed, 1:15 left | 1 running: mandl EA IT=4 alpha 1 seed 2 (0:07)"
        );
    }
}
