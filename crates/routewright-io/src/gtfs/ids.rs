//! Ids of a table, each of which counts once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::FeedIssueKind;
use super::issues::Account;
use crate::TextFile;
use crate::show::shown;

/// Ids and what they stand for.
#[derive(Default)]
pub(super) struct Ids {
    known: HashMap<String, Known>,
}

struct Known {
    value: u32,
    line: u64,
    /// Of the row that defines it.
    fingerprint: u64,
}

impl Ids {
    /// Whether the id is new. A second row of the same id is left out and counted: `fields` tell whether it repeats the
    /// first or contradicts it.
    pub(super) fn add(
        &mut self,
        file: &TextFile,
        line: u64,
        [column, id]: [&str; 2],
        fields: &[&str],
        value: u32,
        issues: &mut Account,
    ) -> bool {
        let fingerprint = fingerprint(fields);
        match self.known.entry(id.into()) {
            Entry::Vacant(entry) => {
                entry.insert(Known { value, line, fingerprint });
                true
            }
            Entry::Occupied(entry) => {
                let first = entry.get();
                let (kind, does) = match first.fingerprint == fingerprint {
                    true => (FeedIssueKind::IdenticalRow, "repeats"),
                    false => (FeedIssueKind::ContradictoryRow, "contradicts"),
                };
                issues.add(kind, file.at(line), || {
                    format!("{column} {} {does} line {}", shown(id), first.line)
                });
                false
            }
        }
    }

    pub(super) fn find(&self, id: &str) -> Option<u32> {
        self.known.get(id).map(|known| known.value)
    }

    /// Lets ids stand for something else.
    pub(super) fn renumber(&mut self, new: impl Fn(u32) -> u32) {
        self.known.values_mut().for_each(|known| known.value = new(known.value));
    }
}

/// Rows with the same fields have the same one.
pub(super) fn fingerprint(fields: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    fields.hash(&mut hasher);
    hasher.finish()
}
