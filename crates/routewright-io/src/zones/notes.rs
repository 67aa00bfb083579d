//! What a reader of zones assumed.

use std::fmt;

/// Something a reader of zones assumed or changed. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZoneNote {
    /// The file is not Unicode and was read as Windows-1252.
    Windows1252,
    /// Ids come from another column or property than `id`.
    IdsFrom(String),
    /// Ids are those that GeoJSON features or rows of a GeoPackage have beside their properties.
    OwnIds,
    /// Positions were converted to longitude and latitude.
    Reprojected {
        /// Such as `EPSG:31983`.
        from: String,
    },
    /// The coordinate system asked for was used in place of the one that the file declares.
    CrsOverruled {
        /// What was asked for.
        used: String,
        /// What the file says.
        declared: String,
    },
    /// One of several layers was read.
    Layer {
        /// Its name.
        read: String,
        /// Names of the others.
        others: Vec<String>,
    },
    /// A column nobody asked for has numbers with thousands separators or decimals of another kind.
    ColumnLeftOut {
        /// Its name.
        column: String,
        /// The first value that could not be read.
        value: String,
    },
    /// There are more columns than are kept.
    ColumnsLeftOut {
        /// How many were left out.
        count: usize,
    },
}

impl fmt::Display for ZoneNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Windows1252 => write!(f, "the file is not UTF-8; it was read as Windows-1252 (Latin-1)"),
            Self::IdsFrom(column) => write!(f, "there is no column id; ids of zones come from {column}"),
            Self::OwnIds => write!(f, "there is no property id; ids of zones are those of the features"),
            Self::Reprojected { from } => {
                write!(f, "positions were converted from {from} to longitude and latitude")
            }
            Self::CrsOverruled { used, declared } => {
                write!(f, "positions were taken as {used}, as asked, although the file says {declared}")
            }
            Self::Layer { read, others } => {
                write!(f, "layer {read} was read; the file also has {}", others.join(", "))
            }
            Self::ColumnLeftOut { column, value } => {
                write!(f, "column {column} was left out: {value} is not a plain number")
            }
            Self::ColumnsLeftOut { count } => {
                write!(f, "{count} columns were left out: the file has too many")
            }
        }
    }
}
