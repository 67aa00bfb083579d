//! Settings of the construction.

/// Which shortest paths may extend a route that has stops already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extension {
    /// Those that start at a link neighbour of one of its ends, as in the paper: degree · (n − 1) for each end.
    #[default]
    Neighbour,
    /// Those that start at one of its ends: n − 1 for each, far fewer to score.
    SharedTerminal,
}

/// Settings of a construction; the defaults are the published ones, with distinct routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstructionOptions {
    /// Which paths may extend a route.
    pub extension: Extension,
    /// Whether routes must grow, towards unserved demand, until every pair with demand is connected.
    pub cover_demand: bool,
    /// Whether a route that repeats another, in the same or the reverse order, is rebuilt.
    pub distinct: bool,
}

impl Default for ConstructionOptions {
    fn default() -> Self {
        Self { extension: Extension::default(), cover_demand: false, distinct: true }
    }
}
