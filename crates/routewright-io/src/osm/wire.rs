//! The protocol-buffer wire format: just enough to walk through a message.

/// The message is cut off or contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// A field's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    pub(super) fn bytes(self) -> Result<&'a [u8], Damaged> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Number(_) => Err(Damaged),
        }
    }

    pub(super) fn number(self) -> Result<u64, Damaged> {
        match self {
            Self::Number(number) => Ok(number),
            Self::Bytes(_) => Err(Damaged),
        }
    }

    /// A signed number stored plainly.
    pub(super) fn signed(self) -> Result<i64, Damaged> {
        Ok(self.number()? as i64)
    }
}

/// The fields of a message, in the order of the file.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    /// The next field's number and value.
    pub(super) fn next(&mut self) -> Result<Option<(u64, Value<'a>)>, Damaged> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let key = varint(&mut self.0)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut self.0)?),
            1 => Value::Bytes(take(&mut self.0, 8)?),
            2 => {
                let length = varint(&mut self.0)?;
                Value::Bytes(take(&mut self.0, usize::try_from(length).map_err(|_| Damaged)?)?)
            }
            5 => Value::Bytes(take(&mut self.0, 4)?),
            _ => return Err(Damaged),
        };
        Ok(Some((key >> 3, value)))
    }
}

/// Numbers packed into one field.
#[derive(Clone, Copy)]
pub(super) struct Packed<'a>(pub(super) &'a [u8]);

impl<'a> Packed<'a> {
    /// Takes the numbers before the next zero, and the zero. All of them if there is none.
    pub(super) fn up_to_zero(&mut self) -> Result<Self, Damaged> {
        let start = self.0;
        loop {
            let length = start.len() - self.0.len();
            match self.next() {
                Some(Ok(0)) | None => return Ok(Self(&start[..length])),
                Some(Ok(_)) => {}
                Some(Err(damaged)) => return Err(damaged),
            }
        }
    }
}

impl Iterator for Packed<'_> {
    type Item = Result<u64, Damaged>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let number = varint(&mut self.0);
        if number.is_err() {
            self.0 = &[];
        }
        Some(number)
    }
}

/// A signed number in zigzag form.
pub(super) fn zigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

fn varint(bytes: &mut &[u8]) -> Result<u64, Damaged> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(Damaged)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(Damaged)
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8], Damaged> {
    let (part, rest) = bytes.split_at_checked(length).ok_or(Damaged)?;
    *bytes = rest;
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_encoding() {
        // 300 is 0b10_0101100: two groups of seven bits, the lower first.
        assert_eq!(Packed(&[0xac, 0x02, 0x05]).collect::<Vec<_>>(), [Ok(300), Ok(5)]);
        assert_eq!([0, 1, 2, 3].map(zigzag), [0, -1, 1, -2]);
        assert_eq!(Packed(&[0x80]).collect::<Vec<_>>(), [Err(Damaged)]);
        assert_eq!(Packed(&[0xff; 11]).next(), Some(Err(Damaged)));
    }

    #[test]
    fn numbers_are_taken_up_to_a_zero() {
        let mut packed = Packed(&[0x05, 0xac, 0x02, 0, 0, 7]);
        let mut taken = || packed.up_to_zero().map(|part| part.map(Result::unwrap).collect::<Vec<_>>());
        assert_eq!(
            [taken(), taken(), taken(), taken()],
            [Ok(vec![5, 300]), Ok(vec![]), Ok(vec![7]), Ok(vec![])]
        );
        assert!(Packed(&[5, 0x80]).up_to_zero().is_err());
    }

    #[test]
    fn a_message_that_is_cut_off_is_damaged() {
        let mut whole = Fields(&[0x0a, 2, b'h', b'i', 0x10, 7]);
        assert!(matches!(whole.next(), Ok(Some((1, Value::Bytes(b"hi"))))));
        assert!(matches!(whole.next(), Ok(Some((2, Value::Number(7))))));
        assert!(matches!(whole.next(), Ok(None)));
        assert_eq!(Fields(&[0x0a, 5, b'h']).next().unwrap_err(), Damaged);
    }
}
