//! The files of a run: its folder, its trace and its report.

mod cards;
mod chart;
mod comparison;
mod constraints;
mod moves;
mod page;
mod routes;
mod service;
mod trace;

pub use moves::MoveRow;
pub use page::{RunFacts, RunReport, StartReport, run_report_html};
pub use service::ServicePart;
pub(crate) use service::assumptions;
pub use trace::{Trace, TraceError, TracePoint};
