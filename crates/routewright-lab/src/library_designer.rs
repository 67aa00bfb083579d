//! Trials run by the design library.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use routewright_design::{
    Cancel, DesignJob, DesignOptions, Error, Inputs, Place, Plan, STATE, Settings, VERSION, chain,
    command_line, suggested_limits,
};
use routewright_model::{City, Problem};

use crate::{CityFolders, CitySource, Designer, Ended, Finding, Identity, Trial};

/// City, policy, start and fixed network by their names.
type InputKey = (String, Option<String>, Option<PathBuf>, Option<PathBuf>);

/// Designs networks with the design library. Runs save checkpoints and resume from them.
pub struct LibraryDesigner {
    folders: CityFolders,
    cancel: Cancel,
    /// What was read so far. Many trials share it, and a file that changes while an experiment runs changes
    /// nothing.
    read: Mutex<BTreeMap<InputKey, Inputs>>,
}

impl LibraryDesigner {
    /// Looks for cities in these folders, and ends runs when cancelled.
    pub fn new(folders: CityFolders, cancel: Cancel) -> Self {
        Self { folders, cancel, read: Mutex::default() }
    }

    /// The options of a trial with its city, and the command that generates the city.
    fn options(&self, trial: &Trial) -> Result<(DesignOptions, Option<String>), String> {
        let placed = self.folders.place(&trial.city).map_err(|error| error.to_string())?;
        Ok((DesignOptions { city: placed.path, ..trial.options.clone() }, placed.setup))
    }

    fn inputs(&self, options: &DesignOptions) -> Result<Inputs, Error> {
        let model = options.model();
        let names = options.names(model.as_deref());
        let key = (options.city.clone(), model.clone(), options.start.clone(), options.problem.fixed.clone());
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inputs) = read.get(&key) {
            return Ok(inputs.clone());
        }
        let inputs = Inputs::read(&names)?;
        read.insert(key, inputs.clone());
        Ok(inputs)
    }

    /// Resumes what an earlier attempt left, or starts over.
    fn plan(
        &self,
        options: &DesignOptions,
        threads: usize,
        folder: &Path,
        note: &dyn Fn(String),
    ) -> Result<Plan, Error> {
        let inputs = self.inputs(options)?;
        if folder.join(STATE).is_file() {
            let resumed = DesignJob::resume_with_inputs(folder, options, inputs.clone(), threads)
                .and_then(|job| job.run(&self.cancel, &mut ()));
            match resumed {
                // Damaged, or of another version.
                Err(why @ (Error::Resume(_) | Error::Restore(_))) => {
                    note(format!("starts over: {}", why.to_string().lines().next().unwrap_or_default()));
                }
                resumed => return resumed,
            }
        }
        let problem = problem(options, &inputs)?;
        let (place, command) = (Place::Folder(folder.into()), command_of(options, threads));
        let job = DesignJob::with_inputs(options, problem, inputs, threads, &place, command)?;
        job.run(&self.cancel, &mut ())
    }
}

impl Designer for LibraryDesigner {
    fn identify(&self, trial: &Trial) -> Result<Identity, String> {
        let (options, setup) = self.options(trial)?;
        let identity = || -> Result<Identity, Error> {
            let inputs = self.inputs(&options)?;
            if lacks_limits(&options, &inputs.city) {
                return Err(Error::Settings(missing_limits(&trial.city, &inputs.city)));
            }
            let problem = problem(&options, &inputs)?;
            let settings = Settings::resolve(&options, &problem, &inputs, trial.threads)?;
            let fingerprints = inputs.fingerprints();
            let mut facts = serde_json::to_value(&settings).expect("settings are plain data");
            // Files count by their content, wherever they are.
            facts["city"] = fingerprints.city.clone().into();
            facts["start"] = fingerprints.start.clone().into();
            facts["fixed"] = fingerprints.fixed.clone().into();
            facts["model"] = fingerprints.model.clone().into();
            Ok(Identity {
                command: command_of(&options, trial.threads),
                setup,
                settings: facts,
                version: VERSION.to_owned(),
                city_hash: fingerprints.city,
                model_hash: fingerprints.model,
                kernel: settings.kernel.map(|kernel| kernel.kernel().name().to_owned()),
                is_reproducible: settings.is_reproducible(),
            })
        };
        identity().map_err(|error| chain(&error))
    }

    fn design(&self, trial: &Trial, folder: &Path, note: &dyn Fn(String)) -> Result<Ended, String> {
        let (options, _) = self.options(trial)?;
        let plan = self.plan(&options, trial.threads, folder, note).map_err(|error| chain(&error))?;
        Ok(if plan.is_interrupted() { Ended::Stopped } else { Ended::Finished(Box::new(finding(plan))) })
    }

    fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    fn stop(&self) {
        self.cancel.cancel();
    }
}

fn problem(options: &DesignOptions, inputs: &Inputs) -> Result<Problem, Error> {
    options.problem.to_design(&inputs.city, inputs.start.as_ref(), inputs.fixed.clone())
}

