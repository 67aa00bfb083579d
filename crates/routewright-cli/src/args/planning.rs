//! Options that say what a service may look like.

use routewright::design::{PlanningOptions, VehicleLimit};

use super::{ServiceArgs, decimal};

/// What a service may look like.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct PlanningArgs {
    /// Plan a service: lines and their headways together, for riders who walk, wait and change. N is the most
    /// vehicles it may take, today as many as the network of --start takes. --routes is then the most lines
    #[arg(long, value_name = "N|today", help_heading = "Service", allow_negative_numbers = true)]
    pub vehicles: Option<VehicleLimit>,

    #[command(flatten)]
    pub line: LineArgs,
}

/// What the lines of a service may look like.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct LineArgs {
    /// Headways to choose from, in minutes; or any: every line has whole vehicles, and its headway is its round
    /// trip divided by their number [default: 5,6,7.5,10,12,15,20,30,60]
    #[arg(long, value_name = "LIST|any", help_heading = "Service", allow_negative_numbers = true)]
    pub headway_choices: Option<String>,

    /// Longest running time of a line, one way, stops included [default: 60 in cities with positions in degrees,
    /// none in the literature's]
    #[arg(long, value_name = "MINUTES", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub max_minutes: Option<f64>,

    /// Largest detour of a line: its driving time divided by the fastest drive between its ends. Lines of two or
    /// three stops are exempt [default: 1.5 in cities with positions in degrees, none in the literature's]
    #[arg(long, value_name = "FACTOR", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub max_detour: Option<f64>,

    #[command(flatten)]
    pub model: ServiceArgs,
}

impl PlanningArgs {
    /// As the library takes them.
    pub fn options(&self) -> PlanningOptions {
        PlanningOptions { vehicles: self.vehicles, ..self.line.options() }
    }
}

impl LineArgs {
    /// As the library takes them, without a number of vehicles.
    pub fn options(&self) -> PlanningOptions {
        PlanningOptions {
            vehicles: None,
            headway_choices: self.headway_choices.clone(),
            max_minutes: self.max_minutes,
            max_detour: self.max_detour,
            model: self.model.options(),
        }
    }
}
