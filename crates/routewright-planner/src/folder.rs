//! Names and paths inside a workspace. Nothing outside its folder can be named.

use std::path::{Path, PathBuf};

use crate::{PlannerError, Result};

/// Whether a text can name a city, plan, job or file of a workspace: letters, digits, `-`, `_` and single dots inside.
pub(crate) fn is_plain(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (1..=80).contains(&name.len())
        && name.chars().all(allowed)
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !name.contains("..")
        && !name.ends_with('.')
}

/// The path of something in a workspace. Refuses names that lead elsewhere, and symbolic links on the way.
pub(crate) fn inside(root: &Path, parts: &[&str]) -> Result<PathBuf> {
    let mut path = root.to_owned();
    for part in parts {
        if !is_plain(part) {
            return Err(PlannerError::Missing(format!("'{part}' is not a name in this workspace")));
        }
        path.push(part);
        if path.symlink_metadata().is_ok_and(|file| file.is_symlink()) {
            return Err(PlannerError::Missing(format!("{part} is a symbolic link, which is not followed")));
        }
    }
    Ok(path)
}

/// Refuses a folder that holds symbolic links, at any depth: what they lead to is neither read nor written.
pub(crate) fn check_unlinked(folder: &Path) -> Result<()> {
    for entry in std::fs::read_dir(folder).map_err(PlannerError::disk(folder))?.flatten() {
        match entry.file_type().map_err(PlannerError::disk(folder))? {
            kind if kind.is_symlink() => {
                let name = entry.path();
                let problem = format!("{} is a symbolic link, which is not followed", name.display());
                return Err(PlannerError::Missing(problem));
            }
            kind if kind.is_dir() => check_unlinked(&entry.path())?,
            _ => {}
        }
    }
    Ok(())
}

/// Plain names of the folders in a folder, without symbolic links; none if it is not there.
pub(crate) fn folders_in(path: &Path) -> Vec<String> {
    let Ok(found) = std::fs::read_dir(path) else { return Vec::new() };
    let is_folder = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let names =
        found.flatten().filter(is_folder).map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| is_plain(name)).collect();
    names.sort();
    names
}

/// A plain name made from any text.
pub(crate) fn plain_name(text: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = text.chars().map(letter).take(60).collect();
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "city".to_owned() } else { parts.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_lead_elsewhere() {
        for right in ["p1", "my-city", "poa_osm.pbf", "A"] {
            assert!(is_plain(right), "{right}");
        }
        for wrong in ["", ".", "..", "a/b", "a\\b", ".git", "a..b", "-x", "a b", "ü", "a.", "%2e%2e"] {
            assert!(!is_plain(wrong), "{wrong}");
        }
        assert_eq!(plain_name("São Paulo / centre"), "s-o-paulo-centre");
        assert_eq!(plain_name("../.."), "city");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/etc", folder.path().join("out")).unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        assert!(inside(folder.path(), &["in", "file"]).is_ok());
        assert!(inside(folder.path(), &["out", "passwd"]).is_err());
        assert_eq!(folders_in(folder.path()), ["in"]);
        assert!(check_unlinked(&folder.path().join("in")).is_ok());
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("in/steps.jsonl")).unwrap();
        assert!(check_unlinked(&folder.path().join("in")).is_err());
    }
}
