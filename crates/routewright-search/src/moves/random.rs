//! Draws of 32 bits, so that every platform agrees.

use rand::{Rng, RngExt};

/// A random element; `None` of an empty list.
pub(crate) fn pick<T: Copy>(rng: &mut impl Rng, from: &[T]) -> Option<T> {
    (!from.is_empty()).then(|| from[below(rng, from.len())])
}

/// A random number below `count`, which is not zero.
pub(crate) fn below(rng: &mut impl Rng, count: usize) -> usize {
    rng.random_range(0..u32::try_from(count).unwrap_or(u32::MAX)) as usize
}
