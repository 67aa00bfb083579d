//! A folder to run the program in, and what it said there.
#![allow(dead_code, reason = "every test program has this module for itself and needs a part of it")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A folder of its own for one test, removed at the end.
pub struct Folder(pub PathBuf, #[allow(dead_code, reason = "held to be dropped")] tempfile::TempDir);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = tempfile::Builder::new().prefix(&format!("routewright-{name}-")).tempdir().unwrap();
        Self(folder.path().to_owned(), folder)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        fs::create_dir_all(self.0.join(name).parent().unwrap()).unwrap();
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn files(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(name)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Waits for a file, as a run under way writes it.
    pub fn await_file(&self, name: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !self.0.join(name).exists() {
            assert!(Instant::now() < deadline, "{name} was never written");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Starts the program in the folder.
    pub fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_routewright"))
            .current_dir(&self.0)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs the program in the folder to its end; arguments are split at blanks.
    pub fn run(&self, arguments: &str) -> (i32, String, String) {
        let Output { status, stdout, stderr } =
            wait(self.start(&arguments.split_whitespace().collect::<Vec<_>>()));
        (status, stdout, stderr)
    }
}

/// What the program said.
pub struct Output {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Output {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|_| panic!("{}{}", self.stdout, self.stderr))
    }
}

pub fn wait(child: Child) -> Output {
    let output = child.wait_with_output().unwrap();
    Output {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[cfg(unix)]
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}
