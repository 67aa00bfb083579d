//! Options that say what is asked of a network.

use std::path::PathBuf;

use routewright::design::ProblemOptions;

use super::decimal;

/// The problem to solve or to score for.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ProblemArgs {
    /// Weight of riders' time against route minutes: 1 counts riders alone, 0 the operator alone
    /// [default: 0.5]
    #[arg(long, value_name = "A", help_heading = "Problem", value_parser = decimal, allow_negative_numbers = true)]
    pub alpha: Option<f64>,

    /// Number of routes (S) [default: the city's, or as many as the given network has]
    #[arg(long, value_name = "S", help_heading = "Problem")]
    pub routes: Option<usize>,

    /// Fewest stops of a route (MIN) [default: the city's, or what the given network keeps]
    #[arg(long, value_name = "MIN", help_heading = "Problem")]
    pub min_stops: Option<usize>,

    /// Most stops of a route (MAX) [default: the city's, or what the given network keeps]
    #[arg(long, value_name = "MAX", help_heading = "Problem")]
    pub max_stops: Option<usize>,

    /// Cost of a transfer to a rider, in minutes [default: the city's, or 5]
    #[arg(long, value_name = "MINUTES", help_heading = "Problem", value_parser = decimal, allow_negative_numbers = true)]
    pub transfer_penalty: Option<f64>,

    /// Existing routes (such as a metro): riders use them; they are neither changed nor charged
    #[arg(long, value_name = "NETWORK", help_heading = "Problem")]
    pub fixed: Option<PathBuf>,
}

impl ProblemArgs {
    /// As the library takes them.
    pub fn options(&self) -> ProblemOptions {
        let Self { alpha, routes, min_stops, max_stops, transfer_penalty, ref fixed } = *self;
        ProblemOptions { alpha, routes, min_stops, max_stops, transfer_penalty, fixed: fixed.clone() }
    }
}
