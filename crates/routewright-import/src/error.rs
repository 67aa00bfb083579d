//! Why no city came out.

use routewright_io::{Date, WriteError};
use routewright_model::CityError;

/// Why an import failed. Faults of single files are told by their readers.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The extract has streets, but none that a bus may use.
    #[error("no street of the extract is open to buses\n  help: check that it covers the city")]
    NoStreets,
    /// Nearly all zones lie away from the streets.
    #[error(
        "only {kept} of {all} zones lie within {metres} metres of a street that can be used\n  help: check that zones \
         and streets are of the same city, or raise --snap-metres"
    )]
    ZonesOffStreets {
        /// Zones near streets.
        kept: usize,
        /// Zones in the file.
        all: usize,
        /// How far a street may be away.
        metres: f64,
    },
    /// There is neither a table of trips nor weights to make trips up from.
    #[error(
        "nothing says where people travel\n  help: give trips with --od, or the columns of the zones with \
         --productions and --attractions"
    )]
    NoDemandSource,
    /// Weights or trips come to nothing.
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
    /// A gateway is neither a zone nor has it a position.
    #[error("gateway {0} is no zone and has no position\n  help: give its lon and lat, or the id of a zone")]
    UnknownGateway(String),
    /// A gateway's own node cannot be reached.
    #[error("gateway {0} is too far from any street that can be used\n  help: move it onto a street")]
    GatewayOffStreets(String),
    /// No trip runs on the day and in the window.
    #[error(
        "no trip of the feeds starts on {day} within the window\n  help: the feeds cover {span}; choose another --date or --window"
    )]
    NoTrips {
        /// The day asked for or chosen.
        day: Date,
        /// Days the feeds cover, in words.
        span: String,
    },
    /// The feeds run on no weekday.
    #[error(
        "the feeds have no day of service\n  help: check calendar.txt and calendar_dates.txt, or name a --date"
    )]
    NoService,
    /// The parts do not make a city.
    #[error("no city can be made of this")]
    City(#[from] CityError),
    /// The folder could not be written.
    #[error("the city cannot be written")]
    Write(#[from] WriteError),
}

impl ImportError {
    /// Whether what a person supplied is to blame.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Write(_))
    }
}
