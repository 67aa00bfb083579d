//! A secret that lets people in.

/// A secret that lets people in.
#[derive(Clone, Debug)]
pub(crate) struct Token(String);

impl Token {
    /// Letters of a token at least, so that nobody guesses it.
    pub(crate) const SHORTEST: usize = 16;

    /// A new one from the operating system's random numbers.
    pub(crate) fn random() -> std::io::Result<Self> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// One that somebody chose: letters and digits alone, so that it fits an address and a cookie.
    pub(crate) fn chosen(text: &str) -> Option<Self> {
        let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        (is_plain && (Self::SHORTEST..=200).contains(&text.len())).then(|| Self(text.to_owned()))
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Whether somebody knows it. Takes as long whether or not the beginning is right.
    pub(crate) fn is(&self, guess: &str) -> bool {
        let (own, guess) = (self.0.as_bytes(), guess.as_bytes());
        let differences = own.iter().zip(guess).fold(0, |sum, (a, b)| sum | (a ^ b));
        own.len() == guess.len() && differences == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_opens() {
        let token = Token::chosen("correct-horse-battery").unwrap();
        assert!(token.is("correct-horse-battery"));
        for wrong in ["", "correct-horse-batterY", "correct-horse-batter", "correct-horse-battery1"] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert!(Token::chosen("short").is_none() && Token::chosen("sixteen letters;x").is_none());
        assert_ne!(Token::random().unwrap().text(), Token::random().unwrap().text());
    }
}
