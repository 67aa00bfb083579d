//! `routewright front --vehicles A..B` as people and scripts meet it.

use serde_json::{Value, json};

mod scratch;

use scratch::{Folder, Output, wait};

const TODAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mandl-service.json");
const SIX_ROUTES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mandl-six-routes.txt");

fn front(folder: &Folder, arguments: &str) -> Output {
    let arguments = format!("front mandl {arguments}");
    wait(folder.start(&arguments.split_whitespace().collect::<Vec<_>>()))
}

fn vehicles(point: &Value) -> u64 {
    point["vehicles"].as_u64().unwrap()
}

fn minutes(point: &Value) -> f64 {
    point["mean_min"].as_f64().unwrap()
}

#[test]
fn more_vehicles_mean_fewer_minutes_and_today_is_beside_them() {
    let folder = Folder::new("service-front");
    let output = front(
        &folder,
        &format!("--vehicles 40..90 --points 4 --headway-choices any --iterations 2 --start {TODAY}"),
    );
    assert_eq!(output.status, 0, "{}", output.stderr);
    let out = "out/mandl-service-front-seed1";
    let value: Value = serde_json::from_str(&folder.read(&format!("{out}/front.json"))).unwrap();
    assert_eq!(value["method"], "service-front");
    // Today's number is one of them.
    assert_eq!(value["vehicle_counts"], json!([40, 57, 76, 90]));
    let points = value["points"].as_array().unwrap();
    assert!((2..=4).contains(&points.len()), "{}", points.len());
    for two in points.windows(2) {
        assert!(vehicles(&two[0]) < vehicles(&two[1]) && minutes(&two[0]) > minutes(&two[1]));
    }
    assert!(points.iter().all(|point| (1..=90).contains(&vehicles(point))));
    assert_eq!((vehicles(&value["today"]), &value["today"]["routes"]), (76, &json!(10)));
    assert!((minutes(&value["today"]) - 11.889).abs() < 1e-3);
    for (name, pick) in value["picks"].as_object().unwrap() {
        assert_eq!(pick["vehicles"], points[pick["point"].as_u64().unwrap() as usize]["vehicles"], "{name}");
    }
    assert!(value["picks"]["knee"].is_object() && value["picks"]["todays_vehicles"].is_object());
    // The start is known to every search, so that its vehicles do at least as well.
    assert!(minutes(&value["picks"]["as_good_as_today"]) <= minutes(&value["today"]));
    assert!(
        output.stdout.starts_with("mandl: ") && output.stdout.contains("\n  today "),
        "{}",
        output.stdout
    );
    let page = folder.read(&format!("{out}/front.html"));
    for part in
        ["class=\"today\"", "The cross is today: mean trip 11.89 perceived min, vehicles 76", "<h2>knee"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(folder.read(&format!("{out}/front.csv")).lines().count(), points.len() + 1);
    assert_eq!(folder.files(&format!("{out}/networks")).len(), 2 * points.len());
    // A point is what `evaluate` says it is, and its file has what the summary has.
    let file = format!("{out}/networks/001.json");
    let network: Value = serde_json::from_str(&folder.read(&file)).unwrap();
    assert_eq!(network["routes"], points[0]["lines"]);
    let (_, text, stderr) = folder.run(&format!("evaluate mandl {file} --json"));
    let scored: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{stderr}"));
    let scored = &scored["service"];
    for name in ["vehicles", "overloaded_legs"] {
        assert_eq!(scored[name], points[0][name], "{name}");
    }
    for name in [
        "mean_min",
        "total_min",
        "riding_min",
        "waiting_min",
        "walking_min",
        "changes",
        "unserved_trips",
        "peak_load",
    ] {
        let [again, said] = [&scored[name], &points[0][name]].map(|value| value.as_f64().unwrap());
        assert!((again - said).abs() <= 1e-6 * said.abs().max(1.0), "{name}: {again} is not {said}");
    }
}

#[test]
fn thread_counts_agree_and_options_of_a_service_count() {
    let folder = Folder::new("service-front-threads");
    let arguments = format!(
        "--vehicles 70..today --points 3 --iterations 1 --seed 3 --start {TODAY} --routes 8 --max-minutes 30 --freeze 6 \
         --change-price 0.001 --headway-choices 5,10,15,30 --capacity 60 --json"
    );
    let one = front(&folder, &format!("{arguments} --threads 1"));
    let value = one.json();
    let three = front(&folder, &format!("{arguments} --threads 3")).json();
    assert_eq!((&three["points"], &three["picks"]), (&value["points"], &value["picks"]));
    assert_eq!(value["vehicle_counts"], json!([70, 73, 76]));
    for point in value["points"].as_array().unwrap() {
        let lines = point["lines"].as_array().unwrap();
        assert!(lines.len() <= 8 && point["routes"] == json!(lines.len()));
        let frozen: Vec<_> = lines.iter().filter(|line| line["name"] == "6").collect();
        assert_eq!((frozen.len(), &frozen[0]["stops"]), (1, &json!(["1", "2", "5", "4", "12"])));
        let others = lines.iter().filter(|line| line["name"] != "6");
        for line in others {
            let headway = line["headway_minutes"].as_f64().unwrap();
            assert!([5.0, 10.0, 15.0, 30.0].contains(&headway), "{line}");
        }
    }
    assert!(!folder.0.join("out").exists());
}

#[test]
fn a_start_that_does_not_say_how_often_it_runs_is_not_on_the_plot() {
    let folder = Folder::new("service-front-silent");
    let arguments = format!("--vehicles 60..80 --points 2 --iterations 1 --json --start {SIX_ROUTES}");
    let silent = front(&folder, &arguments);
    assert_eq!(silent.json()["today"], Value::Null);
    assert!(silent.stderr.contains("today's network is not on the plot: route "), "{}", silent.stderr);
    let timed = front(&folder, &format!("{arguments} --headway 10"));
    assert!(
        vehicles(&timed.json()["today"]) > 10 && !timed.stderr.contains("not on the plot"),
        "{}",
        timed.stderr
    );
}

#[test]
fn wrong_ranges_and_options_are_refused_before_the_search() {
    let folder = Folder::new("service-front-wrong");
    let cases = [
        ("--vehicles 5..3".to_owned(), "the fewest vehicles come first: 3..5"),
        ("--vehicles 0..4".to_owned(), "\"0\" is not a number of vehicles"),
        ("--vehicles -4..4".to_owned(), "\"-4\" is not a number of vehicles"),
        ("--vehicles a..b".to_owned(), "\"a\" is not a number of vehicles"),
        ("--vehicles ..".to_owned(), "\"\" is not a number of vehicles"),
        ("--vehicles 76".to_owned(), "use `design --vehicles N`"),
        ("--vehicles 40..today".to_owned(), "give --start, or a number of vehicles"),
        (format!("--vehicles 80..today --start {TODAY}"), "80 is more than 76"),
        (format!("--vehicles 2..9 --freeze 1 --start {TODAY}"), "the frozen route takes 12 of 2 vehicles"),
        ("--vehicles 2..9 --freeze 1".to_owned(), "--freeze needs a network to start from"),
        ("--vehicles 2..9 --min-stops 16 --max-stops 20".to_owned(), "the city has 15 nodes on streets"),
        ("--headway-choices any".to_owned(), "--headway-choices needs a range of vehicles"),
        ("--change-price 1".to_owned(), "--change-price needs a range of vehicles"),
        ("--headway 5".to_owned(), "--headway needs a range of vehicles"),
        ("--vehicles 2..9 --capacity 0".to_owned(), "--capacity must be"),
    ];
    for (arguments, message) in cases {
        let output = front(&folder, &arguments);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments}: {}", output.stderr);
        assert!(output.stderr.contains(message), "{message}: {}", output.stderr);
    }
    assert!(!folder.0.join("out").exists());
}

#[test]
fn lines_of_today_that_break_the_rules_are_named() {
    let folder = Folder::new("service-front-rules");
    let words = format!("--vehicles 40..60 --points 2 --iterations 1 --start {TODAY} --max-minutes 16");
    let told = front(&folder, &words).stderr;
    assert!(told.contains("the start breaks --max-minutes or --max-detour with line "), "{told}");
}
