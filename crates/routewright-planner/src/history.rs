//! The steps of a plan: undo, redo, turn off.

use routewright_model::NodeId;
use serde::{Deserialize, Serialize};

use crate::edits::apply;
use crate::{Edit, PlanLine, PlannerError, Result, Town};

/// What happened to a plan, as its journal keeps it: one entry per revision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A new step. Steps that were undone are forgotten.
    Edit(Edit),
    /// Takes the last step back.
    Undo,
    /// Does the first undone step again.
    Redo,
    /// Turns a step off, or on again.
    Switch {
        /// The step.
        step: u32,
        /// Whether it counts.
        on: bool,
    },
    /// Gives the plan another name.
    Name(String),
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    id: u32,
    edit: Edit,
    is_on: bool,
}

/// The steps of a plan, in order; those after the first `done` are undone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct History {
    steps: Vec<Step>,
    done: usize,
    last_id: u32,
}

/// A step and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StepView {
    /// Names it.
    pub id: u32,
    /// What it does.
    pub words: String,
    /// Whether it counts.
    pub is_on: bool,
    /// Why it could not be carried out, if so.
    pub problem: Option<String>,
    /// Whether it was taken back and can be done again.
    pub is_undone: bool,
}

/// Steps that can be taken back or turned off, at least.
const KEPT_STEPS: usize = 1_000;
/// Earlier ones become part of what the plan starts from, so many at a time.
const FOLDED_STEPS: usize = 250;

/// What a plan starts from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Base {
    /// The lines.
    pub lines: Vec<PlanLine>,
    /// The highest id that a line had when the plan was made: new lines have higher ones.
    pub highest_id: u32,
}

impl Base {
    pub(crate) fn new(lines: Vec<PlanLine>) -> Self {
        let highest_id = lines.iter().map(|line| line.id).max().unwrap_or(0);
        Self { lines, highest_id }
    }
}

impl History {
    /// Makes the oldest steps part of the base where there are too many, and says how many. Called after every step, so that
    /// a plan that is opened again folds the same steps.
    pub(crate) fn fold(&mut self, town: &Town, base: &mut Base) -> usize {
        if self.done < KEPT_STEPS + FOLDED_STEPS {
            return 0;
        }
        for step in self.steps.drain(..FOLDED_STEPS).filter(|step| step.is_on) {
            // A step that does not fit any more changes nothing.
            let ids = new_ids(base.highest_id, step.id);
            let _ = named(town, &step.edit).and_then(|edit| apply(town, &mut base.lines, &edit, ids));
        }
        self.done -= FOLDED_STEPS;
        FOLDED_STEPS
    }

    /// Adds an entry of the journal.
    pub(crate) fn record(&mut self, entry: &Entry) -> Result<()> {
        match entry {
            Entry::Edit(edit) => {
                self.steps.truncate(self.done);
                self.last_id += 1;
                self.steps.push(Step { id: self.last_id, edit: edit.clone(), is_on: true });
                self.done += 1;
            }
            Entry::Undo if self.can_undo() => self.done -= 1,
            Entry::Undo => return Err(PlannerError::refused("there is nothing to undo")),
            Entry::Redo if self.can_redo() => self.done += 1,
            Entry::Redo => return Err(PlannerError::refused("there is nothing to redo")),
            Entry::Switch { step, on } => {
                let found = self.steps[..self.done].iter_mut().find(|other| other.id == *step);
                found.ok_or_else(|| PlannerError::refused("there is no such step"))?.is_on = *on;
            }
            Entry::Name(_) => {}
        }
        Ok(())
    }

    /// The step that was added last.
    pub(crate) fn last_id(&self) -> u32 {
        self.last_id
    }

    pub(crate) fn can_undo(&self) -> bool {
        self.done > 0
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    /// Ids of the lines that the next step adds.
    pub(crate) fn next_ids(&self, base: &Base) -> [u32; 2] {
        new_ids(base.highest_id, self.last_id + 1)
    }

    /// The lines after all steps that count, and what became of each step.
    pub(crate) fn replay(&self, town: &Town, base: &Base) -> (Vec<PlanLine>, Vec<StepView>) {
        let (highest, mut lines) = (base.highest_id, base.lines.clone());
        let mut views = Vec::new();
        let mut result = None;
        for (at, step) in self.steps.iter().enumerate() {
            if at == self.done {
                result = Some(lines.clone());
            }
            // A step that is off is carried out on a copy, for its words.
            let mut copy = (!step.is_on).then(|| lines.clone());
            let applied = named(town, &step.edit).and_then(|edit| {
                apply(town, copy.as_mut().unwrap_or(&mut lines), &edit, new_ids(highest, step.id))
            });
            let (words, problem) = match applied {
                Ok(applied) => (applied.words, None),
                Err(error) => (title(&step.edit).to_owned(), Some(error.to_string())),
            };
            let problem = problem.filter(|_| step.is_on);
            views.push(StepView {
                id: step.id,
                words,
                is_on: step.is_on,
                problem,
                is_undone: at >= self.done,
            });
        }
        (result.unwrap_or(lines), views)
    }
}

fn new_ids(base: u32, step: u32) -> [u32; 2] {
    [base + 2 * step - 1, base + 2 * step]
}

/// An edit with the nodes that its names mean.
pub(crate) fn named(town: &Town, edit: &Edit) -> Result<Edit<NodeId>> {
    let city = town.city();
    edit.clone().try_map(|name| {
        city.node_named(&name)
            .ok_or_else(|| PlannerError::refused(format!("the city has no stop {name} any more")))
    })
}

/// What a step is called that cannot be carried out.
fn title(edit: &Edit) -> &'static str {
    match edit {
        Edit::Draw { .. } => "Draw a line",
        Edit::Extend { .. } => "Extend a line",
        Edit::Cut { .. } => "Cut a line",
        Edit::Reroute { .. } => "Lead a line another way",
        Edit::Skip { .. } => "Leave a stop out",
        Edit::Reverse { .. } => "Reverse a line",
        Edit::Duplicate { .. } => "Duplicate a line",
        Edit::Delete { .. } => "Delete a line",
        Edit::Split { .. } => "Split a line",
        Edit::Join { .. } => "Join two lines",
        Edit::Headway { .. } => "Change a headway",
        Edit::Rename { .. } => "Rename a line",
        Edit::Colour { .. } => "Change a colour",
        Edit::Freeze { .. } => "Freeze a line",
    }
}
