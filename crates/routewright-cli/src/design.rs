//! `routewright design`: finds a network.

use std::path::PathBuf;
use std::process::ExitCode;

use routewright::design::{
    DESIGN_FILES, DesignJob, DesignOptions, Init, KernelChoice, Method, Place, Plan, command_line,
};
use routewright::env::Extension;
use routewright::io::network_to_json;

use crate::args::{OperatingArgs, PlanningArgs, ProblemArgs, choice, decimal, thread_count};
use crate::terminal::{ProgressView, print, say, say_notes};
use crate::{exit, interrupt, typed};

/// Design a network for a city, or improve one.
///
/// Prints a table of figures and writes a folder: the network as JSON and GeoJSON, a map, a report to open in
/// a browser, and what is needed to repeat the run. Ctrl-c ends the search early and keeps the best network.
///
/// Exit status: 0 if the network meets all constraints; 1 if none was found that does, or work failed (the
/// best network is written all the same); 2 if the command line or a file is wrong; 130 if the run was
/// interrupted and the best so far saved.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    routewright design mandl\n  \
    routewright design mandl --vehicles 76 --routes 10\n  \
    routewright design my-city --start today.json --vehicles today --fixed metro.json\n  \
    routewright design my-city --alpha 0.8 --seconds 120 --out plan\n  \
    routewright design my-city --start today.json --fixed metro.json\n  \
    routewright design my-city --start today.json --freeze T1,T2 --change-price 0.0005\n  \
    routewright design mandl --method ea --iterations 400 --seed 7 --json\n  \
    routewright design --resume plan")]
pub struct Args {
    /// A built-in city (mandl) or a path
    #[arg(value_name = "CITY", required_unless_present = "resume")]
    pub city: Option<String>,

    #[command(flatten)]
    pub problem: ProblemArgs,

    /// Search method [default: anneal, or service with --vehicles]
    #[arg(long, value_name = "METHOD", value_parser = choice::<Method>(), help_heading = "Search")]
    pub method: Option<Method>,

    /// Stop after this many seconds, reading the city included [default: 20 for anneal and service]
    #[arg(long, value_name = "N", conflicts_with = "iterations", value_parser = decimal,
          allow_negative_numbers = true, help_heading = "Search")]
    pub seconds: Option<f64>,

    /// Stop after this many rounds: the same network every time [default: 400 for evolution]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    pub iterations: Option<u64>,

    /// Stop after this many rounds without a better network
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    pub no_improvement: Option<u64>,

    /// Networks to build with methods rc and lc, or for an evolution to start from the best of [default: 100]
    #[arg(long, value_name = "K", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: Option<u32>,

    /// Seed of the random numbers [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,

    /// Threads to use; the result is the same with any number [default: one per core]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub threads: Option<u32>,

    /// Networks that methods anneal and service improve side by side [default: 2; with --seconds one per thread]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub chains: Option<u32>,

    /// A network to start from and to compare with. Routes that are one-way, leave the links or break the
    /// rules are rebuilt as two-way routes on links
    #[arg(long, value_name = "NETWORK", help_heading = "Search")]
    pub start: Option<PathBuf>,

    /// Routes of the start, by name, that stay as they are: they count and are charged, but never change
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Search")]
    pub freeze: Vec<String>,

    /// Stay close to the start: cost (C) added per stop that a route gains or loses while searching. With
    /// 0.0005, changing ten stops must lower the cost by 0.005 or more. With --vehicles the cost is the mean trip in
    /// perceived minutes: with 0.01, changing ten stops must save 0.1 minutes a trip [default: 0]
    #[arg(long, value_name = "PRICE", value_parser = decimal, allow_negative_numbers = true,
          help_heading = "Search")]
    pub change_price: Option<f64>,

    /// Build routes so that all demand gets connected (methods rc, lc, rc-ea and nea)
    #[arg(long, help_heading = "Search")]
    pub cover_demand: bool,

    /// Allow the same route twice
    #[arg(long, help_heading = "Search")]
    pub no_distinct: bool,

    /// What an evolution starts from: the best of K networks built by a policy (lc) or at random (rc)
    /// [default: rc for rc-ea, else lc]
    #[arg(long, value_name = "INIT", value_parser = choice::<Init>(), help_heading = "Search",
          conflicts_with = "start")]
    pub init: Option<Init>,

    /// Which shortest paths may extend a route under construction [default: as the policy was trained, else
    /// neighbour]
    #[arg(long, value_name = "EXTENSION", value_parser = choice::<Extension>(), help_heading = "Search")]
    pub extension: Option<Extension>,

    /// Policy that builds routes: a weights file, or a built-in one (default, seed-1 to seed-3,
    /// attention-1 to attention-3)
    #[arg(long, value_name = "FILE", help_heading = "Policy")]
    pub model: Option<String>,

    /// Softmax temperature of the policy: below 1 is greedier, above 1 more varied [default: 1, 0.7, 0.4, 0.2
    /// and 0.1, in turn to build networks, at random to rebuild routes]
    #[arg(long, value_name = "T", help_heading = "Policy", allow_negative_numbers = true)]
    pub temperature: Option<f32>,

    /// Arithmetic of the policy [default: fast]
    #[arg(long, value_name = "KERNEL", value_parser = choice::<KernelChoice>(), help_heading = "Policy")]
    pub kernel: Option<KernelChoice>,

    #[command(flatten)]
    pub operating: OperatingArgs,

    #[command(flatten)]
    pub planning: PlanningArgs,

    /// Folder for the results; one that holds a finished run is left alone without --force [default:
    /// out/CITY-METHOD-seedN, or none with --json]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Replace the run that is in the folder of --out
    #[arg(long, requires = "out", help_heading = "Output")]
    pub force: bool,

    /// Resume the run in this folder that was interrupted or killed
    #[arg(long, value_name = "DIR", conflicts_with = "out", help_heading = "Output")]
    pub resume: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Show no progress
    #[arg(long, help_heading = "Output")]
    pub quiet: bool,
}

