//! What a run reads before it starts.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use routewright_io::{CityDetails, CityReading, read_city_details, read_city_with_notes};
use routewright_model::{City, Network};
use routewright_policy::Net;

use crate::networks::{check_start_and_fixed, read_network};
use crate::{Error, Fingerprints, Ground, Result};

/// The inputs of a run, in memory.
#[derive(Clone)]
pub struct Inputs {
    /// The city.
    pub city: Arc<City>,
    /// What else is known of it: the course of its streets, people and jobs.
    pub details: Arc<CityDetails>,
    /// Its streets and today's lines, where its folder has them.
    pub ground: Arc<Ground>,
    /// The network to start from and to compare with.
    pub start: Option<Network>,
    /// Existing routes that riders use; neither changed nor charged.
    pub fixed: Network,
    /// The policy, where one builds routes.
    pub net: Option<Arc<Net>>,
    /// What was changed when the city was read, such as rounded times.
    pub notes: Vec<String>,
}

/// Where the inputs are: paths, or built-in names.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputNames<'a> {
    /// The city.
    pub city: &'a str,
    /// The network to start from.
    pub start: Option<&'a Path>,
    /// The fixed network.
    pub fixed: Option<&'a Path>,
    /// The policy.
    pub model: Option<&'a str>,
}

impl Inputs {
    /// Reads everything.
    ///
    /// # Errors
    /// A file is missing or wrong.
    pub fn read(names: &InputNames<'_>) -> Result<Self> {
        let CityReading { city, notes } = read_city_with_notes(names.city)?;
        let city = Arc::new(city);
        let details = Arc::new(read_city_details(&city, names.city)?);
        let ground = Arc::new(Ground::read(&city, names.city)?);
        let start = names.start.map(|path| read_network(&city, path)).transpose()?;
        let fixed = names.fixed.map(|path| read_network(&city, path)).transpose()?.unwrap_or_default();
        let net = names.model.map(read_model).transpose()?.map(Arc::new);
        let mut notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        if let Some(start) = &start {
            notes.extend(check_start_and_fixed(&city, Path::new(names.city), start, &fixed)?);
        }
        Ok(Self { city, details, ground, start, fixed, net, notes })
    }

    /// Fingerprints of the content, whatever the files are called.
    pub fn fingerprints(&self) -> Fingerprints {
        Fingerprints::of(self)
    }
}

/// A path that holds from every folder.
pub(crate) fn absolute(path: &PathBuf) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.clone())
}

/// The name of a city that holds from every folder. Built-in names stay; a file or folder that is there wins.
pub(crate) fn absolute_city(name: &str) -> String {
    match Path::new(name).exists() {
        true => absolute(&name.into()).display().to_string(),
        false => name.to_owned(),
    }
}

/// Whether a name means a built-in policy. A file of that name wins over it.
pub fn built_in_model(name: &str) -> bool {
    !Path::new(name).exists() && Net::built_in_names().any(|known| known == name)
}

/// Reads the policy of a weights file, or takes a built-in one.
///
/// # Errors
/// No such file, or it holds no policy.
pub fn read_model(name: &str) -> Result<Net> {
    if let Some(net) = Net::built_in(name).filter(|_| built_in_model(name)) {
        return Ok(net);
    }
    if !Path::new(name).exists() {
        let names: Vec<&str> = Net::built_in_names().collect();
        let help = format!("built-in policies are {}", names.join(", "));
        return Err(Error::settings(format!("{name}: no such file"), help));
    }
    Net::read(name).map_err(|error| Error::Settings(error.to_string()))
}
