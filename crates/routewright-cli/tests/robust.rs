//! The program under odd conditions: closed pipes, odd arguments, signals, damaged folders, rare routes.

use std::fs;

mod scratch;

use scratch::{Folder, wait};

#[test]
fn a_closed_terminal_ends_no_run() {
    let folder = Folder::new("closed");
    for (arguments, result) in [
        (&["design", "mandl", "--seconds", "0.3", "--out", "plan"][..], "plan/report.html"),
        (&["front", "mandl", "--seconds", "0.3", "--out", "front"], "front/front.html"),
    ] {
        let mut child = folder.start(arguments);
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
        assert!(folder.0.join(result).is_file(), "{arguments:?}");
    }
}

#[test]
fn values_out_of_range_are_refused_with_status_2() {
    let folder = Folder::new("values");
    for (arguments, message) in [
        ("design mandl --alpha -0.1", "alpha must lie between 0 and 1, but is -0.1"),
        ("design mandl --max-stops 9223372036854775807", "at most 1000000 stops"),
        ("design mandl --method lc --temperature 1e-38", "--temperature must be between"),
        ("design mandl --transfer-penalty 139680", "from 0 to 1440 minutes"),
        ("design mandl --freeze 1", "--freeze needs a network to start from"),
    ] {
        let (status, stdout, stderr) = folder.run(arguments);
        assert_eq!((status, stdout.as_str()), (2, ""), "{arguments}: {stderr}");
        assert!(stderr.contains(message), "{arguments}: {stderr}");
    }
}

#[test]
fn two_runs_cannot_share_a_folder() {
    let folder = Folder::new("shared");
    let mut first = folder.start(&["design", "mandl", "--seconds", "60", "--out", "plan"]);
    folder.await_file("plan/state.json");
    for second in ["design mandl --seconds 1 --out plan", "design --resume plan"] {
        let (status, _, stderr) = folder.run(second);
        assert_eq!(status, 2, "{second}: {stderr}");
        assert!(stderr.contains("another run is writing to plan"), "{second}: {stderr}");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    // A run that was killed keeps nobody out.
    let (status, _, stderr) = folder.run("design mandl --iterations 1 --out plan");
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("overwriting the unfinished run in plan"), "{stderr}");
    assert!(!folder.0.join("plan/.lock").exists());
}

#[test]
fn damaged_runs_are_input_errors() {
    let folder = Folder::new("damaged");
    let mut child = folder.start(&["design", "mandl", "--iterations", "100000", "--out", "plan"]);
    folder.await_file("plan/state.json");
    child.kill().unwrap();
    child.wait().unwrap();
    let state = fs::read(folder.0.join("plan/state.json")).unwrap();
    let text = String::from_utf8(state.clone()).unwrap();
    let refused = |bytes: &[u8], name: &str| {
        fs::write(folder.0.join("plan/state.json"), bytes).unwrap();
        let (status, _, stderr) = folder.run("design --resume plan");
        assert_eq!(status, 2, "{name}: {stderr}");
        assert!(!stderr.contains("bug"), "{name}: {stderr}");
    };
    refused(b"\xff\xfe{}", "not text");
    refused(b"{}", "empty");
    refused(&state[..state.len() / 2], "cut off");
    refused(text.replacen("\"best-cost\":0", "\"best-cost\":7", 1).as_bytes(), "another cost");
    refused(text.replacen("\"best\":[[", "\"best\":[[9,", 1).as_bytes(), "another network");
    refused(text.replacen("\"rounds\":", "\"rounds\":-", 1).as_bytes(), "negative rounds");
}

