//! A planner's day over the protocol: plans, edits, steps, figures, exports.

mod support;

use serde_json::{Value, json};
use support::TestServer;

/// Draws a line through nodes of Mandl's city, counted from 0.
fn draw(server: &TestServer, plan: &str, revision: u64, stops: &[usize]) -> Value {
    let answer = server.edit(plan, revision, json!({"do": "draw", "stops": stops, "headway": 10}));
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[test]
fn the_page_and_the_city_are_there() {
    let server = TestServer::start();
    let page = server.get("/");
    assert!(page.status == 200 && page.text().contains("<title>Routewright</title>"));
    let workspace = server.get("/api/workspace").json();
    assert_eq!(workspace["cities"][0]["id"], "mandl");
    let map = server.get("/api/cities/mandl/map").json();
    assert_eq!((map["nodes"].as_array().unwrap().len(), map["streets"].as_array().unwrap().len()), (15, 21));
    assert_eq!(map["palette"].as_array().unwrap().len(), 60);
    // Every node of Mandl's city is a stop; nobody travels from or to 15.
    let flags: Vec<u64> =
        map["nodes"].as_array().unwrap().iter().map(|node| node[3].as_u64().unwrap()).collect();
    assert_eq!(flags, [[3; 14].as_slice(), &[1]].concat());
    assert_eq!(server.get("/api/cities/nowhere/map").status, 404);
    assert_eq!(server.get("/assets/nothing.js").status, 404);
}

#[test]
fn every_edit_is_a_step_with_figures() {
    let server = TestServer::start();
    let plan = server.plan("First try");
    let state = draw(&server, &plan, 0, &[0, 12]);
    // 1-2-3-6-8-10-13: 33 minutes a way, every ten minutes.
    assert_eq!(state["lines"][0]["stops"], json!([0, 1, 2, 5, 7, 9, 12]));
    assert_eq!((&state["revision"], &state["figures"]["vehicles"]), (&json!(1), &json!(7)));
    assert_eq!(state["steps"][0]["words"], "Line 1: drawn from 1 to 13");
    let parts = ["walking", "waiting", "riding", "changing", "unserved_min"];
    let sum: f64 = parts.iter().map(|part| state["figures"][part].as_f64().unwrap()).sum();
    assert!((sum - state["figures"]["mean_min"].as_f64().unwrap()).abs() < 1e-3, "{sum}");
    let id = &state["lines"][0]["id"];
    let faster = server.edit(&plan, 1, json!({"do": "headway", "line": id, "minutes": 5})).json();
    assert_eq!(faster["figures"]["vehicles"], 14);
    assert_eq!(faster["before"]["vehicles"], 7);
    assert!(faster["figures"]["waiting"].as_f64() < state["figures"]["waiting"].as_f64());
    // Undo, redo, turn off.
    let steps = format!("/api/plans/{plan}/steps");
    let undone = server.post(&steps, &json!({"revision": 2, "undo": true})).json();
    assert_eq!((&undone["figures"]["vehicles"], &undone["can_redo"]), (&json!(7), &json!(true)));
    assert_eq!(undone["steps"][1]["undone"], true);
    let redone = server.post(&steps, &json!({"revision": 3, "redo": true})).json();
    assert_eq!(redone["figures"]["vehicles"], 14);
    let off = server.post(&steps, &json!({"revision": 4, "step": 1, "on": false})).json();
    assert_eq!(off["lines"], json!([]));
    assert_eq!((&off["steps"][0]["on"], &off["steps"][1]["works"]), (&json!(false), &json!(false)));
    assert_eq!(off["steps"][1]["problem"], "this line is not in the plan any more");
    let on = server.post(&steps, &json!({"revision": 5, "step": 1, "on": true})).json();
    assert_eq!(on["figures"], redone["figures"]);
}

#[test]
fn lines_keep_their_names_and_colours() {
    let server = TestServer::start();
    let plan = server.plan("Names");
    draw(&server, &plan, 0, &[0, 12]);
    let two = draw(&server, &plan, 1, &[8, 3]);
    let looks = |line: &Value| (line["name"].clone(), line["style"].clone());
    let steps = format!("/api/plans/{plan}/steps");
    let off = server.post(&steps, &json!({"revision": 2, "step": 1, "on": false})).json();
    assert_eq!(looks(&off["lines"][0]), looks(&two["lines"][1]), "the second line is still line 2");
    // A new line takes the free number; with the first one back, it gets another.
    let third = draw(&server, &plan, 3, &[4, 11]);
    assert_eq!(third["lines"][1]["name"], "1");
    let on = server.post(&steps, &json!({"revision": 4, "step": 1, "on": true})).json();
    let names: Vec<&str> =
        on["lines"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["1", "2", "3"]);
    // Exports have the colours of the plan.
    let line = on["lines"][0]["id"].clone();
    let painted = server.edit(&plan, 5, json!({"do": "colour", "line": line, "style": 4})).json();
    let colour = painted["lines"][0]["colour"].as_str().unwrap();
    for file in ["report.html", "map.svg"] {
        let text = server.get(&format!("/api/plans/{plan}/export/{file}")).text();
        assert!(text.contains(colour), "{file} lacks {colour}");
    }
}

#[test]
fn lines_are_shaped_in_every_way() {
    let server = TestServer::start();
    let plan = server.plan("Shapes");
    let first = draw(&server, &plan, 0, &[0, 5])["lines"][0]["id"].clone();
    let mut revision = 1;
    let mut edit = |edit: Value| {
        let answer = server.edit(&plan, revision, edit);
        assert_eq!(answer.status, 200, "{}", answer.text());
        revision += 1;
        answer.json()
    };
    let stops = |state: &Value, at: usize| -> Vec<u64> {
        state["lines"][at]["stops"]
            .as_array()
            .unwrap()
            .iter()
            .map(|stop| stop.as_u64().unwrap() + 1)
            .collect()
    };
    let state = edit(json!({"do": "extend", "line": first, "end": "last", "stops": [9]}));
    assert_eq!(stops(&state, 0), [1, 2, 3, 6, 8, 10]);
    let state = edit(json!({"do": "reroute", "line": first, "from": 3, "to": 5, "via": [14]}));
    assert_eq!(stops(&state, 0), [1, 2, 3, 6, 15, 7, 10]);
    let state = edit(json!({"do": "reroute", "line": first, "from": 3, "to": 6, "via": []}));
    assert_eq!(stops(&state, 0), [1, 2, 3, 6, 8, 10]);
    let state = edit(json!({"do": "skip", "line": first, "at": 4}));
    assert_eq!(stops(&state, 0), [1, 2, 3, 6, 15, 7, 10]);
    let state = edit(json!({"do": "cut", "line": first, "from": 1, "to": 5}));
    assert_eq!(stops(&state, 0), [2, 3, 6, 15, 7]);
    let state = edit(json!({"do": "reverse", "line": first}));
    assert_eq!(stops(&state, 0), [7, 15, 6, 3, 2]);
    let state = edit(json!({"do": "split", "line": first, "at": 2}));
    assert_eq!((stops(&state, 0), stops(&state, 1)), (vec![7, 15, 6], vec![6, 3, 2]));
    let second = state["lines"][1]["id"].clone();
    assert_ne!(first, second);
    let state = edit(json!({"do": "join", "line": first, "with": second}));
    assert_eq!((stops(&state, 0), state["lines"].as_array().unwrap().len()), (vec![7, 15, 6, 3, 2], 1));
    let state = edit(json!({"do": "duplicate", "line": first}));
    assert_eq!(state["lines"][1]["name"], "1 (2)");
    assert!(state["figures"]["rules"][0]["words"].as_str().unwrap().contains("have the same stops"));
    let copy = state["lines"][1]["id"].clone();
    edit(json!({"do": "rename", "line": copy, "name": "Ring"}));
    edit(json!({"do": "colour", "line": copy, "style": 7}));
    let state = edit(json!({"do": "freeze", "line": copy, "frozen": true}));
    let line = &state["lines"][1];
    assert_eq!((&line["name"], &line["style"], &line["frozen"]), (&json!("Ring"), &json!(7), &json!(true)));
    let state = edit(json!({"do": "delete", "line": copy}));
    assert_eq!(state["lines"].as_array().unwrap().len(), 1);
    // All of it again after the plan is opened anew.
    let folder = server.folder.clone();
    let before = server.get(&format!("/api/plans/{plan}")).json();
    let temporary = tempfile::tempdir().unwrap();
    copy_folder(&folder, temporary.path());
    let again = TestServer::at(temporary.path(), None, None);
    let after = again.get(&format!("/api/plans/{plan}")).json();
    for part in ["lines", "figures", "steps", "revision", "name"] {
        assert_eq!(before[part], after[part], "{part}");
    }
}

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir_all(&place).unwrap();
            copy_folder(&entry.path(), &place);
        } else if entry.file_name() != ".lock" {
            std::fs::copy(entry.path(), place).unwrap();
        }
    }
}

