//! A folder of cities, plans and jobs.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use routewright_design::read_network;
use routewright_io::{TextFile, parse_network};
use serde::Serialize;

use crate::folder::{check_unlinked, folders_in, inside};
use crate::jobs::Jobs;
use crate::plan::lines_of;
use crate::{JobView, Plan, PlanEntry, PlanLine, PlannerError, Result, Town};

/// The built-in city, always there.
const MANDL: &str = "mandl";
/// Plans that stay in memory while nobody uses them.
const MOST_OPEN: usize = 48;
/// Plans of a workspace.
const MOST_PLANS: usize = 10_000;

/// A city as a list shows it.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct CityEntry {
    /// Names it in the workspace.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Whether it comes with the program.
    pub built_in: bool,
    /// Whether today's network is known.
    pub has_today: bool,
}

/// What a new plan starts from.
#[derive(Clone, Debug)]
pub enum PlanSource {
    /// No lines.
    Empty,
    /// Today's network.
    Today,
    /// Another plan as it is now.
    Plan(String),
    /// A network as JSON, as network files have it.
    Network(String),
    /// The network of a point of a front.
    Point {
        /// The job that found the front.
        job: String,
        /// The point.
        point: usize,
    },
}

/// Something that others who look at the workspace should know.
#[derive(Clone, Debug)]
pub enum Event {
    /// A plan was changed.
    Plan {
        /// Which one.
        id: String,
        /// Its new revision.
        revision: u64,
    },
    /// A job advanced.
    Job(Box<JobView>),
    /// A city, plan or job came or went.
    Workspace,
}

type Listener = Box<dyn Fn(Event) + Send + Sync>;

/// A folder of cities, plans and jobs that this process alone works on.
pub struct Workspace {
    pub(crate) root: PathBuf,
    /// Held as long as the workspace is open.
    pub(crate) lock: File,
    towns: Mutex<HashMap<String, Arc<Town>>>,
    plans: Mutex<OpenPlans>,
    /// Held while a plan is opened or deleted, each by its id.
    opening: Mutex<HashMap<String, Arc<Mutex<()>>>>,
    pub(crate) jobs: Jobs,
    listener: Mutex<Option<Listener>>,
}

