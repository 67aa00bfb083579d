//! The key figures, each on a card.

use routewright_eval::Figures;
use routewright_model::Problem;

use super::html::{counted, minutes, trimmed};

/// Words for the four shares of [`Figures::transfer_percent`], and their colours' classes.
const SHARES: [(&str, &str); 4] = [
    ("no transfer", "share-none"),
    ("one transfer", "share-one"),
    ("two transfers", "share-two"),
    ("more, or no trip", "share-more"),
];

/// All cards of a network.
pub(super) fn cards(problem: &Problem, figures: &Figures) -> String {
    let served = figures.unserved_pairs == 0;
    let unserved = if served {
        "every pair with demand is connected".to_owned()
    } else {
        let pairs = problem.city.demand_pair_count();
        format!(
            "{} % of all pairs with demand",
            trimmed(100.0 * figures.unserved_pairs as f64 / pairs as f64, 2)
        )
    };
    let alpha = problem.alpha.value();
    let figure_cards = [
        card("Mean trip", &minutes(figures.passenger_minutes), &bound(problem, figures)),
        card(
            "Operating cost",
            &minutes(figures.route_minutes),
            &format!("sum of one-way route times; {} in all directions", minutes(figures.driven_minutes)),
        ),
        card("Unserved", &counted(figures.unserved_pairs, "pair"), &unserved),
        card(
            "Cost",
            &format!("{:.5}", figures.cost),
            &format!("riders weigh {} (alpha), the operator {}", trimmed(alpha, 3), trimmed(1.0 - alpha, 3)),
        ),
    ];
    format!("<div class=\"cards\">\n{}{}</div>\n", figure_cards.concat(), transfers(figures.transfer_percent))
}

fn card(name: &str, value: &str, note: &str) -> String {
    let (number, unit) = value.split_once(' ').unwrap_or((value, ""));
    format!(
        "<div class=\"card\"><h3>{name}</h3><p class=\"value\">{number} <span class=\"unit\">{unit}</span></p>\
         <p class=\"note\">{note}</p></div>\n"
    )
}

/// How far the mean trip is above what no network can beat, which holds where every trip is served.
fn bound(problem: &Problem, figures: &Figures) -> String {
    let bound = problem.city.mean_drive_minutes();
    if figures.unserved_pairs > 0 || figures.passenger_minutes.is_nan() {
        return format!("of trips that are served; no network that serves all is below {}", minutes(bound));
    }
    let above = 100.0 * (figures.passenger_minutes / bound - 1.0);
    match above {
        0.0.. => format!("{} % above the lower bound of {}", trimmed(above, 2), minutes(bound)),
        // Fixed routes may be faster than the streets.
        _ => format!("driving alone would take {}", minutes(bound)),
    }
}

/// The shares of trips by transfers as one bar, with a key below.
fn transfers(percent: [f64; 4]) -> String {
    let parts = SHARES.iter().zip(percent).filter(|(_, share)| *share > 0.0).map(|((name, class), share)| {
        format!("<span class=\"{class}\" style=\"width:{share:.3}%\" title=\"{name}: {share:.2} %\"></span>")
    });
    let key = SHARES.iter().zip(percent).map(|((name, class), share)| {
        format!("<li><span class=\"dot {class}\"></span>{name} <b>{share:.2} %</b></li>")
    });
    format!(
        "<div class=\"card wide\"><h3>Trips by transfers</h3><div class=\"bar\">{}</div><ul class=\"key\">{}</ul>\
         </div>\n",
        parts.collect::<String>(),
        key.collect::<String>()
    )
}
