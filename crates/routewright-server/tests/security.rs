//! What strangers try.

mod support;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;
use support::{TestServer, read_answer};

#[test]
fn other_hosts_and_other_pages_are_refused() {
    let server = TestServer::start();
    let (host, port) = (server.host(), server.port());
    let local = format!("localhost:{port}");
    let evil = format!("evil.example:{port}");
    let own_origin = format!("http://{host}");
    let ask = |headers: &[(&str, &str)]| server.raw("GET", "/api/workspace", headers, b"").status;
    assert_eq!(ask(&[("Host", &host)]), 200);
    assert_eq!(ask(&[("Host", &local)]), 200);
    assert_eq!(ask(&[("Host", &evil)]), 403);
    assert_eq!(ask(&[("Host", "127.0.0.1")]), 403);
    assert_eq!(ask(&[("Host", "")]), 403);
    assert_eq!(ask(&[("Host", &host), ("Origin", &own_origin)]), 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1", &format!("http://localhost:{port}")] {
        assert_eq!(ask(&[("Host", &host), ("Origin", origin)]), 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        assert_eq!(ask(&[("Host", &host), ("Sec-Fetch-Site", site)]), 403, "{site}");
    }
    // What a form of another page can send without asking first.
    let body = json!({"city": "mandl", "name": "Forged"}).to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let answer =
            server.raw("POST", "/api/plans", &[("Host", &host), ("Content-Type", kind)], body.as_bytes());
        assert_eq!(answer.status, 415, "{kind}");
    }
    assert_eq!(server.get("/api/workspace").json()["plans"], json!([]));
}

#[test]
fn answers_carry_a_strict_policy() {
    let server = TestServer::start();
    for path in ["/", "/api/workspace", "/nowhere", "/assets/planner.css"] {
        let head = server.get(path).head.to_lowercase();
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff") && head.contains("frame-ancestors 'none'"));
        assert!(!head.contains("unsafe-inline") && !head.contains("access-control-allow-origin"));
    }
    let report = server.get("/compare.html?plans=p1").head.to_lowercase();
    assert!(
        report.contains("content-security-policy: sandbox allow-scripts allow-modals; default-src 'none'"),
        "{report}"
    );
}

