//! A server on a port of its own, and a client that says exactly what a test wants it to say.

#![allow(dead_code)] // every test uses a part of it

pub mod browser;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use routewright_server::{Server, ServerOptions};
use serde_json::{Value, json};

/// A server that ends with the test.
pub struct TestServer {
    pub url: String,
    pub folder: PathBuf,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _temporary: Option<tempfile::TempDir>,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl TestServer {
    pub fn start() -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let mut server = Self::at(&temporary.path().join("workspace"), None, None);
        server._temporary = Some(temporary);
        server
    }

    pub fn at(folder: &Path, listen: Option<&str>, token: Option<&str>) -> Self {
        let options = ServerOptions {
            folder: folder.to_owned(),
            port: 0,
            listen: listen.map(|address| address.parse().unwrap()),
            token: token.map(str::to_owned),
        };
        let server = Server::new(&options).unwrap_or_else(|error| panic!("{error}"));
        let (url, stop) = (server.url(), Arc::new(AtomicBool::new(false)));
        let flag = stop.clone();
        let thread = Some(std::thread::spawn(move || server.run(&flag)));
        Self { url, folder: folder.to_owned(), stop, thread, _temporary: None }
    }

    pub fn port(&self) -> u16 {
        let host = self.url.split('/').nth(2).unwrap();
        host.rsplit_once(':').unwrap().1.parse().unwrap()
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port())
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request with these headers besides its length.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = self.connect();
        stream.write_all((head + "\r\n").as_bytes()).unwrap();
        // A server that refuses early may hang up before it has read everything.
        let _ = stream.write_all(body);
        read_answer(&mut stream)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.raw("GET", path, &[("Host", &self.host())], b"")
    }

    pub fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        let (host, body) = (self.host(), body.to_string());
        self.raw(method, path, &[("Host", &host), ("Content-Type", "application/json")], body.as_bytes())
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, body)
    }

    /// A new plan of Mandl's city, and its id.
    pub fn plan(&self, name: &str) -> String {
        let made = self.post("/api/plans", &json!({"city": "mandl", "name": name, "from": "empty"}));
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["id"].as_str().unwrap().to_owned()
    }

    pub fn edit(&self, plan: &str, revision: u64, edit: Value) -> Answer {
        self.post(&format!("/api/plans/{plan}/edits"), &json!({"revision": revision, "edit": edit}))
    }

    /// Waits until a job is over.
    pub fn job_over(&self, id: &str, patience: Duration) -> Value {
        let began = Instant::now();
        loop {
            let job = self.get(&format!("/api/jobs/{id}")).json();
            if !["waiting", "running"].contains(&job["state"].as_str().unwrap()) {
                return job;
            }
            assert!(began.elapsed() < patience, "still not over: {job}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends the server; its folder stays.
    pub fn end(mut self) {
        self.finish();
    }

    fn finish(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.finish();
    }
}

pub fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or_else(|| {
        panic!("no answer, only {:?}", String::from_utf8_lossy(&bytes));
    });
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Answer { status, head, body: bytes[end + 4..].to_vec() }
}
