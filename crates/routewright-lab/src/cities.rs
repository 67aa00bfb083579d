//! Where the cities of a suite are.

use std::path::{Path, PathBuf};

use routewright_io::{Overwrite, write_city_folder};
use routewright_synth::{CityKind, SynthConfig, generate};

use crate::LabError;
use crate::suite::{CitySource, SyntheticCity};

/// Name of the built-in city.
const BUILT_IN: &str = "mandl";

/// Cities whose files are other people's and stay outside the repository.
const OUTSIDE: [&str; 5] = ["mumford0", "mumford1", "mumford2", "mumford3", "ceder1"];

/// Whether a name belongs to a city that everybody knows.
pub(crate) fn is_reserved(name: &str) -> bool {
    std::iter::once(BUILT_IN).chain(OUTSIDE).any(|known| known.eq_ignore_ascii_case(name))
}

/// Folders that cities are read from or written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityFolders {
    /// Outside data: holds `benchmarks/mumford0` and the like.
    pub data: PathBuf,
    /// Synthetic cities are written here.
    pub synthetic: PathBuf,
}

/// A city that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedCity {
    /// A path, or a built-in name.
    pub path: String,
    /// The command that generates the city, for synthetic ones.
    pub setup: Option<String>,
}

impl CityFolders {
    /// Outside data in the folder named by `ROUTEWRIGHT_DATA`, or in `../shared`.
    pub fn new(synthetic: PathBuf) -> Self {
        let data = std::env::var_os("ROUTEWRIGHT_DATA").map_or_else(|| "../shared".into(), PathBuf::from);
        Self { data, synthetic }
    }

    /// Finds a city, or generates it.
    ///
    /// # Errors
    /// A benchmark city is missing, or a synthetic one cannot be generated or written.
    pub fn place(&self, source: &CitySource) -> Result<PlacedCity, LabError> {
        match source {
            CitySource::Named { name, folder } => {
                Ok(PlacedCity { path: self.find(name, folder)?, setup: None })
            }
            CitySource::Synthetic(city) => self.make(city),
        }
    }

    fn find(&self, name: &str, folder: &Path) -> Result<String, LabError> {
        if name == BUILT_IN {
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
        // The parameters are part of the path: two suites may use the same name for different cities.
        let path = self.synthetic.join(format!("{name}-{kind}-{nodes}-{seed}"));
        if !path.is_dir() {
            let made = generate(&SynthConfig::new(layout, *nodes), *seed);
            let made = made.map_err(|error| fault(error.to_string()))?;
            // Written beside and moved, so that a kill leaves no incomplete city.
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
