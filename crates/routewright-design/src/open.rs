//! Cities and networks from files, as methods of their types.

use std::path::Path;
use std::sync::Arc;

use routewright_io::{read_city, read_network};
use routewright_model::{City, Network};

use crate::Result;

/// `City::open`.
pub trait OpenCity {
    /// Opens a city: a built-in name such as `mandl`, or a path to any format that
    /// [`read_city`](routewright_io::read_city) knows. Cities never change, so the one that is returned is shared.
    ///
    /// # Errors
    /// The files are missing or wrong; the error names file, line and fix.
    fn open(name: impl AsRef<str>) -> Result<Arc<City>>;
}

impl OpenCity for City {
    fn open(name: impl AsRef<str>) -> Result<Arc<City>> {
        Ok(Arc::new(read_city(name.as_ref())?))
    }
}

/// `Network::open`.
pub trait OpenNetwork {
    /// Opens a network of a city: JSON, text with one route per line, or the folder of a run.
    ///
    /// # Errors
    /// The file is missing or wrong; the error names file, line and fix.
    fn open(city: &City, path: impl AsRef<Path>) -> Result<Network>;
}

impl OpenNetwork for Network {
    fn open(city: &City, path: impl AsRef<Path>) -> Result<Network> {
        Ok(read_network(city, path.as_ref())?)
    }
}
