//! One seed, one stream of random numbers per consumer.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The seed from which all random numbers of a run derive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

/// The consumers of random numbers. Each has a stream of its own, whatever the thread count or loop order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// The construction of a network.
    Construction {
        /// Which of many.
        sample: u32,
    },
    /// A change of a network of a population.
    Mutation {
        /// Round of mutation.
        round: u32,
        /// Which network.
        member: u16,
    },
    /// Selection in a population, and its shuffles.
    Selection {
        /// Round of selection.
        round: u32,
    },
    /// A chain of annealing.
    Chain {
        /// Which of several.
        chain: u32,
    },
}

impl Seed {
    /// The random numbers of one consumer.
    pub fn rng(self, draw: Draw) -> ChaCha8Rng {
        let (kind, major, minor) = match draw {
            Draw::Construction { sample } => (0, sample, 0),
            Draw::Mutation { round, member } => (1, round, member),
            Draw::Selection { round } => (2, round, 0),
            Draw::Chain { chain } => (3, chain, 0),
        };
        let mut rng = ChaCha8Rng::seed_from_u64(self.0);
        rng.set_stream(kind << 48 | u64::from(major) << 16 | u64::from(minor));
        rng
    }
}