#[test]
fn no_request_leaves_the_folder() {
    let server = TestServer::start();
    std::fs::write(server.folder.parent().unwrap().join("secret.json"), "{\"secret\": 1}").unwrap();
    let out = [
        "..",
        "%2e%2e",
        "%2E%2E%2F",
        "..%2f..%2fsecret.json",
        "..%5c",
        "%00",
        ".",
        "....//",
        "p1%2f..%2f..",
        "~root",
    ];
    for part in out {
        for path in [
            format!("/api/plans/{part}"),
            format!("/api/plans/{part}/export/network.json"),
            format!("/api/cities/{part}/map"),
            format!("/api/jobs/{part}"),
            format!("/api/jobs/{part}/network"),
            format!("/assets/{part}/Cargo.toml"),
            format!("/assets/{part}%2fCargo.toml"),
        ] {
            let answer = server.get(&path);
            assert!([400, 404].contains(&answer.status), "{path}: {}", answer.status);
            assert!(!answer.text().contains("secret\":"), "{path}");
        }
        let host = server.host();
        let headers = [("Host", &*host), ("Content-Type", "application/octet-stream")];
        let answer = server.raw("PUT", &format!("/api/uploads/{part}"), &headers, b"x");
        assert!([400, 404, 405].contains(&answer.status), "{part}: {}", answer.status);
        let made = server.post("/api/plans", &json!({"city": "../../mandl", "name": "x"}));
        assert_eq!(made.status, 404);
    }
    let files: Vec<_> = std::fs::read_dir(server.folder.parent().unwrap())
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(files.len(), 2, "{files:?}");
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    let server = TestServer::start();
    let plan = server.plan("Real");
    server.edit(&plan, 0, json!({"do": "draw", "stops": [0, 2]}));
    // Somebody puts links into the workspace: to another plan, another city, and another place for uploads.
    std::fs::rename(server.folder.join("plans").join(&plan), outside.path().join("plan")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("plan"), server.folder.join("plans/p9")).unwrap();
    std::os::unix::fs::symlink("/etc", server.folder.join("cities/etc")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("target"), server.folder.join("uploads/zones.csv"))
        .unwrap();
    assert_eq!(server.get("/api/plans/p9").status, 404);
    assert_eq!(server.get("/api/cities/etc/map").status, 404);
    let listed = server.get("/api/workspace").json();
    assert_eq!(
        (listed["plans"].as_array().unwrap().len(), listed["cities"].as_array().unwrap().len()),
        (0, 1)
    );
    let host = server.host();
    let headers = [("Host", &*host), ("Content-Type", "application/octet-stream")];
    assert_eq!(server.raw("PUT", "/api/uploads/zones.csv", &headers, b"overwritten").status, 404);
    assert!(!outside.path().join("target").exists());

    // Links for single files: nothing behind them is read or written, and a staged upload never follows one.
    let steps = outside.path().join("steps");
    std::fs::write(&steps, "not a journal").unwrap();
    let linked = server.plan("Linked");
    let copy = server.folder.join("plans/p900");
    std::fs::create_dir(&copy).unwrap();
    for file in std::fs::read_dir(server.folder.join("plans").join(&linked)).unwrap().flatten() {
        std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
    }
    assert_eq!(server.get("/api/plans/p900").status, 200);
    assert_eq!(server.send("DELETE", "/api/plans/p900", &json!({})).status / 100, 2);
    std::fs::rename(server.folder.join("deleted/p900"), &copy).unwrap();
    let _ = std::fs::remove_file(copy.join("steps.jsonl"));
    std::os::unix::fs::symlink(&steps, copy.join("steps.jsonl")).unwrap();
    assert_eq!(server.get("/api/plans/p900").status, 404);
    assert_eq!(server.edit("p900", 0, json!({"do": "draw", "stops": [0, 2]})).status, 404);
    assert_eq!(std::fs::read_to_string(&steps).unwrap(), "not a journal");
    std::fs::create_dir(server.folder.join("cities/linked")).unwrap();
    std::os::unix::fs::symlink(&steps, server.folder.join("cities/linked/nodes.csv")).unwrap();
    assert_eq!(server.get("/api/cities/linked/map").status, 404);
    std::os::unix::fs::symlink(&steps, server.folder.join("uploads/z.csv.part")).unwrap();
    let host = server.host();
    let headers = [("Host", &*host), ("Content-Type", "application/octet-stream")];
    assert_eq!(server.raw("PUT", "/api/uploads/z.csv", &headers, b"new").status, 200);
    assert_eq!(std::fs::read_to_string(&steps).unwrap(), "not a journal");
}

#[test]
fn a_gigabyte_is_refused() {
    let server = TestServer::start();
    let plan = server.plan("Large");
    // Announced: refused before it comes.
    for path in [format!("/api/plans/{plan}/edits"), "/api/uploads/zones.csv".into()] {
        let method = if path.contains("uploads") { "PUT" } else { "POST" };
        let kind = if path.contains("uploads") { "application/octet-stream" } else { "application/json" };
        let mut stream = server.connect();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: 1073741824\r\n\r\n",
            server.host()
        );
        stream.write_all(head.as_bytes()).unwrap();
        assert_eq!(read_answer(&mut stream).status, 413, "{path}");
    }
    // Not announced: refused once it is too much.
    let mut stream = server.connect();
    let head = format!(
        "POST /api/plans/{plan}/edits HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.host()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let part = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
    let sent = (0..16_384).take_while(|_| stream.write_all(&part).is_ok()).count();
    assert!(sent < 2_000, "{sent} parts of 64 kB were taken");
    assert_eq!(server.get(&format!("/api/plans/{plan}")).json()["revision"], 0);
}

