//! Service: lines, headways and vehicles, for riders who walk, wait and change.
//!
//! [`ServiceModel`] says how vehicles run and what riders mind; [`ServiceAssessment`] is everything that is reported
//! of a service. Two models of riders share it: optimal strategies ([`crate::strategies`]), which judge everything
//! that is reported, and route sections (`sections`), which are faster and drive the search. `docs/service.md` has
//! the equations.

mod access;
mod assessment;
mod line;
mod model;
pub mod reference;
mod sections;
mod shapes;
mod zone;

pub use access::{Reach, ServiceAccess, WALK_TO_STOP_MINUTES, reach};
pub use assessment::{OverloadedLeg, ServiceAssessment};
pub use line::{LineAssessment, LoadedLeg, Way};
pub use model::{ServiceModel, TimedRoute};
pub use sections::{SectionLine, Sections};
pub use shapes::{LineShapes, Spread};
pub use zone::{ZoneGain, ZoneMinutes, gains};
