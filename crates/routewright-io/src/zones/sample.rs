//! GeoPackages made for tests and fuzzing.

use rusqlite::{Connection, MAIN_DB, params};

use super::geopackage::quoted;

/// A layer: its name, coordinate system, and rows of a code, the south-western corner and side of a square, people and
/// jobs.
pub(crate) type Layer<'a> = (&'a str, i64, &'a [(&'a str, [f64; 2], f64, f64, Option<i64>)]);

/// A GeoPackage with layers of squares. A square without a side is a point.
pub(crate) fn geopackage(layers: &[Layer]) -> Vec<u8> {
    let whole = "memory does not fail";
    let database = Connection::open_in_memory().expect(whole);
    let schema = "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, \
                  organization_coordsys_id INTEGER, definition TEXT);
                  INSERT INTO gpkg_spatial_ref_sys VALUES ('a', 4326, 'EPSG', 4326, ''), ('b', 31983, 'EPSG', 31983, ''), \
                  ('c', 100000, 'ESRI', 102033, '');
                  CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
                  CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, \
                  srs_id INTEGER);
                  INSERT INTO gpkg_contents VALUES ('notes', 'attributes', NULL);";
    database.execute_batch(schema).expect(whole);
    for (name, srs_id, rows) in layers {
        let table = quoted(name);
        let create = format!(
            "INSERT INTO gpkg_contents VALUES ('{name}', 'features', {srs_id});
             INSERT INTO gpkg_geometry_columns VALUES ('{name}', 'geom', 'GEOMETRY', {srs_id});
             CREATE TABLE {table} (fid INTEGER PRIMARY KEY, geom BLOB, code TEXT, people REAL, jobs INTEGER);"
        );
        database.execute_batch(&create).expect(whole);
        for (code, corner, side, people, jobs) in *rows {
            let row = format!("INSERT INTO {table} (geom, code, people, jobs) VALUES (?, ?, ?, ?)");
            database.execute(&row, params![shape(*corner, *side), code, people, jobs]).expect(whole);
        }
    }
    database.serialize(MAIN_DB).expect(whole).to_vec()
}

/// A point, or a square as a multipolygon, with an envelope in front.
fn shape([x, y]: [f64; 2], side: f64) -> Vec<u8> {
    let mut blob = vec![b'G', b'P', 0, 0b011, 0, 0, 0, 0];
    let (a, b) = ([x, y], [x + side, y + side]);
    let number = |blob: &mut Vec<u8>, value: u32| blob.extend(value.to_le_bytes());
    let place = |blob: &mut Vec<u8>, [x, y]: [f64; 2]| {
        blob.extend(x.to_le_bytes());
        blob.extend(y.to_le_bytes());
    };
    place(&mut blob, [a[0], b[0]]);
    place(&mut blob, [a[1], b[1]]);
    blob.push(1);
    if side == 0.0 {
        number(&mut blob, 1);
        place(&mut blob, a);
        return blob;
    }
    number(&mut blob, 6);
    number(&mut blob, 1);
    blob.push(1);
    number(&mut blob, 3);
    number(&mut blob, 1);
    number(&mut blob, 5);
    [a, [b[0], a[1]], b, [a[0], b[1]], a].into_iter().for_each(|corner| place(&mut blob, corner));
    blob
}
