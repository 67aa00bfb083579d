//! How long a planner waits: edits over the real protocol, figures included.
//!
//! `cargo bench -p routewright-server --bench planner` measures edits in Mandl's city and, where the data are there, in
//! Mumford3. `-- CITY_FOLDER` measures them in an imported city, starting from its network of today, and where there is a
//! browser also how soon the map follows a drag. `-- --soak SECONDS` lets 50 clients edit plans of their own while two
//! searches run, and reports errors, lost edits and memory.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::TestServer;
use support::browser::Browser;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match &arguments[..] {
        [flag, seconds] if flag == "--soak" => soak(seconds.parse().expect("--soak takes seconds")),
        [] => {
            let data =
                std::env::var_os("ROUTEWRIGHT_DATA").map_or_else(|| "../../../shared".into(), PathBuf::from);
            edits("mandl", None);
            let mumford = data.join("benchmarks/mumford3");
            match mumford.is_dir() {
                true => edits("mumford3", Some(&mumford)),
                false => println!("mumford3: no data in {}", data.display()),
            }
        }
        cities => cities.iter().for_each(|city| edits("city", Some(Path::new(city)))),
    }
}

/// Copies the files of a city into a workspace.
fn add_city(workspace: &Path, id: &str, from: &Path) {
    let folder = workspace.join("cities").join(id);
    std::fs::create_dir_all(&folder).unwrap();
    for file in std::fs::read_dir(from).unwrap().map(Result::unwrap).filter(|file| file.path().is_file()) {
        std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
}

/// Median and 95th of a hundred.
fn spread(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 95 / 100])
}

