//! The one rule for resuming: a run is resumed with the settings, inputs and version it was started with.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Error, Fingerprints, Result};

/// A run cannot be resumed.
pub(crate) fn nothing_to_resume(path: &Path, why: &str) -> Error {
    Error::Resume(format!(
        "{} has no run to resume: {why}\n  help: name the folder of a run that was interrupted or killed; start a new \
         one with --out",
        path.display()
    ))
}

/// Another version may search differently.
pub(crate) fn check_version(path: &Path, version: &str) -> Result<()> {
    match version {
        crate::VERSION => Ok(()),
        _ => {
            let why = format!("it was started by version {version}, this is {}", crate::VERSION);
            Err(nothing_to_resume(path, &why))
        }
    }
}

/// What is asked now must be what the run was started with.
///
/// Settings named in `may_differ` are skipped: files that are compared by content, and what does not decide
/// the result. A setting of a part is named with it, such as `operating.headway`.
pub(crate) fn check_same(kept: &impl Serialize, asked: &impl Serialize, may_differ: &[&str]) -> Result<()> {
    let (kept, asked) = (flat(kept), flat(asked));
    let differs = |(name, value): &(&String, &Value)| {
        !may_differ.contains(&name.as_str()) && kept.get(*name).unwrap_or(&Value::Null) != *value
    };
    let Some((name, value)) = asked.iter().find(differs) else { return Ok(()) };
    Err(Error::Resume(format!(
        "the run to resume has --{} {}, not {}\n  help: keep the settings it was started with, or start a new run in another folder",
        name.rsplit('.').next().unwrap_or(name),
        plain(kept.get(name).unwrap_or(&Value::Null)),
        plain(value)
    )))
}

/// The inputs must be what they were.
pub(crate) fn check_inputs(path: &Path, then: &Fingerprints, now: &Fingerprints) -> Result<()> {
    match now.changed_since(then) {
        None => Ok(()),
        Some(changed) => Err(Error::Resume(format!(
            "{changed} is not what the run in {} was started with\n  help: restore it, or start a new run",
            path.display()
        ))),
    }
}

/// Settings by name; those of parts of the settings behind the name of the part and a dot.
fn flat(settings: &impl Serialize) -> Map<String, Value> {
    let Ok(Value::Object(map)) = serde_json::to_value(settings) else { unreachable!("settings are a map") };
    let mut flat = Map::new();
    let mut left: Vec<(String, Value)> = map.into_iter().collect();
    while let Some((name, value)) = left.pop() {
        match value {
            Value::Object(part) => {
                left.extend(part.into_iter().map(|(inner, value)| (format!("{name}.{inner}"), value)));
            }
            value => drop(flat.insert(name, value)),
        }
    }
    flat
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => "not given".into(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_named() {
        let kept = json!({ "alpha": 0.5, "city": "a", "anneal": { "chains": 2 }, "samples": null,
            "model": null, "service": { "model": { "capacity": 50 } } });
        let may_differ = ["city", "model", "anneal.moves"];
        let check = |asked: Value| check_same(&kept, &asked, &may_differ).map_err(|error| error.to_string());
        assert!(check(kept.clone()).is_ok());
        assert!(check(json!({ "city": "b", "model": "c", "anneal": { "moves": 5 } })).is_ok());
        for (asked, said) in [
            (json!({ "alpha": 0.9 }), "--alpha 0.5, not 0.9"),
            (json!({ "anneal": { "chains": 3 } }), "--chains 2, not 3"),
            (json!({ "samples": 7 }), "--samples not given, not 7"),
            (json!({ "service": { "model": { "capacity": 80 } } }), "--capacity 50, not 80"),
        ] {
            assert!(check(asked).unwrap_err().contains(said), "{said}");
        }
    }
}