#[derive(Default)]
struct OpenPlans {
    open: HashMap<String, (Arc<Mutex<Plan>>, u64)>,
    /// Counts uses, to tell which plan was used last.
    uses: u64,
    /// The number of the last plan.
    last: u64,
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workspace {
    /// Opens a workspace; the folder is made if it is not there. Jobs that were running go on.
    ///
    /// # Errors
    /// The folder cannot be used, or another process works on it.
    pub fn open(folder: &Path) -> Result<Arc<Self>> {
        for part in ["cities", "plans", "jobs", "uploads", "deleted"] {
            let path = folder.join(part);
            std::fs::create_dir_all(&path).map_err(PlannerError::disk(&path))?;
        }
        let root = folder.canonicalize().map_err(PlannerError::disk(folder))?;
        let path = root.join(".lock");
        if path.symlink_metadata().is_ok_and(|file| file.is_symlink()) {
            return Err(PlannerError::refused(format!("{} is a symbolic link", path.display())));
        }
        let lock = File::create(&path).map_err(PlannerError::disk(&path))?;
        if lock.try_lock().is_err() {
            return Err(PlannerError::refused_with(
                format!("another program works on {}", folder.display()),
                "stop it, or choose another folder",
            ));
        }
        let numbers = |part: &str| folders_in(&root.join(part)).into_iter();
        let number = |name: String| name.trim_start_matches('p').parse::<u64>().ok();
        let last = numbers("plans").chain(numbers("deleted")).filter_map(number).max().unwrap_or(0);
        let jobs = Jobs::read(&root);
        let workspace = Arc::new(Self {
            root,
            lock,
            towns: Mutex::default(),
            plans: Mutex::new(OpenPlans { last, ..OpenPlans::default() }),
            opening: Mutex::default(),
            jobs,
            listener: Mutex::default(),
        });
        workspace.start_waiting_jobs();
        Ok(workspace)
    }

    /// What the folder is called.
    pub fn name(&self) -> String {
        self.root.file_name().map_or_else(|| "workspace".into(), |name| name.to_string_lossy().into_owned())
    }

    /// Tells somebody of everything that happens.
    pub fn listen(&self, listener: impl Fn(Event) + Send + Sync + 'static) {
        *locked(&self.listener) = Some(Box::new(listener));
    }

    pub(crate) fn tell(&self, event: Event) {
        if let Some(listener) = &*locked(&self.listener) {
            listener(event);
        }
    }

    /// Tells others that a plan was changed.
    pub fn plan_changed(&self, plan: &Plan) {
        self.tell(Event::Plan { id: plan.id().to_owned(), revision: plan.revision() });
    }

    /// Its cities.
    pub fn cities(&self) -> Vec<CityEntry> {
        let mandl = CityEntry { id: MANDL.into(), name: "Mandl".into(), built_in: true, has_today: false };
        let others = folders_in(&self.root.join("cities")).into_iter().filter(|id| id != MANDL).map(|id| {
            let has_today = self.root.join("cities").join(&id).join("existing.json").is_file();
            CityEntry { name: id.clone(), id, built_in: false, has_today }
        });
        [mandl].into_iter().chain(others).collect()
    }

    /// A city, opened when it is first asked for.
    ///
    /// # Errors
    /// There is no such city, or its files are wrong.
    pub fn town(&self, id: &str) -> Result<Arc<Town>> {
        if let Some(town) = locked(&self.towns).get(id) {
            return Ok(town.clone());
        }
        let source = match id {
            MANDL => MANDL.to_owned(),
            _ => {
                let path = inside(&self.root, &["cities", id])?;
                if !path.is_dir() {
                    return Err(PlannerError::Missing(format!("there is no city {id}")));
                }
                check_unlinked(&path)?;
                path.display().to_string()
            }
        };
        let town = Arc::new(Town::open(id, &source)?);
        Ok(locked(&self.towns).entry(id.to_owned()).or_insert(town).clone())
    }

    /// Forgets a city that was imported again.
    pub(crate) fn forget_town(&self, id: &str) {
        locked(&self.towns).remove(id);
        locked(&self.plans).open.retain(|_, (plan, _)| locked(plan).town().id() != id);
    }

    /// Its plans, the newest first. Plans whose files are damaged are left out. Does not wait for plans that are being
    /// worked on: they are as they are on the disk.
    pub fn plans(&self) -> Vec<PlanEntry> {
        let entry = |id: &String| {
            let open = locked(&self.plans).open.get(id).map(|(plan, _)| plan.clone());
            let idle = open.as_ref().and_then(|plan| plan.try_lock().ok().map(|plan| plan.entry()));
            idle.or_else(|| {
                let folder = self.root.join("plans").join(id);
                check_unlinked(&folder).and_then(|()| Plan::glance(&folder, id)).ok()
            })
        };
        let mut plans: Vec<PlanEntry> =
            folders_in(&self.root.join("plans")).iter().filter_map(entry).collect();
        plans.sort_by(|a, b| {
            b.changed.cmp(&a.changed).then_with(|| b.id.len().cmp(&a.id.len())).then(b.id.cmp(&a.id))
        });
        plans
    }

    /// A plan, opened when it is asked for.
    ///
    /// # Errors
    /// There is no such plan, or its files are wrong.
    pub fn plan(&self, id: &str) -> Result<Arc<Mutex<Plan>>> {
        let folder = inside(&self.root, &["plans", id])?;
        if let Some(plan) = locked(&self.plans).used(id) {
            return Ok(plan);
        }
        // One at a time: two journals of one plan must never be open. Other plans can be used meanwhile.
        let gate = self.gate(id);
        let _gate = locked(&gate);
        if !folder.is_dir() {
            return Err(PlannerError::Missing(format!("there is no plan {id}")));
        }
        check_unlinked(&folder)?;
        if let Some(plan) = locked(&self.plans).used(id) {
            return Ok(plan);
        }
        let town = self.town(&Plan::city_of(&folder)?)?;
        let plan = Arc::new(Mutex::new(Plan::open(&folder, id, town)?));
        locked(&self.plans).add(id, plan.clone());
        Ok(plan)
    }

    fn gate(&self, id: &str) -> Arc<Mutex<()>> {
        locked(&self.opening).entry(id.to_owned()).or_default().clone()
    }

    /// Makes a plan and returns its id.
    ///
    /// # Errors
    /// There is nothing to start from, or the disk refuses.
    pub fn create_plan(&self, city: &str, name: &str, from: &PlanSource) -> Result<String> {
        let town = self.town(city)?;
        let lines = self.lines_from(&town, from)?;
        self.add_plan(&town, name, &lines)
    }

    /// Makes a plan of some lines.
    pub(crate) fn add_plan(&self, town: &Town, name: &str, lines: &[PlanLine]) -> Result<String> {
        let id = {
            let mut plans = locked(&self.plans);
            if folders_in(&self.root.join("plans")).len() >= MOST_PLANS {
                return Err(PlannerError::TooMany(format!("a workspace has {MOST_PLANS} plans at most")));
            }
            plans.last += 1;
            format!("p{}", plans.last)
        };
        Plan::create(&inside(&self.root, &["plans", &id])?, name, town, lines)?;
        // Its figures are known from now on, though nobody has opened it. Without them it is a plan all the same.
        let _ = self.plan(&id);
        self.tell(Event::Workspace);
        Ok(id)
    }

    fn lines_from(&self, town: &Town, from: &PlanSource) -> Result<Vec<PlanLine>> {
        let city = town.city();
        Ok(match from {
            PlanSource::Empty => Vec::new(),
            PlanSource::Today => lines_of(
                town.today().ok_or_else(|| {
                    PlannerError::refused(format!("today's network of {} is not known", town.id()))
                })?,
                &[],
            ),
            PlanSource::Plan(id) => {
                let plan = self.plan(id)?;
                let plan = locked(&plan);
                if plan.town().id() != town.id() {
                    return Err(PlannerError::refused("the plan belongs to another city"));
                }
                plan.lines().to_vec()
            }
            PlanSource::Network(text) => {
                lines_of(&parse_network(city, &TextFile::new("network.json", text.as_str()))?, &[])
            }
            PlanSource::Point { job, point } => {
                self.point_lines(job, &read_network(city, &self.point_file(job, *point)?)?)?
            }
        })
    }

    /// Moves a plan to the folder `deleted`.
    ///
    /// # Errors
    /// There is no such plan, or the disk refuses.
    pub fn delete_plan(&self, id: &str) -> Result<()> {
        let folder = inside(&self.root, &["plans", id])?;
        let gate = self.gate(id);
        let _gate = locked(&gate);
        let mut plans = locked(&self.plans);
        if !folder.is_dir() {
            return Err(PlannerError::Missing(format!("there is no plan {id}")));
        }
        plans.open.remove(id);
        std::fs::rename(&folder, self.root.join("deleted").join(id)).map_err(PlannerError::disk(&folder))?;
        drop(plans);
        self.tell(Event::Workspace);
        Ok(())
    }

    /// Where an uploaded file goes.
    ///
    /// # Errors
    /// The name is not that of a plain file.
    pub fn upload_path(&self, name: &str) -> Result<PathBuf> {
        inside(&self.root, &["uploads", name])
    }
}

impl OpenPlans {
    fn used(&mut self, id: &str) -> Option<Arc<Mutex<Plan>>> {
        self.uses += 1;
        let (plan, last) = self.open.get_mut(id)?;
        *last = self.uses;
        Some(plan.clone())
    }

    fn add(&mut self, id: &str, plan: Arc<Mutex<Plan>>) {
        self.open.insert(id.to_owned(), (plan, self.uses));
        while self.open.len() > MOST_OPEN {
            // Plans that somebody holds stay.
            let idle = self.open.iter().filter(|(_, (plan, _))| Arc::strong_count(plan) == 1);
            let Some(oldest) = idle.min_by_key(|(_, (_, last))| *last).map(|(id, _)| id.clone()) else {
                break;
            };
            self.open.remove(&oldest);
        }
    }
}
