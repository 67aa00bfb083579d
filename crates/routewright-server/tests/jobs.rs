//! Searches in the background.

mod support;

use std::time::Duration;

use serde_json::{Value, json};
use support::TestServer;

const PATIENCE: Duration = Duration::from_secs(120);

fn started(server: &TestServer, request: Value) -> String {
    let job = server.post("/api/jobs", &request);
    assert_eq!(job.status, 201, "{}", job.text());
    job.json()["id"].as_str().unwrap().to_owned()
}

fn drawn_plan(server: &TestServer) -> String {
    let plan = server.plan("Start");
    for (revision, stops) in [[0, 12], [8, 3], [4, 11]].into_iter().enumerate() {
        server.edit(&plan, revision as u64, json!({"do": "draw", "stops": stops, "headway": 10}));
    }
    plan
}

#[test]
fn a_plan_is_improved_beside_the_old_one() {
    let server = TestServer::start();
    let plan = drawn_plan(&server);
    let before = server.get(&format!("/api/plans/{plan}")).json();
    let first = before["lines"][0]["id"].clone();
    server.edit(&plan, 3, json!({"do": "freeze", "line": first, "frozen": true}));
    let vehicles = before["figures"]["vehicles"].as_u64().unwrap();
    let id = started(&server, json!({"kind": "improve", "plan": plan, "vehicles": vehicles, "seconds": 2}));
    let job = server.job_over(&id, PATIENCE);
    assert_eq!((&job["state"], &job["error"]), (&json!("done"), &Value::Null), "{job}");
    assert!(!job["curve"].as_array().unwrap().is_empty());
    // The list knows its figures before anybody opens it.
    let result = job["result"]["plan"].as_str().unwrap();
    let listed = server.get("/api/workspace").json();
    let entry = listed["plans"].as_array().unwrap().iter().find(|entry| entry["id"] == result).unwrap();
    assert!(entry["vehicles"].as_u64() > Some(0) && entry["mean_min"].is_number(), "{entry}");
    let found = server.get(&format!("/api/plans/{result}")).json();
    assert!(found["figures"]["mean_min"].as_f64() < before["figures"]["mean_min"].as_f64());
    assert!(found["figures"]["vehicles"].as_u64().unwrap() <= vehicles);
    // The frozen line is as it was, colour and all.
    let kept = found["lines"].as_array().unwrap().iter().find(|line| line["name"] == "1").unwrap();
    for part in ["stops", "headway", "style"] {
        assert_eq!(kept[part], before["lines"][0][part], "{part}");
    }
    assert_eq!(kept["frozen"], true);
    assert_eq!(server.get(&format!("/api/plans/{plan}")).json()["lines"].as_array().unwrap().len(), 3);
}

#[test]
fn a_stopped_search_keeps_its_best() {
    let server = TestServer::start();
    let plan = drawn_plan(&server);
    let id = started(
        &server,
        json!({"kind": "improve", "plan": plan, "vehicles": 40, "seconds": 3600, "name": "Best"}),
    );
    while server.get(&format!("/api/jobs/{id}/network")).json()["lines"].as_array().unwrap().is_empty() {
        std::thread::sleep(Duration::from_millis(50));
    }
    server.post(&format!("/api/jobs/{id}/stop"), &json!({}));
    let job = server.job_over(&id, PATIENCE);
    assert_eq!(job["state"], "stopped", "{job}");
    let found = server.get(&format!("/api/plans/{}", job["result"]["plan"].as_str().unwrap())).json();
    assert_eq!(found["name"], "Best");
    assert_eq!(
        server.raw("DELETE", &format!("/api/jobs/{id}"), &[("Host", &server.host())], b"").status,
        204
    );
    assert_eq!(server.get(&format!("/api/jobs/{id}")).status, 404);
}

#[test]
fn a_front_opens_as_plans() {
    let server = TestServer::start();
    let plan = drawn_plan(&server);
    let id = started(
        &server,
        json!({"kind": "front", "plan": plan, "vehicles": [20, 60], "points": 3, "seconds": 3}),
    );
    let job = server.job_over(&id, PATIENCE);
    assert_eq!(job["state"], "done", "{job}");
    let points = job["result"]["points"].as_array().unwrap();
    let opens: Vec<&Value> = points.iter().filter(|point| !point["point"].is_null()).collect();
    assert!(opens.len() >= 2, "{job}");
    for point in opens {
        let from = json!({"job": id, "point": point["point"]});
        let made = server.post("/api/plans", &json!({"city": "mandl", "name": "Point", "from": from})).json();
        assert_eq!(made["figures"]["vehicles"], point["vehicles"]);
        let (mean, shown) =
            (made["figures"]["mean_min"].as_f64().unwrap(), point["mean_min"].as_f64().unwrap());
        assert!((mean - shown).abs() < 1e-3, "{mean} {shown}");
    }
}

#[test]
fn a_search_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::at(folder.path(), None, None);
    let plan = drawn_plan(&server);
    let id = started(&server, json!({"kind": "improve", "plan": plan, "vehicles": 30, "seconds": 4}));
    while server.get(&format!("/api/jobs/{id}")).json()["seconds"].as_f64().unwrap() < 1.0 {
        std::thread::sleep(Duration::from_millis(50));
    }
    server.end();
    assert!(folder.path().join("jobs").join(&id).join("run/state.json").is_file());
    let server = TestServer::at(folder.path(), None, None);
    let job = server.job_over(&id, PATIENCE);
    assert_eq!((&job["state"], &job["error"]), (&json!("done"), &Value::Null), "{job}");
    assert!(job["seconds"].as_f64().unwrap() >= 3.5, "the first second counts: {job}");
    assert_eq!(server.get("/api/workspace").json()["plans"].as_array().unwrap().len(), 2);
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let server = TestServer::start();
    let plan = drawn_plan(&server);
    let cases = [
        (json!({"kind": "improve", "plan": "p99", "vehicles": 4, "seconds": 2}), 404, "no plan p99"),
        (json!({"kind": "improve", "plan": plan, "vehicles": 0, "seconds": 2}), 422, "vehicles"),
        (json!({"kind": "improve", "plan": plan, "vehicles": 4, "seconds": 0}), 422, "second"),
        (
            json!({"kind": "front", "plan": plan, "vehicles": [9, 3], "points": 3, "seconds": 2}),
            422,
            "not a range",
        ),
        (
            json!({"kind": "front", "plan": plan, "vehicles": [3, 9], "points": 1, "seconds": 2}),
            422,
            "2 to 40",
        ),
        (
            json!({"kind": "import", "city": "x", "files": {"zones": "z", "streets": "s"}}),
            404,
            "z was not uploaded",
        ),
        (json!({"kind": "import", "city": "mandl", "files": {"zones": "z", "streets": "s"}}), 422, "already"),
        (json!({"kind": "dance"}), 400, "unknown variant"),
    ];
    for (request, status, words) in cases {
        let answer = server.post("/api/jobs", &request);
        let error = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(answer.status == status && error.contains(words), "{request}: {} {error}", answer.status);
    }
    let many: Vec<u16> = (0..21)
        .map(|_| {
            server
                .post("/api/jobs", &json!({"kind": "improve", "plan": plan, "vehicles": 30, "seconds": 3600}))
                .status
        })
        .collect();
    assert_eq!((many[19], many[20]), (201, 429));
}