#[test]
fn ten_thousand_silent_connections_do_no_harm() {
    let server = TestServer::start();
    let plan = server.plan("Busy");
    // Silent ones stay open, a thousand at a time; those before them are hung up by us.
    let mut silent = Vec::new();
    let mut slowest = Duration::ZERO;
    for round in 0..10 {
        silent.clear();
        silent.extend((0..1000).map(|_| server.connect()));
        let began = Instant::now();
        let answer = server.edit(&plan, round, json!({"do": "draw", "stops": [0, 2], "headway": 10}));
        assert_eq!(answer.status, 200, "round {round}: {}", answer.text());
        slowest = slowest.max(began.elapsed());
    }
    assert!(slowest < Duration::from_secs(10), "an edit waited {slowest:?}");
    // The oldest of them was hung up to make room for others.
    silent[0].set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let end = silent[0].read(&mut [0; 1]);
    let is_reset = |error: &std::io::Error| error.kind() == std::io::ErrorKind::ConnectionReset;
    assert!(matches!(&end, Ok(0)) || end.as_ref().is_err_and(is_reset), "{end:?}");
}

#[test]
fn script_in_names_stays_text() {
    let server = TestServer::start();
    let evil = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&";
    let plan = server.plan(evil);
    let line = server.edit(&plan, 0, json!({"do": "draw", "stops": [0, 12], "name": "</script><b>"})).json();
    assert_eq!(line["lines"][0]["name"], "</script><b>");
    let listed = server.get("/api/workspace");
    assert!(listed.head.to_lowercase().contains("content-type: application/json"));
    assert_eq!(listed.json()["plans"][0]["name"], evil);
    for file in ["report.html", "map.svg"] {
        let text = server.get(&format!("/api/plans/{plan}/export/{file}")).text();
        assert!(
            !text.contains("<script>alert(1)")
                && !text.contains("<img src=x")
                && !text.contains("</script><b>"),
            "{file}"
        );
    }
    let feed = server.get(&format!("/api/plans/{plan}/export/gtfs.zip"));
    assert!(feed.status == 200 && !feed.head.contains("<script>"), "{}", feed.head);
}

#[test]
fn others_need_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let token = "correct-horse-battery";
    let server = TestServer::at(folder.path(), Some("127.0.0.1"), Some(token));
    assert!(server.url.ends_with(&format!("/?token={token}")));
    let host = server.host();
    let ask = |path: &str, more: &[(&str, &str)]| {
        let headers: Vec<(&str, &str)> = [("Host", &*host)].into_iter().chain(more.iter().copied()).collect();
        server.raw("GET", path, &headers, b"")
    };
    for path in ["/", "/api/workspace", "/assets/main.js", "/?token=wrong-wrong-wrong"] {
        assert_eq!(ask(path, &[]).status, 401, "{path}");
    }
    assert_eq!(ask("/api/workspace", &[("Authorization", &format!("Bearer {token}"))]).status, 200);
    assert_eq!(ask("/api/workspace", &[("Authorization", "Bearer correct-horse-batter")]).status, 401);
    let entered = ask(&format!("/?token={token}"), &[]);
    assert_eq!(entered.status, 303);
    let head = entered.head.to_lowercase();
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap().to_owned();
    assert!(cookie.contains("httponly") && cookie.contains("samesite=lax"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(ask("/api/workspace", &[("Cookie", pair)]).status, 200);
}

#[test]
fn a_workspace_has_one_server() {
    let server = TestServer::start();
    let options = routewright_server::ServerOptions {
        folder: server.folder.clone(),
        port: 0,
        listen: None,
        token: None,
    };
    let told = routewright_server::Server::new(&options).err().unwrap().to_string();
    assert!(told.contains("another program works on"), "{told}");
}
