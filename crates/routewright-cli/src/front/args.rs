//! The command line of `front`.

use std::path::PathBuf;

use routewright::lab::cores;

use crate::exit::UsageError;
use crate::problem::ProblemArgs;

/// Find networks that trade riders' time against operating cost, in one run.
///
/// Ends with a table of networks none of which is as good as another for both riders and the operator, and with
/// compromises picked from them: the knee, and the one closest to the ideal by your weights (TOPSIS). A folder holds
/// the plot as a page to open in a browser, and every network as JSON and GeoJSON. Ctrl-c ends the search early and
/// keeps what was found.
///
/// Exit status 0 if there are networks that keep all constraints, 1 if none was found or work failed, 2 if the
/// command line or a file is wrong, 130 if the run was interrupted and the front so far saved.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    routewright front mandl\n  \
    routewright front my-city --seconds 600 --out front\n  \
    routewright front my-city --weights 2,1 --start today.json\n  \
    routewright front mandl --iterations 500 --seed 7 --json")]
pub struct Args {
    /// A name built in (mandl) or a path to a city
    #[arg(value_name = "CITY")]
    pub city: String,

    #[command(flatten)]
    pub problem: ProblemArgs,

    /// End after this many seconds [default: 60]
    #[arg(long, value_name = "N", conflicts_with = "iterations", help_heading = "Search")]
    pub seconds: Option<f64>,

    /// End after this many rounds: the same networks every time
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    pub iterations: Option<u64>,

    /// Networks of the front to keep at most; the ends and those that add most stay
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub points: u32,

    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,

    /// Threads to use; the result is the same with any number [default: one a core]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,

    /// Networks that are improved side by side [default: 2; one a thread with --seconds]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub chains: Option<u32>,

    /// A network to start from
    #[arg(long, value_name = "NETWORK", help_heading = "Search")]
    pub start: Option<PathBuf>,

    /// Connect all demand: the front always does, so this changes nothing
    #[arg(long, help_heading = "Search")]
    pub cover_demand: bool,

    /// Allow the same route twice
    #[arg(long, help_heading = "Search")]
    pub no_distinct: bool,

    /// What riders and the operator count for when a compromise is picked (TOPSIS)
    #[arg(long, value_name = "RIDERS,OPERATOR", default_value = "1,1", help_heading = "Output")]
    pub weights: Weights,

    /// Folder for the results [default: out/CITY-front-seedN, or none with --json]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Show no progress
    #[arg(long, help_heading = "Output")]
    pub quiet: bool,
}

impl Args {
    /// Threads to use.
    pub fn thread_count(&self) -> usize {
        self.threads.map_or_else(cores, |threads| threads as usize)
    }

    /// Seconds to search for, if limited.
    pub fn limit(&self) -> Result<Option<f64>, UsageError> {
        match self.seconds {
            Some(seconds) if !seconds.is_finite() || seconds <= 0.0 => {
                Err(UsageError(format!("--seconds must be more than 0, but is {seconds}")))
            }
            None if self.iterations.is_none() => Ok(Some(60.0)),
            seconds => Ok(seconds),
        }
    }
}

/// What riders and the operator count for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub [f64; 2]);

impl std::str::FromStr for Weights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || "two numbers are needed, riders first: 2,1 counts riders twice".to_owned();
        let (riders, operator) = text.split_once([',', ':']).ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
        let weights = [number(riders)?, number(operator)?];
        if weights.iter().any(|weight| !weight.is_finite() || *weight < 0.0) || weights == [0.0, 0.0] {
            return Err("weights cannot be negative, and one must be more than 0".into());
        }
        Ok(Self(weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_two_numbers() {
        assert_eq!("2, 0.5".parse(), Ok(Weights([2.0, 0.5])));
        assert_eq!("0:1".parse(), Ok(Weights([0.0, 1.0])));
        for wrong in ["", "1", "1,2,3", "a,b", "-1,2", "0,0", "nan,1", "inf,1"] {
            assert!(wrong.parse::<Weights>().is_err(), "{wrong}");
        }
    }
}
