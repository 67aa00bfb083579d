//! `routewright compare`: plans beside today's network, on one page.

use std::path::PathBuf;
use std::process::ExitCode;

use routewright::design::command_line;
use routewright::design::compare::{COMPARE_FILES, CompareOptions, ComparedPlans};

use crate::args::{OperatingArgs, ServiceArgs, decimal};
use crate::terminal::{print, say, say_notes};
use crate::typed;

/// Compare plans with today's network: one page for a council, with all figures, maps, who gains and who loses,
/// what people can get to, and what becomes of today's lines.
///
/// All networks are judged by the same model. Where every line says how often it runs, riders walk, wait and change;
/// else the paper's figures are compared, and the page says so.
///
/// The folder holds compare.html (complete in itself; print it to get a PDF), compare.json (all figures) and
/// compare.csv (every zone, today and by plan). What people can get to is counted by every numeric column of the
/// city's zones.csv, such as jobs, schools or health.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright compare my-city out/plan\n  \
    routewright compare my-city 'Same fleet=out/plan-a' 'Fewer buses=out/plan-b' --out council\n  \
    routewright compare mandl examples/mandl-service.json --today today.json --headway 10")]
pub struct Args {
    /// A built-in city (mandl) or a path
    #[arg(value_name = "CITY")]
    city: String,

    /// One to four plans: a network file or the folder of a design run; NAME=PLAN gives it a name on the page
    #[arg(value_name = "PLAN", required = true)]
    plans: Vec<String>,

    /// Today's network [default: existing.json in the folder of the city]
    #[arg(long, value_name = "NETWORK")]
    today: Option<PathBuf>,

    /// Existing routes (such as a metro) that are the same in all plans [default: fixed.json in the folder of the
    /// city]
    #[arg(long, value_name = "NETWORK")]
    fixed: Option<PathBuf>,

    /// Cost of a transfer to a rider, in minutes [default: the city's, or 5]
    #[arg(long, value_name = "MINUTES", value_parser = decimal, allow_negative_numbers = true)]
    transfer_penalty: Option<f64>,

    #[command(flatten)]
    operating: OperatingArgs,

    #[command(flatten)]
    service: ServiceArgs,

    /// Folder for the results; files of an earlier comparison in it are replaced [default: a new one under out/]
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Print no notes
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// Judges, writes and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut options = CompareOptions {
        city: args.city.clone(),
        plans: args.plans.clone(),
        today: args.today.clone(),
        operating: args.operating.options(),
        service: args.service.options(),
        ..CompareOptions::default()
    };
    options.problem.fixed = args.fixed.clone();
    options.problem.transfer_penalty = args.transfer_penalty;
    let found = ComparedPlans::new(&options, command_line(typed()))?;
    say_notes(found.notes(), args.quiet);
    let folder = found.write_folder(args.out.as_deref())?;
    if args.json {
        let mut summary = found.summary();
        summary["out"] = folder.to_string_lossy().into();
        print(&format!("{summary}\n"))?;
    } else {
        print(&found.table())?;
    }
    if !args.quiet {
        let path = folder.display();
        say(&format!("wrote {path}; open {path}/{} in a browser", COMPARE_FILES[0]));
    }
    Ok(ExitCode::SUCCESS)
}
