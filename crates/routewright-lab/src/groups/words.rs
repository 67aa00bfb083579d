//! Settings in a few words, for names.

/// A setting as names show it.
pub(super) fn words(name: &str, value: Option<&str>) -> String {
    let Some(value) = value else { return format!("without {}", spaced(name)) };
    match (name, value) {
        ("city", _) => format!("city {}", short(value)),
        ("fixed", _) => format!("fixed routes {}", short(value)),
        ("policy", _) => format!("policy {}", short(value)),
        ("policies" | "method", _) => value.to_owned(),
        ("min-stops", _) => format!("MIN {value}"),
        ("max-stops", _) => format!("MAX {value}"),
        ("transfer-penalty", _) => format!("transfers {value} min"),
        ("seconds", _) => format!("{value} s"),
        ("iterations", _) => format!("IT={value}"),
        ("temperature", _) => format!("T={value}"),
        ("init", _) => format!("from {value}"),
        ("routes" | "samples" | "chains" | "threads", "1") => format!("1 {}", name.trim_end_matches('s')),
        ("routes" | "samples" | "chains" | "threads", _) => format!("{value} {name}"),
        (_, "true") => spaced(name),
        (_, "false") => format!("without {}", spaced(name)),
        _ => format!("{} {value}", spaced(name)),
    }
}

/// The beginning of a fingerprint.
pub(super) fn short(fingerprint: &str) -> &str {
    let digits = fingerprint.rsplit('-').next().unwrap_or(fingerprint);
    digits.get(..6).unwrap_or(digits)
}

fn spaced(name: &str) -> String {
    name.replace(['-', '_'], " ")
}
