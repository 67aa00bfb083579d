//! What can be wrong with a city, a route or a problem. Only the facts: readers add file, line and advice.

use std::error::Error;
use std::fmt;

use crate::{City, Demand, Frequency, Limits};

/// Why a city cannot be built.
#[derive(Clone, Debug, PartialEq)]
pub enum CityError {
    /// Fewer than two nodes.
    TooSmall,
    /// More nodes than [`crate::City::MOST_NODES`].
    TooLarge(usize),
    /// Two nodes carry this name.
    DuplicateNode(String),
    /// A position is not a finite number.
    BadPosition(String),
    /// A link or demand entry names an index beyond the nodes.
    UnknownNode(usize),
    /// A link from a node to itself.
    LoopLink(String),
    /// Two links lead from the first node to the second.
    DuplicateLink(String, String),
    /// The city's or a node's name contains a control character, which must not reach a terminal.
    ControlCharacter(String),
    /// All travel times are zero, but riders' time is measured by the longest drive.
    NoTime,
    /// The link from the first node to the second takes longer than [`crate::Seconds::LONGEST`].
    LinkTooLong(String, String),
    /// The fastest way from the first node to the second takes longer than [`crate::City::LONGEST_DRIVE`].
    DriveTooLong(String, String),
    /// Demand from the first node to the second is negative, more than [`crate::Demand::MOST_TRIPS`] or not a number.
    BadDemand(String, String),
    /// Demands differ too much to be added up exactly; see [`crate::City::MOST_DEMAND_RATIO`].
    DemandRange {
        /// The smallest demand above zero.
        smallest: f64,
        /// The largest demand.
        largest: f64,
    },
    /// Two demand entries from the first node to the second.
    DuplicateDemand(String, String),
    /// There is no demand.
    NoDemand,
    /// The second node cannot be reached from the first.
    Disconnected(String, String),
    /// A walk from a node to itself.
    LoopWalk(String),
    /// Two walks lead from the first node to the second.
    DuplicateWalk(String, String),
    /// The walk from the first node to the second takes longer than [`crate::Seconds::LONGEST`].
    WalkTooLong(String, String),
    /// Two turns lead from the first node over the second to the third.
    DuplicateTurn(String, String, String),
    /// The turn from the first node over the second to the third takes longer than [`crate::Seconds::LONGEST`].
    TurnTooLong(String, String, String),
    /// Demand is counted over this many hours, which is not more than 0 and at most a year.
    PeriodHours(f64),
}

impl fmt::Display for CityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall => write!(f, "a city needs at least two nodes"),
            Self::TooLarge(count) => {
                write!(f, "{count} nodes are more than the {} a city may have", City::MOST_NODES)
            }
            Self::DuplicateNode(name) => write!(f, "two nodes are called {name}"),
            Self::BadPosition(name) => write!(f, "the position of node {name} is not a finite number"),
            Self::UnknownNode(index) => write!(f, "there is no node with index {index}"),
            Self::LoopLink(name) => write!(f, "a link leads from node {name} to itself"),
            Self::DuplicateLink(from, to) => write!(f, "two links lead from {from} to {to}"),
            Self::NoTime => write!(f, "all travel times are zero"),
            Self::LinkTooLong(from, to) => write!(f, "the link from {from} to {to} takes over a day"),
            Self::ControlCharacter(name) => write!(f, "the name {name:?} contains a control character"),
            Self::DriveTooLong(from, to) => write!(f, "driving from {from} to {to} takes over 97 days"),
            Self::BadDemand(from, to) => {
                write!(
                    f,
                    "demand from {from} to {to} is not a number of trips from 0 to {}",
                    Demand::MOST_TRIPS
                )
            }
            Self::DemandRange { smallest, largest } => {
                write!(
                    f,
                    "demand ranges from {smallest} to {largest} trips, which is too wide to add up exactly"
                )
            }
            Self::DuplicateDemand(from, to) => write!(f, "demand from {from} to {to} is given twice"),
            Self::NoDemand => write!(f, "no pair of nodes has any demand"),
            Self::Disconnected(from, to) => {
                write!(f, "the city is disconnected: node {to} cannot be reached from node {from}")
            }
            Self::LoopWalk(name) => write!(f, "a walk leads from node {name} to itself"),
            Self::DuplicateWalk(from, to) => write!(f, "two walks lead from {from} to {to}"),
            Self::DuplicateTurn(from, via, to) => write!(f, "two turns lead from {from} over {via} to {to}"),
            Self::TurnTooLong(from, via, to) => {
                write!(f, "the turn from {from} over {via} to {to} takes over a day")
            }
            Self::WalkTooLong(from, to) => write!(f, "the walk from {from} to {to} takes over a day"),
            Self::PeriodHours(hours) => {
                write!(f, "demand must be counted over more than 0 and at most 8,784 hours, not {hours}")
            }
        }
    }
}

