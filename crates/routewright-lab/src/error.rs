//! What can go wrong in the laboratory.

use std::path::PathBuf;

use routewright_io::{InputError, InputErrors, WriteError};

use crate::SHIPPED;

/// Why the laboratory cannot go on.
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
        "there is no suite {name}\n  help: name a TOML file, or one of {}",
        SHIPPED.map(|suite| suite.name).join(", ")
    )]
    UnknownSuite {
        /// As it was typed.
        name: String,
    },
    /// A benchmark city is not on this machine.
    #[error(
        "city {name} is not here: looked in {}\n  help: benchmark cities are other people's data; get the public \
         repository RenatoArbex/TransitNetworkDesign, put its instances at benchmarks/{name} in a folder, and name \
         that folder in ROUTEWRIGHT_DATA",
        folder.display()
    )]
    NoCity {
        /// As the suite names it.
        name: String,
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A made-up city cannot be made.
    #[error("city {name} cannot be made up: {why}")]
    Synthetic {
        /// As the suite names it.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// The store is not there.
    #[error("{} holds no results\n  help: `routewright bench run SUITE` makes some; --store names another file", .0.display())]
    NoStore(PathBuf),
    /// The store is of another program, or a newer one.
    #[error("{} is no store of this version (form {found}, not {expected})\n  help: name another file with --store", path.display())]
    OtherStore {
        /// The file.
        path: PathBuf,
        /// Its form.
        found: i64,
        /// Ours.
        expected: i64,
    },
    /// Another process runs experiments for the same store.
    #[error("another `bench run` is at work for {}\n  help: wait for it, or name another store with --store", .0.display())]
    Busy(PathBuf),
    /// SQLite refuses.
    #[error("the store {} cannot be used: {source}", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The disk refuses.
    #[error("{}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A table cannot be written as Parquet.
    #[error("the table cannot be written as Parquet: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// A run cannot be done.
    #[error("{trial}: {why}")]
    Design {
        /// [`crate::Trial::name`].
        trial: String,
        /// What the designer says.
        why: String,
    },
}

impl LabError {
    /// Whether the command line or a file of the user is at fault.
    pub fn is_input(&self) -> bool {
        match self {
            Self::Suite(_) | Self::Input(_) | Self::UnknownSuite { .. } | Self::NoCity { .. } => true,
            Self::Synthetic { .. } | Self::NoStore(_) | Self::OtherStore { .. } | Self::Design { .. } => true,
            Self::Busy(_) | Self::Store { .. } | Self::Write(_) | Self::Disk { .. } | Self::Parquet(_) => {
                false
            }
        }
    }
}

fn lines(errors: &[InputError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
