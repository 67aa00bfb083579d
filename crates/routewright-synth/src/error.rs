//! Why a random city cannot be made.

use routewright_model::{City, CityError};

/// A setting that makes no sense, or a city that the model refuses.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SynthError {
    /// Too few or too many nodes.
    #[error("a city has 2 to {most} nodes, but {0} are asked for", most = City::MOST_NODES)]
    NodeCount(usize),
    /// A square without area.
    #[error("the side of the square must be a positive number of metres, but is {0}")]
    Square(f64),
    /// Vehicles that stand still.
    #[error("the speed must be a positive number of metres per second, but is {0}")]
    Speed(f64),
    /// Not a probability.
    #[error("removal is a probability between 0 and 1, but is {0}")]
    Removal(f64),
    /// An empty range of trips.
    #[error("demand cannot lie between {least} and {most} trips; the most must be positive and no less")]
    DemandRange {
        /// Fewest trips asked for.
        least: u32,
        /// Most trips asked for.
        most: u32,
    },
    /// A street takes longer than [`routewright_model::Seconds::LONGEST`].
    #[error("driving along a street takes over a day; choose a smaller square or a higher speed")]
    StreetTooLong,
    /// The settings lead to a city that the model refuses, such as one where a drive takes months.
    #[error(transparent)]
    City(#[from] CityError),
}
