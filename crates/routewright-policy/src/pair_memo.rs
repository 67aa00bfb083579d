//! A cache of pair scores.

use crate::Observation;
use crate::path_sums::Pair;

/// Caches the scores of pairs of nodes, keyed by everything that can change them in one problem. For nets without
/// attention only: there a score depends on the pair alone, and few pairs change from one network to the next. Each place
/// holds the pair stored last, so the cache never grows.
#[derive(Clone, Debug)]
pub(crate) struct PairMemo {
    places: Vec<Place>,
    /// The pairs of the current decision that are not cached, and their indices in its list.
    missing: Vec<u32>,
    missing_pairs: Vec<Pair>,
    missing_scores: Vec<f32>,
}

/// Everything the score of a pair depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    from: u32,
    to: u32,
    minutes: u32,
    trip_minutes: u32,
    direct_minutes: u32,
    connection: u32,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    key: Key,
    score: f32,
}

impl PairMemo {
    /// Places per pair of nodes: besides the time on the shortest path, a pair has times along routes.
    const SHARE: usize = 4;
    const MOST: usize = 1 << 17;

    /// A memo for a city of this many nodes.
    pub(crate) fn new(node_count: usize) -> Self {
        let key =
            Key { from: u32::MAX, to: 0, minutes: 0, trip_minutes: 0, direct_minutes: 0, connection: 0 };
        let places = (Self::SHARE * node_count * node_count).next_power_of_two().min(Self::MOST);
        Self {
            places: vec![Place { key, score: 0.0 }; places],
            missing: Vec::new(),
            missing_pairs: Vec::new(),
            missing_scores: Vec::new(),
        }
    }

    /// Approximate memory use.
    pub(crate) fn bytes(node_count: usize) -> usize {
        (2 * Self::SHARE * node_count * node_count).min(Self::MOST) * size_of::<Place>()
    }

    /// Fills in the scores of pairs; `compute` is called for those that are not cached.
    pub(crate) fn fill(
        &mut self,
        seen: &Observation,
        pairs: &[Pair],
        scores: &mut [f32],
        compute: impl FnOnce(&[Pair], &mut [f32]),
    ) {
        self.missing.clear();
        self.missing_pairs.clear();
        for (at, (pair, score)) in pairs.iter().zip(&mut *scores).enumerate() {
            let key = Key::new(seen, pair);
            let place = &self.places[key.place(self.places.len())];
            if place.key == key {
                *score = place.score;
            } else {
                self.missing.push(at as u32);
                self.missing_pairs.push(*pair);
            }
        }
        self.missing_scores.clear();
        self.missing_scores.resize(self.missing.len(), 0.0);
        compute(&self.missing_pairs, &mut self.missing_scores);
        let found = self.missing.iter().zip(&self.missing_pairs).zip(&self.missing_scores);
        for ((&at, pair), &score) in found {
            scores[at as usize] = score;
            let key = Key::new(seen, pair);
            let place = key.place(self.places.len());
            self.places[place] = Place { key, score };
        }
    }
}

impl Key {
    #[inline(always)]
    fn new(seen: &Observation, pair: &Pair) -> Self {
        let at = pair.from as usize * seen.node_count() + pair.to as usize;
        Self {
            from: pair.from,
            to: pair.to,
            minutes: pair.minutes.to_bits(),
            trip_minutes: seen.trip_minutes[at].to_bits(),
            direct_minutes: seen.direct_minutes[at].to_bits(),
            connection: seen.connections[at] as u32,
        }
    }

    /// Its place among this many places, a power of two. Fields that change from one network to the next are left out, so
    /// that a new score replaces the outdated one.
    #[inline(always)]
    fn place(&self, places: usize) -> usize {
        let pair = u64::from(self.from) << 32 | u64::from(self.to);
        let mixed = (pair ^ u64::from(self.minutes).rotate_left(20)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - places.trailing_zeros())) as usize
    }
}
