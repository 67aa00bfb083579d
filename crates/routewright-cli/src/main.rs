//! The command line: parse, call, render.
//!
//! Data goes to stdout, talk to stderr. Exit status: 0 done, 1 no feasible network or failed work, 2 the
//! command line or an input file is wrong, 130 interrupted with the best so far saved.

mod args;
mod bench;
mod city;
mod compare;
mod design;
mod evaluate;
mod exit;
mod export;
mod front;
mod interrupt;
mod model;
mod serve;
mod terminal;
mod train;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Design and improve public-transit networks.
///
/// A city is a built-in name (mandl) or a path: a folder with nodes, links and demand as CSV, a TNTP
/// _net.tntp file, or Mumford's three text files. A network is a JSON or plain-text file.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    // Boxed: far larger than the others.
    Design(Box<design::Args>),
    Front(Box<front::Args>),
    Evaluate(Box<evaluate::Args>),
    Compare(Box<compare::Args>),
    Export(Box<export::Args>),
    Serve(serve::Args),
    #[command(subcommand)]
    City(city::Command),
    Train(Box<train::Args>),
    #[command(subcommand)]
    Model(model::Command),
    #[command(subcommand)]
    Bench(bench::Command),
}

fn main() -> ExitCode {
    let command = typed().next();
    let cli = Cli::try_parse().unwrap_or_else(|error| words::explained(error, command.as_deref()).exit());
    let done = match cli.command {
        Command::Design(args) => design::run(&args),
        Command::Front(args) => front::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::City(command) => city::run(&command),
        Command::Train(args) => train::run(&args),
        Command::Model(command) => model::run(&command),
        Command::Bench(command) => bench::run(&command),
    };
    done.unwrap_or_else(|error| exit::report(&error))
}

/// What was typed after the name of the program.
fn typed() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned())
}
