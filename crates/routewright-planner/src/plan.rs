//! A plan: the network it started from, and the steps since.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use routewright_io::{TextFile, network_to_json, parse_network, write_text_atomically};
use routewright_model::{Frequency, Network, NodeId, Route};
use serde::{Deserialize, Serialize};

use crate::edits::{Applied, Look, apply};
use crate::figures::Figures;
use crate::history::{Base, Entry, History, StepView};
use crate::journal::Journal;
use crate::line::network_of;
use crate::reach::{ReachTable, reach_table};
use crate::{Edit, PlanLine, PlannerError, Result, Town};

/// What a plan is, apart from its lines and steps.
const PLAN: &str = "plan.json";
/// The network it started from.
const BASE: &str = "base.json";
/// What happened since.
const STEPS: &str = "steps.jsonl";
/// What a list of plans shows.
const SUMMARY: &str = "summary.json";
/// Letters of a plan's name.
const LONGEST_NAME: usize = 100;
/// Headway of routes that do not say how often they run, minutes.
const USUAL_HEADWAY: f64 = 10.0;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Meta {
    name: String,
    city: String,
    /// Of the lines it started from, in their order.
    lines: Vec<LineMeta>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct LineMeta {
    id: u32,
    style: usize,
    frozen: bool,
}

/// A plan as a list shows it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct PlanEntry {
    /// Names it in the workspace.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its city.
    pub city: String,
    /// How often it was changed.
    pub revision: u64,
    /// When it was last changed, seconds since 1970.
    pub changed: u64,
    /// How many lines it has.
    pub lines: usize,
    /// How many vehicles they take.
    pub vehicles: u64,
    /// Perceived minutes of a mean trip.
    pub mean_min: Option<f64>,
    /// Legs on which vehicles are fuller than allowed, where loads mean something.
    #[serde(default)]
    pub overloaded_legs: Option<usize>,
}

/// A line as it would be after an edit.
#[derive(Clone, Debug)]
pub struct Preview {
    /// What the step would be called.
    pub words: String,
    /// What it would do that nobody asked for, as a sentence.
    pub aside: Option<String>,
    /// The line, unless it would be gone.
    pub line: Option<PlanLine>,
}

/// A plan that is open.
pub struct Plan {
    id: String,
    folder: PathBuf,
    name: String,
    town: Arc<Town>,
    base: Base,
    history: History,
    journal: Journal,
    revision: u64,
    changed: u64,
    lines: Vec<PlanLine>,
    steps: Vec<StepView>,
    figures: Arc<Figures>,
    /// Figures one revision earlier, as long as the plan stays open.
    before: Option<Arc<Figures>>,
    reach: Option<Arc<ReachTable>>,
}

impl Plan {
    /// Writes a new plan that starts from some lines.
    pub(crate) fn create(folder: &Path, name: &str, town: &Town, lines: &[PlanLine]) -> Result<()> {
        std::fs::create_dir_all(folder).map_err(PlannerError::disk(folder))?;
        if !lines.is_empty() {
            write_text_atomically(&folder.join(BASE), &network_to_json(town.city(), &network_of(lines)))?;
        }
        let line = |line: &PlanLine| LineMeta { id: line.id, style: line.style, frozen: line.is_frozen };
        let meta = Meta {
            name: checked_name(name)?,
            city: town.id().to_owned(),
            lines: lines.iter().map(line).collect(),
        };
        // Last: a folder without it is no plan.
        Ok(write_text_atomically(&folder.join(PLAN), &text_of(&meta))?)
    }

    /// The city of a plan that is not open.
    pub(crate) fn city_of(folder: &Path) -> Result<String> {
        Ok(read_meta(folder)?.city)
    }

