//! A term of the cost of your own: every route should serve the hospital.
//!
//! The term is charged while searching and reported beside the cost, never inside it. Run with
//! `cargo run --release --example own_cost_term`.

use routewright::prelude::*;
use routewright::search::DesignedRoute;

/// Charges a price for every route that does not stop at a place.
struct Serve {
    place: NodeId,
    price: f64,
}

impl Serve {
    fn charge(&self, stops: &[NodeId]) -> f64 {
        if stops.contains(&self.place) { 0.0 } else { self.price }
    }
}

impl CostTerm for Serve {
    fn name(&self) -> &'static str {
        "serve-hospital"
    }

    fn cost(&self, routes: &RouteSet) -> f64 {
        routes.routes.iter().map(|route| self.charge(route.stops())).sum()
    }

    // Optional: asked for every candidate, so it is worth looking at the changed routes alone. The sum is
    // made in the same order as above, so that both give the same bits.
    fn cost_after(&self, routes: &RouteSet, _before: f64, replaced: &[(usize, &DesignedRoute)]) -> f64 {
        let stops = |at: usize| match replaced.iter().find(|(place, _)| *place == at) {
            Some((_, route)) => route.stops(),
            None => routes.routes[at].stops(),
        };
        (0..routes.routes.len()).map(|at| self.charge(stops(at))).sum()
    }
}

fn main() -> routewright::Result<()> {
    let city = City::open("mandl")?;
    let place = city.node_named("6").expect("Mandl's city has a node 6");
    let problem = Problem::for_city(&city).build()?;
    for price in [0.0, 0.02] {
        let plugins = Plugins::default().with_term(Serve { place, price });
        let plan = Design::new(&problem).plugins(plugins).stop(Stop::iterations(20)).run()?;
        let serving = plan.network().routes.iter().filter(|route| route.stops().contains(&place)).count();
        println!("price {price}: {serving} of 6 routes serve node 6; {}", plan.figures());
        for (name, charge) in plan.charges() {
            println!("  {name} charges {charge:.3} beside the cost");
        }
    }
    Ok(())
}
