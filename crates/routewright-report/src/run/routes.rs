//! The routes as a table.

use maud::{Markup, PreEscaped, html};
use routewright_model::{City, Direction, Network, Route};

use crate::map::line_sample;
use crate::words::trimmed;

/// A row per route: its line on the map, name, number of stops, minutes and the stops by name. Those that the search was
/// not allowed to change are marked.
pub(super) fn route_table(city: &City, network: &Network, frozen: &[String], styles: &[usize]) -> Markup {
    html! {
        div.scroll {
            table.routes {
                thead {
                    tr {
                        th {}
                        th { "Route" }
                        th.number { "Stops" }
                        th.number { "Minutes" }
                        th { "Calls at" }
                    }
                }
                tbody {
                    @for (index, route) in network.routes.iter().enumerate() {
                        tr {
                            td { (PreEscaped(line_sample(styles, index))) }
                            th scope="row" {
                                (route.name()) @if route.direction() == Direction::OneWay { " →" }
                                @if frozen.iter().any(|name| name == route.name()) { " " span.note { "frozen" } }
                            }
                            td.number { (route.stop_count()) }
                            td.number { (minutes(route)) }
                            td.stops { (stop_list(city, route)) }
                        }
                    }
                }
            }
        }
    }
}

/// Minutes out, and back where that takes a different time.
fn minutes(route: &Route) -> String {
    let (out, back) = (route.time_out(), route.time_back());
    match route.direction() {
        Direction::BothWays if out != back => {
            format!("{} / {}", trimmed(out.minutes(), 2), trimmed(back.minutes(), 2))
        }
        _ => trimmed(out.minutes(), 2),
    }
}

fn stop_list(city: &City, route: &Route) -> String {
    let names: Vec<&str> = route.stops().iter().map(|&stop| city.node(stop).label()).collect();
    names.join(" – ")
}
