//! Chromium, driven over its debugging protocol as a person would use it: pointer, keys, and looking.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long a person would wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    last: u64,
    /// Errors that the page logged.
    pub errors: Vec<String>,
    /// Addresses that the page asked for.
    pub requests: Vec<String>,
    _profile: tempfile::TempDir,
}

/// The program, where there is one.
fn program() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let found = std::env::split_paths(&paths)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file());
    named.or(found)
}

impl Browser {
    /// A browser with an empty page of this size; `None`, with a message, where there is no browser. Where
    /// `ROUTEWRIGHT_REQUIRE_BROWSER` is set, that is a failure.
    pub fn start(width: u32, height: u32) -> Option<Self> {
        let Some(program) = program() else {
            let is_required = std::env::var_os("ROUTEWRIGHT_REQUIRE_BROWSER").is_some();
            assert!(!is_required, "no browser: install chromium, or name one with CHROMIUM");
            eprintln!("SKIPPED: no browser; install chromium, or name one with CHROMIUM");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let child = Command::new(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0"])
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let page = page_of(&profile.path().join("DevToolsActivePort"));
        let (socket, _) = tungstenite::connect(page).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let mut browser =
            Self { child, socket, last: 0, errors: Vec::new(), requests: Vec::new(), _profile: profile };
        for part in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{part}.enable"), json!({}));
        }
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        browser.call("Emulation.setDeviceMetricsOverride", metrics);
        Some(browser)
    }

    /// Calls a method of the protocol and waits for its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The answer to a call, or why the browser refused it.
    fn try_call(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.last += 1;
        let message = json!({"id": self.last, "method": method, "params": params}).to_string();
        self.socket.send(Message::text(message)).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == self.last {
                let error = &message["error"];
                return if error.is_null() { Ok(message["result"].clone()) } else { Err(error.clone()) };
            }
            self.note(&message);
        }
    }

    fn note(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.errors.push(params["exceptionDetails"].to_string()),
            Some("Runtime.consoleAPICalled") if params["type"] == "error" => {
                self.errors.push(params["args"].to_string())
            }
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                self.errors.push(params["entry"].to_string())
            }
            Some("Network.requestWillBeSent") => {
                self.requests.push(params["request"]["url"].as_str().unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }

    pub fn open(&mut self, url: &str) {
        self.call("Page.navigate", json!({"url": url}));
        self.until("document.readyState === 'complete'");
    }

    /// Loads the page anew and waits until it is there.
    pub fn reload(&mut self) {
        self.value("window.isBeforeReload = true");
        self.call("Page.reload", json!({}));
        self.until("!window.isBeforeReload && document.readyState === 'complete'");
    }

    /// What an expression of the page is worth.
    pub fn value(&mut self, expression: &str) -> Value {
        self.try_value(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The same, or an error where the page was left before it answered.
    fn try_value(&mut self, expression: &str) -> Result<Value, Value> {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let found = self.try_call("Runtime.evaluate", params)?;
        assert!(found["exceptionDetails"].is_null(), "{expression}: {}", found["exceptionDetails"]);
        Ok(found["result"]["value"].clone())
    }

    /// Waits until an expression is true, on this page or on one that is just taking its place.
    pub fn until(&mut self, expression: &str) {
        let began = Instant::now();
        while self.try_value(&format!("Boolean({expression})")) != Ok(Value::Bool(true)) {
            if began.elapsed() > PATIENCE {
                let text = self.value("document.body.innerText");
                panic!("never: {expression}\nerrors: {:?}\nthe page says: {text}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Waits until something is there and can be seen.
    pub fn see(&mut self, selector: &str) {
        self.until(&format!("document.querySelector({selector:?})?.getClientRects().length"));
    }

    pub fn text(&mut self, selector: &str) -> String {
        self.see(selector);
        self.value(&format!("document.querySelector({selector:?}).innerText"))
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Clicks into the middle of something, once nothing covers it.
    pub fn click(&mut self, selector: &str) {
        self.see(selector);
        self.until(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center'}}); \
             const b = e.getBoundingClientRect(); \
             return e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)); }})()"
        ));
        let place = self.value(&format!(
            "(() => {{ const b = document.querySelector({selector:?}).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        self.click_at(place[0].as_f64().unwrap(), place[1].as_f64().unwrap());
    }

    pub fn click_at(&mut self, x: f64, y: f64) {
        self.pointer("mouseMoved", x, y, 0);
        self.pointer("mousePressed", x, y, 1);
        self.pointer("mouseReleased", x, y, 1);
    }

    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.pointer("mouseMoved", from.0, from.1, 0);
        self.pointer("mousePressed", from.0, from.1, 1);
        for step in 1..=8 {
            let share = f64::from(step) / 8.0;
            self.pointer("mouseMoved", from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1), 1);
            std::thread::sleep(Duration::from_millis(30));
        }
        self.pointer("mouseReleased", to.0, to.1, 1);
    }

    fn pointer(&mut self, kind: &str, x: f64, y: f64, buttons: u32) {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let params =
            json!({"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", params);
    }

    /// Presses a key, such as `Enter` or `ArrowLeft`.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let params =
                json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text});
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// Replaces the text of a field.
    pub fn fill(&mut self, selector: &str, text: &str) {
        self.see(selector);
        self.value(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.focus(); e.select?.(); }})()"
        ));
        self.call("Input.insertText", json!({"text": text}));
    }

    /// A picture of the page, for people who want to look; kept where `ROUTEWRIGHT_PICTURES` names a folder.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("ROUTEWRIGHT_PICTURES") else { return };
        let data = self.call("Page.captureScreenshot", json!({"format": "png"}))["data"].clone();
        let path = PathBuf::from(folder).join(format!("{name}.png.base64"));
        std::fs::write(path, data.as_str().unwrap_or_default()).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address of the first page's debugger, once the browser has written its port.
fn page_of(file: &std::path::Path) -> String {
    let began = Instant::now();
    loop {
        let port =
            std::fs::read_to_string(file).ok().and_then(|text| text.lines().next()?.parse::<u16>().ok());
        if let Some(page) = port.and_then(first_page) {
            return page;
        }
        assert!(began.elapsed() < PATIENCE, "the browser did not start");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn first_page(port: u16) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    write!(stream, "GET /json/list HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").ok()?;
    // The browser keeps the connection open, so that the list ends where it is whole.
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let count = stream.read(&mut part).ok().filter(|&count| count > 0)?;
        answer.extend(&part[..count]);
        let text = String::from_utf8_lossy(&answer);
        let Some((_, body)) = text.split_once("\r\n\r\n") else { continue };
        let Ok(list) = serde_json::from_str::<Value>(body) else { continue };
        let page = list.as_array()?.iter().find(|target| target["type"] == "page")?;
        return Some(page["webSocketDebuggerUrl"].as_str()?.to_owned());
    }
}
