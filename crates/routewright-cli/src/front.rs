//! `routewright front`: networks that trade riders' time against route minutes or vehicles.

use std::path::PathBuf;
use std::process::ExitCode;

use routewright::design::front::{FrontJob, FrontOptions, FrontOutcome, PAGE};
use routewright::design::{VehicleRange, command_line};

use crate::args::{LineArgs, OperatingArgs, ProblemArgs, decimal, thread_count};
use crate::design::place;
use crate::terminal::{ProgressView, print, say, say_notes};
use crate::{exit, interrupt, typed};

/// Find networks that trade riders' time against route minutes or vehicles, in one run.
///
/// By default riders' time (C_p) is traded against route minutes (C_o). With --vehicles A..B services are
/// planned: lines and headways for several numbers of vehicles, and the mean trip with its walking, waiting and
/// changing is traded against the vehicles. A network to --start from that says how often its routes run is shown
/// beside them.
///
/// Prints a table of Pareto-optimal networks and picks compromises among them: the knee, and the one closest
/// to the ideal by your weights (TOPSIS). For services with a start: the fewest vehicles with which riders fare no
/// worse than today, and the best use of today's vehicles. Writes a folder with the plot as a page to open in a
/// browser, and every network as JSON and GeoJSON. Ctrl-c ends the search early and keeps what was found.
///
/// Exit status: 0 if there are networks that meet all constraints, or services that overload no vehicle; 1 if
/// none was found, or work failed; 2 if the command line or a file is wrong; 130 if the run was interrupted and
/// the front so far saved.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    routewright front mandl\n  \
    routewright front my-city --seconds 600 --out front\n  \
    routewright front my-city --weights 2,1 --start today.json\n  \
    routewright front mandl --iterations 500 --seed 7 --json\n  \
    routewright front mandl --vehicles 40..90\n  \
    routewright front my-city --vehicles 100..today --start today.json --freeze T1,T2\n  \
    routewright front --resume front")]
pub struct Args {
    /// A built-in city (mandl) or a path
    #[arg(value_name = "CITY", required_unless_present = "resume")]
    city: Option<String>,

    #[command(flatten)]
    problem: ProblemArgs,

    /// Stop after this many seconds, reading the city included [default: 60]
    #[arg(long, value_name = "N", conflicts_with = "iterations", value_parser = decimal,
          allow_negative_numbers = true, help_heading = "Search")]
    seconds: Option<f64>,

    /// Stop after this many rounds: the same networks every time
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    iterations: Option<u64>,

    /// Networks of the front to keep at most; the ends and those that add most stay [default: 200]. With
    /// --vehicles: numbers of vehicles from A to B, evenly spread [default: 12]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(2..=10_000))]
    points: Option<u32>,

    /// Seed of the random numbers [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,

    /// Threads to use; the result is the same with any number [default: one per core]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,

    /// Networks that are improved side by side [default: 2; with --seconds one per thread; with --vehicles 1 for
    /// each number of vehicles]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    chains: Option<u32>,

    /// A network to start from; services are compared with it
    #[arg(long, value_name = "NETWORK", help_heading = "Search")]
    start: Option<PathBuf>,

    /// Routes of the start, by name, that stay as they are in every service: they count, but never change
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Search")]
    freeze: Vec<String>,

    /// Keep services close to the start: mean perceived minutes added per stop that a route gains or loses while
    /// searching [default: 0]
    #[arg(long, value_name = "PRICE", value_parser = decimal, allow_negative_numbers = true,
          help_heading = "Search")]
    change_price: Option<f64>,

    /// Connect all demand: a front always does, so this has no effect
    #[arg(long, help_heading = "Search")]
    cover_demand: bool,

    /// Allow the same route twice
    #[arg(long, help_heading = "Search")]
    no_distinct: bool,

    /// Weights of riders and operator when a compromise is picked (TOPSIS) [default: 1,1]
    #[arg(long, value_name = "RIDERS,OPERATOR", help_heading = "Output")]
    weights: Option<Weights>,

    #[command(flatten)]
    operating: OperatingArgs,

    /// Plan services: lines and headways for several numbers of vehicles from A to B, such as 40..80. `today`
    /// stands for the vehicles of --start, as in 40..today; --routes is then the most lines
    #[arg(long, value_name = "A..B", help_heading = "Service", allow_hyphen_values = true)]
    vehicles: Option<VehicleRange>,

    #[command(flatten)]
    line: LineArgs,

    /// Folder for the results; one that holds a finished run is left alone without --force [default:
    /// out/CITY-front-seedN, out/CITY-service-front-seedN with --vehicles, or none with --json]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Replace the run that is in the folder of --out
    #[arg(long, requires = "out", help_heading = "Output")]
    force: bool,

    /// Resume the run in this folder that was interrupted or killed
    #[arg(long, value_name = "DIR", conflicts_with = "out", help_heading = "Output")]
    resume: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Show no progress
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

impl Args {
    fn options(&self) -> FrontOptions {
        let args = self.clone();
        FrontOptions {
            city: args.city.unwrap_or_default(),
            problem: args.problem.options(),
            seconds: args.seconds,
            iterations: args.iterations,
            points: args.points,
            seed: args.seed,
            chains: args.chains,
            start: args.start,
            freeze: args.freeze,
            change_price: args.change_price,
            no_distinct: args.no_distinct,
            weights: args.weights.map(|weights| weights.0),
            vehicles: args.vehicles,
            planning: args.line.options(),
            operating: args.operating.options(),
        }
    }
}

/// Searches, writes and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (options, threads) = (args.options(), thread_count(args.threads));
    let job = match &args.resume {
        Some(path) => FrontJob::resume(path, &options, threads)?,
        None => {
            FrontJob::new(&options, threads, &place(&args.out, args.force, args.json), command_line(typed()))?
        }
    };
    say_notes(job.notes(), args.quiet);
    let cancel = interrupt::listen()?;
    let mut view = ProgressView::new(args.quiet);
    let outcome = job.run(&cancel, &mut view);
    view.finish();
    let outcome = outcome?;
    let saved = outcome.save();
    print(&describe(args, &outcome, saved.is_ok()))?;
    saved?;
    if !outcome.services().is_empty() && !outcome.keeps_limits() && !args.quiet {
        say(
            "help: every service overloads some vehicles; more --vehicles or a longer search (--seconds) may help",
        );
    }
    if let Some(path) = outcome.folder().filter(|_| !args.quiet).map(|path| path.display()) {
        say(&match (outcome.is_interrupted(), outcome.is_resumable()) {
            (true, true) => format!(
                "interrupted; the front so far is in {path}\nresume with: routewright front --resume {path}"
            ),
            (true, false) => format!("interrupted; the front so far is in {path}"),
            (false, _) => format!("wrote {path}; open {path}/{PAGE} in a browser"),
        });
    }
    Ok(match outcome.keeps_limits() {
        _ if outcome.is_interrupted() => ExitCode::from(exit::INTERRUPTED),
        true => ExitCode::SUCCESS,
        false => ExitCode::from(exit::FAILED),
    })
}

/// The front; as JSON where it could not be saved.
fn describe(args: &Args, outcome: &FrontOutcome, is_saved: bool) -> String {
    match args.json || !is_saved {
        true => format!("{}\n", outcome.summary()),
        false if outcome.is_empty() => "no network was found that meets all constraints\n".to_owned(),
        false => format!(
            "{}found in {:.1} s, {} networks scored\n",
            outcome.table(),
            outcome.seconds(),
            outcome.evaluations()
        ),
    }
}

/// Weights of riders and operator.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Weights([f64; 2]);

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
