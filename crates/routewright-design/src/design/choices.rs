//! Searches and their variants, by name.

use routewright_env::Extension;
use routewright_policy::Kernel;

use crate::Choice;

/// How networks are searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Routewright's own search: simulated annealing on several chains.
    #[default]
    Anneal,
    /// Evolution with shortest-path routes.
    Ea,
    /// Evolution with routes rebuilt by a trained policy, and moves of terminals.
    Nea,
    /// Evolution with routes rebuilt by a trained policy alone.
    All1Nea,
    /// Evolution with routes rebuilt at random.
    RcEa,
    /// The best of many networks built by a trained policy.
    Lc,
    /// The best of many networks built at random.
    Rc,
    /// Lines, headways and vehicles, annealed together.
    Service,
}

impl Method {
    /// Whether it changes networks step by step, at a temperature that falls.
    pub fn anneals(self) -> bool {
        matches!(self, Self::Anneal | Self::Service)
    }

    /// Whether it asks a trained policy.
    pub fn needs_policy(self) -> bool {
        matches!(self, Self::Nea | Self::All1Nea | Self::Lc)
    }

    /// Whether it builds routes from shortest paths.
    pub fn builds_routes(self) -> bool {
        !matches!(self, Self::Anneal | Self::Ea | Self::Service)
    }

    /// Whether it draws a number of networks and takes the best.
    pub fn draws_samples(self) -> bool {
        matches!(self, Self::Lc | Self::Rc)
    }

    /// Whether it keeps a population of networks.
    pub fn evolves(self) -> bool {
        matches!(self, Self::Ea | Self::Nea | Self::All1Nea | Self::RcEa)
    }
}

impl Choice for Method {
    const ALL: &'static [Self] =
        &[Self::Anneal, Self::Ea, Self::Nea, Self::All1Nea, Self::RcEa, Self::Lc, Self::Rc, Self::Service];

    fn name(self) -> &'static str {
        match self {
            Self::Anneal => "anneal",
            Self::Ea => "ea",
            Self::Nea => "nea",
            Self::All1Nea => "all1-nea",
            Self::RcEa => "rc-ea",
            Self::Lc => "lc",
            Self::Rc => "rc",
            Self::Service => "service",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Anneal => "Routewright's own search: simulated annealing on several chains",
            Self::Ea => "Evolution with shortest-path routes",
            Self::Nea => "Evolution with routes rebuilt by a trained policy, and moves of terminals",
            Self::All1Nea => "Evolution with routes rebuilt by a trained policy alone",
            Self::RcEa => "Evolution with routes rebuilt at random",
            Self::Lc => "The best of many networks built by a trained policy",
            Self::Rc => "The best of many networks built at random",
            Self::Service => "Lines, headways and vehicles together; implied by --vehicles",
        }
    }
}

/// What an evolution starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Init {
    /// The best of many networks built by a trained policy.
    Lc,
    /// The best of many networks built at random.
    Rc,
}

impl Choice for Init {
    const ALL: &'static [Self] = &[Self::Lc, Self::Rc];

    fn name(self) -> &'static str {
        match self {
            Self::Lc => "lc",
            Self::Rc => "rc",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Lc => "The best of many networks built by a trained policy",
            Self::Rc => "The best of many networks built at random",
        }
    }
}

impl Choice for Extension {
    const ALL: &'static [Self] = &[Self::Neighbour, Self::SharedTerminal];

    fn name(self) -> &'static str {
        match self {
            Self::Neighbour => "neighbour",
            Self::SharedTerminal => "shared-terminal",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Neighbour => "Those that start next to one of its ends, as published",
            Self::SharedTerminal => "Those that start at one of its ends: fewer, and faster to score",
        }
    }
}

/// Arithmetic of a policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KernelChoice {
    /// The fastest this machine has.
    #[default]
    Fast,
    /// The same bits on every machine.
    Scalar,
}

impl KernelChoice {
    /// The kernel itself.
    pub fn kernel(self) -> Kernel {
        match self {
            Self::Fast => Kernel::Fast,
            Self::Scalar => Kernel::Scalar,
        }
    }
}

impl Choice for KernelChoice {
    const ALL: &'static [Self] = &[Self::Fast, Self::Scalar];

    fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Scalar => "scalar",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Fast => "The fastest this machine has",
            Self::Scalar => "The same bits on every machine",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Choice + serde::Serialize + PartialEq + std::fmt::Debug>() {
        for &choice in T::ALL {
            assert_eq!(serde_json::to_value(choice).unwrap(), choice.name());
            assert_eq!(T::named(choice.name()), Some(choice));
            assert!(!choice.about().is_empty());
        }
    }

    #[test]
    fn one_name_everywhere() {
        check::<Method>();
        check::<Init>();
        check::<Extension>();
        check::<KernelChoice>();
        assert_eq!(Method::ALL.len(), 8);
    }
}
