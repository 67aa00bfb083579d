//! The command line: parse, wire, call, render.
//!
//! Data goes to stdout, talk to stderr. Exit status: 0 done, 1 no feasible network or failed work, 2 the
//! command line or an input file is wrong, 130 interrupted with the best so far saved.

mod bench;
mod city;
mod command_line;
mod construction;
mod design;
mod evaluate;
mod exit;
mod export;
mod figures;
mod front;
mod interrupt;
mod model;
mod problem;
mod service;
mod table;
mod train;
mod view;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Design and improve public-transit networks.
///
/// A city is a name built in (mandl) or a path: a folder with nodes, links and demand as CSV, a TNTP
/// _net.tntp file, or Mumford's three text files. A network is a JSON or plain-text file.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    // Far larger than the others.
    Design(Box<design::Args>),
    // Large, too.
    Front(Box<front::Args>),
    Evaluate(evaluate::Args),
    // Large, too.
    Export(Box<export::Args>),
    #[command(subcommand)]
    City(city::Command),
    Train(Box<train::Args>),
    #[command(subcommand)]
    Model(model::Command),
    #[command(subcommand)]
    Bench(bench::Command),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        Command::Design(args) => design::run(&args),
        Command::Front(args) => front::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Export(args) => export::run(&args),
        Command::City(command) => city::run(&command),
        Command::Train(args) => train::run(&args),
        Command::Model(command) => model::run(&command),
        Command::Bench(command) => bench::run(&command),
    };
    done.unwrap_or_else(|error| exit::report(&error))
}