impl Args {
    /// As the library takes them.
    pub fn options(&self) -> DesignOptions {
        let args = self.clone();
        DesignOptions {
            city: args.city.unwrap_or_default(),
            problem: args.problem.options(),
            method: args.method,
            seconds: args.seconds,
            iterations: args.iterations,
            no_improvement: args.no_improvement,
            samples: args.samples,
            seed: args.seed,
            chains: args.chains,
            start: args.start,
            freeze: args.freeze,
            change_price: args.change_price,
            cover_demand: args.cover_demand,
            no_distinct: args.no_distinct,
            init: args.init,
            extension: args.extension,
            model: args.model,
            temperature: args.temperature,
            kernel: args.kernel,
            operating: args.operating.options(),
            planning: args.planning.options(),
            ..DesignOptions::default()
        }
    }
}

/// Where results go: to the folder that is named, to one of ours for people, nowhere for scripts.
pub fn place(out: &Option<PathBuf>, force: bool, json: bool) -> Place {
    match out {
        Some(path) if force => Place::Folder(path.clone()),
        Some(path) => Place::Unused(path.clone()),
        None if json => Place::Memory,
        None => Place::Default,
    }
}

/// Designs, writes and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (options, threads) = (args.options(), thread_count(args.threads));
    let job = match &args.resume {
        Some(path) => DesignJob::resume(path, &options, threads)?,
        None => DesignJob::new(
            &options,
            threads,
            &place(&args.out, args.force, args.json),
            command_line(typed()),
        )?,
    };
    say_notes(job.notes(), args.quiet);
    let cancel = interrupt::listen()?;
    let mut view = ProgressView::new(args.quiet);
    let plan = job.run(&cancel, &mut view);
    view.finish();
    let plan = plan?;
    let saved = plan.save();
    print(&describe(args, &plan, saved.is_ok()))?;
    saved?;
    if !args.quiet {
        say_next(&plan);
    }
    Ok(match plan.keeps_limits() {
        _ if plan.is_interrupted() => ExitCode::from(exit::INTERRUPTED),
        true => ExitCode::SUCCESS,
        false => ExitCode::from(exit::FAILED),
    })
}

/// The figures, and the network itself where it could not be saved.
fn describe(args: &Args, plan: &Plan, is_saved: bool) -> String {
    match args.json {
        true => format!("{}\n", plan.summary()),
        false if is_saved => plan.table(),
        false => plan.table() + &network_to_json(&plan.problem().city, plan.network()),
    }
}

/// What to do next.
fn say_next(plan: &Plan) {
    if let Some(service) = &plan.assessment().service {
        if !plan.keeps_limits() {
            say("help: some vehicles are too full; a longer search (--seconds) or more --vehicles may help");
        }
        if service.unserved_trips > 0.0 && !plan.falls_short() {
            say("help: more --vehicles, a longer search or walks in the city (walks.csv) serve more trips");
        }
    } else if plan.figures().unserved_pairs > 0 && !plan.falls_short() {
        say("help: a longer search (--seconds) connects more pairs, and so do more or longer routes");
    }
    if plan.falls_short() {
        say("help: a longer search cannot serve every trip within these limits; see the note at the start");
    }
    if let Some(count) = plan.repeated_routes() {
        say(&format!("note: {count} routes repeat others: there are too few legal routes for all to differ"));
    }
    let Some(path) = plan.folder().map(|path| path.display().to_string()) else { return };
    say(&match (plan.is_interrupted(), plan.is_resumable()) {
        (false, _) => format!("wrote {path}; open {path}/{} in a browser", DESIGN_FILES[0]),
        (true, true) => format!(
            "interrupted; the best so far is in {path}\nresume with: routewright design --resume {path}"
        ),
        (true, false) => format!(
            "interrupted while networks to start from were built; the best so far is in {path}, but this run cannot be \
             resumed"
        ),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(clap::Parser)]
    struct Words {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn options_are_read_back_from_their_own_command_line() {
        let words = "mandl --alpha 0.25 --method nea --seed 7 --iterations 9 --no-improvement 4 --samples 5 --chains 3 \
                     --extension shared-terminal --model seed-2 --temperature 0.5 --kernel scalar --routes 4 \
                     --min-stops 3 --max-stops 9 --transfer-penalty 2.5 --fixed f.json --start s.json --freeze a,b \
                     --change-price 0.5 --headway 7.5 --headways h.csv --layover 3 --cost-per-hour 99 --cover-demand \
                     --no-distinct --vehicles today --headway-choices 5,10 --max-minutes 50 --max-detour 1.25 \
                     --capacity 70 --load-factor 1 --wait-factor 0.6 --wait-weight 2 --walk-weight 1.7 --give-up 90 \
                     --dwell 0.5 --period-hours 2";
        let parse = |words: Vec<String>| Words::try_parse_from(words).unwrap().args.options();
        let options = parse(
            ["design"]
                .iter()
                .chain(&words.split_whitespace().collect::<Vec<_>>())
                .map(|w| w.to_string())
                .collect(),
        );
        assert_eq!(options.problem.max_stops, Some(9));
        assert_eq!(parse(options.arguments()), options);
        let seconds = DesignOptions {
            city: "x".into(),
            seconds: Some(1.5),
            init: Some(Init::Rc),
            ..Default::default()
        };
        assert_eq!(parse(seconds.arguments()), seconds);
    }
}
