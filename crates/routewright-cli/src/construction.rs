//! How routes are built, as it is typed.

use routewright::env::Extension;
use routewright::policy::Kernel;

/// Which shortest paths may extend a route.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtensionChoice {
    /// Those that start next to one of its ends, as published
    Neighbour,
    /// Those that start at one of its ends: fewer, and faster to score
    SharedTerminal,
}

impl From<ExtensionChoice> for Extension {
    fn from(choice: ExtensionChoice) -> Self {
        match choice {
            ExtensionChoice::Neighbour => Self::Neighbour,
            ExtensionChoice::SharedTerminal => Self::SharedTerminal,
        }
    }
}

/// Arithmetic of a policy.
#[derive(
    clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum KernelChoice {
    /// The fastest this machine has
    #[default]
    Fast,
    /// The same bits on every machine
    Scalar,
}

impl From<KernelChoice> for Kernel {
    fn from(choice: KernelChoice) -> Self {
        match choice {
            KernelChoice::Fast => Self::Fast,
            KernelChoice::Scalar => Self::Scalar,
        }
    }
}
