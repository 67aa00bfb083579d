//! Assessments as plain text, for terminals.

mod access;
mod figures;
mod operations;
mod service;
mod table;

pub use access::access_table;
pub use figures::{comparison_table, figures_table, relative_change};
pub use operations::operations_table;
pub use service::{service_access_table, service_table};
pub use table::TextTable;
