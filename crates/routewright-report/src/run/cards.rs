//! The key figures, each on a card.

use maud::{Markup, html};
use routewright_eval::Figures;
use routewright_model::Problem;

use crate::words::{counted, minutes, trimmed};

/// Words for the four shares of [`Figures::transfer_percent`], and their colours' classes.
const SHARES: [(&str, &str); 4] = [
    ("no transfer", "share-none"),
    ("one transfer", "share-one"),
    ("two transfers", "share-two"),
    ("more, or no trip", "share-more"),
];

/// All cards of a network.
pub(super) fn cards(problem: &Problem, figures: &Figures) -> Markup {
    let unserved = if figures.unserved_pairs == 0 {
        "every pair with demand is connected".to_owned()
    } else {
        let pairs = problem.city.demand_pair_count();
        format!(
            "{} % of all pairs with demand",
            trimmed(100.0 * figures.unserved_pairs as f64 / pairs as f64, 2)
        )
    };
    let all_directions =
        format!("sum of one-way route times; {} in all directions", minutes(figures.driven_minutes));
    let alpha = problem.alpha.value();
    let weights = format!(
        "weights: {} for riders (alpha), {} for the operator",
        trimmed(alpha, 3),
        trimmed(1.0 - alpha, 3)
    );
    html! {
        div.cards {
            (card("Mean trip (C_p)", &minutes(figures.passenger_minutes), &bound(problem, figures)))
            (card("Route minutes (C_o)", &minutes(figures.route_minutes), &all_directions))
            (card("Unserved", &counted(figures.unserved_pairs, "pair"), &unserved))
            (card("Cost (C)", &format!("{:.5}", figures.cost), &weights))
            (transfers(figures.transfer_percent))
        }
    }
}

fn card(name: &str, value: &str, note: &str) -> Markup {
    let (number, unit) = value.split_once(' ').unwrap_or((value, ""));
    html! {
        div.card {
            h3 { (name) }
            p.value { (number) " " span.unit { (unit) } }
            p.note { (note) }
        }
    }
}

/// How far the mean trip is above the lower bound, which holds where every trip is served.
fn bound(problem: &Problem, figures: &Figures) -> String {
    let bound = problem.city.mean_drive_minutes();
    if figures.unserved_pairs > 0 || figures.passenger_minutes.is_nan() {
        return format!("of served trips; the lower bound with all trips served is {}", minutes(bound));
    }
    let above = 100.0 * (figures.passenger_minutes / bound - 1.0);
    match above {
        0.0.. => format!("{} % above the lower bound of {}", trimmed(above, 2), minutes(bound)),
        // Fixed routes may be faster than the streets.
        _ => format!("driving alone would take {}", minutes(bound)),
    }
}

/// The shares of trips by transfers as one bar, with a key below.
fn transfers(percent: [f64; 4]) -> Markup {
    let shares = || SHARES.iter().zip(percent);
    html! {
        div.card.wide {
            h3 { "Trips by transfers" }
            div.bar {
                @for ((name, class), share) in shares().filter(|(_, share)| *share > 0.0) {
                    span class=(class)
                        style=(format!("width:{share:.3}%"))
                        title=(format!("{name}: {share:.2} %")) {}
                }
            }
            ul.key {
                @for ((name, class), share) in shares() {
                    li { span class={ "dot " (class) } {} (name) " " b { (format!("{share:.2} %")) } }
                }
            }
        }
    }
}
