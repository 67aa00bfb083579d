//! A policy of your own: prefer extensions that serve much demand per minute.
//!
//! Policies score the decisions of route construction; the environment draws from the scores. Run with
//! `cargo run --release --example own_policy`.

use std::num::NonZeroU32;

use routewright::env::{ConstructionOptions, Decision, Policy, Scores, Step, UniformPolicy};
use routewright::prelude::*;
use routewright::search::{Construct, ConstructConfig, NetworkSearch, Rounds, Seed, run, unwatched};

/// Scores a path by the demand between its stops per minute of driving.
struct BusyPaths;

impl Policy for BusyPaths {
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
        for (at, step) in steps.iter().enumerate() {
            // Where it may halt, both ways are equally likely: scores start at zero.
            if step.state.decision() == Decision::Halt {
                continue;
            }
            let city = &step.state.problem().city;
            for (score, action) in scores.paths_mut(at).iter_mut().zip(step.actions) {
                let path: Vec<NodeId> = city.shortest_path(action.from, action.to).collect();
                let demand: f64 = path
                    .iter()
                    .flat_map(|&from| path.iter().map(move |&to| (from, to)))
                    .map(|(from, to)| city.demand_from(from)[to.index()])
                    .sum();
                let minutes = city.drive_time(action.from, action.to).minutes().max(1.0);
                *score = (demand / minutes / 50.0) as f32;
            }
        }
    }
}

fn main() -> routewright::Result<()> {
    let city = City::open("mandl")?;
    let problem = Problem::for_city(&city).alpha(1.0).build()?;
    let samples = NonZeroU32::new(100).expect("not zero");
    let options = ConstructionOptions::default();
    for (name, config) in [
        ("busy paths", ConstructConfig::learned([BusyPaths], options, samples)),
        ("random", ConstructConfig::learned([UniformPolicy], options, samples)),
    ] {
        let mut search = Construct::new(&problem, config, Seed(1))?;
        let rounds = search.rounds();
        run(&mut search, &mut Rounds(rounds), 0, 1, &mut unwatched);
        let network = search.best().to_network(&problem.city);
        println!("best of {samples} by {name}: {}", assess(&problem, &network));
    }
    Ok(())
}
