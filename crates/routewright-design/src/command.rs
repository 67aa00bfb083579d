//! Command lines as text that a shell reads back.

/// The command line of the program with these arguments, quoted where a shell needs it.
pub fn command_line(arguments: impl IntoIterator<Item = String>) -> String {
    let words = std::iter::once("routewright".to_owned()).chain(arguments.into_iter().map(quoted));
    words.collect::<Vec<_>>().join(" ")
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
    fn commands_are_quoted_for_a_shell() {
        let arguments = ["design", "my city", "--out", "it's", ""].map(String::from);
        assert_eq!(command_line(arguments), r"routewright design 'my city' --out 'it'\''s' ''");
    }
}
