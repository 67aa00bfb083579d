//! What the figures assume, and what they leave out.

use maud::{Markup, html};
use routewright_eval::service::ServiceModel;
use routewright_model::City;

use crate::words::{counted, trimmed};

/// The settings as a table, then the model in plain words.
pub(crate) fn assumptions(city: &City, model: &ServiceModel) -> Markup {
    html! {
        div.columns.assumed {
            (settings(city, model))
            div {
                p {
                    "Riders know the lines and how often each one runs. At a stop they wait for the lines worth taking, board \
                    whichever comes first, and change or walk where that is faster; the loads follow from these choices."
                }
                p {
                    "Left out: crowding does not drive riders away from full vehicles, nor is anybody left behind; vehicles \
                    come evenly and timetables are not coordinated; the number of trips does not respond to the service, and \
                    fares, comfort and delays do not count."
                }
            }
        }
    }
}

fn settings(city: &City, model: &ServiceModel) -> Markup {
    let costs = &model.costs;
    let minutes = |value: f64| format!("{} min", trimmed(value, 2));
    let times = |value: f64| format!("× {}", trimmed(value, 2));
    let period = match &city.service().period {
        Some(period) => format!("{}, {} h", period.name, trimmed(model.hours, 2)),
        None => format!("not stated; demand taken as trips in {} h", trimmed(model.hours, 2)),
    };
    let walks = match city.walks().len() {
        0 => "none".to_owned(),
        count => counted(count, "walking link"),
    };
    let rows = [
        ("Period", period),
        ("Time at each stop", minutes(model.dwell.minutes())),
        ("Layover at each end", minutes(model.layover.minutes())),
        ("Places in a vehicle", trimmed(model.capacity, 1)),
        ("Riders per place, at most", trimmed(model.load_factor, 2)),
        ("Waiting", format!("{} of the time between departures", trimmed(costs.wait_factor, 2))),
        ("A minute of waiting counts", times(costs.wait_weight)),
        ("A minute of walking counts", times(costs.walk_weight)),
        ("A change counts", minutes(costs.transfer_penalty)),
        ("A trip is given up after", format!("{} perceived, and counts as that", minutes(costs.give_up))),
        ("Walks between nodes", walks),
    ];
    html! {
        table.settings {
            caption { "Settings" }
            tbody {
                @for (name, value) in rows { tr { th scope="row" { (name) } td { (value) } } }
            }
        }
    }
}
