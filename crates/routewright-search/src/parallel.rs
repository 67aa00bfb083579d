//! Work split over threads. What comes of it never depends on their number.

use rayon::prelude::*;

/// Does some work on every item, on at most `threads` threads. Results are in the order of the items.
pub(crate) fn for_each_item<T: Send, R: Send>(
    items: &mut [T],
    threads: usize,
    work: impl Fn(usize, &mut T) -> R + Sync,
) -> Vec<R> {
    let parts = for_each_part(items, threads, |first, part| {
        part.iter_mut().enumerate().map(|(at, item)| work(first + at, item)).collect::<Vec<R>>()
    });
    parts.into_iter().flatten().collect()
}

/// Does some work on consecutive parts of the items, one part per thread and at most `threads` of them. The work
/// is given the place of the first item of its part. Results are in the order of the parts.
pub(crate) fn for_each_part<T: Send, R: Send>(
    items: &mut [T],
    threads: usize,
    work: impl Fn(usize, &mut [T]) -> R + Sync,
) -> Vec<R> {
    let share = items.len().div_ceil(threads.max(1)).max(1);
    if share >= items.len() {
        return vec![work(0, items)];
    }
    items.par_chunks_mut(share).enumerate().map(|(part, items)| work(part * share, items)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn order_is_kept_and_threads_are_bounded() {
        for threads in [0, 1, 2, 3, 7, 100] {
            let mut items: Vec<usize> = (0..10).collect();
            let seen = Mutex::new(BTreeSet::new());
            let results = for_each_item(&mut items, threads, |at, item| {
                seen.lock().unwrap().insert(format!("{:?}", std::thread::current().id()));
                *item += 100;
                at * 2
            });
            assert_eq!(results, (0..10).map(|at| at * 2).collect::<Vec<_>>());
            assert_eq!(items, (100..110).collect::<Vec<_>>());
            assert!(seen.into_inner().unwrap().len() <= threads.max(1));
            let firsts = for_each_part(&mut items, threads, |first, part| (first, part.len()));
            assert!(firsts.len() <= threads.max(1));
            assert_eq!(firsts.iter().map(|part| part.1).sum::<usize>(), 10);
            assert!(firsts.windows(2).all(|pair| pair[0].0 + pair[0].1 == pair[1].0));
        }
        assert!(for_each_item(&mut [] as &mut [u8], 4, |at, _| at).is_empty());
    }
}
