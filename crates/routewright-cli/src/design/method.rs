//! The searches by name.

/// How networks are searched for.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Routewright's own search: simulated annealing on several chains
    Anneal,
    /// Evolution with shortest-path routes
    Ea,
    /// Evolution with routes rebuilt by a trained policy, and moves of terminals
    Nea,
    /// Evolution with routes rebuilt by a trained policy alone
    All1Nea,
    /// Evolution with routes rebuilt at random
    RcEa,
    /// The best of many networks built by a trained policy
    Lc,
    /// The best of many networks built at random
    Rc,
}

/// What an evolution begins with.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Init {
    /// The best of many networks built by a trained policy
    Lc,
    /// The best of many networks built at random
    Rc,
}

impl Init {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lc => "lc",
            Self::Rc => "rc",
        }
    }
}

impl Method {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anneal => "anneal",
            Self::Ea => "ea",
            Self::Nea => "nea",
            Self::All1Nea => "all1-nea",
            Self::RcEa => "rc-ea",
            Self::Lc => "lc",
            Self::Rc => "rc",
        }
    }

    /// Whether it asks a trained policy.
    pub fn needs_policy(self) -> bool {
        matches!(self, Self::Nea | Self::All1Nea | Self::Lc)
    }

    /// Whether it builds routes from shortest paths.
    pub fn builds_routes(self) -> bool {
        !matches!(self, Self::Anneal | Self::Ea)
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn one_name_everywhere() {
        for method in Method::value_variants() {
            assert_eq!(method.to_possible_value().unwrap().get_name(), method.name());
            assert_eq!(serde_json::to_value(method).unwrap(), method.name());
        }
    }
}