#[test]
fn what_is_not_possible_says_why_and_changes_nothing() {
    let server = TestServer::start();
    let plan = server.plan("Refusals");
    let line = draw(&server, &plan, 0, &[0, 2])["lines"][0]["id"].clone();
    let cases = [
        (json!({"do": "draw", "stops": [3]}), 422, "two stops or more"),
        (json!({"do": "draw", "stops": [3, 99]}), 400, "no node 99"),
        (json!({"do": "draw", "stops": [0, 1, 0]}), 422, "stop at 1 twice"),
        (json!({"do": "draw", "stops": [0, 1], "headway": -5}), 422, "headway"),
        (json!({"do": "headway", "line": line, "minutes": 1e9}), 422, "headway"),
        (json!({"do": "extend", "line": 77, "end": "last", "stops": [4]}), 422, "not in the plan"),
        (json!({"do": "cut", "line": line, "from": 1, "to": 9}), 422, "has 3 stops only"),
        (json!({"do": "cut", "line": line, "from": 1, "to": 1}), 422, "two stops or more"),
        (json!({"do": "split", "line": line, "at": 0}), 422, "at its end"),
        (json!({"do": "join", "line": line, "with": line}), 422, "to itself"),
        (json!({"do": "rename", "line": line, "name": " "}), 422, "1 to 60 letters"),
        (json!({"do": "colour", "line": line, "style": 60}), 422, "60 colours"),
        (json!({"do": "fly", "line": line}), 400, "unknown variant"),
        (json!({"do": "draw", "stops": [0, 1], "speed": 3}), 400, "unknown field"),
    ];
    for (edit, status, words) in cases {
        let answer = server.edit(&plan, 1, edit.clone());
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(
            answer.status == status && error.to_lowercase().contains(&words.to_lowercase()),
            "{edit}: {status} {error}"
        );
    }
    assert_eq!(server.get(&format!("/api/plans/{plan}")).json()["revision"], 1);
    // Trying is not a mistake.
    let tried = server
        .post(&format!("/api/plans/{plan}/preview"), &json!({"edit": {"do": "draw", "stops": [0, 1, 0]}}));
    assert_eq!((tried.status, tried.json()["line"].clone()), (200, Value::Null));
    assert!(tried.json()["problem"].as_str().unwrap().contains("twice"));
}

