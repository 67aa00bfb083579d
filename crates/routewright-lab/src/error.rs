//! What can go wrong in the laboratory.

use std::path::PathBuf;

use routewright_io::{InputError, InputErrors, WriteError};

use crate::SHIPPED;

/// Why an experiment or report failed.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A suite file has faults.
    #[error("{}", lines(.0))]
    Suite(Vec<InputError>),
    /// A file cannot be read.
    #[error(transparent)]
    Input(#[from] InputErrors),
    /// No suite has that name.
    #[error(
        "no suite is called {name}\n  help: name a TOML file, or one of {}",
        SHIPPED.map(|suite| suite.name).join(", ")
    )]
    UnknownSuite {
        /// As it was typed.
        name: String,
    },
    /// A benchmark city is missing on this machine.
    #[error(
        "city {name}: {} is not there\n  help: benchmark cities are other people's data; download them (Mumford's from the \
         public repository RenatoArbex/TransitNetworkDesign, road networks from Transportation Networks for Research, \
         Porto Alegre from the sample data of r5r) and set ROUTEWRIGHT_DATA to their folder; docs/benchmarking.md says \
         what lies where",
        path.display()
    )]
    NoCity {
        /// As the suite names it.
        name: String,
        /// What is missing.
        path: PathBuf,
    },
    /// A city cannot be generated or imported.
    #[error("cannot make city {name}: {why}")]
    Made {
        /// As the suite names it.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// No store exists.
    #[error("{} holds no results\n  help: run `routewright bench run SUITE`, or name another file with --store", .0.display())]
    NoStore(PathBuf),
    /// The file belongs to another program, or to another version.
    #[error("{} is not a store of this version (format {found}, not {expected})\n  help: name another file with --store", path.display())]
    OtherStore {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// Ours.
        expected: i64,
    },
    /// Another process runs experiments with the same store.
    #[error("another `bench run` is using {}\n  help: wait for it, or name another store with --store", .0.display())]
    Busy(PathBuf),
    /// SQLite failed.
    #[error("cannot use the store {}: {source}", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The disk failed.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A table cannot be written as Parquet.
    #[error("cannot write Parquet: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// A trial cannot be run.
    #[error("{trial}: {why}")]
    Design {
        /// [`crate::Trial::name`].
        trial: String,
        /// What the designer says.
        why: String,
    },
}

impl LabError {
    /// Whether the command line or an input file is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            Self::Suite(_) | Self::Input(_) | Self::UnknownSuite { .. } | Self::NoCity { .. } => true,
            Self::Made { .. } | Self::NoStore(_) | Self::OtherStore { .. } | Self::Design { .. } => true,
            Self::Busy(_) | Self::Store { .. } | Self::Write(_) | Self::Disk { .. } | Self::Parquet(_) => {
                false
            }
        }
    }
}

fn lines(errors: &[InputError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
