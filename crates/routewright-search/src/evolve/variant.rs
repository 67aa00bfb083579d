//! Which heuristics an evolutionary search applies.

use std::num::NonZeroU16;

use routewright_env::{ConstructionOptions, Policy};
use routewright_model::Problem;

use crate::heuristics::{Heuristic, MoveTerminal, RebuildRoute, ShortestPathRoute};

/// Settings of the evolutionary search; the defaults are the published ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct EvolutionConfig {
    /// Networks kept alive at once (B in the paper).
    pub population: NonZeroU16,
    /// Times that each network is changed before the next selection (E in the paper).
    pub mutations: NonZeroU16,
}

impl EvolutionConfig {
    /// Rounds of mutation and selection of the published comparison with other methods (IT in the paper).
    pub const PUBLISHED_ROUNDS: u64 = 4000;
}

impl Default for EvolutionConfig {
    fn default() -> Self {
        let ten = NonZeroU16::new(10).expect("ten is not zero");
        Self { population: ten, mutations: ten }
    }
}

/// A named pair of heuristics: the paper's variants differ in nothing else.
pub struct EvolutionVariant {
    /// Name of the search, such as `"rc-ea"`.
    pub name: &'static str,
    /// Applied to one half of the networks, another half each time.
    pub first: Box<dyn Heuristic>,
    /// Applied to the other half.
    pub second: Box<dyn Heuristic>,
}

impl EvolutionVariant {
    /// The paper's baseline, EA: [`ShortestPathRoute`] and [`MoveTerminal`].
    pub fn ea(problem: &Problem, distinct: bool) -> Self {
        Self {
            name: "ea",
            first: Box::new(ShortestPathRoute::new(problem, distinct)),
            second: Box::new(MoveTerminal { distinct, ..MoveTerminal::default() }),
        }
    }

    /// The paper's RC-EA: routes rebuilt at random and [`MoveTerminal`].
    pub fn rc_ea(options: ConstructionOptions) -> Self {
        Self {
            name: "rc-ea",
            first: Box::new(RebuildRoute::at_random(options)),
            second: Box::new(MoveTerminal { distinct: options.distinct, ..MoveTerminal::default() }),
        }
    }

    /// The paper's NEA: routes rebuilt by a policy, or by one of several, and [`MoveTerminal`].
    pub fn nea<P: Policy + 'static>(policies: Vec<P>, options: ConstructionOptions) -> Self {
        Self {
            name: "nea",
            first: Box::new(RebuildRoute { policies, options }),
            second: Box::new(MoveTerminal { distinct: options.distinct, ..MoveTerminal::default() }),
        }
    }

    /// The paper's all-1 NEA: routes rebuilt by a policy, and nothing else.
    pub fn all_1_nea<P: Policy + Clone + 'static>(policies: Vec<P>, options: ConstructionOptions) -> Self {
        Self {
            name: "all1-nea",
            first: Box::new(RebuildRoute { policies: policies.clone(), options }),
            second: Box::new(RebuildRoute { policies, options }),
        }
    }
}
