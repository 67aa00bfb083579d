//! The `design` command as the laboratory uses it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use routewright::lab::{CityFolders, Designer, Ended, Finding, Identity, PlacedCity, Trial};
use routewright::policy::Kernel;

use crate::command_line::command_line;
use crate::design::{self, Done, InputNames, Inputs, Outcome, STATE, Session, Settings, model, search};
use crate::exit::UsageError;
use crate::interrupt::Interrupt;
use crate::view::View;

/// A city and a policy by their names.
type InputKey = (String, Option<String>);

/// Designs as `routewright design` does: a trial is a command line, parsed and carried out.
pub struct DesignCommand {
    folders: CityFolders,
    interrupt: Interrupt,
    /// Cities and policies that were read, by their names: many trials share them.
    read: Mutex<BTreeMap<InputKey, Arc<Inputs>>>,
}

impl DesignCommand {
    /// Looks for cities in these folders, and ends runs when interrupted.
    pub fn new(folders: CityFolders, interrupt: Interrupt) -> Self {
        Self { folders, interrupt, read: Mutex::default() }
    }

    fn line(&self, trial: &Trial) -> Result<(PlacedCity, design::Args, String), String> {
        let placed = self.folders.place(&trial.city).map_err(|error| error.to_string())?;
        let arguments = trial.design_arguments(&placed.path);
        let args = design::Args::from_words(&arguments).map_err(|error| error.to_string())?;
        let command = command_line(std::iter::once("design".to_owned()).chain(arguments));
        Ok((placed, design::Args { quiet: true, ..args }, command))
    }

    fn inputs(&self, args: &design::Args) -> anyhow::Result<Arc<Inputs>> {
        let city = args.city.clone().unwrap_or_default();
        let model = model(args);
        let names = InputNames {
            city: &city,
            start: args.start.as_deref(),
            fixed: args.problem.fixed.as_deref(),
            model: model.as_deref(),
        };
        // Other networks are read each time: suites seldom have any.
        if names.start.is_some() || names.fixed.is_some() {
            return Ok(Arc::new(Inputs::read(&names)?));
        }
        let key = (city.clone(), model.clone());
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inputs) = read.get(&key) {
            return Ok(inputs.clone());
        }
        let inputs = Arc::new(Inputs::read(&names)?);
        read.insert(key, inputs.clone());
        Ok(inputs)
    }

    fn search(&self, session: &Session) -> anyhow::Result<Ended> {
        let Done { outcome, trace, rounds } = search(session, &self.interrupt, View::Silent)?;
        if outcome.is_interrupted {
            return Ok(Ended::Stopped);
        }
        let Outcome { network, figures, seconds, evaluations, .. } = outcome;
        Ok(Ended::Finished(Box::new(Finding {
            problem: session.problem.clone(),
            network,
            cost: figures.cost,
            seconds,
            rounds,
            evaluations,
            trace,
        })))
    }
}

impl Designer for DesignCommand {
    fn identify(&self, trial: &Trial) -> Result<Identity, String> {
        let (placed, args, command) = self.line(trial)?;
        let inputs = self.inputs(&args).map_err(told)?;
        let (settings, _) = Settings::new(&args, &inputs).map_err(told)?;
        let fingerprints = inputs.fingerprints();
        let mut facts = serde_json::to_value(&settings).map_err(|error| error.to_string())?;
        // Files count by what is in them, wherever they are.
        facts["city"] = fingerprints.city.clone().into();
        facts["start"] = fingerprints.start.clone().into();
        facts["fixed"] = fingerprints.fixed.clone().into();
        facts["model"] = fingerprints.model.clone().into();
        Ok(Identity {
            command,
            setup: placed.setup,
            settings: facts,
            version: design::VERSION.to_owned(),
            city_hash: fingerprints.city,
            model_hash: fingerprints.model,
            kernel: settings.kernel.map(|kernel| Kernel::from(kernel).name().to_owned()),
            is_reproducible: settings.is_reproducible(),
        })
    }

    fn design(&self, trial: &Trial, folder: &Path, note: &dyn Fn(String)) -> Result<Ended, String> {
        let (_, args, command) = self.line(trial)?;
        if folder.join(STATE).is_file() {
            let resumed = design::Args { resume: Some(folder.into()), ..args.clone() };
            let ended = Session::new(&resumed, command.clone()).and_then(|session| self.search(&session));
            match ended {
                // Damaged, or of another version.
                Err(why) if why.is::<UsageError>() => {
                    let why = why.to_string();
                    note(format!("begins anew: {}", why.lines().next().unwrap_or_default()));
                }
                ended => return ended.map_err(told),
            }
        }
        let args = design::Args { out: Some(folder.into()), ..args };
        Session::new(&args, command).and_then(|session| self.search(&session)).map_err(told)
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.is_set()
    }

    fn stop(&self) {
        self.interrupt.set();
    }
}

fn told(error: anyhow::Error) -> String {
    format!("{error:#}")
}
