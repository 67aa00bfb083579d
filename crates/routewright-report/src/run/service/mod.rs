//! The report of a service plan: what riders and the operator live with comes first.

mod access;
mod assumptions;
mod cards;
mod header;
mod lines;
mod loads;
mod minutes;
mod page;
mod shapes;
mod zones;

use routewright_eval::service::ServiceAssessment;

pub(crate) use assumptions::assumptions;
pub(super) use page::service_report_html;

/// The service that a run proposes, and the one it is compared with. Their networks are those of the report.
#[derive(Clone, Copy, Debug)]
pub struct ServicePart<'run> {
    /// What riders and the operator live with.
    pub assessment: &'run ServiceAssessment,
    /// The same for the network that the search started from, where it says how often its routes run.
    pub start: Option<&'run ServiceAssessment>,
    /// Vehicles that were allowed, if there was a limit.
    pub vehicle_limit: Option<u64>,
}

/// A sum over all trips of a service as a mean per trip.
fn per_trip(service: &ServiceAssessment, sum: f64) -> f64 {
    if service.trips > 0.0 { sum / service.trips } else { 0.0 }
}

/// Unserved trips in percent.
fn unserved_percent(service: &ServiceAssessment) -> f64 {
    100.0 * per_trip(service, service.unserved_trips)
}
