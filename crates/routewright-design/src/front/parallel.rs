//! Scoring many networks at once.

use rayon::prelude::*;

use crate::Result;

/// Does something with every item on so many threads; results are in the order of the items.
pub(super) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    of: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(|| items.par_iter().map(&of).collect()),
        // No threads to be had: one will do.
        Err(_) => items.iter().map(&of).collect(),
    }
}
