//! Options that say what is asked of a network, the same for every command.

use std::path::PathBuf;
use std::sync::Arc;

use routewright::City;
use routewright::model::{Alpha, Limits, Network, Problem, ProblemError, Seconds};
use routewright::search::stops_on_links;

use crate::exit::UsageError;

/// The problem to solve or to score for.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct ProblemArgs {
    /// Weight of riders' time against operating cost: 1 cares for riders alone, 0 for the operator alone
    /// [default: 0.5]
    #[arg(long, value_name = "A", help_heading = "Problem", value_parser = decimal)]
    pub alpha: Option<f64>,

    /// Number of routes (S) [default: the city's, or as many as the given network has]
    #[arg(long, value_name = "S", help_heading = "Problem")]
    pub routes: Option<usize>,

    /// Fewest stops of a route [default: the city's, or such as the given network keeps]
    #[arg(long, value_name = "MIN", help_heading = "Problem")]
    pub min_stops: Option<usize>,

    /// Most stops of a route [default: the city's, or such as the given network keeps]
    #[arg(long, value_name = "MAX", help_heading = "Problem")]
    pub max_stops: Option<usize>,

    /// What a change of vehicle costs a rider, in minutes [default: the city's, or 5]
    #[arg(long, value_name = "MINUTES", help_heading = "Problem")]
    pub transfer_penalty: Option<f64>,

    /// Routes that are there anyway, such as a metro: riders use them, nobody changes or pays for them
    #[arg(long, value_name = "NETWORK", help_heading = "Problem")]
    pub fixed: Option<PathBuf>,
}

/// A number; whoever writes it with a comma is told of the point.
fn decimal(text: &str) -> Result<f64, String> {
    let help =
        if text.contains(',') { format!("write {}", text.replace(',', ".")) } else { "give a number".into() };
    text.parse().map_err(|_| help)
}

impl ProblemArgs {
    /// Limits to score a network by: the options', the city's, or such as the network keeps.
    pub fn limits_to_score(&self, city: &City, network: &Network) -> Result<Limits, ProblemError> {
        let defaults = city.defaults();
        let min_stops = self.min_stops.or(defaults.min_stops).unwrap_or(2);
        Limits::new(
            self.routes.or(defaults.routes).unwrap_or(network.routes.len()),
            min_stops,
            self.max_stops.or(defaults.max_stops).unwrap_or_else(|| city.node_count().max(min_stops)),
        )
    }

    /// Limits to design by: the options', those of a network to start from, or the city's. A start says how
    /// many routes there are, and where the city is silent how long they are, once they follow links.
    pub fn limits_to_design(&self, city: &City, start: Option<&Network>) -> anyhow::Result<Limits> {
        let defaults = city.defaults();
        let routes = || start.into_iter().flat_map(|start| &start.routes);
        let shortest = routes().map(|route| route.stop_count()).min();
        let longest = || routes().map(|route| stops_on_links(city, route)).max();
        let count = self.routes.or(start.map(|start| start.routes.len())).or(defaults.routes);
        let min_stops = self.min_stops.or(defaults.min_stops).or(shortest);
        let max_stops = self.max_stops.or(defaults.max_stops).or_else(longest);
        // A ring may have fewer stops once none comes twice.
        let min_stops = min_stops
            .map(|min| if self.min_stops.is_none() { min.min(max_stops.unwrap_or(min)).max(2) } else { min });
        match (count, min_stops, max_stops) {
            (Some(routes), Some(min), Some(max)) => Ok(Limits::new(routes, min, max)?),
            _ => Err(UsageError(missing_limits(city)).into()),
        }
    }

    /// The problem in a city that was read.
    pub fn problem(&self, city: Arc<City>, limits: Limits, fixed: Network) -> anyhow::Result<Problem> {
        let mut problem = Problem::new(city, limits, Alpha::new(self.alpha.unwrap_or(0.5))?);
        if let Some(minutes) = self.transfer_penalty {
            problem.transfer_penalty = Seconds::from_minutes(minutes).ok_or_else(|| {
                UsageError(format!("--transfer-penalty must be a time in minutes, but is {minutes}"))
            })?;
        }
        problem.fixed = fixed;
        Ok(problem)
    }
}

/// Says what is missing, with values that make a fair first try: about as many and as long routes as the
/// literature asks of cities of that size.
fn missing_limits(city: &City) -> String {
    let n = city.node_count();
    let routes = n.div_ceil(5).max(2);
    let most = ((2.0 * (n as f64).sqrt()).round() as usize).clamp(2, n);
    format!(
        "city {} does not say how many routes it wants and how long they may be\n  \
         help: give --routes, --min-stops and --max-stops; for {n} nodes a first try could be \
         --routes {routes} --min-stops 2 --max-stops {most}",
        city.name()
    )
}
