use super::*;

const WEIGHTS: WeightColumns = WeightColumns { productions: Some("people"), attractions: Some("jobs") };

fn parse(text: &str) -> Result<Zones, InputErrors> {
    parse_zones(&TextFile::new("zones", text), WEIGHTS)
}

fn told(result: Result<Zones, InputErrors>) -> Vec<String> {
    result.unwrap_err().listed().iter().map(ToString::to_string).collect()
}

fn notes(zones: &Zones) -> Vec<String> {
    zones.notes.iter().map(ToString::to_string).collect()
}

/// A collection of points with properties.
fn points(crs: &str, features: &[(&str, [f64; 2])]) -> String {
    let feature = |(properties, [x, y]): &(&str, [f64; 2])| {
        format!(r#"{{"type":"Feature",{properties},"geometry":{{"type":"Point","coordinates":[{x},{y}]}}}}"#)
    };
    let features: Vec<_> = features.iter().map(feature).collect();
    format!("{{\"type\":\"FeatureCollection\",{crs}\"features\":[\n{}]}}", features.join(",\n"))
}

#[test]
fn a_table_gives_points_weights_and_columns() {
    let zones =
        parse("id,lon,lat,people,jobs,schools,kind\na,-51.2,-30,10,,1,x\nb,-51.1,-30,5.5,2,,y\n").unwrap();
    assert_eq!((zones.zones.len(), zones.blank_weights), (2, 1));
    let b = &zones.zones[1];
    assert_eq!((b.lon, b.lat, b.production, b.attraction), (-51.1, -30.0, 5.5, 2.0));
    assert_eq!(zones.columns, ["people", "jobs", "schools"]);
    assert_eq!(zones.zones[0].values, [Some(10.0), None, Some(1.0)]);
    assert_eq!(b.values, [Some(5.5), Some(2.0), None]);
    assert_eq!(notes(&zones), [""; 0]);
}

#[test]
fn a_table_of_a_spreadsheet_is_read() {
    let text = "sep=;\r\n\"ID\";Lon;LAT;People;jobs;income\r\n\u{a0}a ;-51,234;-30,5;1200;2,5;1.234\r\n\
                b;-51,1;-30,25;7;1,125;2.000\r\n;;;;;\r\n";
    let zones = parse(text).unwrap();
    let a = &zones.zones[0];
    assert_eq!((a.id.as_str(), a.lon, a.lat, a.production, a.attraction), ("a", -51.234, -30.5, 1200.0, 2.5));
    assert_eq!(zones.zones[1].attraction, 1.125);
    assert_eq!(zones.columns, ["People", "jobs"]);
    assert_eq!(notes(&zones), ["column income was left out: 1.234 is not a plain number"]);
    let text = text.replace("1200", "1.200");
    assert_eq!(
        told(parse(&text)),
        [
            "zones:3: in column people, 1.200 has a thousands separator [table-002]\n  help: write the number without it, \
          1200"
        ]
    );
}

#[test]
fn text_of_one_byte_letters_is_read_and_noted() {
    let bytes = b"id,lon,lat,people,jobs\nS\xe3o,1,2,3,4\nb,1,2.5,3,4\n".to_vec();
    let zones = parse_zone_bytes(Path::new("z.csv"), bytes, WEIGHTS).unwrap();
    assert_eq!(zones.zones[0].id, "São");
    assert_eq!(notes(&zones), ["the file is not UTF-8; it was read as Windows-1252 (Latin-1)"]);
}

#[test]
fn polygons_give_their_centre_and_hold_places() {
    let square = r#"{"type":"Feature","id":7,"properties":{"people":1,"jobs":null},
        "geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}}"#;
    let point = r#"{"type":"Feature","properties":{"id":"p","PEOPLE":"3","people":"3","jobs":4},
        "geometry":{"type":"Point","coordinates":[5,6]}}"#;
    let zones =
        parse(&format!("{{\"type\":\"FeatureCollection\",\"features\":[{square},{point}]}}")).unwrap();
    let (square, point) = (&zones.zones[0], &zones.zones[1]);
    assert_eq!((square.id.as_str(), square.lon, square.lat), ("7", 1.0, 1.0));
    assert!(square.contains(0.5, 1.9) && !square.contains(2.1, 1.0) && !point.contains(5.0, 6.0));
    assert_eq!((point.production, point.attraction, zones.blank_weights), (3.0, 4.0, 1));
    assert_eq!(zones.columns, ["people", "jobs"]);
    assert_eq!(zones.zones[0].values, [Some(1.0), None]);
}

