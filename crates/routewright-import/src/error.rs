//! Why an import failed.

use routewright_io::{Date, InputErrors, WriteError};
use routewright_model::CityError;

/// Why an import failed. Readers report what is wrong with a single file.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A file is missing or wrong.
    #[error(transparent)]
    Input(#[from] InputErrors),
    /// A setting is out of bounds.
    #[error("{name} is {value}, but must be from {least} to {most}\n  help: change --{name}")]
    Setting {
        /// Its name.
        name: &'static str,
        /// What was given.
        value: f64,
        /// The least allowed.
        least: f64,
        /// The most allowed.
        most: f64,
    },
    /// The fastest way between two neighbours takes over a day.
    #[error(
        "driving from {from} to {to} takes over a day\n  help: check their positions, or lower --congestion"
    )]
    LinkTooLong {
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// The extract has streets, but none that a bus may use.
    #[error("no street of the extract is open to buses\n  help: check that it covers the city")]
    NoStreets,
    /// Inputs of different cities, or swapped coordinates.
    #[error("{what} lie around {at}, but {than} around {there}\n  help: {help}")]
    Elsewhere {
        /// What lies elsewhere.
        what: String,
        /// Where its middle is.
        at: String,
        /// What it is compared with.
        than: String,
        /// Where that is.
        there: String,
        /// What to do.
        help: &'static str,
    },
    /// Much of what was given would be lost.
    #[error("{}\n  help: correct the inputs, or go on without what is lost: --accept-losses", .0.join("\n"))]
    Losses(Vec<String>),
    /// Stops were asked for, but there are none.
    #[error("{0}")]
    NoStops(String),
    /// Nearly all zones lie away from the streets.
    #[error(
        "only {kept} of {all} zones lie within {metres} metres of a usable street\n  help: check that zones \
         and streets belong to the same city, or raise --snap-metres"
    )]
    ZonesOffStreets {
        /// Zones near streets.
        kept: usize,
        /// Zones in the file.
        all: usize,
        /// How far a street may be away.
        metres: f64,
    },
    /// There is neither a table of trips nor weights to estimate trips from.
    #[error(
        "nothing says where people travel\n  help: give trips with --od, or the columns of the zones with \
         --productions and --attractions"
    )]
    NoDemandSource,
    /// A period has a name only.
    #[error(
        "period '{0}' does not say over how many hours trips are counted\n  help: give --period-hours as well: 2 if \
         they are those of two hours, 1 if they are per hour"
    )]
    PeriodWithoutHours(String),
    /// Weights or trips add up to zero.
    #[error("no trips between different nodes are left\n  help: {help}")]
    NoDemand {
        /// What to look at.
        help: String,
    },
    /// A matrix without names has another size than the zones.
    #[error(
        "the matrix has {matrix} rows, but there are {zones} zones\n  help: name its rows by a lookup of zone ids"
    )]
    MatrixSize {
        /// Rows of the matrix.
        matrix: usize,
        /// Zones in the file.
        zones: usize,
    },
    /// A gateway is not a zone and has no position.
    #[error(
        "gateway {0} is not a zone and has no position\n  help: give its lon and lat, or the id of a zone"
    )]
    UnknownGateway(String),
    /// A gateway's own node cannot be reached.
    #[error("gateway {0} is too far from any usable street\n  help: move it onto a street")]
    GatewayOffStreets(String),
    /// No trip runs on the day and in the window.
    #[error("no trip of the feeds starts on {day} within the window\n  help: {when}")]
    NoTrips {
        /// The day asked for or chosen.
        day: Date,
        /// When trips do run, in words.
        when: String,
    },
    /// No trip of the feeds runs on any weekday.
    #[error(
        "no trip of the feeds runs on any weekday\n  help: check calendar.txt and calendar_dates.txt, or name a --date"
    )]
    NoService,
    /// The inputs do not make a city.
    #[error("cannot build a city from these inputs")]
    City(#[from] CityError),
    /// The folder could not be written.
    #[error("cannot write the city")]
    Write(#[from] WriteError),
}

impl ImportError {
    /// Whether an input or a setting is to blame.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Write(_))
    }
}
