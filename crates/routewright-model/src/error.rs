//! What can be wrong with a city, a route or a problem. Facts only: readers add file, line and advice.

use std::error::Error;
use std::fmt;

use crate::City;

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
    /// A link or demand entry names an index that no node has.
    UnknownNode(usize),
    /// A link from a node to itself.
    LoopLink(String),
    /// Two links lead from the first node to the second.
    DuplicateLink(String, String),
    /// Every node can be reached in no time: riders' time is measured by the longest drive, and there is none.
    NoTime,
    /// The way from the first node to the second takes longer than [`crate::Seconds::LONGEST`].
    DriveTooLong(String, String),
    /// Demand from the first node to the second is negative, infinite or not a number.
    BadDemand(String, String),
    /// Two demand entries from the first node to the second.
    DuplicateDemand(String, String),
    /// No demand at all: there is nobody to carry.
    NoDemand,
    /// One cannot drive from the first node to the second.
    Disconnected(String, String),
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
            Self::NoTime => write!(f, "driving takes no time, wherever one goes"),
            Self::DriveTooLong(from, to) => write!(f, "driving from {from} to {to} takes over 97 days"),
            Self::BadDemand(from, to) => {
                write!(f, "demand from {from} to {to} is not a finite number of trips, zero or more")
            }
            Self::DuplicateDemand(from, to) => write!(f, "demand from {from} to {to} is given twice"),
            Self::NoDemand => write!(f, "no pair of nodes has any demand"),
            Self::Disconnected(from, to) => {
                write!(f, "the city is disconnected: no way leads from node {from} to node {to}")
            }
        }
    }
}

impl Error for CityError {}

/// Why a list of stops is not a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RouteError {
    /// Fewer than two stops.
    TooShort,
    /// A stop's index that no node of the city has.
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
        /// How many leg times it brought.
        legs: usize,
    },
    /// A leg takes longer than [`crate::Seconds::LONGEST`].
    LegTooLong,
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
            Self::LegTooLong => write!(f, "a leg takes over 97 days"),
        }
    }
}

impl Error for RouteError {}

/// Why a problem makes no sense.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemError {
    /// The weight of riders' time is outside 0..=1.
    Alpha(f64),
    /// A network of no routes was asked for.
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
    /// A headway is zero.
    NoHeadway,
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
            Self::NoHeadway => write!(f, "a headway must be more than 0"),
        }
    }
}

impl Error for ProblemError {}
