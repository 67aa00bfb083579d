//! Changes of a plan, one named step each.

mod apply;
mod spot;
mod timetabled;
mod way;

pub(crate) use apply::{Applied, apply};
use serde::{Deserialize, Serialize};
pub use spot::Spot;

/// Which end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Before its first stop.
    First,
    /// After its last stop.
    Last,
}

/// What a new line was called when it was made, and how it looked. A plan fills it in, so that the line stays the same when
/// other steps are turned off; what an edit asks for is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// Its name.
    pub name: String,
    /// Its place in the palette.
    pub style: usize,
}

/// One change of a plan. `N` says how nodes are named: in files by their ids, so that a plan outlives a new import of its
/// city.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit<N = String> {
    /// A new line through these stops, along the streets.
    Draw {
        /// Two or more.
        stops: Vec<N>,
        /// Minutes between departures; 10 by default.
        #[serde(default)]
        headway: Option<f64>,
        /// The smallest free number by default.
        #[serde(default)]
        name: Option<String>,
        /// Of the new line.
        #[serde(default)]
        look: Option<Look>,
    },
    /// Leads a line on from one of its ends.
    Extend {
        /// The line.
        line: u32,
        /// Which end.
        end: End,
        /// Stops in the order in which they are reached from that end.
        stops: Vec<N>,
    },
    /// Keeps the stops from one to another.
    Cut {
        /// The line.
        line: u32,
        /// First stop that stays; `None`: nothing is cut at the beginning.
        #[serde(default)]
        from: Option<Spot<N>>,
        /// Last stop that stays; `None`: nothing is cut at the end.
        #[serde(default)]
        to: Option<Spot<N>>,
    },
    /// Leads the piece between two stops through others; through none: the fastest way.
    Reroute {
        /// The line.
        line: u32,
        /// Stop before the piece.
        from: Spot<N>,
        /// Stop after it.
        to: Spot<N>,
        /// Stops of the new piece.
        via: Vec<N>,
    },
    /// Leaves one stop out.
    Skip {
        /// The line.
        line: u32,
        /// The stop.
        at: Spot<N>,
    },
    /// Exchanges the ends of a line.
    Reverse {
        /// The line.
        line: u32,
    },
    /// A second line with the same stops.
    Duplicate {
        /// The line.
        line: u32,
        /// Of the new line.
        #[serde(default)]
        look: Option<Look>,
    },
    /// Removes a line.
    Delete {
        /// The line.
        line: u32,
    },
    /// Makes two lines of one, which share a stop.
    Split {
        /// The line.
        line: u32,
        /// Where they meet.
        at: Spot<N>,
        /// Of the new line.
        #[serde(default)]
        look: Option<Look>,
    },
    /// Makes one line of two that share an end.
    Join {
        /// The line that stays.
        line: u32,
        /// The line that becomes part of it.
        with: u32,
    },
    /// How often a line runs.
    Headway {
        /// The line.
        line: u32,
        /// Minutes between departures; `None`: it does not run.
        minutes: Option<f64>,
    },
    /// Another name.
    Rename {
        /// The line.
        line: u32,
        /// The name.
        name: String,
    },
    /// Another colour.
    Colour {
        /// The line.
        line: u32,
        /// Its place in the palette.
        style: usize,
    },
    /// Whether a search may change the line.
    Freeze {
        /// The line.
        line: u32,
        /// Whether it stays as it is.
        frozen: bool,
    },
}

impl<N> Edit<N> {
    /// The same change with the look of the line it made, or without any.
    pub(crate) fn with_look(mut self, made: Option<Look>) -> Self {
        if let Self::Draw { look, .. } | Self::Duplicate { look, .. } | Self::Split { look, .. } = &mut self {
            *look = made;
        }
        self
    }

    /// The same change with its nodes named in another way.
    ///
    /// # Errors
    /// Those of `name`.
    pub fn try_map<M, E>(self, name: impl Fn(N) -> Result<M, E>) -> Result<Edit<M>, E> {
        let all = |nodes: Vec<N>| nodes.into_iter().map(&name).collect::<Result<Vec<M>, E>>();
        let spot = |spot: Spot<N>| spot.try_map(&name);
        Ok(match self {
            Self::Draw { stops, headway, name, look } => {
                Edit::Draw { stops: all(stops)?, headway, name, look }
            }
            Self::Extend { line, end, stops } => Edit::Extend { line, end, stops: all(stops)? },
            Self::Reroute { line, from, to, via } => {
                Edit::Reroute { line, from: spot(from)?, to: spot(to)?, via: all(via)? }
            }
            Self::Cut { line, from, to } => {
                Edit::Cut { line, from: from.map(spot).transpose()?, to: to.map(spot).transpose()? }
            }
            Self::Skip { line, at } => Edit::Skip { line, at: spot(at)? },
            Self::Reverse { line } => Edit::Reverse { line },
            Self::Duplicate { line, look } => Edit::Duplicate { line, look },
            Self::Delete { line } => Edit::Delete { line },
            Self::Split { line, at, look } => Edit::Split { line, at: spot(at)?, look },
            Self::Join { line, with } => Edit::Join { line, with },
            Self::Headway { line, minutes } => Edit::Headway { line, minutes },
            Self::Rename { line, name } => Edit::Rename { line, name },
            Self::Colour { line, style } => Edit::Colour { line, style },
            Self::Freeze { line, frozen } => Edit::Freeze { line, frozen },
        })
    }
}
