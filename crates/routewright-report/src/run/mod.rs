//! What a run leaves behind: its folder, its trace and its report.

mod cards;
mod chart;
mod comparison;
mod constraints;
mod folder;
mod html;
mod page;
mod routes;
mod trace;

pub use folder::RunFolder;
pub use page::{RunFacts, RunReport, run_report_html};
pub use trace::{Trace, TraceError, TracePoint};
