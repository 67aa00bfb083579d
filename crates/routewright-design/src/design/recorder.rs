//! Keeps the trace of a run without slowing it down.

use std::time::{Duration, Instant};

use routewright_eval::assess;
use routewright_eval::service::ServiceModel;
use routewright_model::{Network, Problem};
use routewright_report::{Trace, TracePoint};
use routewright_search::RouteSet;

/// Share of the time that may go into figures of networks that are soon replaced.
const SHARE: f64 = 0.02;

/// Records every better network with its figures. Where they come faster than figures can be computed, the
/// latest waits, and those before it are left out.
pub(super) struct Recorder<'run> {
    problem: &'run Problem,
    /// Where a service is planned, its minutes and vehicles are the figures.
    service: Option<&'run ServiceModel>,
    frozen: &'run Network,
    trace: Trace,
    /// A network without figures yet, and when it was found.
    waiting: Option<(RouteSet, TracePoint)>,
    spent: Duration,
}

impl<'run> Recorder<'run> {
    /// Continues a trace, or begins one.
    pub fn new(
        problem: &'run Problem,
        service: Option<&'run ServiceModel>,
        frozen: &'run Network,
        trace: Trace,
    ) -> Self {
        Self { problem, service, frozen, trace, waiting: None, spent: Duration::ZERO }
    }

    /// Takes note of a network if it is better than the last.
    pub fn improve(&mut self, best: &RouteSet, seconds: f64, evaluations: u64, cost: f64) {
        let latest = self.waiting.as_ref().map(|(_, point)| point).or(self.trace.last());
        if latest.is_some_and(|latest| latest.cost <= cost) {
            return;
        }
        let [passenger_minutes, route_minutes] = [f64::NAN; 2];
        let point = TracePoint { seconds, evaluations, cost, passenger_minutes, route_minutes };
        self.waiting = Some((best.clone(), point));
    }

    /// Computes figures if there is time for it after so many seconds of search.
    pub fn catch_up(&mut self, seconds: f64) {
        if self.trace.points().is_empty() || self.spent.as_secs_f64() <= SHARE * seconds {
            self.flush();
        }
    }

    /// Computes what is waiting, whatever it takes.
    pub fn flush(&mut self) {
        let Some((routes, point)) = self.waiting.take() else { return };
        let start = Instant::now();
        let designed = routes.to_network(&self.problem.city);
        let whole = designed.routes.into_iter().chain(self.frozen.routes.iter().cloned()).collect();
        let [passenger_minutes, route_minutes] = match self.service {
            Some(model) => [point.cost, model.vehicles(&whole) as f64],
            None => {
                let figures = assess(self.problem, &whole);
                [figures.passenger_minutes, figures.route_minutes]
            }
        };
        self.spent += start.elapsed();
        self.trace.push(TracePoint { passenger_minutes, route_minutes, ..point });
    }

    /// Notes that the last network was still the best when the run ended.
    pub fn end(&mut self, seconds: f64, evaluations: u64) {
        self.flush();
        if let Some(&last) = self.trace.last() {
            self.trace.push(TracePoint { seconds, evaluations, ..last });
        }
    }

    /// What was recorded, at the end.
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// What was recorded so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }
}
