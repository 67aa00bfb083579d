//! Options that say how often vehicles run and what they cost.

use std::path::PathBuf;

use routewright::design::OperatingOptions;

use super::decimal;

/// How a network is operated.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct OperatingArgs {
    /// Minutes between two vehicles of a route that does not say so itself [default: 15 for vehicles and cost;
    /// riders' waiting is counted only if a headway is given]
    #[arg(long, value_name = "MINUTES", help_heading = "Operations", value_parser = decimal, allow_negative_numbers = true)]
    pub headway: Option<f64>,

    /// Headways of single routes: a CSV file with the columns route and headway_minutes; they count before
    /// those of the network
    #[arg(long, value_name = "FILE", help_heading = "Operations")]
    pub headways: Option<PathBuf>,

    /// Minutes a vehicle rests after each one-way trip [default: the city's, or 3 where it has streets in
    /// degrees and 0 elsewhere; 0 without headways]
    #[arg(long, value_name = "MINUTES", help_heading = "Operations", value_parser = decimal, allow_negative_numbers = true)]
    pub layover: Option<f64>,

    /// Cost of a vehicle per hour of service, in any currency [default: 200]
    #[arg(long, value_name = "COST", help_heading = "Operations", value_parser = decimal, allow_negative_numbers = true)]
    pub cost_per_hour: Option<f64>,
}

impl OperatingArgs {
    /// As the library takes them.
    pub fn options(&self) -> OperatingOptions {
        let Self { headway, ref headways, layover, cost_per_hour } = *self;
        OperatingOptions { headway, headways: headways.clone(), layover, cost_per_hour }
    }
}
