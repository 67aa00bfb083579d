//! Buffers aligned to cache lines.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line, and of the widest vector.
const LINE: usize = 64;
const LINE_NUMBERS: usize = LINE / size_of::<f32>();

/// A buffer that starts at a cache line: a wide vector that straddles two lines takes twice as long to load.
#[derive(Debug, Default)]
pub(crate) struct Aligned {
    numbers: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// A copy of these numbers.
    pub(crate) fn new(numbers: &[f32]) -> Self {
        let mut aligned = Self::default();
        aligned.resize(numbers.len()).copy_from_slice(numbers);
        aligned
    }

    /// Resizes the buffer. Its content is lost if it has to grow.
    pub(crate) fn resize(&mut self, len: usize) -> &mut [f32] {
        if self.numbers.len() < len + LINE_NUMBERS {
            self.numbers = vec![0.0; len + LINE_NUMBERS];
            // Where the platform cannot tell, the buffer stays unaligned: slower, not wrong.
            self.start = self.numbers.as_ptr().align_offset(LINE).min(LINE_NUMBERS);
        }
        self.len = len;
        self
    }

    /// Resizes the buffer and fills it with zeros.
    pub(crate) fn zeroed(&mut self, len: usize) -> &mut [f32] {
        let numbers = self.resize(len);
        numbers.fill(0.0);
        numbers
    }

    /// Fills it with copies of a row.
    pub(crate) fn repeated(&mut self, row: &[f32], count: usize) -> &mut [f32] {
        let numbers = self.resize(row.len() * count);
        numbers.chunks_exact_mut(row.len()).for_each(|to| to.copy_from_slice(row));
        numbers
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.numbers[self.start..self.start + self.len]
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.numbers[self.start..self.start + self.len]
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        Self::new(self)
    }
}
