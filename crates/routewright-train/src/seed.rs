//! One seed, one stream of random numbers per consumer.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The seed of all random numbers of a training run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seed(pub(crate) u64);

/// A consumer of random numbers. Each has its own stream, whatever the thread count, and no generator has to be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    /// The initial weights.
    Weights,
    /// The problem of an episode: city, augmentation and alpha.
    Episode { environment: u32, episode: u32 },
    /// The decisions of an environment in an iteration.
    Decisions { iteration: u32, environment: u32 },
    /// Which routes a group rebuilds; `environment` is its first.
    Rebuilds { iteration: u32, environment: u32 },
    /// The order of samples in the update of an iteration.
    Shuffle { iteration: u32 },
    /// A construction on a held-out city; the same in every validation.
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
        // Room for 2^28 environments and 2^32 episodes or iterations.
        let mut rng = ChaCha8Rng::seed_from_u64(self.0);
        rng.set_stream(kind << 60 | u64::from(major) << 32 | u64::from(minor));
        rng
    }
}

/// Shuffles the items uniformly.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    use rand::RngExt;
    for last in (1..items.len()).rev() {
        let bound = u32::try_from(last).expect("fewer than 2^32 items");
        items.swap(last, rng.random_range(0..=bound) as usize);
    }
}
