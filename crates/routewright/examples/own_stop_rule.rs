//! A stop rule of your own: end the run once a target cost is reached.
//!
//! Such a rule knows nothing of the time that is left, so it is combined with a number of rounds, by which the
//! search cools. Run with `cargo run --release --example own_stop_rule`.

use routewright::prelude::*;

/// Ends a run when the best cost is at most the target.
struct TargetCost(f64);

impl StopRule for TargetCost {
    fn progress(&mut self, so_far: &Progress) -> f64 {
        if so_far.best_cost <= self.0 { 1.0 } else { 0.0 }
    }
}

fn main() -> routewright::Result<()> {
    let city = City::open("mandl")?;
    let problem = Problem::for_city(&city).build()?;
    let stop = Stop::any([Stop::rule(TargetCost(0.53)), Stop::iterations(400)]);
    let plan = Design::new(&problem).stop(stop).run()?;
    println!("{} after {} rounds", plan.figures(), plan.rounds());
    Ok(())
}
