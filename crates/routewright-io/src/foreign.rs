//! Files that are not text: recognised by their first bytes and named, with the way out.

/// What a file is, and what to do to have it read.
pub(crate) struct Foreign {
    /// `an Excel workbook`.
    pub(crate) kind: &'static str,
    /// What to do.
    pub(crate) help: &'static str,
}

/// The first bytes of every SQLite database, and so of every GeoPackage.
pub(crate) const SQLITE: &[u8] = b"SQLite format 3\0";

/// A kind of file that is never text.
pub(crate) fn foreign(bytes: &[u8]) -> Option<Foreign> {
    const WORKBOOK: Foreign = Foreign {
        kind: "an Excel workbook",
        help: "open it and save the sheet as CSV (File, Save as, CSV UTF-8)",
    };
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    let found = if starts(SQLITE) {
        Foreign {
            kind: "a GeoPackage or another SQLite database",
            help: "GeoPackages are read as zones alone; convert it otherwise: ogr2ogr zones.geojson zones.gpkg",
        }
    } else if starts(b"\x00\x00\x27\x0a") {
        Foreign {
            kind: "a shapefile",
            help: "convert it, with all its parts (.shp, .dbf, .shx, .prj) in one folder: \
                   ogr2ogr -t_srs EPSG:4326 zones.geojson zones.shp",
        }
    } else if starts(b"PK\x03\x04") && holds(bytes, b"xl/") {
        WORKBOOK
    } else if starts(b"PK\x03\x04") && holds(bytes, b"opendocument.spreadsheet") {
        Foreign { kind: "an OpenDocument spreadsheet", help: "open it and save the sheet as CSV" }
    } else if starts(b"PK\x03\x04") && holds(bytes, b".shp") {
        Foreign {
            kind: "a zipped shapefile",
            help: "convert it: ogr2ogr -t_srs EPSG:4326 zones.geojson /vsizip/zones.zip",
        }
    } else if starts(b"PK\x03\x04") {
        Foreign { kind: "a zip file", help: "unpack it and name the file inside" }
    } else if starts(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        WORKBOOK
    } else if starts(b"\x1f\x8b") {
        Foreign { kind: "a gzip file", help: "unpack it: gunzip" }
    } else if starts(b"\x89HDF\r\n") {
        Foreign {
            kind: "an HDF5 file",
            help: "HDF5 is read as trips alone, from a file whose name ends in .omx",
        }
    } else if starts(b"PAR1") {
        Foreign { kind: "a Parquet file", help: "convert it to CSV or GeoJSON" }
    } else if starts(b"%PDF-") {
        Foreign { kind: "a PDF document", help: "ask for the table itself, as CSV" }
    } else {
        return None;
    };
    Some(found)
}

/// Whether the names in a zip file, which stand at its start and its end, include a text.
fn holds(bytes: &[u8], text: &[u8]) -> bool {
    const ENOUGH: usize = 1 << 16;
    let ends = [&bytes[..bytes.len().min(ENOUGH)], &bytes[bytes.len().saturating_sub(ENOUGH)..]];
    ends.iter().any(|part| part.windows(text.len()).any(|window| window == text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_programs_are_named() {
        let kind = |bytes: &[u8]| foreign(bytes).map(|found| found.kind);
        assert_eq!(kind(b"SQLite format 3\0\x10"), Some("a GeoPackage or another SQLite database"));
        assert_eq!(kind(b"\x00\x00\x27\x0a\0\0"), Some("a shapefile"));
        assert_eq!(kind(b"PK\x03\x04...xl/workbook.xml..."), Some("an Excel workbook"));
        assert_eq!(kind(b"PK\x03\x04...zones.shp..."), Some("a zipped shapefile"));
        assert_eq!(kind(b"PK\x03\x04...stops.txt..."), Some("a zip file"));
        assert_eq!(kind(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Some("an Excel workbook"));
        assert_eq!(kind(b"id,lon,lat\n"), None);
        assert_eq!(kind(b""), None);
    }
}
