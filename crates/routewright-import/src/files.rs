//! An import from files.

use std::path::{Path, PathBuf};

use routewright_io::{
    Feed, InputErrors, TripTable, WeightColumns, ZoneOptions, read_gateways, read_gtfs, read_omx, read_osm,
    read_trips, read_zones,
};

use crate::{ImportConfig, ImportError, Imported, Progress, Sources, import};

/// The files of an import.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportFiles {
    /// Zones: CSV, GeoJSON or a GeoPackage.
    pub zones: PathBuf,
    /// Coordinate system of the zones, where the file does not say.
    pub zones_crs: Option<String>,
    /// Layer of the GeoPackage.
    pub zones_layer: Option<String>,
    /// Column with the ids of the zones.
    pub zones_id: Option<String>,
    /// Streets: an OpenStreetMap extract in PBF form.
    pub streets: PathBuf,
    /// Trips: CSV, or an OMX matrix.
    pub trips: Option<PathBuf>,
    /// Matrix of the OMX file.
    pub trips_matrix: Option<String>,
    /// Column of the zones that trip origins are proportional to.
    pub productions: Option<String>,
    /// Column of the zones that trip destinations are proportional to.
    pub attractions: Option<String>,
    /// Gateways for trips that leave the area.
    pub gateways: Option<PathBuf>,
    /// Timetables of the lines to be redesigned.
    pub feeds: Vec<PathBuf>,
    /// Timetables of lines that stay.
    pub fixed_feeds: Vec<PathBuf>,
}

impl ImportFiles {
    /// Reads the files and makes a city of them. `progress` is told what is going on.
    ///
    /// # Errors
    /// A file is wrong, or no city can be built from these inputs.
    pub fn import(
        &self,
        config: &ImportConfig,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Imported, ImportError> {
        progress(Progress::Zones);
        let weights = WeightColumns {
            productions: self.productions.as_deref(),
            attractions: self.attractions.as_deref(),
        };
        let options = ZoneOptions {
            weights,
            crs: self.zones_crs.as_deref(),
            layer: self.zones_layer.as_deref(),
            id: self.zones_id.as_deref(),
        };
        let zones = read_zones(&self.zones, options)?;
        let streets = read_osm(&self.streets)?;
        progress(Progress::Trips);
        let matrix = self.trips_matrix.as_deref();
        let trips = self.trips.as_deref().map(|path| read_demand(path, matrix)).transpose()?;
        let gateways = self.gateways.as_deref().map(read_gateways).transpose()?.unwrap_or_default();
        let (feeds, fixed_feeds) = (read_feeds(&self.feeds)?, read_feeds(&self.fixed_feeds)?);
        let sources = Sources {
            trips: trips.as_ref(),
            gateways: &gateways,
            feeds: &feeds,
            fixed_feeds: &fixed_feeds,
            ..Sources::new(&zones, &streets)
        };
        import(&sources, config, progress)
    }
}

/// An OMX matrix by its name, anything else as CSV.
fn read_demand(path: &Path, matrix: Option<&str>) -> Result<TripTable, InputErrors> {
    let is_matrix = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("omx"));
    if is_matrix || matrix.is_some() { read_omx(path, matrix) } else { read_trips(path) }
}

fn read_feeds(paths: &[PathBuf]) -> Result<Vec<Feed>, InputErrors> {
    paths.iter().map(|path| read_gtfs(path)).collect()
}
