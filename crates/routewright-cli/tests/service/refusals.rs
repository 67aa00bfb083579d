//! What people get wrong: every mistake ends at once, with status 2, and says where it is and what to do.

use super::plans::{START, design};
use super::scratch::Folder;

/// Runs `design` and expects to be told some words.
fn refused(folder: &Folder, words: &str, told: &[&str]) {
    let output = design(folder, words);
    assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{words}: {}", output.stderr);
    assert!(output.stderr.starts_with("error: "), "{words}: {}", output.stderr);
    for part in told {
        assert!(output.stderr.contains(part), "{words}: {part} in {}", output.stderr);
    }
    assert!(!folder.0.join("out").exists(), "{words}");
}

#[test]
fn vehicles_must_be_there() {
    let folder = Folder::new("refused-vehicles");
    folder.write("start.json", START);
    folder
        .write("silent.json", r#"[{"name": "red", "stops": [1, 2, 3]}, {"name": "blue", "stops": [9, 15]}]"#);
    for count in ["0", "-3", "1.5", "many", "100001", "99999999999"] {
        let told = ["--vehicles", "a number of vehicles from 1 to 100000, or `today`"];
        refused(&folder, &format!("mandl --vehicles {count}"), &told);
    }
    refused(&folder, "mandl --vehicles today", &["--vehicles today needs a network", "give --start"]);
    let told = ["route red of the start does not say how often it runs", "headway_minutes", "--headway"];
    refused(&folder, "mandl --vehicles today --start silent.json", &told);
    let told = ["route blue is frozen but does not say how often it runs", "give it headway_minutes"];
    refused(&folder, "mandl --vehicles 20 --start silent.json --freeze blue", &told);
    let told = ["the frozen route takes 3 of 3 vehicles", "give --vehicles 4 or more"];
    refused(&folder, "mandl --vehicles 3 --start start.json --freeze red", &told);
    let told = ["2 frozen routes take 7 of 5 vehicles", "give --vehicles 8 or more"];
    refused(&folder, "mandl --vehicles 5 --start start.json --freeze red,green", &told);
    let told = ["--freeze leaves no route to design", "more --routes"];
    refused(&folder, "mandl --vehicles today --start start.json --freeze red,green,blue", &told);
    // Even the shortest line, of two minutes, takes four vehicles once a minute.
    let told =
        ["takes 2.0 minutes one way at least and 4.0 out and back", "needs 4 vehicles, but there are 3"];
    refused(&folder, "mandl --vehicles 3 --headway-choices 1", &told);
    refused(
        &folder,
        "mandl --vehicles 3 --max-minutes 1.5",
        &["more than --max-minutes 1.5", "allow more minutes"],
    );
    refused(
        &folder,
        "mandl --vehicles 30 --min-stops 15 --max-stops 15 --json",
        &["no line was found", "--min-stops"],
    );
}

#[test]
fn options_must_be_possible_and_belong_together() {
    let folder = Folder::new("refused-options");
    folder.write("start.json", START);
    let told = ["16 stops or more, but the city has 15 nodes", "give --min-stops 15 or less"];
    refused(&folder, "mandl --vehicles 20 --min-stops 16 --max-stops 20", &told);
    for choices in ["0", "-5", "NaN", "5,,6", "5;6", "any,5", "2000", "often"] {
        let told =
            ["--headway-choices: ", "is not a number of minutes", "give minutes such as 5,7.5,10,15, or any"];
        refused(&folder, &format!("mandl --vehicles 20 --headway-choices {choices}"), &told);
    }
    for (words, told) in [
        ("--headway 0", "--headway must be"),
        ("--headway -5", "--headway must be"),
        ("--headway NaN", "--headway must be"),
        ("--layover -1", "--layover must be"),
        ("--capacity 0", "--capacity must be more than 0"),
        ("--load-factor -1", "--load-factor must be more than 0"),
        ("--dwell -1", "--dwell must be"),
        ("--give-up 0", "--give-up must be"),
        ("--wait-factor NaN", "--wait-factor must be"),
        ("--period-hours 0", "--period-hours must be"),
        ("--max-minutes 0", "--max-minutes must be 1 or more"),
        ("--max-detour 0.9", "--max-detour must be 1 or more"),
        ("--max-detour NaN", "--max-detour must be 1 or more"),
        ("--change-price 1", "--change-price needs a network to start from: give --start"),
        ("--freeze red", "--freeze needs a network to start from: give --start"),
        ("--start start.json --freeze pink", "its routes are red, blue, green"),
        ("--routes 0", "at least one route"),
        ("--routes 500", "500 routes are too many for a city with 15 nodes on streets"),
        ("--headway 10", "--headway has no effect with --vehicles"),
        ("--start start.json --headway 10", "give --headway-choices 10 to run every line every 10 minutes"),
        ("--start start.json --freeze RED", "did you mean red?"),
        (
            "--start start.json --fixed start.json",
            "--start and --fixed have the same routes: blue, green, red",
        ),
    ] {
        refused(&folder, &format!("mandl --vehicles 20 {words}"), &[told]);
    }
    for option in ["--headway-choices 5", "--max-minutes 30", "--max-detour 2", "--capacity 40", "--dwell 1"]
    {
        let name = option.split(' ').next().unwrap();
        refused(&folder, &format!("mandl {option}"), &[name, "give --vehicles N"]);
    }
    for method in ["nea", "ea", "rc", "anneal"] {
        let told =
            [&*format!("--vehicles plans a service, which method {method} cannot"), "leave out --method"];
        refused(&folder, &format!("mandl --vehicles 5 --method {method}"), &told);
    }
    refused(
        &folder,
        "mandl --method service",
        &["method service needs a number of vehicles", "--vehicles N"],
    );
}

#[test]
fn networks_must_say_how_often_lines_run_in_one_way() {
    let folder = Folder::new("refused-networks");
    for (field, told) in [
        (r#""headway_minutes": 0"#, ["bad.json:2", "net-014", "minutes between two departures"]),
        (r#""headway_minutes": -5"#, ["bad.json:2", "net-014", "minutes between two departures"]),
        (r#""vehicles": 0"#, ["bad.json:2", "net-015", "1 or more"]),
        (r#""vehicles": -1"#, ["bad.json:2", "net-015", "1 or more"]),
        // 60 minutes out and back.
        (r#""headway_minutes": 10, "vehicles": 1"#, ["bad.json:2", "net-016", "help"]),
    ] {
        let route = format!(r#"{{"name": "red", "stops": [1, 2, 3, 6, 8], {field}}}"#);
        folder.write("bad.json", &format!("{{\"routes\": [\n{route}\n]}}"));
        for words in [
            "--vehicles 20 --start bad.json",
            "--vehicles today --start bad.json",
            "--vehicles 20 --fixed bad.json",
        ] {
            refused(&folder, &format!("mandl {words}"), &told);
        }
    }
    folder.write("start.json", START);
    for headway in ["0", "-5", "NaN", "often"] {
        folder.write("headways.csv", &format!("route,headway_minutes\nred,10\nblue,{headway}\n"));
        let told = ["headways.csv:3", "headway-001", "give minutes"];
        refused(&folder, "mandl --vehicles today --start start.json --headways headways.csv", &told);
    }
}

#[test]
fn cities_must_say_who_walks_where_and_when() {
    let folder = Folder::new("refused-cities");
    let (status, _, stderr) = folder.run("city convert mandl --out town");
    assert_eq!(status, 0, "{stderr}");
    for (walks, told) in [
        ("1,9,NaN", ["walks.csv:2", "city-030"]),
        ("1,9,-4", ["walks.csv:2", "city-030"]),
        ("1,99,4", ["walks.csv:2", "city-013"]),
        ("1,1,4", ["walks.csv:2", "city-031"]),
        ("1,9,4\n1,9,5", ["walks.csv:3", "city-032"]),
    ] {
        folder.write("town/walks.csv", &format!("from,to,minutes\n{walks}\n"));
        refused(&folder, "town --vehicles 20", &told);
    }
    folder.write("dead/nodes.csv", "id,lat,lon,terminal\n1,0,0,0\n2,0,1,1\n");
    folder.write("dead/links.csv", "from,to,travel_time\n1,2,5\n2,1,5\n");
    folder.write("dead/demand.csv", "from,to,demand\n1,2,10\n");
    folder.write("dead/city.toml", "period-hours = 1\n");
    refused(&folder, "dead --vehicles 5", &["1 of the nodes on streets are terminals", "nodes.csv"]);
    folder.write("town/walks.csv", "from,to,minutes\n1,9,4\n");
    let settings = folder.read("town/city.toml");
    let without: Vec<&str> = settings.lines().filter(|line| !line.starts_with("period")).collect();
    folder.write("town/city.toml", &without.join("\n"));
    refused(&folder, "town --vehicles 20", &["period", "add period-hours to city.toml", "--period-hours"]);
    let given = super::plans::planned(&folder, "town --vehicles 20 --period-hours 1 --iterations 1 --json");
    assert!(given.json()["service"]["walking_min"].as_f64().unwrap() >= 0.0);
}