#[test]
fn two_tabs_cannot_overwrite_each_other() {
    let server = TestServer::start();
    let plan = server.plan("Shared");
    draw(&server, &plan, 0, &[0, 2]);
    let late = server.edit(&plan, 0, json!({"do": "draw", "stops": [4, 8]}));
    assert_eq!(late.status, 409);
    let told = late.json();
    assert!(told["error"].as_str().unwrap().contains("changed elsewhere"));
    assert_eq!(
        (&told["state"]["revision"], told["state"]["lines"].as_array().unwrap().len()),
        (&json!(1), 1)
    );
    let late = server.post(&format!("/api/plans/{plan}/steps"), &json!({"revision": 0, "undo": true}));
    assert_eq!(late.status, 409);
}

#[test]
fn plans_are_copied_compared_exported_and_deleted() {
    let server = TestServer::start();
    let plan = server.plan("One");
    draw(&server, &plan, 0, &[0, 12]);
    let copy =
        server.post("/api/plans", &json!({"city": "mandl", "name": "Two", "from": {"plan": plan}})).json();
    let other = copy["id"].as_str().unwrap();
    assert_eq!(copy["lines"][0]["stops"].as_array().unwrap().len(), 7);
    draw(&server, other, 0, &[8, 3]);
    let compared = server.get(&format!("/api/compare?plans={plan},{other}")).json();
    assert_eq!(compared["names"], json!(["One", "Two"]));
    let mean = &compared["rows"][0];
    assert!(
        mean["label"] == "Mean trip" && mean["values"][1].as_f64() < mean["values"][0].as_f64(),
        "{mean}"
    );
    let gains = server.get(&format!("/api/plans/{other}/gains?against={plan}")).json();
    assert!(gains["gain_share"].as_f64().unwrap() > 0.0 && gains["lose_share"] == 0.0, "{gains}");
    let reach = server.get(&format!("/api/plans/{plan}/reach?node=0")).json();
    // At the stop itself, 5 minutes of waiting and 8 of riding to the next, nowhere to 9.
    assert_eq!(
        (&reach["plan"][0], &reach["plan"][1], &reach["plan"][8]),
        (&json!(0.0), &json!(13.0), &Value::Null)
    );
    assert_eq!(server.get(&format!("/api/plans/{plan}/reach?node=15")).status, 400);
    let export = |file: &str| server.get(&format!("/api/plans/{plan}/export/{file}"));
    assert_eq!(export("network.json").json()["routes"][0]["headway_minutes"], 10);
    assert_eq!(export("network.geojson").json()["type"], "FeatureCollection");
    assert!(export("gtfs.zip").body.starts_with(b"PK"));
    assert!(export("gtfs.zip").head.contains("filename=\"One.gtfs.zip\""));
    assert!(export("map.svg").text().starts_with("<svg"));
    let report = export("report.html");
    assert!(report.status == 200 && report.text().contains("One"), "{}", report.text());
    assert_eq!(export("network.exe").status, 404);
    let removed = server.raw("DELETE", &format!("/api/plans/{plan}"), &[("Host", &server.host())], b"");
    assert_eq!(removed.status, 204);
    assert_eq!(server.get(&format!("/api/plans/{plan}")).status, 404);
    assert!(server.folder.join("deleted").join(&plan).join("plan.json").is_file());
    let renamed = server.send("PATCH", &format!("/api/plans/{other}"), &json!({"name": "Better"})).json();
    assert_eq!(renamed["name"], "Better");
    assert_eq!(server.get("/api/workspace").json()["plans"][0]["name"], "Better");
}
