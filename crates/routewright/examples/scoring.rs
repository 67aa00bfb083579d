//! How many networks are scored in a second: the networks of a folder, as Rust does it.
//!
//! `cargo run --profile wheel --example scoring CITY FILE THREADS`, where a line of FILE is a network as JSON.
//! `python/benchmarks/scoring.py` compares it with Python.

use std::time::Instant;

use routewright::design::score_many;
use routewright::io::{TextFile, parse_network};
use routewright::prelude::*;

fn main() -> routewright::Result<()> {
    let words: Vec<String> = std::env::args().collect();
    let [_, city, file, threads] = &words[..] else {
        panic!("give a city, a file of networks and a number of threads")
    };
    let city = City::open(city)?;
    let problem = Problem::for_city(&city).alpha(1.0).build()?;
    let text = std::fs::read_to_string(file).expect("the file of networks can be read");
    let parse = |line: &str| parse_network(&city, &TextFile::new("line", line));
    let networks = text.lines().map(parse).collect::<Result<Vec<Network>, _>>()?;
    let networks: Vec<&Network> = networks.iter().collect();
    let threads = threads.parse().expect("threads are a number");
    let best = (0..3).map(|_| {
        let started = Instant::now();
        let scores = score_many(&problem, &networks, threads);
        assert_eq!(scores.len(), networks.len());
        started.elapsed().as_secs_f64()
    });
    println!("{}", networks.len() as f64 / best.fold(f64::INFINITY, f64::min));
    Ok(())
}
