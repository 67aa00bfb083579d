//! Design a network, or improve one.

mod brought;
mod builder;
mod checkpoint;
mod choices;
mod files;
mod job;
mod options;
mod plan;
mod recorder;
mod run;
mod searches;
mod settings;
mod start;
mod status;

pub use builder::Design;
pub(crate) use checkpoint::Checkpoint;
pub use checkpoint::STATE;
pub use choices::{Init, KernelChoice, Method};
pub use files::FILES;
pub use job::DesignJob;
pub use options::DesignOptions;
pub use plan::{Comparison, Plan};
pub use settings::Settings;
pub(crate) use settings::{MOST_CHAINS, chain_count, check_change_price, check_counts, check_start};
pub(crate) use start::{Start, split};
pub use status::{DesignStatus, Stage};
