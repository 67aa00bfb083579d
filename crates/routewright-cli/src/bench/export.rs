//! `routewright bench export`.

use std::path::PathBuf;
use std::process::ExitCode;

use routewright::io::write_bytes_atomically;
use routewright::lab::{Store, to_csv, to_parquet};

use super::StoreArgs;
use crate::exit::UsageError;
use crate::terminal::{print, say};

/// Write every run of a store as a table: one row per run, with its figures, its network and everything needed
/// to repeat it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright bench export --out runs.csv\n  \
    routewright bench export --format parquet --out runs.parquet")]
pub struct Args {
    /// Format of the table
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
            say(&format!("wrote {} runs to {}", records.len(), path.display()));
        }
        None if args.format == Format::Parquet => {
            return Err(UsageError("parquet is binary: name a file with --out".into()).into());
        }
        None => print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(ExitCode::SUCCESS)
}
