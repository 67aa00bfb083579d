//! Service: lines, headways and vehicles, for riders who walk, wait and change.
//!
//! [`ServiceModel`] says how vehicles run and what riders mind. Two models of riders share it: optimal strategies
//! ([`crate::strategies`]), which judge everything that is reported, and route sections (`sections`), which are
//! faster and drive the search. `docs/service.md` has the equations.

mod model;
mod sections;

pub use model::{ServiceModel, TimedRoute};
pub use sections::{SectionLine, Sections};
