//! One seed, a stream of random numbers for each consumer.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What all random numbers of a training run derive from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seed(pub(crate) u64);

/// Who is drawing. Each has numbers of its own, whatever the thread count, and none of them has to be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    /// The first weights.
    Weights,
    /// What an episode is about: its city, how that is changed, and alpha.
    Episode { environment: u32, episode: u32 },
    /// The decisions of an environment in an iteration.
    Decisions { iteration: u32, environment: u32 },
    /// Which routes a group rebuilds; `environment` is its first.
    Rebuilds { iteration: u32, environment: u32 },
    /// The order of the steps of an iteration in the update.
    Shuffle { iteration: u32 },
    /// A construction on a held-out city; the same ones in every validation.
    Validation { construction: u32 },
    /// The limits of a held-out city.
    HeldOut { city: u32 },
}

impl Seed {
    /// The random numbers of one consumer.
    pub(crate) fn rng(self, draw: Draw) -> ChaCha8Rng {
        let (kind, major, minor) = match draw {
            Draw::Weights => (0, 0, 0),
            Draw::Episode { environment, episode } => (1, environment, episode),
            Draw::Decisions { iteration, environment } => (2, environment, iteration),
            Draw::Shuffle { iteration } => (3, iteration, 0),
            Draw::Validation { construction } => (4, construction, 0),
            Draw::HeldOut { city } => (5, city, 0),
            Draw::Rebuilds { iteration, environment } => (6, environment, iteration),
        };
        // 2^28 environments and 2^32 episodes or iterations are more than anybody has.
        let mut rng = ChaCha8Rng::seed_from_u64(self.0);
        rng.set_stream(kind << 60 | u64::from(major) << 32 | u64::from(minor));
        rng
    }
}

/// Any order of the items with equal probability.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    use rand::RngExt;
    for last in (1..items.len()).rev() {
        let bound = u32::try_from(last).expect("fewer than 2^32 items");
        items.swap(last, rng.random_range(0..=bound) as usize);
    }
}
