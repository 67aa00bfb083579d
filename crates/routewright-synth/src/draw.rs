//! Numbers drawn from a generator, the same on every platform and with every version of `rand`.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The consumers of random numbers. Each has a stream of its own, so that retries of one do not affect the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stream {
    Streets = 0,
    Demand = 1,
}

/// The generator of one consumer.
pub(crate) fn stream(seed: u64, stream: Stream) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream as u64);
    rng
}

/// Uniform in `0.0..1.0`, from 53 bits.
pub(crate) fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Uniform in `0..bound`, without bias: products whose low half falls into the uneven rest are drawn again.
pub(crate) fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    assert!(bound > 0, "a draw has at least one outcome");
    let uneven = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        if product as u32 >= uneven {
            return (product >> 32) as u32;
        }
    }
}

/// Uniform in `least..=most`.
pub(crate) fn between(rng: &mut impl Rng, least: u32, most: u32) -> u32 {
    match (most - least).checked_add(1) {
        Some(bound) => least + below(rng, bound),
        None => rng.next_u32(),
    }
}

/// One of the items; `None` of an empty list.
pub(crate) fn choose<T: Copy>(rng: &mut impl Rng, items: &[T]) -> Option<T> {
    let bound = u32::try_from(items.len()).expect("a list holds fewer than 2^32 items");
    (bound > 0).then(|| items[below(rng, bound) as usize])
}

/// Any order of the items with equal probability.
pub(crate) fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let bound = u32::try_from(last + 1).expect("a list holds fewer than 2^32 items");
        items.swap(last, below(rng, bound) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_cover_their_range_evenly() {
        let mut rng = stream(1, Stream::Demand);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[between(&mut rng, 10, 15) as usize - 10] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert!((0..1000).map(|_| unit(&mut rng)).all(|value| (0.0..1.0).contains(&value)));
        assert_eq!(choose::<u8>(&mut rng, &[]), None);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        shuffle(&mut stream(2, Stream::Streets), &mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
