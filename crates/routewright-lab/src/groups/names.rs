//! Names that tell different things apart.

use std::collections::{BTreeMap, BTreeSet};

use routewright_design::fingerprint;

use super::facts::Values;
use super::words::{short, words};

/// Longer descriptions become a fingerprint.
const MOST_LETTERS: usize = 60;

/// Something to be named.
pub(super) struct Named<'a> {
    /// What it is called.
    pub(super) base: &'a str,
    /// What is said of it anyway.
    pub(super) words: Vec<String>,
    /// What tells it apart from others.
    pub(super) values: &'a Values,
}

/// How words follow a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `mandl (MAX 9)`
    Brackets,
    /// `EA IT=400, 10 samples`
    Commas,
}

impl Style {
    fn name(self, base: &str, words: &[String]) -> String {
        match (self, words) {
            (_, []) => base.to_owned(),
            (Self::Brackets, _) => format!("{base} ({})", words.join(", ")),
            (Self::Commas, _) => format!("{base}, {}", words.join(", ")),
        }
    }
}

/// Names in the order of the things: equal values under one base share a name, others never do.
pub(super) fn names(things: &[Named<'_>], style: Style) -> Vec<String> {
    let mut variants: BTreeMap<(&str, &[String]), BTreeSet<&Values>> = BTreeMap::new();
    for thing in things {
        variants.entry((thing.base, &thing.words)).or_default().insert(thing.values);
    }
    let described = |thing: &Named<'_>| {
        let alike = &variants[&(thing.base, thing.words.as_slice())];
        let mut all = thing.words.clone();
        all.extend(differences(thing.values, alike));
        style.name(thing.base, &all)
    };
    let drafts: Vec<String> = things.iter().map(described).collect();
    // Words may be the same for different values.
    let mut meanings: BTreeMap<&str, BTreeSet<(&str, &Values)>> = BTreeMap::new();
    for (thing, draft) in things.iter().zip(&drafts) {
        meanings.entry(draft).or_default().insert((thing.base, thing.values));
    }
    let unique = |(thing, draft): (&Named<'_>, &String)| match meanings[draft.as_str()].len() {
        1 => draft.clone(),
        _ => {
            let mut all = thing.words.clone();
            all.push(digest(thing.values));
            style.name(thing.base, &all)
        }
    };
    things.iter().zip(&drafts).map(unique).collect()
}

/// What tells values apart from others of the same name.
fn differences(values: &Values, alike: &BTreeSet<&Values>) -> Vec<String> {
    let all: BTreeSet<&String> = alike.iter().flat_map(|values| values.keys()).collect();
    let differing =
        all.into_iter().filter(|name| alike.iter().any(|other| other.get(*name) != values.get(*name)));
    let found: Vec<String> =
        differing.map(|name| words(name, values.get(name).map(String::as_str))).collect();
    match found.iter().map(String::len).sum::<usize>() {
        ..=MOST_LETTERS => found,
        _ => vec![digest(values)],
    }
}

fn digest(values: &Values) -> String {
    let text = serde_json::to_string(values).expect("settings are plain text");
    short(&fingerprint(text.as_bytes())).to_owned()
}