    /// A plan as a list shows it, without opening its city.
    pub(crate) fn glance(folder: &Path, id: &str) -> Result<PlanEntry> {
        let meta = read_meta(folder)?;
        let (entries, _) = Journal::read(&folder.join(STEPS))?;
        let renamed = entries.iter().rev().find_map(|entry| match entry {
            Entry::Name(name) => Some(name.clone()),
            _ => None,
        });
        let known: Option<PlanEntry> = std::fs::read_to_string(folder.join(SUMMARY))
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok());
        let unknown = || PlanEntry { lines: meta.lines.len(), ..PlanEntry::default() };
        let known = known.unwrap_or_else(unknown);
        let changed = known.changed.max(modified(&folder.join(STEPS))).max(modified(&folder.join(PLAN)));
        Ok(PlanEntry {
            id: id.to_owned(),
            name: renamed.unwrap_or(meta.name),
            city: meta.city,
            revision: entries.len() as u64,
            changed,
            ..known
        })
    }

    /// Opens a plan, replays its steps and judges it.
    pub(crate) fn open(folder: &Path, id: &str, town: Arc<Town>) -> Result<Self> {
        let meta = read_meta(folder)?;
        let mut base = Base::new(read_base(folder, &meta, &town)?);
        let (journal, entries) = Journal::open(&folder.join(STEPS))?;
        let (mut history, mut name) = (History::default(), meta.name);
        for entry in &entries {
            history.record(entry)?;
            history.fold(&town, &mut base);
            if let Entry::Name(given) = entry {
                name.clone_from(given);
            }
        }
        let (lines, steps) = history.replay(&town, &base);
        let figures = Arc::new(Figures::of(&town, &network_of(&lines)));
        let plan = Self {
            id: id.to_owned(),
            folder: folder.to_owned(),
            name,
            base,
            history,
            journal,
            revision: entries.len() as u64,
            changed: modified(&folder.join(STEPS)).max(modified(&folder.join(PLAN))),
            lines,
            steps,
            figures,
            before: None,
            reach: None,
            town,
        };
        plan.write_summary();
        Ok(plan)
    }

    /// Changes the plan by one step.
    ///
    /// # Errors
    /// Somebody else changed it since `revision`, or the change is not possible; nothing is changed then.
    pub fn edit(&mut self, revision: u64, edit: Edit<NodeId>) -> Result<()> {
        self.check(revision)?;
        let edit = edit.with_look(None).with_stops(&self.lines);
        let mut lines = self.lines.clone();
        let [new_id, _] = self.next_ids();
        let Applied { words, .. } = apply(&self.town, &mut lines, &edit, self.next_ids())?;
        let look = |line: &PlanLine| Look { name: line.route.name().to_owned(), style: line.style };
        let edit = edit.with_look(lines.iter().find(|line| line.id == new_id).map(look));
        let city = self.town.city();
        let kept = edit.try_map(|node| Ok::<_, PlannerError>(city.node(node).name.clone()))?;
        let entry = Entry::Edit(kept);
        self.journal.append(&entry)?;
        self.history.record(&entry)?;
        self.steps.retain(|step| !step.is_undone);
        let id = self.history.last_id();
        self.steps.push(StepView { id, words, is_on: true, problem: None, is_undone: false });
        let folded = self.history.fold(&self.town, &mut self.base);
        self.steps.drain(..folded);
        self.lines = lines;
        self.judge();
        Ok(())
    }

    /// Takes a step back, does it again, or turns one off or on.
    ///
    /// # Errors
    /// As [`Plan::edit`].
    pub fn step(&mut self, revision: u64, entry: &Entry) -> Result<()> {
        self.check(revision)?;
        let mut history = self.history.clone();
        history.record(entry)?;
        self.journal.append(entry)?;
        (self.lines, self.steps) = history.replay(&self.town, &self.base);
        self.history = history;
        self.judge();
        Ok(())
    }

    /// Gives the plan another name.
    ///
    /// # Errors
    /// The name is empty or too long.
    pub fn rename(&mut self, name: &str) -> Result<()> {
        let name = checked_name(name)?;
        self.journal.append(&Entry::Name(name.clone()))?;
        self.name = name;
        self.revision += 1;
        self.changed = now();
        self.write_summary();
        Ok(())
    }

    /// What an edit would do to its line. Changes nothing and judges nothing.
    ///
    /// # Errors
    /// The change is not possible.
    pub fn preview(&self, edit: &Edit<NodeId>) -> Result<Preview> {
        let (mut lines, edit) = (self.lines.clone(), edit.clone().with_look(None));
        let Applied { words, aside, line } = apply(&self.town, &mut lines, &edit, self.next_ids())?;
        let line = line.and_then(|id| lines.into_iter().find(|line| line.id == id));
        Ok(Preview { words, aside, line })
    }

    fn next_ids(&self) -> [u32; 2] {
        self.history.next_ids(&self.base)
    }

    fn check(&self, revision: u64) -> Result<()> {
        if revision == self.revision { Ok(()) } else { Err(PlannerError::Conflict) }
    }

    /// After a change that is in the journal.
    fn judge(&mut self) {
        let figures = Arc::new(Figures::of(&self.town, &self.network()));
        self.before = Some(std::mem::replace(&mut self.figures, figures));
        self.reach = None;
        self.revision += 1;
        self.changed = now();
        self.write_summary();
    }

    /// For lists of plans. The journal decides, so that a disk that refuses this loses nothing.
    fn write_summary(&self) {
        let _ = write_text_atomically(&self.folder.join(SUMMARY), &text_of(&self.entry()));
    }

    /// The plan as a list shows it.
    pub fn entry(&self) -> PlanEntry {
        PlanEntry {
            id: self.id.clone(),
            name: self.name.clone(),
            city: self.town.id().to_owned(),
            revision: self.revision,
            changed: self.changed,
            lines: self.lines.len(),
            vehicles: self.figures.service.vehicles,
            mean_min: Some(self.figures.service.mean_min),
            overloaded_legs: self.town.has_period().then_some(self.figures.service.overloaded_legs),
        }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Names it in the workspace.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its city.
    pub fn town(&self) -> &Arc<Town> {
        &self.town
    }

    /// How often it was changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Its lines, in the order in which they came.
    pub fn lines(&self) -> &[PlanLine] {
        &self.lines
    }

    /// The places of its lines in the palette.
    pub fn styles(&self) -> Vec<usize> {
        self.lines.iter().map(|line| line.style).collect()
    }

    /// Its lines as a network.
    pub fn network(&self) -> Network {
        network_of(&self.lines)
    }

    /// Its steps, undone ones last.
    pub fn steps(&self) -> &[StepView] {
        &self.steps
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is a step to do again.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// What it means for riders and for the fleet. Lines are named by their place in [`Plan::lines`].
    pub fn figures(&self) -> &Arc<Figures> {
        &self.figures
    }

    /// The same one revision earlier, where that is known.
    pub fn before(&self) -> Option<&Arc<Figures>> {
        self.before.as_ref()
    }

    /// How long trips take between all nodes; computed when first asked for.
    pub fn reach(&mut self) -> Arc<ReachTable> {
        let (town, lines) = (&self.town, &self.lines);
        self.reach.get_or_insert_with(|| Arc::new(reach_table(town, &network_of(lines)))).clone()
    }
}

/// Lines for the routes of a network: numbered, coloured in turn, and running.
pub(crate) fn lines_of(network: &Network, frozen: &[String]) -> Vec<PlanLine> {
    let line = |(at, route): (usize, &Route)| PlanLine {
        id: at as u32 + 1,
        style: at % Town::PALETTE,
        is_frozen: frozen.iter().any(|name| name == route.name()),
        route: route.clone().with_frequency(route.frequency().or(Some(Frequency::Every(USUAL_HEADWAY)))),
    };
    network.routes.iter().enumerate().map(line).collect()
}

fn read_meta(folder: &Path) -> Result<Meta> {
    let path = folder.join(PLAN);
    let text = std::fs::read_to_string(&path).map_err(PlannerError::disk(&path))?;
    serde_json::from_str(&text).map_err(|error| {
        let problem = format!("{}:{}: not a plan: {error}", path.display(), error.line());
        PlannerError::refused_with(problem, "restore the file from a copy")
    })
}

fn read_base(folder: &Path, meta: &Meta, town: &Town) -> Result<Vec<PlanLine>> {
    let path = folder.join(BASE);
    if meta.lines.is_empty() {
        return Ok(Vec::new());
    }
    let network = parse_network(town.city(), &TextFile::read(&path)?)?;
    if network.routes.len() != meta.lines.len() {
        let problem = format!("{} and {PLAN} do not have the same lines", path.display());
        return Err(PlannerError::refused_with(problem, "restore both files from a copy"));
    }
    let line = |(route, meta): (Route, &LineMeta)| PlanLine {
        id: meta.id,
        style: meta.style,
        is_frozen: meta.frozen,
        route,
    };
    Ok(network.routes.into_iter().zip(&meta.lines).map(line).collect())
}

fn checked_name(name: &str) -> Result<String> {
    let name = name.trim();
    match name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        true => Err(PlannerError::refused(format!("a name has 1 to {LONGEST_NAME} letters"))),
        false => Ok(name.to_owned()),
    }
}

fn text_of(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain data") + "\n"
}

fn modified(path: &Path) -> u64 {
    let time = std::fs::metadata(path).and_then(|file| file.modified()).ok();
    time.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).map_or(0, |since| since.as_secs())
}

fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
