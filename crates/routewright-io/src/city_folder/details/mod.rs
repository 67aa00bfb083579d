//! Optional files of a city folder: the course of its streets, and where people live and work.

mod headways;
mod link_shapes;
mod people_and_jobs;
mod zone_columns;

use std::path::{Path, PathBuf};

use routewright_model::{City, PeopleAndJobs};

pub use headways::{parse_headways, read_headways};
pub use link_shapes::{Course, LinkShapes, parse_link_shapes};
pub use people_and_jobs::parse_people_and_jobs;
pub use zone_columns::{ZoneColumn, parse_zone_columns, read_zone_columns};

use crate::{InputErrors, TextFile};

/// Name of the file with the course of every link.
pub(crate) const LINK_SHAPES: &str = "link-shapes.geojson";
/// Name of the file with people and jobs.
pub(crate) const ZONES: &str = "zones.csv";

/// Details of a city besides the city itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CityDetails {
    /// The course of its streets, as far as known.
    pub link_shapes: LinkShapes,
    /// People and jobs.
    pub people_and_jobs: Option<PeopleAndJobs>,
}

/// Reads `link-shapes.geojson` and `zones.csv` of a city folder. Without them, or where the city is not a folder,
/// the details are empty.
///
/// # Errors
/// Everything wrong with the files; see `docs/errors.md`.
pub fn read_city_details(city: &City, path_or_name: &str) -> Result<CityDetails, InputErrors> {
    let folder = Path::new(path_or_name);
    let file = |name: &str| -> Option<PathBuf> { Some(folder.join(name)).filter(|path| path.is_file()) };
    let link_shapes = match file(LINK_SHAPES) {
        Some(path) => parse_link_shapes(city, &TextFile::read(&path)?)?,
        None => LinkShapes::default(),
    };
    let people_and_jobs =
        file(ZONES).map(|path| parse_people_and_jobs(city, &TextFile::read(&path)?)).transpose()?;
    Ok(CityDetails { link_shapes, people_and_jobs })
}
