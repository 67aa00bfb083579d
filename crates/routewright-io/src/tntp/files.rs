//! Which files make up a TNTP city.

use std::path::{Path, PathBuf};

use crate::detect::file_names;
use crate::error::{At, Problems};
use crate::show::listed;
use crate::{InputErrors, TextFile};

/// The files of a TNTP city, loaded but not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TntpFiles {
    /// Name of the city: the part of the file names before `_net`.
    pub name: String,
    /// `…_net.tntp`: the links.
    pub net: TextFile,
    /// `…_trips.tntp`: the demand.
    pub trips: TextFile,
    /// `…_node.tntp` or `…_nodes.geojson`: where the nodes lie.
    pub places: Option<TextFile>,
}

impl TntpFiles {
    /// Finds and loads the files of the city that a file belongs to or that a folder contains.
    ///
    /// # Errors
    /// The folder contains no network or several, or a file is missing or cannot be read.
    pub fn read(path: &Path) -> Result<Self, InputErrors> {
        let (folder, name) = match path.is_dir() {
            true => (path.to_path_buf(), only_city(path)?),
            false => (folder_of(path), city_of(path)),
        };
        let names = file_names(&folder)?;
        let find = |ending: &str| {
            let wanted = format!("{name}{ending}");
            names.iter().find(|name| name.eq_ignore_ascii_case(&wanted)).map(|name| folder.join(name))
        };
        let needed = |ending: &str| find(ending).unwrap_or_else(|| folder.join(format!("{name}{ending}")));
        let places = ["_node.tntp", "_nodes.tntp", "_nodes.geojson"].iter().find_map(|ending| find(ending));
        let mut problems = Problems::default();
        let net = problems.keep(load(&needed("_net.tntp")));
        let trips = problems.keep(load(&needed("_trips.tntp")));
        let places = places.and_then(|path| problems.keep(TextFile::read(&path)));
        let (net, trips) = problems.or(net.zip(trips))?.expect("a file that is not there is a problem");
        Ok(Self { name, net, trips, places })
    }
}

/// Whether a file contains the links of a TNTP city, by its name.
pub(crate) fn is_net_file(file_name: &str) -> bool {
    file_name.to_ascii_lowercase().ends_with("_net.tntp")
}

/// Whether a file belongs to a TNTP city, by its name.
pub(crate) fn is_tntp_file(file_name: &str) -> bool {
    file_name.to_ascii_lowercase().ends_with(".tntp")
}

fn load(path: &Path) -> Result<TextFile, InputErrors> {
    if path.exists() {
        return TextFile::read(path);
    }
    let help = "a TNTP city needs a _net.tntp and a _trips.tntp file of the same name";
    Err(InputErrors::one(At::whole(path), "tntp-002", "is missing", help))
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")).into()
}

/// `SiouxFalls` of `SiouxFalls_net.tntp`.
fn city_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem.rsplit_once('_').map_or(stem.as_ref(), |(name, _)| name).to_owned()
}

fn only_city(folder: &Path) -> Result<String, InputErrors> {
    let nets: Vec<String> = file_names(folder)?.into_iter().filter(|name| is_net_file(name)).collect();
    match &nets[..] {
        [one] => Ok(city_of(Path::new(one))),
        [] => {
            let help = "a TNTP city needs a _net.tntp and a _trips.tntp file of the same name";
            Err(InputErrors::one(At::whole(folder), "tntp-002", "contains no _net.tntp file", help))
        }
        several => {
            let problem = format!("contains several networks: {}", listed(several));
            let help = format!("name the one you mean, such as {}", folder.join(&several[0]).display());
            Err(InputErrors::one(At::whole(folder), "tntp-001", problem, help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_city() {
        assert_eq!(city_of(Path::new("a/SiouxFalls_net.tntp")), "SiouxFalls");
        assert_eq!(city_of(Path::new("new_town_trips.tntp")), "new_town");
        assert!(is_net_file("A_NET.tntp") && !is_net_file("A_trips.tntp"));
    }
}
