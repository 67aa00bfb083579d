//! Services with several numbers of vehicles: mean perceived minutes against vehicles.

mod picks;
mod points;
mod render;
mod settings;
mod work;

pub(super) use points::ServiceFound;
pub use points::ServiceFrontPoint;
pub(super) use settings::resolved;
pub(super) use work::ServiceWork;
