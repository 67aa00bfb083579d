//! `cargo xtask fuzz`: feeds damaged files to every reader for a number of cases or seconds.

use std::fs;
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_io::fuzz::{Case, Reader};

/// A case of a few hundred bytes that takes longer is also a fault.
const LONGEST_CASE: Duration = Duration::from_secs(5);

/// Runs cases for all readers in turn. Exits 1 at the first fault, whose files are kept, and 2 on wrong usage.
pub fn run(arguments: impl Iterator<Item = String>) -> ExitCode {
    let plan = match Plan::parse(arguments) {
        Ok(plan) => plan,
        Err(problem) => {
            eprintln!("{problem}\n  help: cargo xtask fuzz [--cases N | --seconds N] [--seed N]");
            return ExitCode::from(2);
        }
    };
    panic::set_hook(Box::new(|_| {})); // reported below, with the case
    let started = Instant::now();
    let mut tallies = Reader::ALL.map(|_| Tally::default());
    let mut number = 0;
    while !plan.is_done(number, started) {
        let at = (number % Reader::ALL.len() as u64) as usize;
        if let Err(fault) = run_case(Reader::ALL[at], plan.seed, number, &mut tallies[at]) {
            eprintln!("{fault}");
            return ExitCode::FAILURE;
        }
        number += 1;
        if number.is_multiple_of(100_000) {
            eprintln!("{number} cases in {:.0} s", started.elapsed().as_secs_f64());
        }
    }
    report(&plan, number, started.elapsed(), &tallies);
    ExitCode::SUCCESS
}

/// When to stop.
struct Plan {
    seed: u64,
    cases: Option<u64>,
    seconds: Option<u64>,
}

impl Plan {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut plan = Self { seed: 1, cases: None, seconds: None };
        while let Some(flag) = arguments.next() {
            let value = arguments.next().and_then(|text| text.parse().ok());
            let needed = value.ok_or_else(|| format!("{flag} needs a whole number"));
            match flag.as_str() {
                "--seed" => plan.seed = needed?,
                "--cases" => plan.cases = Some(needed?),
                "--seconds" => plan.seconds = Some(needed?),
                _ => return Err(format!("{flag} is unknown")),
            }
        }
        match (plan.cases, plan.seconds) {
            (Some(_), Some(_)) => Err("--cases and --seconds exclude each other".into()),
            (None, None) => Ok(Self { cases: Some(100_000), ..plan }),
            _ => Ok(plan),
        }
    }

    fn is_done(&self, number: u64, started: Instant) -> bool {
        self.cases.is_some_and(|cases| number >= cases)
            || self.seconds.is_some_and(|seconds| started.elapsed().as_secs() >= seconds)
    }
}

/// Results of the cases of one reader.
#[derive(Default)]
struct Tally {
    cases: u64,
    accepted: u64,
    slowest: Duration,
}

/// # Errors
/// What went wrong, in words.
fn run_case(reader: Reader, seed: u64, number: u64, tally: &mut Tally) -> Result<(), String> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    let case = Case::draw(reader, &mut |below| rng.random_range(0..below));
    let started = Instant::now();
    let outcome = panic::catch_unwind(|| case.run());
    let took = started.elapsed();
    tally.cases += 1;
    tally.slowest = tally.slowest.max(took);
    let fault = match outcome {
        Ok(accepted) => {
            tally.accepted += u64::from(accepted);
            (took > LONGEST_CASE).then(|| format!("took {:.1} s", took.as_secs_f64()))
        }
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Some(format!("panicked: {}", text.unwrap_or("no message")))
        }
    };
    let Some(fault) = fault else { return Ok(()) };
    let folder = keep(&case, seed, number).map_err(|error| format!("cannot keep a faulty case: {error}"))?;
    let name = reader.name();
    Err(format!(
        "seed {seed}, case {number}, reader {name} {fault}\n  help: its files are in {}",
        folder.display()
    ))
}

/// Writes the files of a case below `target/fuzz`.
fn keep(case: &Case, seed: u64, number: u64) -> std::io::Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    let folder = root.join(format!("{}-{seed}-{number}", case.reader.name()));
    fs::create_dir_all(&folder)?;
    for (name, bytes) in &case.files {
        fs::write(folder.join(name), bytes)?;
    }
    Ok(folder)
}

fn report(plan: &Plan, cases: u64, took: Duration, tallies: &[Tally]) {
    println!("{cases} cases in {:.1} s, seed {}, no fault", took.as_secs_f64(), plan.seed);
    println!("{:<12} {:>10} {:>10} {:>12}", "reader", "cases", "accepted", "slowest ms");
    for (reader, tally) in Reader::ALL.iter().zip(tallies) {
        let slowest = tally.slowest.as_secs_f64() * 1e3;
        println!("{:<12} {:>10} {:>10} {:>12.2}", reader.name(), tally.cases, tally.accepted, slowest);
    }
    if let Some(memory) = peak_memory() {
        println!("peak memory: {memory}");
    }
}

/// As Linux reports it; `None` elsewhere.
fn peak_memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().to_owned())
}
