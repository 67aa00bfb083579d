//! Numbers out of a file in memory.

/// Why a file cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It is cut off or contradicts itself.
    Damaged,
    /// It uses a part of the format that is not supported.
    Foreign(&'static str),
    /// It unpacks to far more than its size suggests.
    Swollen,
}

/// The bytes of a file. Places outside are an error, never a panic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn part(self, start: u64, length: u64) -> Result<&'a [u8], Trouble> {
        let start = usize::try_from(start).map_err(|_| Trouble::Damaged)?;
        let length = usize::try_from(length).map_err(|_| Trouble::Damaged)?;
        let end = start.checked_add(length).ok_or(Trouble::Damaged)?;
        self.0.get(start..end).ok_or(Trouble::Damaged)
    }

    /// A whole number of up to eight bytes, the lowest first.
    pub(super) fn number(self, start: u64, length: u64) -> Result<u64, Trouble> {
        let part = self.part(start, length)?;
        Ok(part.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    pub(super) fn starts_with(self, start: u64, mark: &[u8]) -> bool {
        self.part(start, mark.len() as u64).is_ok_and(|part| part == mark)
    }

    /// Text up to the first zero.
    pub(super) fn text(self, start: u64) -> Result<String, Trouble> {
        let start = usize::try_from(start).map_err(|_| Trouble::Damaged)?;
        let rest = self.0.get(start..).ok_or(Trouble::Damaged)?;
        let end = rest.iter().take(1 << 16).position(|&byte| byte == 0).ok_or(Trouble::Damaged)?;
        Ok(String::from_utf8_lossy(&rest[..end]).into_owned())
    }
}