impl Error for CityError {}

/// Why a list of stops is not a route.
#[derive(Clone, Debug, PartialEq)]
pub enum RouteError {
    /// Fewer than two stops.
    TooShort,
    /// A stop's index beyond the nodes of the city.
    UnknownStop(usize),
    /// A designed route visits this node twice.
    RepeatedStop(String),
    /// A route with leg times of its own stops at this node twice in a row.
    StandingStill(String),
    /// No link leads from the first stop to the next.
    MissingLink(String, String),
    /// Stops and leg times do not match.
    LegCount {
        /// How many stops the route has.
        stops: usize,
        /// How many leg times are given.
        legs: usize,
    },
    /// A leg takes longer than [`crate::Seconds::LONGEST`].
    LegTooLong,
    /// This is not a number of minutes between departures.
    Headway(f64),
    /// This is not a number of vehicles.
    Vehicles(u32),
}

impl fmt::Display for RouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => write!(f, "a route needs at least two stops"),
            Self::UnknownStop(index) => write!(f, "there is no node with index {index}"),
            Self::RepeatedStop(name) => write!(f, "the route stops at node {name} twice"),
            Self::StandingStill(name) => write!(f, "the route stops at node {name} twice in a row"),
            Self::MissingLink(from, to) => write!(f, "no link leads from node {from} to node {to}"),
            Self::LegCount { stops, legs } => {
                write!(f, "{stops} stops need {} leg times, but {legs} are given", stops.saturating_sub(1))
            }
            Self::LegTooLong => write!(f, "a leg takes over a day"),
            Self::Headway(minutes) => {
                write!(f, "a headway must be more than 0 and at most 1,440 minutes, not {minutes}")
            }
            Self::Vehicles(count) => {
                write!(f, "a route must have from 1 to {} vehicles, not {count}", Frequency::MOST_VEHICLES)
            }
        }
    }
}

impl Error for RouteError {}

/// Why a problem cannot be posed.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemError {
    /// The weight of riders' time is outside 0..=1.
    Alpha(f64),
    /// A network without routes was asked for.
    NoRoutes,
    /// A route needs at least two stops.
    MinStops(usize),
    /// The most stops are fewer than the least.
    StopRange {
        /// The least stops asked for.
        min: usize,
        /// The most stops asked for.
        max: usize,
    },
    /// More routes than [`crate::Limits::MOST`].
    TooManyRoutes(usize),
    /// More stops per route than [`crate::Limits::MOST`].
    TooManyStops(usize),
    /// The transfer penalty in minutes is negative, not a number or more than a day.
    TransferPenalty(f64),
    /// A headway is zero.
    NoHeadway,
    /// Neither the city of this name nor the caller say how many routes there are and how long.
    MissingLimits(String),
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alpha(value) => write!(f, "alpha must lie between 0 and 1, but is {value}"),
            Self::NoRoutes => write!(f, "a network needs at least one route"),
            Self::MinStops(min) => write!(f, "a route has at least two stops, but min-stops is {min}"),
            Self::StopRange { min, max } => {
                write!(f, "min-stops ({min}) must not be more than max-stops ({max})")
            }
            Self::TooManyRoutes(routes) => {
                write!(f, "a network has at most {} routes, but routes is {routes}", Limits::MOST)
            }
            Self::TooManyStops(max) => {
                write!(f, "a route has at most {} stops, but max-stops is {max}", Limits::MOST)
            }
            Self::TransferPenalty(minutes) => {
                write!(f, "the transfer penalty must be from 0 to 1440 minutes, but is {minutes}")
            }
            Self::NoHeadway => write!(f, "a headway must be more than 0"),
            Self::MissingLimits(city) => {
                write!(f, "city {city} does not say how many routes it needs or how long they may be")
            }
        }
    }
}

impl Error for ProblemError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_limits_are_refused() {
        assert_eq!(Limits::new(6, 2, usize::MAX), Err(ProblemError::TooManyStops(usize::MAX)));
        assert_eq!(Limits::new(usize::MAX, 2, 8), Err(ProblemError::TooManyRoutes(usize::MAX)));
        assert!(Limits::new(Limits::MOST, 2, Limits::MOST).is_ok());
    }
}
