//! A move of your own: swap two neighbouring inner stops of a route.
//!
//! The search checks every draft, so the move need not know whether links allow the new order. Run with
//! `cargo run --release --example own_move`.

use routewright::prelude::*;
use routewright::search::rand::RngExt;

/// Swaps two neighbouring inner stops.
struct SwapNeighbours;

impl Move for SwapNeighbours {
    fn name(&self) -> &'static str {
        "swap-neighbours"
    }

    fn propose(
        &self,
        _context: &MoveContext<'_>,
        rng: &mut SearchRng,
        stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        // The ends stay, so two inner stops are needed.
        if stops.len() < 4 {
            return false;
        }
        // Draw indexes as `u32`, so that every platform agrees.
        let at = rng.random_range(1..stops.len() as u32 - 2) as usize;
        draft.swap(at, at + 1);
        true
    }
}

fn main() -> routewright::Result<()> {
    let city = City::open("mandl")?;
    let problem = Problem::for_city(&city).alpha(0.9).build()?;
    // The odds are relative to those of the standard moves, which sum up to 135.
    let plugins = Plugins::default().with_move(SwapNeighbours, 10);
    let plan = Design::new(&problem).plugins(plugins).stop(Stop::iterations(20)).run()?;
    println!("{}", plan.figures());
    for counts in plan.moves() {
        println!(
            "{:16} tried {:7}  legal {:7}  scored {:7}  accepted {:6}  improving {:6}",
            counts.name, counts.tried, counts.legal, counts.scored, counts.accepted, counts.improving
        );
    }
    Ok(())
}
