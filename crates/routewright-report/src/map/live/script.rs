//! The script of the map: modules that the planner in the browser uses as well, joined into one.

/// In the order in which they use each other; each keeps its imports on lines of their own.
const MODULES: [&str; 8] = [
    include_str!("../../../../../web/map/courses.js"),
    include_str!("../../../../../web/map/view.js"),
    include_str!("../../../../../web/map/look.js"),
    include_str!("../../../../../web/map/lines.js"),
    include_str!("../../../../../web/map/drawing.js"),
    include_str!("../../../../../web/map/names.js"),
    include_str!("../../../../../web/map/gestures.js"),
    include_str!("../../../../../web/map/report.js"),
];

/// One module without imports and exports, for a page in one file.
pub(super) fn script() -> String {
    let lines = MODULES.iter().flat_map(|module| module.lines()).filter(|line| !line.starts_with("import "));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_script_needs_nothing_and_names_nothing_twice() {
        let script = script();
        assert!(!script.contains("</") && script.ends_with("showReport();\n"));
        let mut names = BTreeSet::new();
        for line in script.lines() {
            assert!(!line.starts_with("import") && !line.starts_with("export"), "{line}");
            let mut words = line.split(|c: char| !c.is_alphanumeric());
            if let (Some("const" | "let" | "class"), Some(name)) = (words.next(), words.next()) {
                assert!(names.insert(name), "{name} is declared twice");
            }
        }
        // Every name that a module imports is declared by one of them.
        for line in MODULES.iter().flat_map(|module| module.lines()) {
            let Some((list, _)) = line.strip_prefix("import {").and_then(|rest| rest.split_once('}')) else {
                continue;
            };
            for name in list.split(',').map(str::trim) {
                assert!(names.contains(name), "{name} is not declared");
            }
        }
    }
}
