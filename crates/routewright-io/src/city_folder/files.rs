//! Which files of a folder make up a city.

use std::path::Path;

use crate::detect::{file_names, folder_name};
use crate::error::{At, Problems};
use crate::show::listed;
use crate::{InputErrors, TextFile};

/// The one file of a city folder that is not a table.
pub(crate) const SETTINGS_FILE: &str = "city.toml";

/// The files of a city folder, loaded but not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderFiles {
    /// Name of the city if no file gives one.
    pub folder_name: String,
    /// Columns `id`, `lat`, `lon` and perhaps `terminal` and `name`.
    pub nodes: TextFile,
    /// Columns `from`, `to`, `travel_time`.
    pub links: TextFile,
    /// Columns `from`, `to`, `demand`.
    pub demand: TextFile,
    /// Columns `from`, `to`, `minutes`: ways on foot.
    pub walks: Option<TextFile>,
    /// Columns `from`, `via`, `to`, `minutes`: time that vehicles lose between two links.
    pub turns: Option<TextFile>,
    /// `city.toml`.
    pub settings: Option<TextFile>,
}

impl FolderFiles {
    /// Finds and loads the files of a folder.
    ///
    /// # Errors
    /// The folder or a file cannot be read, or there is not exactly one file of each kind.
    pub fn read(folder: &Path) -> Result<Self, InputErrors> {
        let names = file_names(folder)?;
        let mut problems = Problems::default();
        let mut find = |kind: &str, is_kind: &dyn Fn(&str) -> bool, is_needed: bool| {
            let fitting: Vec<_> = names.iter().filter(|name| is_kind(name)).cloned().collect();
            if is_needed || !fitting.is_empty() {
                check_one(folder, kind, &fitting, &mut problems);
            }
            fitting.into_iter().next()
        };
        let tables = NEEDED_TABLES.map(|kind| find(kind, &|name| is_table_of(kind, name), true));
        let walks = find(WALKS, &|name| is_optional_table(WALKS, name), false);
        let turns = find(TURNS, &|name| is_optional_table(TURNS, name), false);
        problems.or(())?;
        let mut problems = Problems::default();
        let mut load = |name: &str| problems.keep(TextFile::read(&folder.join(name)));
        let [nodes, links, demand] = tables.map(|name| load(&name.unwrap_or_default()));
        let [walks, turns] = [walks, turns].map(|name| name.and_then(|name| load(&name)));
        let settings = names.iter().any(|name| name == SETTINGS_FILE).then(|| load(SETTINGS_FILE)).flatten();
        let folder_name = folder_name(folder);
        let files = nodes.zip(links).zip(demand);
        let ((nodes, links), demand) = problems.or(files)?.expect("a file that is not there is a problem");
        Ok(Self { folder_name, nodes, links, demand, walks, turns, settings })
    }

    /// The city's name by its files: `mandl1` if the nodes are in `mandl1_nodes.txt`, else the folder's.
    pub(super) fn name(&self) -> &str {
        self.name_before_nodes().unwrap_or(&self.folder_name)
    }

    /// The name by which the city may be one of the literature's. A `city.toml` beside unprefixed files
    /// was written for that city, so what it leaves out was left out on purpose.
    pub(super) fn benchmark_name(&self) -> Option<&str> {
        self.name_before_nodes().or_else(|| self.settings.is_none().then_some(&self.folder_name))
    }

    fn name_before_nodes(&self) -> Option<&str> {
        let stem = self.nodes.path.file_stem()?.to_str()?;
        let end = stem.to_ascii_lowercase().find("_nodes")?;
        Some(&stem[..end]).filter(|name| !name.is_empty())
    }
}

/// Tables that every city folder has.
const NEEDED_TABLES: [&str; 3] = ["nodes", "links", "demand"];

/// The table of ways on foot, which a city may have.
const WALKS: &str = "walks";
/// That of time lost between links.
const TURNS: &str = "turns";

/// Whether a file is one of a city folder, by its name.
pub(crate) fn is_folder_file(name: &str) -> bool {
    let is_optional = |kind: &str| is_optional_table(kind, name);
    name == SETTINGS_FILE
        || NEEDED_TABLES.iter().any(|kind| is_table_of(kind, name))
        || [WALKS, TURNS].into_iter().any(is_optional)
}

/// Whether a file is a table that a city may have. The nodes of a city called boardwalks are not its walks.
fn is_optional_table(kind: &str, name: &str) -> bool {
    is_table_of(kind, name) && !NEEDED_TABLES.iter().any(|kind| is_table_of(kind, name))
}

/// Whether a file is the table of that kind, by its name.
pub(crate) fn is_table_of(kind: &str, file_name: &str) -> bool {
    let name = file_name.to_ascii_lowercase();
    !name.starts_with('.')
        && (name.ends_with(".csv") || name.ends_with(".txt"))
        && name[..name.len() - 4].contains(kind)
}

fn check_one(folder: &Path, kind: &str, fitting: &[String], problems: &mut Problems) {
    let at = At::whole(folder);
    match fitting {
        [] => {
            let problem = format!("contains no {kind} file");
            let help = format!("add one whose name contains '{kind}' and ends in .csv or .txt");
            problems.add(at, "city-001", problem, help);
        }
        [_] => {}
        several => {
            let problem = format!("contains several {kind} files: {}", listed(several));
            problems.add(at, "city-002", problem, "keep one of them, or rename or move the others");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_known_by_their_names() {
        assert!(is_table_of("nodes", "City_Nodes.TXT"));
        assert!(is_table_of("links", "links.csv"));
        assert!(!is_table_of("nodes", "nodes.geojson"));
        assert!(!is_table_of("nodes", ".nodes.csv"));
        assert!(!is_table_of("demand", "Ä.csv"));
        let is_walks = |name| is_optional_table(WALKS, name);
        assert!(is_walks("town_Walks.csv") && !is_walks("boardwalks_nodes.csv"));
        assert!(is_folder_file("walks.txt") && is_folder_file("city.toml") && !is_folder_file("zones.csv"));
    }
}
