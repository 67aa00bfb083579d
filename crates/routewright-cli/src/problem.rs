//! Options that say what is asked of a network, the same for every command.

use std::path::PathBuf;
use std::sync::Arc;

use routewright::io::{InputErrors, read_city, read_network};
use routewright::model::{Alpha, Limits, Problem, Seconds};

use crate::exit::UsageError;

/// The problem to solve or to score for.
#[derive(clap::Args, Debug)]
pub struct ProblemArgs {
    /// A name built in (mandl) or a path to a city
    #[arg(value_name = "CITY")]
    pub city: String,

    /// Weight of riders' time against operating cost: 1 cares for riders alone, 0 for the operator alone
    #[arg(long, value_name = "A", default_value_t = 0.5, help_heading = "Problem")]
    pub alpha: f64,

    /// Number of routes (S) [default: the city's, or as many as the network has]
    #[arg(long, value_name = "S", help_heading = "Problem")]
    pub routes: Option<usize>,

    /// Fewest stops of a route [default: the city's, or 2]
    #[arg(long, value_name = "MIN", help_heading = "Problem")]
    pub min_stops: Option<usize>,

    /// Most stops of a route [default: the city's, or no limit]
    #[arg(long, value_name = "MAX", help_heading = "Problem")]
    pub max_stops: Option<usize>,

    /// What a change of vehicle costs a rider, in minutes [default: the city's, or 5]
    #[arg(long, value_name = "MINUTES", help_heading = "Problem")]
    pub transfer_penalty: Option<f64>,

    /// Routes that are there anyway, such as a metro: riders use them, nobody changes or pays for them
    #[arg(long, value_name = "NETWORK", help_heading = "Problem")]
    pub fixed: Option<PathBuf>,
}

impl ProblemArgs {
    /// The city alone.
    pub fn read_city(&self) -> Result<Arc<routewright::City>, InputErrors> {
        read_city(&self.city).map(Arc::new)
    }

    /// The problem in a city that was read. `network_routes` counts where neither the options nor the city
    /// say how many routes there should be.
    pub fn problem(&self, city: Arc<routewright::City>, network_routes: usize) -> anyhow::Result<Problem> {
        let defaults = city.defaults();
        let min_stops = self.min_stops.or(defaults.min_stops).unwrap_or(2);
        let limits = Limits::new(
            self.routes.or(defaults.routes).unwrap_or(network_routes),
            min_stops,
            self.max_stops.or(defaults.max_stops).unwrap_or_else(|| city.node_count().max(min_stops)),
        )?;
        let mut problem = Problem::new(city, limits, Alpha::new(self.alpha)?);
        if let Some(minutes) = self.transfer_penalty {
            problem.transfer_penalty = Seconds::from_minutes(minutes).ok_or_else(|| {
                UsageError(format!("--transfer-penalty must be a time in minutes, but is {minutes}"))
            })?;
        }
        if let Some(path) = &self.fixed {
            problem.fixed = read_network(&problem.city, path)?;
        }
        Ok(problem)
    }
}
