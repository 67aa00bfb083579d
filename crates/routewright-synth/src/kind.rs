//! The processes that lay out a city.

use std::fmt;
use std::str::FromStr;

/// How the nodes and streets of a random city come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CityKind {
    /// Random points, each linked with its four nearest.
    NearestNeighbours,
    /// A grid with streets along its rows and columns.
    Grid4,
    /// A grid with streets along its rows, columns and diagonals.
    Grid8,
    /// Corners and edges of the Voronoi cells of random points.
    Voronoi,
    /// Random points, linked by their Euclidean minimum spanning tree.
    SpanningTree,
}

impl CityKind {
    /// Every kind, in the order of the paper; the spanning tree, which only the authors' data has, is last.
    pub const ALL: [CityKind; 5] =
        [Self::NearestNeighbours, Self::Grid4, Self::Grid8, Self::Voronoi, Self::SpanningTree];

    /// Stable name for flags, files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::NearestNeighbours => "4-nn",
            Self::Grid4 => "4-grid",
            Self::Grid8 => "8-grid",
            Self::Voronoi => "voronoi",
            Self::SpanningTree => "mst",
        }
    }

    /// Whether streets are removed at random after the layout. Voronoi cities vary enough without it, and a
    /// tree would fall apart.
    pub fn has_removal(self) -> bool {
        !matches!(self, Self::Voronoi | Self::SpanningTree)
    }
}

impl fmt::Display for CityKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no kind of city has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no kind of city called {0}; choose 4-nn, 4-grid, 8-grid, voronoi or mst")]
pub struct UnknownKind(pub String);

impl FromStr for CityKind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_kind() {
        for kind in CityKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!("ring".parse::<CityKind>(), Err(UnknownKind("ring".into())));
    }
}
