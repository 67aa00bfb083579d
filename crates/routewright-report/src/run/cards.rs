//! The key figures, each on a card.

use maud::{Markup, html};
use routewright_eval::{Figures, LowerBounds};
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
pub(super) fn cards(problem: &Problem, figures: &Figures, bounds: &LowerBounds) -> Markup {
    let unserved = if figures.unserved_pairs == 0 {
        "every pair with demand is connected".to_owned()
    } else {
        let pairs = problem.city.demand_pair_count();
        format!(
            "{} % of all pairs with demand",
            trimmed(100.0 * figures.unserved_pairs as f64 / pairs as f64, 2)
        )
    };
    let one_way =
        format!("sum of one-way route times; {} in all directions", minutes(figures.driven_minutes));
    let route_note = match bounds.route_minutes {
        Some(bound) => format!("{}; {one_way}", above(bound, bounds.route_gap_percent(figures))),
        None => one_way,
    };
    let trip_note = match bounds.passenger_minutes {
        Some(bound) if figures.unserved_pairs > 0 => {
            format!("of served trips; of all, {} or more", minutes(bound))
        }
        Some(bound) => above(bound, bounds.passenger_gap_percent(figures)),
        // Fixed routes may be faster than the streets.
        None => format!("driving alone would take {}", minutes(problem.city.mean_drive_minutes())),
    };
    let alpha = problem.alpha.value();
    let weights = format!(
        "weights: {} for riders (alpha), {} for the operator",
        trimmed(alpha, 3),
        trimmed(1.0 - alpha, 3)
    );
    html! {
        div.cards {
            (card("Mean trip (C_p)", &minutes(figures.passenger_minutes), &trip_note))
            (card("Route minutes (C_o)", &minutes(figures.route_minutes), &route_note))
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

/// How far a figure is above its lower bound, which holds where all constraints are met.
fn above(bound: f64, gap_percent: Option<f64>) -> String {
    let bound = minutes(bound);
    match gap_percent {
        Some(0.0) => "the least possible".to_owned(),
        Some(gap) => {
            format!("at most {} % above the least possible, which is {bound} or more", trimmed(gap, 2))
        }
        None => format!("with all constraints met, {bound} or more"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_say_how_far_figures_are_above_the_least_possible() {
        let problem =
            Problem::for_city(&std::sync::Arc::new(routewright_model::City::mandl())).build().unwrap();
        let figures = Figures {
            cost: 1.0,
            passenger_minutes: 10.0,
            route_minutes: 64.0,
            driven_minutes: 128.0,
            transfer_percent: [100.0, 0.0, 0.0, 0.0],
            unserved_percent: 0.0,
            unserved_pairs: 0,
            violations: Vec::new(),
        };
        let page = |bounds: LowerBounds, figures: &Figures| cards(&problem, figures, &bounds).into_string();
        let bounds = LowerBounds { passenger_minutes: Some(10.0), route_minutes: Some(63.0) };
        let known = page(bounds, &figures);
        assert!(known.contains("<p class=\"note\">the least possible</p>"), "{known}");
        let told = "at most 1.59 % above the least possible, which is 63 min or more; sum of one-way route times; 128 min";
        assert!(known.contains(told), "{known}");
        let unknown = page(LowerBounds::default(), &figures);
        assert!(
            unknown.contains("driving alone would take 10.01 min") && !unknown.contains("63 min"),
            "{unknown}"
        );
        let unserved = Figures {
            unserved_pairs: 2,
            violations: vec![routewright_eval::Violation::Unserved { pairs: 2 }],
            ..figures
        };
        let unserved = page(bounds, &unserved);
        assert!(unserved.contains("of served trips; of all, 10 min or more"), "{unserved}");
        assert!(unserved.contains("with all constraints met, 63 min or more; sum of"), "{unserved}");
    }
}
