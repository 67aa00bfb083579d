//! `streets.json`, both ways.

mod support;

use routewright_io::{InputErrors, TextFile};
use routewright_model::City;
use routewright_streets::{
    CityStreets, SiteFinder, Streets, TurnKind, format_streets, parse_streets, read_streets, write_streets,
};
use support::{ban, osm, place};

fn example(city: &City) -> CityStreets {
    let map = osm(&[
        "0 0 - 1 0 - 2 0: highway=residential maxspeed=35",
        "2 1 - 1 1 - 0 1: highway=primary oneway=yes",
        "0 0 - 0 1: highway=service bus=yes oneway=-1",
        "2 0 - 2 1: highway=residential",
        "1 0 - 1 1: highway=residential",
    ]);
    let (streets, _) = Streets::from_osm(&map, &[ban(&map, 5, "1 1", 2, TurnKind::Only)], 1.25);
    let finder = SiteFinder::new(&streets);
    let mut sites = vec![None; city.node_count()];
    (sites[0], sites[3]) = (finder.site_near(place("0.5 0"), 50.0), finder.site_near(place("2 0.5"), 50.0));
    assert!(sites[0].is_some() && sites[3].is_some());
    CityStreets { sites, streets }
}

fn parse(city: &City, text: &str) -> Result<CityStreets, InputErrors> {
    parse_streets(&TextFile::new("streets.json", text), city)
}

#[test]
fn what_is_written_is_read_again() {
    let city = City::mandl();
    let found = example(&city);
    let text = format_streets(&city, &found);
    assert_eq!(parse(&city, &text).unwrap(), found);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(read_streets(folder.path(), &city).unwrap(), None);
    write_streets(folder.path(), &city, &found).unwrap();
    assert_eq!(read_streets(folder.path(), &city).unwrap(), Some(found));
    assert!(
        text.starts_with(r#"{"congestion":1.25,"corners":[[0.0,0.0],[0.001,0.0],[0.0005,0.0],"#),
        "{text}"
    );
    assert!(text.contains(r#"{"way":3,"speed":15.0,"open":"backward","stop":false,"corners":["#), "{text}");
    assert!(text.contains(r#""turns":[{"from":5,"via":"#), "{text}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let city = City::mandl();
    let text = format_streets(&city, &example(&city));
    let codes = |from: &str, to: &str| -> Vec<&'static str> {
        assert!(text.contains(from), "{from}");
        let errors = parse(&city, &text.replacen(from, to, 1)).unwrap_err();
        errors.listed().iter().map(|error| error.code).collect()
    };
    assert_eq!(codes(r#""turns":"#, r#""turn":"#), ["street-001"]);
    assert_eq!(codes("]]", "]"), ["street-001"]);
    assert_eq!(codes(r#""congestion":1.25"#, r#""congestion":0"#), ["street-003"]);
    assert_eq!(codes(r#""speed":35.0"#, r#""speed":0.5"#), ["street-003"]);
    assert_eq!(codes("[0.0005,0.0]", "[0.0005,95.0]"), ["street-004"]);
    assert_eq!(codes(r#""stop":true,"corners":["#, r#""stop":true,"corners":[999,"#), ["street-005"]);
    assert_eq!(codes(r#""via":"#, r#""via":1000"#), ["street-006"]);
    assert_eq!(codes(r#""sites":{"1":"#, r#""sites":{"Rome":"#), ["street-007"]);
    assert_eq!(codes(r#""sites":{"1":[["#, r#""sites":{"1":[[4000,1],["#), ["street-008"]);
    assert_eq!(codes(r#""sites":{"1":[["#, r#""sites":{"1":[[0,4000],["#), ["street-008"]);
    assert_eq!(codes(r#""sites":{"1":"#, r#""sites":{"2":[],"1":"#), ["street-008"]);
}

#[test]
fn a_stop_on_a_dead_end_is_refused() {
    let city = City::mandl();
    let text = r#"{"congestion":1,"corners":[[0,0],[0.001,0]],"streets":[{"way":1,"speed":30,"open":"both",
        "stop":true,"corners":[0,1]}],"turns":[],"sites":{"1":[[0,1]]}}"#;
    let message = parse(&city, text).unwrap_err().to_string();
    let expected =
        "streets.json: the stop of node '1' is on a street that is cut off from the others [street-008]";
    assert!(message.starts_with(expected), "{message}");
}
