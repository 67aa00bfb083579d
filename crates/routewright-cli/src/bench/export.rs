//! `routewright bench export`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use routewright::io::write_bytes_atomically;
use routewright::lab::{Store, to_csv, to_parquet};

use super::StoreArgs;
use crate::exit::UsageError;

/// Write every run of a store as a table: a row a run, with its figures, its network and all it takes to repeat
/// it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright bench export --out runs.csv\n  \
    routewright bench export --format parquet --out runs.parquet")]
pub struct Args {
    /// Form of the table
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,

    /// File to write [default: standard output, for csv]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArgs,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Comma-separated text with a header
    Csv,
    /// Apache Parquet
    Parquet,
}

/// Writes.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let records = Store::open(&args.store.store)?.records()?;
    let bytes = match args.format {
        Format::Csv => to_csv(&records)?.into_bytes(),
        Format::Parquet => to_parquet(&records)?,
    };
    match &args.out {
        Some(path) => {
            write_bytes_atomically(path, &bytes)?;
            eprintln!("wrote {} runs to {}", records.len(), path.display());
        }
        None if args.format == Format::Parquet => {
            return Err(UsageError("parquet is no text for a terminal: name a file with --out".into()).into());
        }
        None => std::io::stdout().write_all(&bytes)?,
    }
    Ok(ExitCode::SUCCESS)
}
