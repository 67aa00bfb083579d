//! Bytes as text.

/// How a text file was stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// With or without a byte order mark.
    #[default]
    Utf8,
    /// With a byte order mark: what spreadsheets call Unicode text.
    Utf16,
    /// One byte a letter: Windows-1252, of which Latin-1 is a part. Taken where nothing else fits.
    Windows1252,
}

/// Why bytes are not text, and where.
#[derive(Debug)]
pub(crate) struct Undecodable {
    pub(crate) line: u64,
    pub(crate) problem: String,
}

/// Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252. A file with both valid and invalid UTF-8 beyond
/// ASCII is refused: one letter in it is damaged, and the rest must not be garbled.
pub(crate) fn decode(bytes: Vec<u8>) -> Result<(String, Encoding), Undecodable> {
    match bytes[..] {
        [0xff, 0xfe, ..] => return decode_utf16(&bytes[2..], u16::from_le_bytes),
        [0xfe, 0xff, ..] => return decode_utf16(&bytes[2..], u16::from_be_bytes),
        _ => {}
    }
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok((text, Encoding::Utf8)),
        Err(error) => error,
    };
    let valid = error.utf8_error().valid_up_to();
    let bytes = error.into_bytes();
    let line_at = |place: usize| 1 + bytes[..place].iter().filter(|&&byte| byte == b'\n').count() as u64;
    if holds_utf8_letters(&bytes) {
        let problem = "is UTF-8 text with a damaged letter".to_owned();
        return Err(Undecodable { line: line_at(valid), problem });
    }
    let is_control = |byte: u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a);
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for (place, &byte) in bytes.iter().enumerate() {
        let letter = Some(byte).filter(|&byte| !is_control(byte)).and_then(windows_1252);
        let Some(letter) = letter else {
            let problem = format!("is not text: it contains the byte {byte:02X}");
            return Err(Undecodable { line: line_at(place), problem });
        };
        text.push(letter);
    }
    Ok((text, Encoding::Windows1252))
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<(String, Encoding), Undecodable> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::with_capacity(bytes.len() / 2);
    let mut line = 1;
    for letter in char::decode_utf16(units) {
        let Ok(letter) = letter else {
            return Err(Undecodable { line, problem: "is UTF-16 text with a damaged letter".into() });
        };
        line += u64::from(letter == '\n');
        text.push(letter);
    }
    if bytes.len() % 2 == 1 {
        return Err(Undecodable {
            line,
            problem: "is UTF-16 text that ends in the middle of a letter".into(),
        });
    }
    Ok((text, Encoding::Utf16))
}

/// Whether any valid part has a letter beyond ASCII.
fn holds_utf8_letters(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// The letter of a byte; five bytes have none.
fn windows_1252(byte: u8) -> Option<char> {
    const FROM_80: [char; 32] = [
        '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’',
        '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => Some(FROM_80[usize::from(byte - 0x80)]).filter(|&letter| letter != '\0'),
        _ => Some(char::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bytes: &[u8]) -> (u64, String) {
        decode(bytes.to_vec()).map_or_else(|error| (error.line, error.problem), |(text, _)| (0, text))
    }

    #[test]
    fn one_byte_letters_are_read_where_utf8_fails() {
        let (text, encoding) = decode(b"S\xe3o Paulo \x96 50 \x80".to_vec()).unwrap();
        assert_eq!((text.as_str(), encoding), ("São Paulo – 50 €", Encoding::Windows1252));
        assert_eq!(decode("São".into()).unwrap().1, Encoding::Utf8);
    }

    #[test]
    fn unicode_text_of_spreadsheets_is_read() {
        let little: Vec<u8> = "\u{feff}ã\t😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}ã\t😀".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert_eq!(decode(bytes).unwrap(), ("ã\t😀".to_owned(), Encoding::Utf16));
        }
        assert_eq!(told(b"\xff\xfea\0\n\0\0\xd8"), (2, "is UTF-16 text with a damaged letter".into()));
        assert_eq!(told(b"\xff\xfea").1, "is UTF-16 text that ends in the middle of a letter");
    }

    #[test]
    fn what_would_be_garbled_is_refused() {
        assert_eq!(told(b"S\xc3\xa3o\nM\xe3o"), (2, "is UTF-8 text with a damaged letter".into()));
        assert_eq!(told(b"a\nb\n\xe3\x81"), (3, "is not text: it contains the byte 81".into()));
    }
}
