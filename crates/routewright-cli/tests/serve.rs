//! `routewright serve`: what was acknowledged survives a kill.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// A server in a process of its own.
struct Served {
    child: Child,
    host: String,
}

impl Served {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_routewright"))
            .args(["serve", &folder.to_string_lossy(), "--port", "0"])
            // Set for servers that listen to others: nothing to one that does not.
            .env("ROUTEWRIGHT_TOKEN", "short")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let host = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(host.starts_with("127.0.0.1:"), "{url}");
        Self { child, host }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status and JSON of an answer; `None` if the server is gone.
fn ask(host: &str, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(host).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let status = String::from_utf8_lossy(&answer[..end]).split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_slice(&answer[end + 4..]).ok()?))
}

/// The headway that the edit of a revision asks for.
fn headway(revision: u64) -> f64 {
    5.0 + (revision % 50) as f64
}

#[test]
fn acknowledged_edits_survive_twenty_kills() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let (_, made) =
        ask(&served.host, "POST", "/api/plans", &json!({"city": "mandl", "name": "Plan", "from": "empty"}))
            .unwrap();
    let plan = made["id"].as_str().unwrap().to_owned();
    let edits = format!("/api/plans/{plan}/edits");
    let (_, drawn) = ask(
        &served.host,
        "POST",
        &edits,
        &json!({"revision": 0, "edit": {"do": "draw", "stops": [0, 12], "headway": 10}}),
    )
    .unwrap();
    let line = drawn["lines"][0]["id"].clone();
    served.kill();
    let mut revision = 1;
    for round in 0..20u64 {
        let served = Served::start(folder.path());
        let (_, state) = ask(&served.host, "GET", &format!("/api/plans/{plan}"), &json!({})).unwrap();
        let now = state["revision"].as_u64().unwrap();
        // An edit on its way when the kill came may have arrived, but nothing that was acknowledged is missing.
        assert!(now == revision || now == revision + 1, "{now} after {revision} were acknowledged");
        if now > 1 {
            assert_eq!(state["lines"][0]["headway"], headway(now), "revision {now}");
        }
        let acknowledged = Arc::new(AtomicU64::new(now));
        let (seen, host, path, line) =
            (acknowledged.clone(), served.host.clone(), edits.clone(), line.clone());
        let editor = std::thread::spawn(move || {
            let mut at = now;
            loop {
                let edit = json!({"do": "headway", "line": line, "minutes": headway(at + 1)});
                match ask(&host, "POST", &path, &json!({"revision": at, "edit": edit})) {
                    Some((200, state)) => at = state["revision"].as_u64().unwrap(),
                    Some((status, told)) => panic!("{status}: {told}"),
                    None => return,
                }
                seen.store(at, Ordering::SeqCst);
            }
        });
        // Moments spread over the time of some edits.
        std::thread::sleep(Duration::from_millis(20 + round * 37 % 211));
        served.kill();
        editor.join().unwrap();
        revision = acknowledged.load(Ordering::SeqCst);
    }
    assert!(revision > 40, "only {revision} edits were made");
}

#[test]
fn mistakes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let run_with = |token: &str, args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_routewright"));
        let done = command.arg("serve").args(args).env("ROUTEWRIGHT_TOKEN", token).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let run = |args: &[&str]| run_with("correct-horse-battery", args);
    let path = folder.path().to_string_lossy().into_owned();
    let (status, told) = run(&[&path, "--listen", "127.0.0.1", "--token", "short"]);
    assert!(status == Some(2) && told.contains("16 letters or digits"), "{told}");
    let (status, told) = run_with("short", &[&path, "--listen", "127.0.0.1"]);
    assert!(status == Some(2) && told.contains("16 letters or digits"), "{told}");
    let (status, told) = run(&[&path, "--token", "correct-horse-battery"]);
    assert!(status == Some(2) && told.contains("--listen"), "{told}");
    let served = Served::start(folder.path());
    let port = served.host.rsplit_once(':').unwrap().1.to_owned();
    let (status, told) = run(&[&path, "--port", &port]);
    assert!(status == Some(2) && told.contains("choose another port"), "{told}");
    let (status, told) = run(&[&path, "--port", "0"]);
    assert!(status == Some(2) && told.contains("another program works on"), "{told}");
}
