//! Where the files of a run go.

use std::path::{Path, PathBuf};

use crate::{Error, Result, RunFolder, unused_path};

/// Where the files of a run go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nowhere: no checkpoints, no files.
    #[default]
    Memory,
    /// To a new folder under `out/`, named after the run.
    Default,
    /// To this folder. Files of an earlier run in it are replaced.
    Folder(PathBuf),
    /// To this folder, unless it holds a finished run.
    Unused(PathBuf),
}

/// Files of which one is there once a run has results.
const RESULTS: [&str; 2] = ["network.json", "front.json"];

impl Place {
    /// Refuses a folder that holds a finished run. A run that can be resumed is not finished.
    pub(crate) fn check_unused(&self, state: &str) -> Result<()> {
        let Self::Unused(path) = self else { return Ok(()) };
        let folder = RunFolder::open(path);
        if folder.has(state) || !RESULTS.iter().any(|name| folder.has(name)) {
            return Ok(());
        }
        Err(Error::settings(
            format!("{} holds a finished run", path.display()),
            "choose another folder with --out, or replace the run with --force",
        ))
    }

    /// Refuses an input that the results would replace: a file of the run folder, or one of its networks.
    pub(crate) fn check_apart(&self, input: &Path, files: &[&str]) -> Result<()> {
        let (Self::Folder(out) | Self::Unused(out)) = self else { return Ok(()) };
        let (Ok(place), Ok(folder)) = (input.canonicalize(), out.canonicalize()) else { return Ok(()) };
        let Ok(inside) = place.strip_prefix(&folder) else { return Ok(()) };
        let is_file = |name: &&str| inside == Path::new(*name);
        if !inside.as_os_str().is_empty() && !inside.starts_with("networks") && !files.iter().any(is_file) {
            return Ok(());
        }
        Err(Error::settings(
            format!("{} is in {}, where results go", input.display(), out.display()),
            "choose another folder with --out",
        ))
    }

    /// Claims the folder, empty of the given files. Notes if that overwrites a run that could be resumed.
    pub(crate) fn claim<'a>(
        &self,
        name: &str,
        files: impl IntoIterator<Item = &'a str>,
        state: &'a str,
        notes: &mut Vec<String>,
    ) -> Result<Option<RunFolder>> {
        let path = match self {
            Self::Memory => return Ok(None),
            Self::Folder(path) | Self::Unused(path) => path.clone(),
            Self::Default => {
                let plain = |c: char| if c.is_alphanumeric() || "_-.".contains(c) { c } else { '-' };
                unused_path(&PathBuf::from("out").join(name.chars().map(plain).collect::<String>()))
            }
        };
        self.check_unused(state)?;
        if RunFolder::open(&path).has(state) {
            let path = path.display();
            notes.push(format!("overwriting the unfinished run in {path}; use --resume to continue it"));
        }
        RunFolder::claim_cleared(&path, files.into_iter().chain([state])).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_that_results_would_replace_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("plan");
        std::fs::create_dir_all(out.join("networks")).unwrap();
        for name in ["network.json", "mine.json", "networks/001.json"] {
            std::fs::write(out.join(name), "").unwrap();
        }
        let place = Place::Folder(out.clone());
        let is_refused = |path: PathBuf| place.check_apart(&path, &["network.json"]).is_err();
        assert!(is_refused(out.clone()) && is_refused(out.join("network.json")));
        assert!(is_refused(out.join("networks/001.json")));
        assert!(!is_refused(out.join("mine.json")) && !is_refused(folder.path().join("elsewhere.json")));
        assert!(Place::Default.check_apart(&out, &["network.json"]).is_ok());
        assert!(Place::Unused(out.clone()).check_apart(&out, &["network.json"]).is_err());
    }

    #[test]
    fn finished_runs_are_kept_unless_somebody_insists() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("plan");
        let claim =
            |place: &Place| place.claim("run", ["network.json"], "state.json", &mut Vec::new()).map(|_| ());
        let unused = Place::Unused(out.clone());
        assert!(claim(&unused).is_ok());
        std::fs::write(out.join("run.toml"), "").unwrap();
        assert!(claim(&unused).is_ok(), "a run that was killed at once has no results");
        for name in RESULTS {
            std::fs::write(out.join(name), "").unwrap();
            let told = claim(&unused).unwrap_err().to_string();
            assert!(
                told.contains("plan holds a finished run\n  help: choose another folder with --out, or"),
                "{told}"
            );
            std::fs::write(out.join("state.json"), "").unwrap();
            assert!(unused.check_unused("state.json").is_ok(), "it can be resumed");
            std::fs::remove_file(out.join("state.json")).unwrap();
            std::fs::remove_file(out.join(name)).unwrap();
        }
        std::fs::write(out.join("network.json"), "").unwrap();
        assert!(claim(&Place::Folder(out.clone())).is_ok() && !out.join("network.json").exists());
    }
}
