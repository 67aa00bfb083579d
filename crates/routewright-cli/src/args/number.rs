//! Numbers as people type them.

/// A number; a decimal comma gets a hint.
pub fn decimal(text: &str) -> Result<f64, String> {
    let help = match text.contains(',') {
        true => format!("write {}", text.replace(',', ".")),
        false => "give a number".into(),
    };
    text.parse().map_err(|_| help)
}
