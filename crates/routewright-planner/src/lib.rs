//! Planning by hand: a workspace of cities and plans, edits with undo, figures after every edit, and searches that go on
//! in the background.
//!
//! This crate keeps plans safe on the disk, carries edits out, judges what comes of them and runs jobs; it draws nothing
//! and speaks no protocol. Read first: [`Workspace`], [`Plan`], [`Edit`].
//!
//! ```
//! use routewright_planner::{Edit, PlanSource, Workspace};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! let workspace = Workspace::open(folder.path())?;
//! let id = workspace.create_plan("mandl", "First try", &PlanSource::Empty)?;
//! let plan = workspace.plan(&id)?;
//! let mut plan = plan.lock().unwrap();
//! let stops = ["1", "13"].map(|name| plan.town().city().node_named(name).unwrap()).to_vec();
//! plan.edit(0, Edit::Draw { stops, headway: Some(10.0), name: None, look: None })?;
//! assert_eq!(plan.steps()[0].words, "Line 1: drawn from 1 to 13");
//! assert_eq!(plan.figures().service.vehicles, 7);
//! # Ok::<(), routewright_planner::PlannerError>(())
//! ```

mod edits;
mod error;
mod export;
mod figures;
mod folder;
mod history;
mod jobs;
mod journal;
mod line;
mod plan;
mod reach;
mod rules;
mod town;
mod words;
mod workspace;

pub use edits::{Edit, End, Look, Spot};
pub use error::{PlannerError, Result};
pub use export::{ExportKind, council_page};
pub use figures::Figures;
pub use history::{Entry, StepView};
pub use jobs::{FrontPlot, ImportFiles, JobRequest, JobResult, JobState, JobView};
pub use line::PlanLine;
pub use plan::{Plan, PlanEntry, Preview};
pub use reach::{ReachTable, Within};
pub use rules::BrokenRule;
pub use town::Town;
pub use workspace::{CityEntry, Event, PlanSource, Workspace};
