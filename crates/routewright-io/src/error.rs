//! Errors of readers.

use std::fmt;
use std::path::{Path, PathBuf};

/// A problem in an input file: where it is, what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {problem} [{code}]\n  help: {help}", path.display(), LineSuffix(*line))]
pub struct InputError {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, counted from 1 as editors do; 0 if the whole file is meant.
    pub line: u64,
    /// What kind of problem it is; `docs/errors.md` lists them all.
    pub code: &'static str,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub help: String,
}

/// Everything a reader found wrong, in the order of the files.
///
/// Invariant: at least one problem and at most [`InputErrors::MOST_LISTED`]; the rest are only counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputErrors {
    listed: Vec<InputError>,
    left_out: u64,
}

impl InputErrors {
    /// Problems that are reported in full.
    pub const MOST_LISTED: usize = 20;

    /// Problems that another crate found in a file of its own.
    ///
    /// # Errors
    /// There are any.
    pub fn check(found: impl IntoIterator<Item = InputError>) -> Result<(), Self> {
        let mut problems = Problems::default();
        for error in found {
            problems.add(At::line(&error.path, error.line), error.code, error.problem, error.help);
        }
        problems.or(())
    }

    /// The problems reported in full.
    pub fn listed(&self) -> &[InputError] {
        &self.listed
    }

    /// How many more there are.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    pub(crate) fn one(
        at: At,
        code: &'static str,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let mut problems = Problems::default();
        problems.add(at, code, problem, help);
        Self { listed: problems.listed, left_out: 0 }
    }
}

impl fmt::Display for InputErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.listed.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        match self.left_out {
            0 => Ok(()),
            1 => write!(f, "\nand 1 more problem"),
            more => write!(f, "\nand {more} more problems"),
        }
    }
}

impl std::error::Error for InputErrors {}

/// A place in a file, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    pub(crate) path: &'a Path,
    pub(crate) line: u64,
}

impl<'a> At<'a> {
    pub(crate) fn line(path: &'a Path, line: u64) -> Self {
        Self { path, line }
    }

    pub(crate) fn whole(path: &'a Path) -> Self {
        Self { path, line: 0 }
    }
}

/// Problems found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    listed: Vec<InputError>,
    left_out: u64,
}

impl Problems {
    pub(crate) fn add(
        &mut self,
        at: At,
        code: &'static str,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.is_full() {
            self.left_out += 1;
            return;
        }
        let (problem, help) = (problem.into(), help.into());
        self.listed.push(InputError { path: at.path.into(), line: at.line, code, problem, help });
    }

    /// The value, or `None` after adding its problems.
    pub(crate) fn keep<T>(&mut self, result: Result<T, InputErrors>) -> Option<T> {
        let errors = match result {
            Ok(value) => return Some(value),
            Err(errors) => errors,
        };
        for error in errors.listed {
            self.add(At::line(&error.path, error.line), error.code, error.problem, error.help);
        }
        self.left_out += errors.left_out;
        None
    }

    /// Whether further problems are only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.listed.len() >= InputErrors::MOST_LISTED
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The value if nothing was wrong.
    pub(crate) fn or<T>(self, value: T) -> Result<T, InputErrors> {
        match self.listed.is_empty() {
            true => Ok(value),
            false => Err(InputErrors { listed: self.listed, left_out: self.left_out }),
        }
    }
}

struct LineSuffix(u64);

impl fmt::Display for LineSuffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, ":{}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    #[test]
    fn twenty_problems_are_reported_and_the_rest_counted() {
        let mut problems = Problems::default();
        for line in 0..23 {
            problems.add(At::line(Path::new("a.csv"), line), "test", format!("problem {line}"), "fix it");
        }
        let errors = problems.or(()).unwrap_err();
        assert_eq!((errors.listed().len(), errors.left_out()), (20, 3));
        let text = errors.to_string();
        assert!(text.starts_with("a.csv: problem 0 [test]\n  help: fix it\na.csv:1: problem 1 [test]\n"));
        assert!(text.ends_with("  help: fix it\nand 3 more problems"));
    }

    #[test]
    fn the_list_of_codes_is_complete() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut used = BTreeSet::new();
        // The laboratory and the streets report problems with their own files.
        let mut folders = vec![
            root.join("src"),
            root.join("../routewright-lab/src"),
            root.join("../routewright-streets/src"),
        ];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    used.extend(codes_between(&fs::read_to_string(path).unwrap(), '"'));
                }
            }
        }
        let listed = fs::read_to_string(root.join("../../docs/errors.md")).unwrap();
        assert_eq!(codes_between(&listed, '`'), used);
        assert!(used.len() > 40, "the search for codes finds them");
    }

    /// Everything of the form `word-123` between two marks.
    fn codes_between(text: &str, mark: char) -> BTreeSet<String> {
        let is_code = |part: &&str| {
            part.split_once('-').is_some_and(|(word, number)| {
                word.bytes().all(|b| b.is_ascii_lowercase())
                    && number.len() == 3
                    && number.bytes().all(|b| b.is_ascii_digit())
            })
        };
        text.lines().flat_map(|line| line.split(mark)).filter(is_code).map(str::to_owned).collect()
    }
}
