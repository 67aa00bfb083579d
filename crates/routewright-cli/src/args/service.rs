//! Options that say what riders mind and what vehicles hold.

use routewright::design::ServiceOptions;

use super::decimal;

/// What riders mind and what vehicles hold.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ServiceArgs {
    /// Places in a vehicle, seated and standing in comfort [default: 50]
    #[arg(long, value_name = "RIDERS", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub capacity: Option<f64>,

    /// Riders per place on the busiest leg, at most: a vehicle may hold capacity x load factor
    /// [default: 1.25]
    #[arg(long, value_name = "FACTOR", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub load_factor: Option<f64>,

    /// Mean wait as a share of the headway: 0.5 where vehicles come evenly, 1 where they come at random
    /// [default: 0.5]
    #[arg(long, value_name = "SHARE", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub wait_factor: Option<f64>,

    /// How long a minute of waiting feels, in minutes of riding [default: 1.5 in cities with positions in
    /// degrees, 1 in the literature's]
    #[arg(long, value_name = "WEIGHT", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub wait_weight: Option<f64>,

    /// How long a minute of walking feels, in minutes of riding [default: 1.5 in cities with positions in
    /// degrees, 1 in the literature's]
    #[arg(long, value_name = "WEIGHT", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub walk_weight: Option<f64>,

    /// Perceived minutes after which a trip is not made: it counts as unserved, and as that many minutes
    /// [default: 120]
    #[arg(long, value_name = "MINUTES", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub give_up: Option<f64>,

    /// Minutes a vehicle takes at every stop, besides driving; routes with leg_minutes include it
    /// [default: the city's, or 0.3 in cities with positions in degrees and 0 in the literature's]
    #[arg(long, value_name = "MINUTES", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub dwell: Option<f64>,

    /// Hours over which the city's demand is counted, so that loads are per hour [default: the city's]
    #[arg(long, value_name = "HOURS", help_heading = "Service", value_parser = decimal, allow_negative_numbers = true)]
    pub period_hours: Option<f64>,
}

impl ServiceArgs {
    /// As the library takes them.
    pub fn options(&self) -> ServiceOptions {
        let Self {
            capacity,
            load_factor,
            wait_factor,
            wait_weight,
            walk_weight,
            give_up,
            dwell,
            period_hours,
        } = *self;
        ServiceOptions {
            capacity,
            load_factor,
            wait_factor,
            wait_weight,
            walk_weight,
            give_up,
            dwell,
            period_hours,
        }
    }
}
