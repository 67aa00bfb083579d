//! `cargo xtask tidy`: the crates keep to their layers, and the project to its own files.

use std::path::Path;
use std::process::ExitCode;

/// Every crate and its layer: it may use crates of lower layers only (ARCHITECTURE.md).
const LAYERS: [(&str, u8); 19] = [
    ("routewright-model", 0),
    ("routewright-eval", 1),
    ("routewright-io", 1),
    ("routewright-synth", 1),
    ("routewright-env", 2),
    ("routewright-streets", 2),
    ("routewright-import", 3),
    ("routewright-policy", 3),
    ("routewright-search", 3),
    ("routewright-report", 4),
    ("routewright-train", 4),
    ("routewright-design", 5),
    ("routewright-lab", 6),
    ("routewright-planner", 6),
    ("routewright", 7),
    ("routewright-python", 8),
    ("routewright-server", 8),
    ("routewright-cli", 9),
    ("xtask", 10),
];

/// Checks the workspace and prints what is out of place.
pub fn run() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let faults = faults(root);
    for fault in &faults {
        eprintln!("tidy: {fault}");
    }
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What is out of place, a sentence each.
fn faults(root: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    let mut manifests: Vec<_> = std::fs::read_dir(root.join("crates"))
        .expect("the workspace has crates")
        .filter_map(|entry| Some(entry.ok()?.path().join("Cargo.toml")))
        .chain([root.join("xtask/Cargo.toml")])
        .collect();
    manifests.sort();
    for path in manifests {
        match std::fs::read_to_string(&path) {
            Ok(manifest) => faults.extend(layer_faults(&manifest)),
            Err(error) => faults.push(format!("{}: {error}", path.display())),
        }
    }
    faults
}

/// Dependencies of a manifest that point sideways or up. What only tests and benchmarks use is free.
fn layer_faults(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut name = "";
    let mut faults = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if section == "[package]" && line.starts_with("name") {
            name = line.split('"').nth(1).unwrap_or_default();
            if layer(name).is_none() {
                faults.push(format!("crate {name} has no layer: add it to xtask/src/tidy.rs"));
            }
        } else if section == "[dependencies]" {
            let used = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if let (Some(own), Some(other)) = (layer(name), layer(used))
                && other >= own
            {
                faults.push(format!("{name} (layer {own}) uses {used} (layer {other})"));
            }
        }
    }
    faults
}

fn layer(name: &str) -> Option<u8> {
    LAYERS.iter().find(|(other, _)| *other == name).map(|(_, layer)| *layer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert_eq!(faults(root), Vec::<String>::new());
    }

    #[test]
    fn a_dependency_sideways_or_up_is_found() {
        let manifest = "[package]\nname = \"routewright-io\"\n[dependencies]\nroutewright-eval.workspace = true\n\
                        routewright-model.workspace = true\n[dev-dependencies]\nroutewright = { path = \"x\" }";
        assert_eq!(layer_faults(manifest), ["routewright-io (layer 1) uses routewright-eval (layer 1)"]);
        assert_eq!(layer_faults("[package]\nname = \"new\"").len(), 1);
    }
}
