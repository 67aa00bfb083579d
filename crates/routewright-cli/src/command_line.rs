//! What was typed, to be typed again.

/// A command line as a shell would take it, under the name of the program.
pub fn command_line(arguments: impl Iterator<Item = String>) -> String {
    std::iter::once("routewright".to_owned()).chain(arguments.map(quoted)).collect::<Vec<_>>().join(" ")
}

fn quoted(argument: String) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument;
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_typed_again() {
        let arguments = ["design", "my city", "--out", "it's", ""].map(String::from);
        assert_eq!(command_line(arguments.into_iter()), r"routewright design 'my city' --out 'it'\''s' ''");
    }
}
