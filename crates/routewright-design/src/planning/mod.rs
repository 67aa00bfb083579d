//! Planning a service: options, settings and the problem they make.

mod cost;
mod fleet;
mod limits;
mod names;
mod options;
mod pose;
mod range;
mod settings;
mod shorten;

pub(crate) use cost::{charged_changes, keeps_capacity, service_cost};
pub(crate) use fleet::driven_service;
pub(crate) use limits::{check_shortest_line, checked_limits, lines_beyond_rules, no_line, service_limits};
pub(crate) use names::{named_network, service_network_json};
pub use options::{PlanningOptions, VehicleLimit};
pub(crate) use pose::{check_frozen, check_vehicles, posed_service};
pub use range::VehicleRange;
pub(crate) use range::check_ends;
pub(crate) use settings::vehicle_count;
pub use settings::{ServiceSettings, line_rules};
