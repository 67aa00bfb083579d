//! Where the cities of a suite are.

use std::path::{Path, PathBuf};

use routewright_io::{Overwrite, write_city_folder};
use routewright_synth::{CityKind, SynthConfig, generate};

use crate::LabError;
use crate::suite::{CitySource, SyntheticCity};

/// Cities whose files are other people's and stay outside the repository.
const OUTSIDE: [&str; 5] = ["mumford0", "mumford1", "mumford2", "mumford3", "ceder1"];

/// Folders that cities are looked for or put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityFolders {
    /// Outside data: holds `benchmarks/mumford0` and the like.
    pub data: PathBuf,
    /// Made-up cities are written here.
    pub made_up: PathBuf,
}

/// A city that `design` can be told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedCity {
    /// A path, or a name built in.
    pub path: String,
    /// The command that makes the city, for those that are made up.
    pub setup: Option<String>,
}

impl CityFolders {
    /// Outside data in the folder of `ROUTEWRIGHT_DATA`, or beside the present one.
    pub fn new(made_up: PathBuf) -> Self {
        let data = std::env::var_os("ROUTEWRIGHT_DATA").map_or_else(|| "../shared".into(), PathBuf::from);
        Self { data, made_up }
    }

    /// Finds a city, or makes it up.
    ///
    /// # Errors
    /// It is a benchmark city that is not here, or cannot be made or written.
    pub fn place(&self, source: &CitySource) -> Result<PlacedCity, LabError> {
        match source {
            CitySource::Named { name, folder } => {
                Ok(PlacedCity { path: self.find(name, folder)?, setup: None })
            }
            CitySource::Synthetic(city) => self.make(city),
        }
    }

    fn find(&self, name: &str, folder: &Path) -> Result<String, LabError> {
        if name == "mandl" {
            return Ok(name.to_owned());
        }
        if OUTSIDE.contains(&name) {
            let path = self.data.join("benchmarks").join(name);
            return match path.is_dir() {
                true => Ok(path.display().to_string()),
                false => Err(LabError::NoCity { name: name.into(), folder: path }),
            };
        }
        let beside = folder.join(name);
        Ok(if beside.exists() { beside.display().to_string() } else { name.to_owned() })
    }

    fn make(&self, city: &SyntheticCity) -> Result<PlacedCity, LabError> {
        let SyntheticCity { name, kind, nodes, seed } = city;
        let fault = |why: String| LabError::Synthetic { name: name.clone(), why };
        let layout: CityKind = kind.parse().map_err(|error| fault(format!("{error}")))?;
        // Its facts are part of the path, so that two suites with other cities of the same name do not meet.
        let path = self.made_up.join(format!("{name}-{kind}-{nodes}-{seed}"));
        if !path.is_dir() {
            let made = generate(&SynthConfig::new(layout, *nodes), *seed);
            let made = made.map_err(|error| fault(error.to_string()))?;
            // Written beside and moved, so that a kill leaves no half city.
            let draft = path.with_extension("draft");
            write_city_folder(&made, &draft, Overwrite::Replace).map_err(|error| fault(error.to_string()))?;
            std::fs::rename(&draft, &path).map_err(|source| LabError::Disk { path: path.clone(), source })?;
        }
        let path = path.display().to_string();
        let setup =
            format!("routewright city generate --kind {kind} --nodes {nodes} --seed {seed} --out {path}");
        Ok(PlacedCity { path, setup: Some(setup) })
    }
}
