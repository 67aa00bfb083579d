//! What a run was asked, as far as the runs of a cell must agree in it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::Record;

/// Settings by name. Those that are not set are left out.
pub(super) type Values = BTreeMap<String, String>;

/// Settings that belong to the problem; all others belong to the method.
const PROBLEM: [&str; 5] = ["routes", "min-stops", "max-stops", "transfer-penalty", "fixed"];

/// Settings that may differ within a cell, and those that are compared by content.
const LEFT_OUT: [&str; 5] = ["city", "alpha", "seed", "model", POLICIES];

/// Setting with the name of the policies, where each seed has its own.
const POLICIES: &str = "policies";

/// What a run was asked.
pub(super) struct Facts {
    /// City, limits, transfer penalty, fixed network.
    pub(super) problem: Values,
    /// Method, its settings and budget, policy.
    pub(super) method: Values,
}

impl Facts {
    /// Of every run, in order.
    pub(super) fn of(records: &[Record]) -> Vec<Self> {
        let replaced = replaced_families(records);
        records.iter().map(|record| Self::of_one(record, &replaced)).collect()
    }

    fn of_one(record: &Record, replaced: &BTreeSet<String>) -> Self {
        let (mut problem, mut method) = (Values::new(), Values::new());
        for (name, value) in record.flat_settings() {
            let Some(value) = plain(&value).filter(|_| !LEFT_OUT.contains(&name.as_str())) else { continue };
            let part = if PROBLEM.contains(&name.as_str()) { &mut problem } else { &mut method };
            part.insert(name, value);
        }
        problem.insert("city".into(), record.city_hash.clone());
        if record.budget_seconds.is_some() {
            method.insert("threads".into(), record.threads.to_string());
        }
        let family = family(record);
        // Policies of a family differ by design, unless a file was replaced between two runs.
        if family.as_ref().is_none_or(|family| replaced.contains(family)) {
            method.extend(record.model_hash.clone().map(|hash| ("policy".to_owned(), hash)));
        }
        method.extend(family.map(|family| (POLICIES.to_owned(), family)));
        Self { problem, method }
    }
}

/// The name of a run's policies, where each seed has its own.
fn family(record: &Record) -> Option<String> {
    let settings: Value = serde_json::from_str(&record.settings).ok()?;
    let family = settings[POLICIES].as_str().filter(|name| name.contains("{seed}"))?;
    Some(family.to_owned())
}

/// Families with two policies for the same seed.
fn replaced_families(records: &[Record]) -> BTreeSet<String> {
    let mut policies: BTreeMap<(String, u64), BTreeSet<&Option<String>>> = BTreeMap::new();
    for record in records {
        if let Some(family) = family(record) {
            policies.entry((family, record.seed)).or_default().insert(&record.model_hash);
        }
    }
    let replaced = policies.into_iter().filter(|(_, contents)| contents.len() > 1);
    replaced.map(|((family, _), _)| family).collect()
}

/// A value as text; none where it is not set.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        // 5 and 5.0 are the same.
        Value::Number(number) if !number.is_u64() => Some(number.as_f64()?.to_string()),
        other => Some(other.to_string()),
    }
}