#[test]
fn where_legal_routes_are_rare_a_network_or_the_reason_is_given() {
    let folder = Folder::new("rare");
    let start = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mandl-six-routes.txt");
    for seed in 1..6 {
        let (status, stdout, stderr) = folder.run(&format!(
            "design mandl --start {start} --min-stops 13 --max-stops 15 --routes 8 --iterations 1 --seed {seed} --json"
        ));
        assert!(status == 0 || status == 1, "{status}: {stderr}");
        let value: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(value["network"].as_array().unwrap().len(), 8);
    }
    folder.write("dead/nodes.csv", "id,lat,lon,terminal\n1,0,0,0\n2,0,1,0\n3,0,2,0\n");
    folder.write("dead/links.csv", "from,to,travel_time\n1,2,5\n2,1,5\n2,3,4\n3,2,4\n");
    folder.write("dead/demand.csv", "from,to,demand\n1,3,10\n3,1,10\n");
    for method in ["anneal", "ea", "rc-ea", "rc", "lc", "nea", "all1-nea"] {
        let limits = "--routes 2 --min-stops 2 --max-stops 3 --iterations 1";
        let (status, stdout, stderr) = folder.run(&format!("design dead --method {method} {limits} --json"));
        assert_eq!((status, stdout.as_str()), (2, ""), "{method}: {stderr}");
        assert!(stderr.contains("no terminals"), "{method}: {stderr}");
    }
    let (status, _, stderr) = folder.run("front dead --routes 2 --min-stops 2 --max-stops 3 --iterations 1");
    assert_eq!(status, 2, "{stderr}");
}

#[test]
fn routes_that_repeat_because_there_are_no_others_are_reported() {
    let folder = Folder::new("repeat");
    folder.write("row/nodes.csv", "id,lat,lon,terminal\n1,0,0,1\n2,0,1,1\n3,0,2,1\n");
    folder.write("row/links.csv", "from,to,travel_time\n1,2,5\n2,1,5\n2,3,4\n3,2,4\n");
    folder.write("row/demand.csv", "from,to,demand\n1,3,10\n3,1,10\n");
    let (status, stdout, stderr) =
        folder.run("design row --routes 3 --min-stops 3 --max-stops 3 --iterations 2 --json");
    assert!(status == 0 || status == 1, "{stderr}");
    let value: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    // 1-2-3 is all there is.
    assert_eq!(value["repeated_routes"], 2, "{value}");
    assert!(stderr.contains("2 routes repeat others"), "{stderr}");
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::scratch::signal;
    use super::*;

    #[test]
    fn arguments_need_not_be_text() {
        let folder = Folder::new("bytes");
        let odd = OsStr::from_bytes(b"\xff\xfe");
        let run = |arguments: &[&OsStr]| {
            let output = Command::new(env!("CARGO_BIN_EXE_routewright"))
                .current_dir(&folder.0)
                .args(arguments)
                .output()
                .unwrap();
            (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        let text = OsStr::new;
        let (status, stderr) = run(&[text("design"), odd]);
        assert_eq!(status, 2, "{stderr}");
        // A path may be anything.
        let (status, stderr) =
            run(&[text("design"), text("mandl"), text("--iterations"), text("1"), text("--out"), odd]);
        assert_eq!(status, 0, "{stderr}");
        assert!(folder.0.join(odd).join("network.json").is_file());
    }

    #[test]
    fn signals_that_were_ignored_stay_ignored() {
        let folder = Folder::new("nohup");
        let program = env!("CARGO_BIN_EXE_routewright");
        let script = format!("trap '' HUP; exec {program} design mandl --seconds 2 --out plan --quiet");
        let child = Command::new("sh").current_dir(&folder.0).args(["-c", &script]).spawn().unwrap();
        folder.await_file("plan/state.json");
        signal(&child, "-HUP");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(folder.read("plan/run.toml").contains("finished = true"));
    }

    #[test]
    fn ctrl_c_is_answered_while_a_large_run_starts() {
        let folder = Folder::new("large");
        folder.write("start.txt", &"1-2-3-6\n".repeat(2000));
        for arguments in [
            &["design", "mandl", "--chains", "4096", "--seconds", "120", "--out", "plan"][..],
            &[
                "design",
                "mandl",
                "--start",
                "start.txt",
                "--no-distinct",
                "--seconds",
                "120",
                "--out",
                "plan",
            ],
        ] {
            let child = folder.start(arguments);
            folder.await_file("plan/run.toml");
            std::thread::sleep(Duration::from_millis(500));
            signal(&child, "-INT");
            let asked = Instant::now();
            let output = wait(child);
            assert_eq!(output.status, 130, "{arguments:?}: {}", output.stderr);
            // Far less than it would take on its own, however busy the machine.
            assert!(asked.elapsed() < Duration::from_secs(60), "{arguments:?}: {:?}", asked.elapsed());
            fs::remove_dir_all(folder.0.join("plan")).unwrap();
        }
    }
}
