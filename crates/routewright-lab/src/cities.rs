//! Where the cities of a suite are.

use std::path::{Path, PathBuf};

use routewright_import::{ImportConfig, ImportFiles, StopSource, write_import};
use routewright_io::{Overwrite, write_city_folder};
use routewright_synth::{CityKind, SynthConfig, generate};

use routewright_design::VERSION;

use crate::LabError;
use crate::suite::{CitySource, SyntheticCity};

/// Name of the built-in city.
const BUILT_IN: &str = "mandl";

/// Cities whose files are other people's and stay outside the repository, and where they lie in the folder of data.
const OUTSIDE: [(&str, &str); 7] = [
    ("mumford0", "benchmarks/mumford0"),
    ("mumford1", "benchmarks/mumford1"),
    ("mumford2", "benchmarks/mumford2"),
    ("mumford3", "benchmarks/mumford3"),
    ("ceder1", "benchmarks/ceder1"),
    ("sioux-falls", "cities/tntp/SiouxFalls_net.tntp"),
    ("anaheim", "cities/tntp/Anaheim_net.tntp"),
];

/// A real city that is imported when it is first asked for: every hexagon is a stop.
const IMPORTED: &str = "porto-alegre";

/// Whether a name belongs to a city that everybody knows.
pub(crate) fn is_reserved(name: &str) -> bool {
    let outside = OUTSIDE.map(|(known, _)| known);
    [BUILT_IN, IMPORTED].into_iter().chain(outside).any(|known| known.eq_ignore_ascii_case(name))
}

/// Folders that cities are read from or written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CityFolders {
    /// Outside data: holds `benchmarks/mumford0`, `cities/tntp` and the like.
    pub data: PathBuf,
    /// Cities that are generated or imported are written here.
    pub synthetic: PathBuf,
}

/// A city that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedCity {
    /// A path, or a built-in name.
    pub path: String,
    /// The command that generates or imports the city, where one does.
    pub setup: Option<String>,
}

impl CityFolders {
    /// Outside data in the folder named by `ROUTEWRIGHT_DATA`, or in `../shared`.
    pub fn new(synthetic: PathBuf) -> Self {
        let data = std::env::var_os("ROUTEWRIGHT_DATA").map_or_else(|| "../shared".into(), PathBuf::from);
        Self { data, synthetic }
    }

    /// Finds a city, or generates or imports it.
    ///
    /// # Errors
    /// An outside city is missing, or one cannot be generated, imported or written.
    pub fn place(&self, source: &CitySource) -> Result<PlacedCity, LabError> {
        match source {
            CitySource::Named { name, .. } if name == IMPORTED => self.import(),
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
        if let Some((_, place)) = OUTSIDE.iter().find(|(known, _)| *known == name) {
            return Ok(self.outside(name, place)?.display().to_string());
        }
        let beside = folder.join(name);
        Ok(if beside.exists() { beside.display().to_string() } else { name.to_owned() })
    }

    /// Something in the folder of outside data.
    fn outside(&self, name: &str, place: &str) -> Result<PathBuf, LabError> {
        let path = self.data.join(place);
        if path.exists() { Ok(path) } else { Err(LabError::NoCity { name: name.into(), path }) }
    }

    fn import(&self) -> Result<PlacedCity, LabError> {
        let file = |name: &str| self.outside(IMPORTED, &format!("cities/{IMPORTED}/{name}"));
        let files = ImportFiles {
            zones: file("poa_hexgrid.csv")?,
            streets: file("poa_osm.pbf")?,
            productions: Some("population".into()),
            attractions: Some("jobs".into()),
            feeds: vec![file("poa_eptc.zip")?],
            ..ImportFiles::default()
        };
        // Another version may import another city.
        let path = self.synthetic.join(format!("{IMPORTED}-{VERSION}"));
        if !path.is_dir() {
            let config = ImportConfig {
                name: IMPORTED.into(),
                stops: Some(StopSource::Zones),
                ..ImportConfig::default()
            };
            let fault = |why: String| LabError::Made { name: IMPORTED.into(), why };
            let imported = files.import(&config, &mut |_| {}).map_err(|error| fault(error.to_string()))?;
            put_in_place(&path, |draft| {
                write_import(&imported, draft, Overwrite::Replace).map_err(|error| fault(error.to_string()))
            })?;
        }
        let (zones, streets) = (files.zones.display(), files.streets.display());
        let (feed, path) = (files.feeds[0].display(), path.display().to_string());
        let setup = format!(
            "routewright city import --zones {zones} --osm {streets} --productions population --attractions jobs --gtfs \
             {feed} --stops zones --out {path}"
        );
        Ok(PlacedCity { path, setup: Some(setup) })
    }

    fn make(&self, city: &SyntheticCity) -> Result<PlacedCity, LabError> {
        let SyntheticCity { name, kind, nodes, seed } = city;
        let fault = |why: String| LabError::Made { name: name.clone(), why };
        let layout: CityKind = kind.parse().map_err(|error| fault(format!("{error}")))?;
        // The parameters are part of the path: two suites may use the same name for different cities.
        let path = self.synthetic.join(format!("{name}-{kind}-{nodes}-{seed}"));
        if !path.is_dir() {
            let made = generate(&SynthConfig::new(layout, *nodes), *seed);
            let made = made.map_err(|error| fault(error.to_string()))?;
            put_in_place(&path, |draft| {
                write_city_folder(&made, draft, Overwrite::Replace).map_err(|error| fault(error.to_string()))
            })?;
        }
        let path = path.display().to_string();
        let setup =
            format!("routewright city generate --kind {kind} --nodes {nodes} --seed {seed} --out {path}");
        Ok(PlacedCity { path, setup: Some(setup) })
    }
}

/// Writes a folder beside its place and moves it there, so that a kill leaves no incomplete city.
fn put_in_place(path: &Path, write: impl FnOnce(&Path) -> Result<(), LabError>) -> Result<(), LabError> {
    let draft = path.with_extension("draft");
    write(&draft)?;
    std::fs::rename(&draft, path).map_err(|source| LabError::Disk { path: path.to_owned(), source })
}
