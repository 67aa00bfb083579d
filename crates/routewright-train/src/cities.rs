//! The cities of training and validation.

use std::ops::RangeInclusive;

use routewright_model::City;
use routewright_synth::{CityKind, SynthConfig, SynthError, generate};

/// A data set of synthetic cities, generated on demand: one takes some tens of microseconds.
///
/// All kinds are equally frequent, and so are all sizes. Nine of ten cities are for training, the rest are held out.
/// Cities are independent of each other, so splitting by number is as good as a random split.
#[derive(Clone, Debug, PartialEq)]
pub struct CitySet {
    sizes: RangeInclusive<usize>,
    city_count: u32,
    seed: u64,
}

impl CitySet {
    /// The size of the paper's data set: 2^15.
    pub const PAPER_COUNT: u32 = 1 << 15;

    /// A set of this many cities with node counts in this range.
    ///
    /// # Errors
    /// The node counts are out of range.
    pub fn new(city_count: u32, sizes: RangeInclusive<usize>, seed: u64) -> Result<Self, SynthError> {
        for node_count in [*sizes.start(), *sizes.end()] {
            generate(&SynthConfig::new(CityKind::Grid4, node_count), 0)?;
        }
        Ok(Self { sizes, city_count, seed })
    }

    /// The number of training cities.
    pub fn training_count(&self) -> u32 {
        self.city_count - self.held_out_count()
    }

    /// The number of cities held out for validation: a tenth, at least one.
    pub fn held_out_count(&self) -> u32 {
        (self.city_count / 10).max(1)
    }

    /// A training city.
    ///
    /// # Panics
    /// The index is out of range.
    pub fn training(&self, index: u32) -> City {
        assert!(index < self.training_count(), "training city {index} of {}", self.training_count());
        self.city(index)
    }

    /// A held-out city.
    ///
    /// # Panics
    /// The index is out of range.
    pub fn held_out(&self, index: u32) -> City {
        assert!(index < self.held_out_count(), "held-out city {index} of {}", self.held_out_count());
        self.city(self.training_count() + index)
    }

    fn city(&self, index: u32) -> City {
        let (round, kind) = (index as usize / CityKind::ALL.len(), index as usize % CityKind::ALL.len());
        let node_count = self.sizes.start() + round % (1 + self.sizes.end() - self.sizes.start());
        let kind = CityKind::ALL[kind];
        let seed = (self.seed << 32) | u64::from(index);
        generate(&SynthConfig::new(kind, node_count), seed).expect("the range of nodes was checked in `new`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_of_ten_are_for_training_and_the_parts_do_not_overlap() {
        let set = CitySet::new(100, 20..=20, 7).unwrap();
        assert_eq!((set.training_count(), set.held_out_count()), (90, 10));
        let names = (0..90).map(|at| set.training(at)).chain((0..10).map(|at| set.held_out(at)));
        let mut names: Vec<String> = names.map(|city| city.name().to_owned()).collect();
        for kind in CityKind::ALL {
            let prefix = format!("{kind}-20-");
            assert_eq!(names.iter().filter(|name| name.starts_with(&prefix)).count(), 20, "{kind}");
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 100);
    }

    #[test]
    fn a_set_follows_from_its_seed() {
        let parts = |seed| CitySet::new(20, 12..=12, seed).unwrap().training(3).to_parts();
        assert_eq!(parts(1), parts(1));
        assert_ne!(parts(1).demand, parts(2).demand);
        assert!(CitySet::new(20, 1..=1, 1).is_err());
    }

    #[test]
    fn sizes_alternate() {
        let set = CitySet::new(40, 8..=10, 1).unwrap();
        let size = |index| set.training(index).node_count();
        let kinds = CityKind::ALL.len() as u32;
        assert_eq!([0, kinds, 2 * kinds, 3 * kinds].map(size), [8, 9, 10, 8]);
    }
}