#[test]
fn ids_come_from_what_there_is() {
    let options = ZoneOptions::default();
    let parse = |properties: [&str; 2], options: ZoneOptions| {
        let [a, b] = properties.map(|text| format!("\"properties\":{{{text}}}"));
        parse_zones(&TextFile::new("z.geojson", points("", &[(&a, [1.0, 2.0]), (&b, [1.1, 2.0])])), options)
    };
    let ids = |zones: &Zones| zones.zones.iter().map(|zone| zone.id.clone()).collect::<Vec<_>>().join(" ");
    let zones = parse([r#""fid":1,"name":"x""#, r#""fid":2,"name":"x""#], options).unwrap();
    assert_eq!(ids(&zones), "1 2");
    assert_eq!(notes(&zones), ["there is no column id; ids of zones come from fid"]);
    let zones = parse([r#""code":1,"NAME":"x""#, r#""code":1,"NAME":"y""#], options).unwrap();
    assert_eq!(ids(&zones), "x y");
    assert_eq!(zones.columns, ["code"]);
    let own = r#""fid":3},"id":"q","properties":{"people":1"#;
    assert!(parse([own, own], options).is_err(), "ids twice");
    let zones =
        parse([r#""id":"p","h3":"x""#, r#""id":"q","h3":"y""#], ZoneOptions { id: Some("h3"), ..options });
    assert_eq!(ids(&zones.unwrap()), "x y");
    assert_eq!(
        told(parse([r#""people":1,"name":"x""#, r#""people":2,"name":"x""#], options)),
        [
            "z.geojson: the zones have no ids [zone-001]\n  help: give every zone an id of its own, as property id; there \
          is people and name"
        ]
    );
    assert_eq!(
        told(parse([r#""id":"","people":2"#, r#""people":1"#], options)),
        [
            "z.geojson:2: 2 of 2 zones have no id; this is the first [zone-001]\n  help: give every zone an id of its own"
        ]
    );
}

#[test]
fn declared_coordinate_systems_are_converted() {
    let crs = r#""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::31983"}},"#;
    let text = points(
        crs,
        &[
            (r#""properties":{"id":"a"}"#, [500_000.0, 7_400_000.0]),
            (r#""properties":{"id":"b"}"#, [333_000.0, 7_394_500.0]),
        ],
    );
    let read = |text: &str, crs| {
        parse_zones(&TextFile::new("z.geojson", text), ZoneOptions { crs, ..ZoneOptions::default() })
    };
    let zones = read(&text, None).unwrap();
    assert_eq!(notes(&zones), ["positions were converted from EPSG:31983 to longitude and latitude"]);
    let (a, b) = (&zones.zones[0], &zones.zones[1]);
    assert!(a.lon == -45.0 && (a.lat + 23.51).abs() < 0.01, "{} {}", a.lon, a.lat);
    assert!((b.lon + 46.636).abs() < 0.002 && (b.lat + 23.551).abs() < 0.01, "{} {}", b.lon, b.lat);
    let west = read(&text, Some("EPSG:31982")).unwrap();
    assert_eq!(west.zones[0].lon, -51.0);
    assert_eq!(
        notes(&west)[0],
        "positions were taken as EPSG:31982, as asked, although the file says urn:ogc:def:crs:EPSG::31983"
    );
    let unknown = text.replace("31983", "999999");
    let errors = told(read(&unknown, None));
    assert!(
        errors[0].starts_with(
            "z.geojson: declares a coordinate system that cannot be used: EPSG:999999 is not a coordinate system we \
             know [zone-008]\n  help: name its EPSG code with --zones-crs EPSG:nnnnn"
        ),
        "{errors:?}"
    );
    assert_eq!(
        told(read(&text.replace(crs, ""), None)),
        [
            "z.geojson:2: zone a is at 500000, 7400000: these look like metres (UTM?) [zone-006]\n  help: name the \
          coordinate system with --zones-crs EPSG:nnnnn"
        ]
    );
    let degrees = points(
        r#""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"#,
        &[(r#""properties":{"id":1}"#, [1.0, 2.0]), (r#""properties":{"id":2}"#, [1.5, 2.0])],
    );
    assert_eq!(notes(&read(&degrees, None).unwrap()), [""; 0]);
    assert_eq!(
        told(read(&degrees, Some("31983"))),
        [
            "z.geojson: positions look like degrees, but EPSG:31983 is in metres or feet [zone-006]\n  help: leave out \
          --zones-crs, or correct the coordinate system that the file declares"
        ]
    );
}

#[test]
fn tables_may_have_other_coordinates_too() {
    let text = "id;x;y\na;500000,5;7400000\nb;500010;7400010,25\n";
    let options = ZoneOptions { crs: Some("EPSG:31983"), ..ZoneOptions::default() };
    let zones = parse_zones(&TextFile::new("z.csv", text), options).unwrap();
    assert!((zones.zones[0].lon + 45.0).abs() < 1e-5 && zones.zones[1].lat < -23.0);
    assert_eq!(
        told(parse_zones(&TextFile::new("z.csv", text), ZoneOptions::default())),
        [
            "z.csv:2: zone a is at 500000.5, 7400000: these look like metres (UTM?) [zone-006]\n  help: name the coordinate \
          system with --zones-crs EPSG:nnnnn"
        ]
    );
}

#[test]
fn swapped_positions_are_called_swapped() {
    let text = "id,lon,lat\na,35.6,139.7\nb,35.7,139.8\n";
    assert_eq!(
        told(parse_zones(&TextFile::new("z.csv", text), ZoneOptions::default())),
        [
            "z.csv:2: longitude and latitude look swapped: zone a is at lon 35.6, lat 139.7 [zone-007]\n  help: exchange the \
          two; longitude (east) comes first in GeoJSON, and latitude is never beyond 90 degrees"
        ]
    );
}

#[test]
fn faults_are_named() {
    let codes = |text: &str| -> Vec<_> {
        parse(text).unwrap_err().listed().iter().map(|error| (error.line, error.code)).collect()
    };
    let rows = "id,lon,lat,people,jobs\na,,-30,1,1\na,1,2,1,1\n,1,2,1,1\nb,1,95,1,1\nc,1,2,-1,x\n";
    assert_eq!(
        codes(rows),
        [
            (4, "zone-001"),
            (3, "zone-001"),
            (2, "zone-002"),
            (5, "zone-002"),
            (6, "zone-003"),
            (6, "zone-003")
        ]
    );
    assert_eq!(codes("id,lon,lat\na,1,2\n"), [(1, "city-003"), (1, "city-003")]);
    assert_eq!(codes("{\"features\": 3}"), [(1, "zone-005")]);
    assert_eq!(codes("id,lon,lat,people,jobs\na,1,2,1,1\n"), [(0, "zone-004")]);
    assert_eq!(
        told(parse("id;lon;lat;people;jobs\n")),
        ["zones: has a header but no rows [zone-004]\n  help: check that the table was exported whole"]
    );
}

const SQUARES: sample::Layer = (
    "hexagons",
    31983,
    &[
        ("h1", [500_000.0, 7_400_000.0], 200.0, 12.5, Some(3)),
        ("h2", [500_200.0, 7_400_000.0], 200.0, 7.0, None),
    ],
);

const POINTS: sample::Layer =
    ("points \"old\"", 4326, &[("p", [1.0, 2.0], 0.0, 1.0, Some(1)), ("q", [1.5, 2.0], 0.0, 2.0, Some(1))]);

fn read_package(bytes: Vec<u8>, options: ZoneOptions) -> Result<Zones, InputErrors> {
    parse_zone_bytes(Path::new("z.gpkg"), bytes, options)
}

#[test]
fn geopackages_are_read() {
    let options = ZoneOptions { weights: WEIGHTS, id: Some("code"), ..ZoneOptions::default() };
    let zones = read_package(sample::geopackage(&[SQUARES]), options).unwrap();
    let [a, b] = &zones.zones[..] else { panic!("{zones:?}") };
    assert_eq!((a.id.as_str(), a.production, a.attraction), ("h1", 12.5, 3.0));
    assert_eq!((b.id.as_str(), b.attraction, zones.blank_weights), ("h2", 0.0, 1));
    assert!((a.lon + 44.999).abs() < 1e-4 && (a.lat + 23.51).abs() < 0.01, "{} {}", a.lon, a.lat);
    assert!(a.contains(a.lon, a.lat) && !a.contains(b.lon, b.lat));
    assert_eq!(zones.columns, ["people", "jobs"]);
    assert_eq!(notes(&zones), ["positions were converted from EPSG:31983 to longitude and latitude"]);
}

#[test]
fn geopackages_have_ids_and_layers() {
    let both = || sample::geopackage(&[SQUARES, POINTS]);
    let zones = read_package(both(), WEIGHTS.into()).unwrap();
    assert_eq!(zones.zones[0].id, "1");
    assert_eq!(
        notes(&zones)[..2],
        [
            "layer hexagons was read; the file also has points \"old\"",
            "there is no property id; ids of zones are those of the features"
        ]
    );
    let options = ZoneOptions { layer: Some("points \"old\""), weights: WEIGHTS, ..ZoneOptions::default() };
    let zones = read_package(both(), options).unwrap();
    assert_eq!((zones.zones[1].lon, zones.zones[1].lat), (1.5, 2.0));
    assert!(zones.zones[1].rings.is_empty());
    assert_eq!(
        told(read_package(both(), ZoneOptions { layer: Some("streets"), ..options })),
        [
            "z.gpkg: has no layer streets [zone-010]\n  help: name one of its layers: hexagons and points \"old\""
        ]
    );
}

#[test]
fn what_is_wrong_with_a_geopackage_is_told() {
    let options = ZoneOptions::default();
    let esri = (SQUARES.0, 100_000, SQUARES.2);
    let errors = told(read_package(sample::geopackage(&[esri]), options));
    assert!(
        errors[0].starts_with(
            "z.gpkg: declares a coordinate system that cannot be used: ESRI:102033 is a code of Esri, and only EPSG codes \
             are known [zone-008]"
        ),
        "{errors:?}"
    );
    let asked = ZoneOptions { crs: Some("EPSG:31983"), ..options };
    assert_eq!(read_package(sample::geopackage(&[esri]), asked).unwrap().zones.len(), 2);
    let undeclared = (SQUARES.0, -1, SQUARES.2);
    assert!(
        told(read_package(sample::geopackage(&[undeclared]), options))[0].contains("these look like metres")
    );
    assert_eq!(
        told(read_package(sample::geopackage(&[]), options)),
        [
            "z.gpkg: is a SQLite database without a layer of shapes [zone-010]\n  help: give a GeoPackage with the zones as \
          points or polygons, or a CSV or GeoJSON file"
        ]
    );
    let mut cut = sample::geopackage(&[SQUARES]);
    cut.truncate(5000);
    let errors = told(read_package(cut, options));
    assert!(errors[0].starts_with("z.gpkg: cannot be read as a GeoPackage: "), "{errors:?}");
    // As a table of trips it is refused for what it is.
    let errors = TextFile::from_bytes("z.gpkg", sample::geopackage(&[SQUARES])).unwrap_err().to_string();
    assert!(
        errors.starts_with("z.gpkg: is a GeoPackage or another SQLite database, not text [file-009]"),
        "{errors}"
    );
}

#[test]
fn databases_of_other_kinds_are_refused() {
    let database = rusqlite::Connection::open_in_memory().unwrap();
    database.execute_batch("CREATE TABLE a (b); INSERT INTO a VALUES (1);").unwrap();
    let bytes = database.serialize(rusqlite::MAIN_DB).unwrap().to_vec();
    assert_eq!(
        told(read_package(bytes, ZoneOptions::default())),
        [
            "z.gpkg: is a SQLite database, but not a GeoPackage [zone-010]\n  help: give the zones as CSV, GeoJSON or \
          GeoPackage"
        ]
    );
    // A schema that computes for ever is interrupted.
    database
        .execute_batch(
            "CREATE TABLE gpkg_geometry_columns (table_name, column_name, srs_id);
             CREATE VIEW gpkg_contents AS WITH RECURSIVE n(table_name, data_type) AS \
             (SELECT 'a', 'b' UNION ALL SELECT table_name, data_type FROM n) SELECT * FROM n;",
        )
        .unwrap();
    let bytes = database.serialize(rusqlite::MAIN_DB).unwrap().to_vec();
    assert!(told(read_package(bytes, ZoneOptions::default()))[0].contains("[zone-009]"));
}

#[test]
fn other_files_are_refused_with_the_way_out() {
    let refused = |bytes: &[u8]| told(parse_zone_bytes(Path::new("z"), bytes.to_vec(), WEIGHTS)).remove(0);
    assert_eq!(
        refused(b"\x00\x00\x27\x0a\0\0\0\0"),
        "z: is a shapefile, not text [file-009]\n  help: convert it, with all its parts (.shp, .dbf, .shx, .prj) in one \
         folder: ogr2ogr -t_srs EPSG:4326 zones.geojson zones.shp"
    );
    assert!(
        refused(b"PK\x03\x04..xl/workbook.xml").starts_with("z: is an Excel workbook, not text [file-009]")
    );
}

#[test]
fn a_database_that_is_being_edited_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("z.gpkg");
    std::fs::write(&path, sample::geopackage(&[SQUARES])).unwrap();
    assert_eq!(read_zones(&path, WEIGHTS).unwrap().zones.len(), 2);
    std::fs::write(folder.path().join("z.gpkg-wal"), "pages").unwrap();
    let errors = told(read_zones(&path, WEIGHTS));
    assert!(
        errors[0].contains("has changes that are still in") && errors[0].contains("[zone-009]"),
        "{errors:?}"
    );
}
