//! `routewright city info --bounds`: how few route minutes a network may have.

use std::sync::Arc;

use routewright::City;
use routewright::design::{Bound, ProblemOptions};
use serde_json::json;

use crate::args::decimal;

/// What to bound, and how long to take.
#[derive(clap::Args, Debug)]
pub struct BoundArgs {
    /// Compute a lower bound of the route minutes (C_o) of every network with this number and length of routes
    #[arg(long, help_heading = "Bounds")]
    bounds: bool,

    /// Number of routes (S) [default: the city's]
    #[arg(long, value_name = "S", requires = "bounds", help_heading = "Bounds")]
    routes: Option<usize>,

    /// Fewest stops of a route (MIN) [default: the city's]
    #[arg(long, value_name = "MIN", requires = "bounds", help_heading = "Bounds")]
    min_stops: Option<usize>,

    /// Most stops of a route (MAX) [default: the city's]
    #[arg(long, value_name = "MAX", requires = "bounds", help_heading = "Bounds")]
    max_stops: Option<usize>,

    /// Stop after this many seconds with the best bound so far [default: 30]
    #[arg(long, value_name = "N", requires = "bounds", value_parser = decimal, allow_negative_numbers = true,
          help_heading = "Bounds")]
    seconds: Option<f64>,
}

impl BoundArgs {
    /// The bound, if it is asked for.
    pub fn compute(&self, city: &Arc<City>) -> anyhow::Result<Option<Bound>> {
        if !self.bounds {
            return Ok(None);
        }
        let Self { routes, min_stops, max_stops, .. } = *self;
        let options = ProblemOptions { routes, min_stops, max_stops, ..ProblemOptions::default() };
        Ok(Some(Bound::of(city, &options, self.seconds.unwrap_or(30.0))?))
    }
}

/// Replaces the bound of the shortest tree, and says what the bound holds for.
pub fn add_to_json(bound: &Bound, value: &mut serde_json::Value) {
    let limits = bound.problem.limits;
    match &bound.route_minutes {
        Ok(found) => {
            value["co_lower_bound_min"] = json!(found.minutes);
            value["co_lower_bound"] = json!({
                "routes": limits.routes(),
                "min_stops": limits.min_stops(),
                "max_stops": limits.max_stops(),
                "priced_min": found.priced_minutes,
                "rounds": found.rounds,
                "is_optimum": found.network.is_some(),
                "is_final": found.is_final,
                "seconds": bound.seconds,
            });
        }
        Err(reason) => value["no_co_lower_bound"] = json!(reason.to_string()),
    }
}

/// Name of the table's row: which networks the bound holds for.
pub fn row_name(bound: &Bound) -> String {
    let limits = bound.problem.limits;
    format!("{} routes of {} to {}", limits.routes(), limits.min_stops(), limits.max_stops())
}

/// The table's row.
pub fn row(bound: &Bound) -> String {
    match &bound.route_minutes {
        Ok(found) => {
            let minutes = found.minutes;
            let told = match (found.network.is_some(), found.is_final) {
                (true, _) => format!("C_o is {minutes} min or more, and {minutes} min is possible"),
                (false, true) => format!("C_o is {minutes} min or more"),
                (false, false) => {
                    format!("C_o is {minutes} min or more; a longer time may raise this (--seconds)")
                }
            };
            format!("{told}; all routes different, {:.1} s", bound.seconds)
        }
        Err(reason) => format!("no bound of C_o: {reason}"),
    }
}
