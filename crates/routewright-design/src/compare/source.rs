//! Where a plan comes from: a network file, or the folder of a design run.

use std::path::{Path, PathBuf};

use routewright_io::read_network;
use routewright_model::{City, Network};
use serde::Deserialize;

use crate::run_file::RUN;
use crate::{Error, Result, RunFolder, ServiceOptions, city_fingerprint};

/// A plan as it was read.
pub(super) struct Source {
    pub name: String,
    /// The command that found it, or the file it is in.
    pub origin: String,
    pub network: Network,
    /// Lines that the run was not allowed to change.
    pub frozen: Vec<String>,
    /// What its run assumed of riders and vehicles.
    pub model: Option<ServiceOptions>,
    /// Things a person should know.
    pub notes: Vec<String>,
}

/// What of a run's `run.toml` matters here; other keys are left alone.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Run {
    command: String,
    finished: Option<bool>,
    settings: RunSettings,
    inputs: RunInputs,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RunSettings {
    freeze: Vec<String>,
    service: Option<RunService>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RunService {
    model: ServiceOptions,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct RunInputs {
    city: Option<String>,
}

impl Source {
    /// Reads a plan: `PATH`, or `NAME=PATH` where no file has that whole name.
    pub fn read(city: &City, text: &str) -> Result<Self> {
        let (name, path) = match text.split_once('=') {
            Some((name, path)) if !Path::new(text).exists() && !name.trim().is_empty() => {
                (Some(name.trim().to_owned()), PathBuf::from(path))
            }
            _ => (None, PathBuf::from(text)),
        };
        let network = read_network(city, &path)?;
        let run = run_of(&path)?;
        let name = name.unwrap_or_else(|| stem(&path));
        let mut notes = Vec::new();
        if run.finished == Some(false) {
            notes.push(format!("{name} is a run that did not finish"));
        }
        if run.inputs.city.as_ref().is_some_and(|made_for| *made_for != city_fingerprint(city)) {
            notes.push(format!("{name} was designed for another version of this city"));
        }
        let origin = match run.command.is_empty() {
            true => path.display().to_string(),
            false => run.command,
        };
        let model = run.settings.service.map(|service| service.model);
        Ok(Self { name, origin, network, frozen: run.settings.freeze, model, notes })
    }
}

fn run_of(path: &Path) -> Result<Run> {
    let folder = RunFolder::open(path);
    let text = folder.read(RUN).ok().flatten().filter(|_| path.is_dir()).unwrap_or_default();
    toml::from_str(&text).map_err(|error| {
        let help = "give the network file instead of the folder";
        Error::settings(format!("cannot read {}: {}", path.join(RUN).display(), error.message()), help)
    })
}

/// The name of a folder, or that of a file without its ending.
fn stem(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let name = if path.is_dir() { absolute.file_name() } else { absolute.file_stem() };
    name.map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}