/// Whether neither suite nor city says how many routes of which length are needed.
fn lacks_limits(options: &DesignOptions, city: &City) -> bool {
    let (asked, own) = (&options.problem, city.defaults());
    let limits =
        [asked.routes.or(own.routes), asked.min_stops.or(own.min_stops), asked.max_stops.or(own.max_stops)];
    options.start.is_none() && limits.contains(&None)
}

/// What to add to the suite.
fn missing_limits(source: &CitySource, city: &City) -> String {
    let place = match source {
        CitySource::Synthetic(_) => "to its [[synthetic]] table or to [problem] of the suite",
        CitySource::Named { .. } => {
            "to a [[limits]] table or [problem] of the suite, or to city.toml of the city"
        }
    };
    let limits = suggested_limits(city);
    format!(
        "the suite does not say how many routes the city needs or how long they may be\n  help: add routes, min-stops \
         and max-stops {place}; for {} nodes try routes = {}, min-stops = {}, max-stops = {}",
        city.node_count(),
        limits.routes(),
        limits.min_stops(),
        limits.max_stops()
    )
}

/// The command that repeats a run.
fn command_of(options: &DesignOptions, threads: usize) -> String {
    command_line(options.arguments().into_iter().chain(["--threads".to_owned(), threads.to_string()]))
}

fn finding(plan: Plan) -> Finding {
    Finding {
        problem: plan.problem().clone(),
        network: plan.network().clone(),
        figures: plan.figures().clone(),
        seconds: plan.seconds(),
        rounds: plan.rounds(),
        evaluations: plan.evaluations(),
        trace: plan.trace().clone(),
    }
}

#[cfg(test)]
mod tests {
    use routewright_io::TextFile;

    use super::*;
    use crate::{Selection, Suite};

    /// A designer that puts synthetic cities into a folder.
    fn designer_in(folder: &Path) -> LibraryDesigner {
        LibraryDesigner::new(CityFolders { data: folder.into(), synthetic: folder.into() }, Cancel::default())
    }

    /// A designer for suites without synthetic cities.
    fn designer() -> LibraryDesigner {
        designer_in(Path::new("nowhere"))
    }

    fn trials(rest: &str) -> Vec<Trial> {
        let text = format!("about = 'x'\ncities = ['mandl']\nalphas = [1]\nseeds = [1, 2]\n{rest}");
        let suite = Suite::parse("mine".into(), &TextFile::new("mine.toml", text)).unwrap();
        suite.trials(&Selection::default())
    }

    #[test]
    fn a_city_without_limits_is_told_what_to_add_to_the_suite() {
        let mut trials = trials(
            "[[methods]]\nmethod = 'anneal'\niterations = 1\ncities = ['town']\n\
             [[synthetic]]\nname = 'town'\nkind = '4-grid'\nnodes = 16\nseed = 1\n",
        );
        let folder = tempfile::tempdir().unwrap();
        let designer = designer_in(folder.path());
        let refused = designer.identify(&trials[0]).unwrap_err();
        assert!(refused.contains("routes = 4, min-stops = 2, max-stops = 8"), "{refused}");
        assert!(refused.contains("[problem]") && !refused.contains("--routes"), "{refused}");
        let problem = &mut trials[0].options.problem;
        (problem.routes, problem.min_stops, problem.max_stops) = (Some(4), Some(2), Some(8));
        designer.identify(&trials[0]).unwrap();
    }

    #[test]
    fn files_that_change_during_an_experiment_do_not_change_it() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let fixed = folder.join("metro.json");
        let write = |stops: &str| std::fs::write(&fixed, format!("[[{stops}]]")).unwrap();
        let mut trials = trials("[[methods]]\nmethod = 'rc'\nsamples = 1\n");
        trials[0].options.problem.fixed = Some(fixed.clone());
        let designer = designer();
        write("\"1\", \"2\"");
        let before = designer.identify(&trials[0]).unwrap();
        write("\"1\", \"2\", \"3\"");
        let Ok(Ended::Finished(found)) = designer.design(&trials[0], &folder.join("run"), &|_| ()) else {
            panic!("the run did not finish");
        };
        assert_eq!(found.problem.fixed.routes[0].stop_count(), 2);
        assert_eq!(designer.identify(&trials[0]).unwrap(), before);
    }

    #[test]
    fn what_was_typed_does_not_decide_who_a_run_is() {
        let method = "[[methods]]\nmethod = 'ea'\niterations = 1\nmodel = 'seed-{seed}'\n";
        let [plain, usual] = ["", "[problem]\ntransfer-penalty = 5\nmax-stops = 8\n"]
            .map(|problem| trials(&format!("{problem}{method}")));
        let (plain, usual) = (&plain[0], &usual[0]);
        let identities = [plain, usual].map(|trial| designer().identify(trial).unwrap().settings);
        assert_eq!(identities[0], identities[1]);
        assert_eq!(plain.name(), usual.name());
        let known = &crate::benchmark_cities()[0];
        assert_eq!(designer().identify(plain).unwrap().city_hash, known.fingerprint);
    }
}
