//! The library in a dozen lines: design a network, write it, improve it.

use routewright::prelude::*;
fn main() -> routewright::Result<()> {
    let city = City::open("mandl")?;
    let problem = Problem::for_city(&city).alpha(0.8).build()?;
    let plan = Design::new(&problem).method(Method::Anneal).stop(Stop::seconds(5.0)).seed(1).run()?;
    println!("{}", plan.figures());
    plan.write_folder("plan")?;
    plan.write_gtfs("plan.zip", &GtfsOptions::default())?;
    let today = Network::open(&city, "plan/network.json")?;
    let better = Design::new(&problem).start(&today).stop(Stop::iterations(50)).run()?;
    assert!(better.figures().cost <= plan.figures().cost);
    Ok(())
}
