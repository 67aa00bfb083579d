//! The routes as a table.

use routewright_model::{City, Direction, Network};

use super::html::{escape, stop_list, trimmed};
use crate::map::line_sample;

/// A row for each route: its line on the map, name, stops, minutes and the stops by name.
pub(super) fn route_table(city: &City, network: &Network) -> String {
    let rows = network.routes.iter().enumerate().map(|(index, route)| {
        let arrow = if route.direction() == Direction::OneWay { " →" } else { "" };
        let (out, back) = (route.time_out(), route.time_back());
        let ways = match route.direction() {
            Direction::BothWays if out != back => format!(" / {}", trimmed(back.minutes(), 2)),
            _ => String::new(),
        };
        format!(
            "<tr><td>{}</td><th scope=\"row\">{}{arrow}</th><td class=\"number\">{}</td>\
             <td class=\"number\">{}{ways}</td><td class=\"stops\">{}</td></tr>\n",
            line_sample(index),
            escape(route.name()),
            route.stop_count(),
            trimmed(out.minutes(), 2),
            stop_list(city, route)
        )
    });
    format!(
        "<div class=\"scroll\"><table class=\"routes\">\n<thead><tr><th></th><th>Route</th>\
         <th class=\"number\">Stops</th><th class=\"number\">Minutes</th><th>Calls at</th></tr></thead>\n\
         <tbody>\n{}</tbody></table></div>\n",
        rows.collect::<String>()
    )
}