fn edits(id: &str, from: Option<&Path>) {
    let temporary = tempfile::tempdir().unwrap();
    if let Some(from) = from {
        add_city(temporary.path(), id, from);
    }
    let server = TestServer::at(temporary.path(), None, None);
    let map = server.get(&format!("/api/cities/{id}/map")).json();
    let has_today = !map["today"].is_null();
    let stops: Vec<usize> = map["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .filter(|(_, node)| node[3].as_u64().unwrap() & 1 == 1)
        .map(|(at, _)| at)
        .collect();
    let from = if has_today { "today" } else { "empty" };
    let mut state = server.post("/api/plans", &json!({"city": id, "name": "Benchmark", "from": from})).json();
    let plan = state["id"].as_str().unwrap().to_owned();
    let mut revision = 0;
    let mut step = 7;
    let mut draw = |state: &mut Value, revision: &mut u64| -> f64 {
        loop {
            // Pairs of stops spread over the city; some cannot be joined.
            step += 1;
            let pair = [stops[step * 37 % stops.len()], stops[step * 101 % stops.len()]];
            let began = Instant::now();
            let answer = server.edit(&plan, *revision, json!({"do": "draw", "stops": pair, "headway": 10}));
            if answer.status == 200 {
                let took = began.elapsed().as_secs_f64() * 1e3;
                *state = answer.json();
                *revision += 1;
                return took;
            }
        }
    };
    // A network of a realistic size first.
    let wanted = if has_today { 0 } else { stops.len().min(120) / 2 };
    for _ in 0..wanted {
        draw(&mut state, &mut revision);
    }
    let lines = state["lines"].as_array().unwrap().len();
    let drawn = spread((0..20).map(|_| draw(&mut state, &mut revision)).collect());
    let headways = [5.0, 6.0, 7.5, 10.0, 12.0, 15.0, 20.0];
    let headway = |at: usize, revision: &mut u64| {
        let line = &state["lines"][at % lines.max(1)]["id"];
        let edit = json!({"do": "headway", "line": line, "minutes": headways[at % headways.len()]});
        let began = Instant::now();
        let answer = server.edit(&plan, *revision, edit);
        assert_eq!(answer.status, 200, "{}", answer.text());
        *revision += 1;
        began.elapsed().as_secs_f64() * 1e3
    };
    let changed = spread((0..40).map(|at| headway(at, &mut revision)).collect());
    let undo = |revision: &mut u64| {
        let began = Instant::now();
        let path = format!("/api/plans/{plan}/steps");
        assert_eq!(server.post(&path, &json!({"revision": revision, "undo": true})).status, 200);
        *revision += 1;
        began.elapsed().as_secs_f64() * 1e3
    };
    let undone = spread((0..20).map(|_| undo(&mut revision)).collect());
    let preview = |at: usize| {
        let pair = [stops[at * 37 % stops.len()], stops[(at * 101 + 1) % stops.len()]];
        let began = Instant::now();
        server.post(&format!("/api/plans/{plan}/preview"), &json!({"edit": {"do": "draw", "stops": pair}}));
        began.elapsed().as_secs_f64() * 1e3
    };
    let previewed = spread((0..40).map(preview).collect());
    println!(
        "{id}: {} nodes, {lines} lines; milliseconds, median and 95 %",
        map["nodes"].as_array().unwrap().len()
    );
    for (what, (median, most)) in
        [("draw a line", drawn), ("change a headway", changed), ("undo", undone), ("preview", previewed)]
    {
        println!("  {what:18} {median:8.1} {most:8.1}");
    }
    redraws(&server, &plan);
}

/// How long after a movement of the pointer the map that follows it is drawn.
fn redraws(server: &TestServer, plan: &str) {
    let Some(mut browser) = Browser::start(1440, 900) else { return };
    browser.open(&format!("{}#/plan/{plan}", server.url));
    browser.until("window.planner?.plan?.session");
    std::thread::sleep(Duration::from_secs(2));
    // Two frames on, the first one is painted.
    browser.value(
        "(window.took = [], planner.plan.map.stage.addEventListener('pointermove', () => { \
           const began = performance.now(); \
           requestAnimationFrame(() => requestAnimationFrame(() => took.push(performance.now() - began))); \
         }, true))",
    );
    let tell = |what: &str, browser: &mut Browser| {
        let times = browser.value("took.splice(0)");
        let (median, most) = spread(times.as_array().unwrap().iter().filter_map(Value::as_f64).collect());
        println!("  {what:18} {median:8.1} {most:8.1}");
    };
    // The map itself, seized where nothing lies under the pointer.
    let corner = browser.value(
        "(() => { const b = planner.plan.map.stage.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()",
    );
    let at = |place: usize, share: f64| {
        corner[place].as_f64().unwrap() + share * corner[place + 2].as_f64().unwrap()
    };
    let (low, high) = ((at(0, 0.5), at(1, 0.97)), (at(0, 0.6), at(1, 0.7)));
    for _ in 0..4 {
        browser.drag(low, high);
        browser.drag(high, low);
    }
    tell("drag the map", &mut browser);
    // A stop of a selected line, to other stops and back.
    let stop = browser.value(
        "(() => { const { map, session } = planner.plan, line = session.values.state.lines.reduce((a, b) => b.stops.length > a.stops.length ? b : a); \
           session.set({ selected: line.id }); \
           const b = map.stage.getBoundingClientRect(), p = map.view.screen(session.values.map.nodes[line.stops[2]]); \
           return [b.x + p[0], b.y + p[1]]; })()",
    );
    std::thread::sleep(Duration::from_millis(500));
    let (x, y) = (stop[0].as_f64().unwrap(), stop[1].as_f64().unwrap());
    for _ in 0..8 {
        browser.drag((x, y), (x + 120.0, y + 60.0));
        browser.key("Escape");
    }
    tell("drag a stop", &mut browser);
}

/// Megabytes that this process holds.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}

fn soak(seconds: f64) {
    let server = TestServer::start();
    let first = server.plan("Search");
    for (revision, stops) in [[0, 12], [8, 3], [4, 11]].into_iter().enumerate() {
        server.edit(&first, revision as u64, json!({"do": "draw", "stops": stops, "headway": 10}));
    }
    for vehicles in [30, 50] {
        let request =
            json!({"kind": "improve", "plan": first, "vehicles": vehicles, "seconds": seconds + 60.0});
        assert_eq!(server.post("/api/jobs", &request).status, 201);
    }
    let began = Instant::now();
    let (server, until) = (&server, began + Duration::from_secs_f64(seconds));
    println!("clients 50, searches 2, seconds {seconds}");
    println!("{:>8} {:>10}", "seconds", "memory MB");
    let totals: Vec<(u64, u64, Vec<f64>)> = std::thread::scope(|scope| {
        let clients: Vec<_> =
            (0..50).map(|number| scope.spawn(move || client(server, number, until))).collect();
        let every = (seconds / 10.0).max(1.0);
        while Instant::now() < until {
            println!("{:8.0} {:10.1}", began.elapsed().as_secs_f64(), memory());
            std::thread::sleep(
                Duration::from_secs_f64(every).min(until.saturating_duration_since(Instant::now())),
            );
        }
        clients.into_iter().map(|client| client.join().unwrap()).collect()
    });
    println!("{:8.0} {:10.1}", began.elapsed().as_secs_f64(), memory());
    let edits: u64 = totals.iter().map(|(edits, ..)| edits).sum();
    let errors: u64 = totals.iter().map(|(_, errors, _)| errors).sum();
    let (median, most) = spread(totals.into_iter().flat_map(|(.., times)| times).collect());
    println!("edits {edits}, errors {errors}, milliseconds: median {median:.1}, 95 % {most:.1}");
    let running = server.get("/api/workspace").json()["jobs"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|job| job["state"] == "running")
        .count();
    println!("searches still running: {running}");
    assert_eq!((errors, running), (0, 2));
}

/// Edits a plan of its own, now and then takes a step back, and checks at the end that nothing is lost.
fn client(server: &TestServer, number: usize, until: Instant) -> (u64, u64, Vec<f64>) {
    let plan = server.plan(&format!("Client {number}"));
    let (mut revision, mut errors, mut times) = (0, 0, Vec::new());
    let mut line = Value::Null;
    while Instant::now() < until {
        let edit = match revision % 20 {
            0 => json!({"do": "draw", "stops": [number % 15, (number + 7) % 15], "headway": 10}),
            19 => json!({"do": "delete", "line": line}),
            step => json!({"do": "headway", "line": line, "minutes": 5 + step % 17}),
        };
        let began = Instant::now();
        let answer = server.edit(&plan, revision, edit);
        times.push(began.elapsed().as_secs_f64() * 1e3);
        if answer.status != 200 {
            errors += 1;
            eprintln!("client {number}: {}", answer.text());
            break;
        }
        if revision % 20 == 0 {
            line = answer.json()["lines"][0]["id"].clone();
        }
        revision += 1;
        // People think between two edits.
        std::thread::sleep(Duration::from_millis(150));
    }
    let now = server.get(&format!("/api/plans/{plan}")).json();
    if now["revision"] != revision {
        errors += 1;
        eprintln!("client {number}: {revision} edits were acknowledged, {} are there", now["revision"]);
    }
    (revision, errors, times)
}
