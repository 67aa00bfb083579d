//! How a table separates its columns, and how it writes decimals.

/// The character between columns, by the first line; the text of the table starts behind a line `sep=;`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    /// A comma, semicolon or tab.
    pub(super) separator: u8,
    /// Where the header starts, in bytes.
    pub(super) start: usize,
    /// Another character that separates just as many columns in the header.
    pub(super) rival: Option<u8>,
}

impl Dialect {
    const KNOWN: [u8; 3] = [b',', b';', b'\t'];

    pub(super) fn of(text: &str) -> Self {
        let mut start = text.len() - text.trim_start_matches(['\r', '\n', ' ']).len();
        let line = |start: usize| text[start..].lines().next().unwrap_or_default();
        let first = line(start);
        let stated = first.trim().trim_matches('"');
        let stated = stated.get(..4).filter(|word| word.eq_ignore_ascii_case("sep=")).map(|_| &stated[4..]);
        if let Some(separator) = stated.map(str::as_bytes) {
            let known = Self::KNOWN.into_iter().find(|&known| separator.first() == Some(&known));
            // Trimming takes a tab away.
            let known = known.or((separator.is_empty() && first.contains('\t')).then_some(b'\t'));
            if let Some(separator) = known {
                start += first.len();
                return Self { separator, start, rival: None };
            }
        }
        let counts = Self::KNOWN.map(|known| (unquoted(&text[start..], known), known));
        let most = counts.iter().map(|&(count, _)| count).max().unwrap_or(0);
        let mut best = counts.iter().filter(|&&(count, _)| count == most).map(|&(_, known)| known);
        let separator = best.next().unwrap_or(b',');
        let rival = best.next().filter(|_| most > 0);
        Self { separator, start, rival }
    }

    /// The separator in words, in the plural.
    pub(super) fn name(separator: u8) -> &'static str {
        match separator {
            b';' => "semicolons",
            b'\t' => "tabs",
            _ => "commas",
        }
    }
}

/// How often a character stands outside quotation marks in the header, whose names may span lines within them.
fn unquoted(text: &str, wanted: u8) -> usize {
    const LONGEST_HEADER: usize = 1 << 20;
    let mut is_quoted = false;
    let mut count = 0;
    for byte in text.bytes().take(LONGEST_HEADER) {
        if matches!(byte, b'\r' | b'\n') && !is_quoted {
            break;
        }
        is_quoted ^= byte == b'"';
        count += usize::from(byte == wanted && !is_quoted);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_tells_the_separator() {
        let separator = |text: &str| char::from(Dialect::of(text).separator);
        assert_eq!(separator("id,lon,lat\n1;2;3;4;5"), ',');
        assert_eq!(separator("\r\n\"name, full\";id\r\n"), ';');
        assert_eq!(separator("a, b\tlon\tlat"), '\t');
        assert_eq!(separator("alone"), ',');
        assert_eq!(separator("\"people,\n2020\";id;lon\n1,2,3,4,5"), ';');
        assert_eq!(Dialect::of("a;b,c").rival, Some(b';'));
        assert_eq!(Dialect::of("alone").rival, None);
    }

    #[test]
    fn a_stated_separator_is_believed() {
        for (text, separator) in
            [("sep=;\nid;a,b,c,d\n", b';'), ("\"SEP=,\"\r\na\n", b','), ("sep=\t\nid\n", b'\t')]
        {
            let dialect = Dialect::of(text);
            assert_eq!(dialect.separator, separator, "{text:?}");
            assert!(text[dialect.start..].starts_with(['\r', '\n']), "{text:?}");
        }
        // A column may have this name.
        assert_eq!(Dialect::of("sep=x,b\n").start, 0);
    }
}
