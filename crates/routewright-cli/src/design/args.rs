//! The command line of `design`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use routewright::lab::cores;

use super::method::{Init, Method};
use crate::construction::{ExtensionChoice, KernelChoice};
use crate::problem::ProblemArgs;
use crate::service::ServiceArgs;

/// Design a network for a city, or improve one.
///
/// Ends with a table of figures and a folder: the network as JSON and GeoJSON, a map, a report to open in a
/// browser, and what is needed to repeat the run. Ctrl-c ends the search early and keeps the best network.
///
/// Exit status 0 if the network keeps all constraints, 1 if none was found that does or work failed (the
/// best is written all the same), 2 if the command line or a file is wrong, 130 if the run was interrupted
/// and the best so far saved.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    routewright design mandl\n  \
    routewright design my-city --alpha 0.8 --seconds 120 --out plan\n  \
    routewright design my-city --start today.json --fixed metro.json\n  \
    routewright design my-city --start today.json --freeze T1,T2 --change-price 0.0005\n  \
    routewright design mandl --method ea --iterations 400 --seed 7 --json\n  \
    routewright design --resume plan")]
pub struct Args {
    /// A name built in (mandl) or a path to a city
    #[arg(value_name = "CITY", required_unless_present = "resume")]
    pub city: Option<String>,

    #[command(flatten)]
    pub problem: ProblemArgs,

    /// How networks are searched for [default: anneal]
    #[arg(long, value_enum, help_heading = "Search")]
    pub method: Option<Method>,

    /// End after this many seconds [default: 20 for anneal]
    #[arg(long, value_name = "N", conflicts_with = "iterations", help_heading = "Search")]
    pub seconds: Option<f64>,

    /// End after this many rounds: the same network every time [default: 400 for evolution]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    pub iterations: Option<u64>,

    /// Networks to build with methods rc and lc, or for an evolution to begin with the best of [default: 100]
    #[arg(long, value_name = "K", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: Option<u32>,

    /// Seed of the random numbers [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,

    /// Threads to use; the result is the same with any number [default: one a core]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,

    /// Networks that method anneal improves side by side [default: 2; one a thread with --seconds]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub chains: Option<u32>,

    /// A network to start from and to compare with. Routes that are one-way, leave the links or break the rules become
    /// two-way routes on links that do not
    #[arg(long, value_name = "NETWORK", help_heading = "Search")]
    pub start: Option<PathBuf>,

    /// Routes of the start, by name, that stay as they are: counted and paid for, never changed
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "start", help_heading = "Search")]
    pub freeze: Vec<String>,

    /// Stay close to the start: what a stop that a route gains or loses adds to the cost (C) while searching. With
    /// 0.0005, changing ten stops must lower the cost by 0.005 or more [default: 0]
    #[arg(long, value_name = "PRICE", requires = "start", help_heading = "Search")]
    pub change_price: Option<f64>,

    /// Build networks so that all demand gets connected, where routes are built (rc, lc, rc-ea, nea)
    #[arg(long, help_heading = "Search")]
    pub cover_demand: bool,

    /// Allow the same route twice
    #[arg(long, help_heading = "Search")]
    pub no_distinct: bool,

    /// What an evolution begins with: the best of K networks built by a policy (lc) or at random (rc) [default: rc
    /// for rc-ea, else lc]
    #[arg(long, value_enum, help_heading = "Search", conflicts_with = "start")]
    pub init: Option<Init>,

    /// Which shortest paths may extend a route that is built [default: as the policy was trained, else neighbour]
    #[arg(long, value_enum, help_heading = "Search")]
    pub extension: Option<ExtensionChoice>,

    /// Weights of a trained policy, where one builds routes, or the name of one built in: default, seed-1, seed-2, seed-3
    #[arg(long, value_name = "FILE", help_heading = "Policy")]
    pub model: Option<PathBuf>,

    /// What the policy's scores are divided by: above 1 it tries more, below 1 it is surer of itself [default: 1, 0.7,
    /// 0.4, 0.2 and 0.1, in turn to build networks, at random to rebuild routes]
    #[arg(long, value_name = "T", help_heading = "Policy")]
    pub temperature: Option<f32>,

    /// Arithmetic of the policy: fast, or scalar for the same bits on every machine [default: fast]
    #[arg(long, value_enum, help_heading = "Policy")]
    pub kernel: Option<KernelChoice>,

    #[command(flatten)]
    pub service: ServiceArgs,

    /// Folder for the results [default: out/CITY-METHOD-seedN, or none with --json]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Go on with the run in this folder that was interrupted or killed
    #[arg(long, value_name = "DIR", conflicts_with = "out", help_heading = "Output")]
    pub resume: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Show no progress
    #[arg(long, help_heading = "Output")]
    pub quiet: bool,
}

/// Arguments on their own, without the program and the command.
#[derive(clap::Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    args: Args,
}

impl Args {
    /// Reads the words that would follow `routewright design`.
    ///
    /// # Errors
    /// What the program would say of them.
    pub fn from_words(
        words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> clap::error::Result<Self> {
        Words::try_parse_from(words).map(|words| words.args)
    }

    /// Threads to use.
    pub fn thread_count(&self) -> usize {
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}
