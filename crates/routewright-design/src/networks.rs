//! Networks that somebody gives, and what is wrong with giving them.

use std::collections::BTreeSet;
use std::path::Path;

use routewright_io::InputErrors;
use routewright_model::{City, Network, Route};

use crate::{Error, Result};

/// Problems from which on a network is said to belong to another city, instead of listing them.
const MANY: u64 = 3;
/// The code of stops that are not in the city.
const UNKNOWN_STOPS: &str = "net-003";
/// What a zip file begins with.
const ZIP: &[u8] = b"PK\x03\x04";

/// Reads the network of a city from a file, or from `network.json` in the folder of a run.
///
/// # Errors
/// Everything wrong with the file, or what it is instead: a timetable, a city, the network of another city.
pub fn read_network(city: &City, path: &Path) -> Result<Network> {
    if is_feed(path) {
        let path = path.display();
        return Err(Error::settings(
            format!("{path} is a GTFS feed, not a network of city {}", city.name()),
            format!(
                "import it with the city: routewright city import --gtfs {path} ...; then give existing.json in the \
                 folder of the city"
            ),
        ));
    }
    let existing = path.join("existing.json");
    if existing.is_file() && !path.join("network.json").is_file() {
        return Err(Error::settings(
            format!("{} is the folder of a city, not a network", path.display()),
            format!("today's network of the city is {}", existing.display()),
        ));
    }
    routewright_io::read_network(city, path).map_err(|errors| condensed(city, path, errors))
}

/// One problem for many, where a network is that of another city.
fn condensed(city: &City, path: &Path, errors: InputErrors) -> Error {
    let count = errors.listed().len() as u64 + errors.left_out();
    if count < MANY || errors.listed().iter().any(|error| error.code != UNKNOWN_STOPS) {
        return errors.into();
    }
    Error::settings(
        format!(
            "{}: {count} routes have stops that city {} does not have ({}): the network belongs to another city, or to \
             another import of this one [{UNKNOWN_STOPS}]",
            path.display(),
            city.name(),
            errors.listed()[0].problem
        ),
        "use the city that the network belongs to, or the existing.json that was imported with this one",
    )
}

fn is_feed(path: &Path) -> bool {
    if path.is_dir() {
        return ["stops.txt", "stop_times.txt"].iter().all(|name| path.join(name).is_file());
    }
    let start = std::fs::File::open(path).and_then(|mut file| {
        let mut start = [0; 4];
        std::io::Read::read_exact(&mut file, &mut start)?;
        Ok(start)
    });
    start.is_ok_and(|start| start == ZIP)
}

/// Refuses a start and fixed routes that are the same, or the wrong way round by the files of the city's folder; notes
/// routes that are in both.
///
/// # Errors
/// They are the same routes, or swapped.
pub(crate) fn check_start_and_fixed(
    city: &City,
    folder: &Path,
    start: &Network,
    fixed: &Network,
) -> Result<Option<String>> {
    let (today, stays) = (names(start), names(fixed));
    let imported = |file: &str| routewright_io::read_network(city, &folder.join(file)).ok();
    if let (Some(existing), Some(metro)) = (imported("existing.json"), imported("fixed.json"))
        && today == names(&metro)
        && today != names(&existing)
    {
        let folder = folder.display();
        return Err(Error::settings(
            format!("--start has the routes of {folder}/fixed.json, which are to stay: {}", few(&today)),
            format!(
                "for the routes to redesign and those that stay, give --start {folder}/existing.json --fixed {folder}/fixed.json"
            ),
        ));
    }
    if !today.is_empty() && today == stays {
        return Err(Error::settings(
            format!("--start and --fixed have the same routes: {}", few(&today)),
            "give the routes to redesign with --start, and those that stay, such as a metro, with --fixed",
        ));
    }
    let is_in_both = |route: &&Route| {
        fixed.routes.iter().any(|other| other.name() == route.name() && other.is_same_line(route))
    };
    let both: Vec<&str> = start.routes.iter().filter(is_in_both).map(Route::name).collect();
    Ok(both.first().map(|first| {
        let others = if both.len() > 1 { format!(" and {} others", both.len() - 1) } else { String::new() };
        format!("route {first}{others} of --start is also in --fixed, and runs twice; leave it out of one")
    }))
}

fn names(network: &Network) -> BTreeSet<&str> {
    network.routes.iter().map(Route::name).collect()
}

/// A few names for a message.
fn few(names: &BTreeSet<&str>) -> String {
    let shown: Vec<&str> = names.iter().take(5).copied().collect();
    let more = if names.len() > shown.len() { " and more" } else { "" };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use routewright_io::{TextFile, parse_network};

    use super::*;

    fn told(path: &Path) -> String {
        read_network(&City::mandl(), path).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_network_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("feed")).unwrap();
        for name in ["stops.txt", "stop_times.txt"] {
            fs::write(path("feed").join(name), "").unwrap();
        }
        assert!(
            told(&path("feed"))
                .contains("feed is a GTFS feed, not a network of city mandl\n  help: import it")
        );
        fs::write(path("feed.zip"), b"PK\x03\x04 and so on").unwrap();
        assert!(told(&path("feed.zip")).contains("feed.zip is a GTFS feed"));
        fs::create_dir(path("town")).unwrap();
        fs::write(path("town/existing.json"), "[[1, 2]]").unwrap();
        let text = told(&path("town"));
        assert!(
            text.contains("town is the folder of a city") && text.ends_with("town/existing.json"),
            "{text}"
        );
        assert!(told(&path("nothing")).contains("file-001"));
    }

    #[test]
    fn networks_of_other_cities_take_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("other.json");
        let routes: Vec<String> = (0..30).map(|at| format!("[\"x{at}\", \"y{at}\"]")).collect();
        fs::write(&file, format!("[{}]", routes.join(","))).unwrap();
        let text = told(&file);
        assert!(
            text.contains("30 routes have stops that city mandl does not have (route 1: nodes x0 and y0"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 2, "{text}");
        // A single slip is named where it is.
        fs::write(&file, "[[1, 2], [2, \"x\"]]").unwrap();
        assert!(told(&file).contains("route 2: node x is not in city mandl [net-003]"));
    }

    #[test]
    fn a_start_is_not_what_stays() {
        let city = City::mandl();
        let read = |text: &str| parse_network(&city, &TextFile::new("n", text)).unwrap();
        let bus = r#"[{"name": "T1", "stops": [1, 2]}, {"name": "T2", "stops": [2, 3]}]"#;
        let metro = r#"[{"name": "M", "stops": [1, 2, 3]}]"#;
        let folder = tempfile::tempdir().unwrap();
        let check = |start: &str, fixed: &str| {
            check_start_and_fixed(&city, folder.path(), &read(start), &read(fixed))
        };
        assert_eq!(check(bus, metro).unwrap(), None);
        assert!(check(bus, bus).unwrap_err().to_string().contains("have the same routes: T1, T2"));
        let both = r#"[{"name": "M", "stops": [3, 2, 1]}, {"name": "T2", "stops": [2, 3]}]"#;
        assert!(check(both, metro).unwrap().unwrap().starts_with("route M of --start is also in --fixed"));
        assert_eq!(check(metro, bus).unwrap(), None, "nobody knows better");
        fs::write(folder.path().join("existing.json"), bus).unwrap();
        fs::write(folder.path().join("fixed.json"), metro).unwrap();
        let text = check(metro, bus).unwrap_err().to_string();
        assert!(text.contains("fixed.json, which are to stay: M\n  help: "), "{text}");
        assert_eq!(check(bus, metro).unwrap(), None);
    }
}
