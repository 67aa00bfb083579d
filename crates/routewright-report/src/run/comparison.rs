//! The designed network beside the one it started from.

use routewright_eval::Figures;

use super::html::signed;

/// One figure of both networks.
struct Row {
    name: &'static str,
    start: f64,
    designed: f64,
    digits: usize,
    unit: &'static str,
    /// Whether less is better, more is better (reversed), or neither says anything.
    better: Better,
}

enum Better {
    Less,
    More,
    Unsaid,
}

/// A row for each figure: of the start, of the design, and the difference.
pub(super) fn comparison_table(start: &Figures, designed: &Figures) -> String {
    let percent = |at: usize| (start.transfer_percent[at], designed.transfer_percent[at]);
    let pairs = (start.unserved_pairs as f64, designed.unserved_pairs as f64);
    let broken = (start.violations.len() as f64, designed.violations.len() as f64);
    let row = |name, (start, designed): (f64, f64), digits, unit, better| {
        Row { name, start, designed, digits, unit, better }.html()
    };
    let rows = [
        row("Mean trip", (start.passenger_minutes, designed.passenger_minutes), 2, " min", Better::Less),
        row("Operating cost", (start.route_minutes, designed.route_minutes), 2, " min", Better::Less),
        row("No transfer", percent(0), 2, " %", Better::More),
        row("One transfer", percent(1), 2, " %", Better::Unsaid),
        row("Two transfers", percent(2), 2, " %", Better::Unsaid),
        row("More, or no trip", percent(3), 2, " %", Better::Less),
        row("Unserved pairs", pairs, 0, "", Better::Less),
        row("Broken constraints", broken, 0, "", Better::Less),
        row("Cost", (start.cost, designed.cost), 5, "", Better::Less),
    ];
    format!(
        "<div class=\"scroll\"><table class=\"comparison\">\n<thead><tr><th></th><th class=\"number\">Start</th>\
         <th class=\"number\">Design</th><th class=\"number\">Difference</th></tr></thead>\n<tbody>\n{}</tbody>\
         </table></div>\n",
        rows.concat()
    )
}

impl Row {
    fn html(&self) -> String {
        let Self { name, start, designed, digits, unit, better } = self;
        let difference = designed - start;
        let text = signed(difference, *digits);
        let difference_unit = if *unit == " %" { " points" } else { unit };
        let class = match better {
            _ if text == "0" || difference.is_nan() => "",
            Better::Unsaid => "",
            Better::Less => {
                if difference < 0.0 {
                    "gain"
                } else {
                    "loss"
                }
            }
            Better::More => {
                if difference > 0.0 {
                    "gain"
                } else {
                    "loss"
                }
            }
        };
        let value =
            |value: f64| if value.is_nan() { "none".into() } else { format!("{value:.digits$}{unit}") };
        let relative = match 100.0 * difference / start.abs() {
            _ if *unit == " %" || text == "0" => String::new(),
            share if share.is_finite() => format!(" <span class=\"note\">({} %)</span>", signed(share, 1)),
            _ => String::new(),
        };
        let difference = if difference.is_nan() { String::new() } else { text + difference_unit };
        format!(
            "<tr><th scope=\"row\">{name}</th><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number {class}\">{difference}{relative}</td></tr>\n",
            value(*start),
            value(*designed)
        )
    }
}
