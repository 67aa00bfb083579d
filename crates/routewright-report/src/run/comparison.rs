//! What a council asks of a network, beside today's where one is known.

use routewright_eval::{Figures, Operations, Reach, Service};
use routewright_model::Seconds;

use super::html::{grouped, signed, trimmed};

/// Everything that is compared of a network.
pub(super) struct Side<'page> {
    pub(super) figures: &'page Figures,
    /// Mean of the trips that both networks serve, in minutes, where there are two.
    pub(super) shared_minutes: Option<f64>,
    pub(super) operations: Operations,
    /// Where people and jobs are known.
    pub(super) reach: Option<Reach>,
}

/// One figure of both networks.
struct Row {
    name: &'static str,
    today: Option<f64>,
    proposed: f64,
    digits: usize,
    unit: &'static str,
    better: Better,
}

/// What is better.
enum Better {
    Less,
    More,
    /// Neither says anything.
    Unsaid,
}

/// A row for each figure: today's if there is one, the proposed, and the difference.
pub(super) fn comparison_table(today: Option<&Side<'_>>, proposed: &Side<'_>) -> String {
    let row = |name, value: fn(&Side<'_>) -> f64, digits, unit, better| {
        let row = Row { name, today: today.map(value), proposed: value(proposed), digits, unit, better };
        row.html()
    };
    let part = |name: &str| {
        format!(
            "<tr class=\"part\"><th colspan=\"{}\">{name}</th></tr>\n",
            if today.is_some() { 4 } else { 2 }
        )
    };
    let mut rows = vec![
        part("Riders"),
        row("Mean trip, of those served", |side| side.figures.passenger_minutes, 2, " min", Better::Less),
    ];
    if let Some(minutes) = proposed.shared_minutes {
        let today = today.and_then(|side| side.shared_minutes);
        let name = "Mean trip, of those that both serve";
        let row = Row { name, today, proposed: minutes, digits: 2, unit: " min", better: Better::Less };
        rows.push(row.html());
    }
    rows.extend([
        row("No transfer", |side| side.figures.transfer_percent[0], 2, " %", Better::More),
        row("One transfer", |side| side.figures.transfer_percent[1], 2, " %", Better::Unsaid),
        row("Two transfers", |side| side.figures.transfer_percent[2], 2, " %", Better::Unsaid),
        row("More, or no trip", |side| side.figures.transfer_percent[3], 2, " %", Better::Less),
        row("Trips not served", |side| side.figures.unserved_percent, 2, " %", Better::Less),
    ]);
    if proposed.reach.is_some() {
        let reach = |side: &Side<'_>| side.reach.unwrap_or(NO_REACH);
        let of = |name, share: fn(&Reach) -> f64| {
            let percent = |side: &Side<'_>| 100.0 * share(&reach(side));
            let (today, proposed) = (today.map(percent), percent(proposed));
            Row { name, today, proposed, digits: 1, unit: " %", better: Better::More }.html()
        };
        rows.extend([
            part("Reach"),
            of("People in a served zone", |reach| reach.people_served),
            of("Jobs in a served zone", |reach| reach.jobs_served),
            of("Jobs within 30 min, door to door", |reach| reach.jobs_within[0]),
            of("Jobs within 45 min", |reach| reach.jobs_within[1]),
            of("Jobs within 60 min", |reach| reach.jobs_within[2]),
        ]);
    }
    rows.extend([
        part("Operations"),
        row("Routes", |side| side.operations.routes.len() as f64, 0, "", Better::Unsaid),
        row("Vehicles", |side| side.operations.vehicles as f64, 0, "", Better::Less),
        row("Cost per hour", |side| side.operations.cost_per_hour, 0, "", Better::Less),
        row("  if no route had to round up", |side| side.operations.busy_cost_per_hour, 0, "", Better::Less),
        row("Driving time, all directions", |side| side.figures.driven_minutes, 1, " min", Better::Less),
        row("Route time, one way", |side| side.figures.route_minutes, 1, " min", Better::Unsaid),
        part("Against the problem"),
        row("Unserved pairs", |side| side.figures.unserved_pairs as f64, 0, "", Better::Less),
        row("Broken constraints", |side| side.figures.violations.len() as f64, 0, "", Better::Less),
        row("Cost (C)", |side| side.figures.cost, 5, "", Better::Less),
    ]);
    let columns = match today {
        Some(_) => {
            "<th class=\"number\">Today</th><th class=\"number\">Proposed</th><th class=\"number\">Difference</th>"
        }
        None => "<th class=\"number\">Proposed</th>",
    };
    format!(
        "<div class=\"scroll\"><table class=\"comparison\">\n<thead><tr><th></th>{columns}</tr></thead>\n<tbody>\n{}\
         </tbody></table></div>\n",
        rows.concat()
    )
}

/// What the figures assume.
pub(super) fn assumptions(service: &Service, door_time: Option<Seconds>) -> String {
    let Service { headways, layover, cost_per_vehicle_hour } = service;
    let own = match headways.own().len() {
        0 => String::new(),
        count => format!(", {count} routes at headways of their own"),
    };
    let rest = match layover.0 {
        0 => String::new(),
        _ => format!(", {} min of rest at every end", trimmed(layover.minutes(), 1)),
    };
    let doors = door_time.map_or(String::new(), |time| {
        format!(
            " Jobs within reach: the average over all people, with {} min for walking at both ends and waiting for the \
             first vehicle.",
            trimmed(time.minutes(), 1)
        )
    });
    format!(
        "<p class=\"note\">A vehicle every {} min{own}{rest}, at {} an hour. A route needs its round trip over its headway in \
         vehicles, rounded up.{doors}</p>\n",
        trimmed(headways.every().minutes(), 1),
        trimmed(*cost_per_vehicle_hour, 2)
    )
}

const NO_REACH: Reach = Reach { people_served: 0.0, jobs_served: 0.0, jobs_within: [0.0; 3] };

impl Row {
    fn html(&self) -> String {
        let Self { name, today, proposed, .. } = self;
        let indent = if name.starts_with(' ') { "&emsp;" } else { "" };
        let cell = |value: f64| format!("<td class=\"number\">{}</td>", self.value(value));
        let before = today.map_or(String::new(), cell);
        let difference = today.map_or(String::new(), |today| self.difference(today));
        format!(
            "<tr><th scope=\"row\">{indent}{}</th>{before}{}{difference}</tr>\n",
            name.trim_start(),
            cell(*proposed)
        )
    }

    fn value(&self, value: f64) -> String {
        let Self { digits, unit, .. } = self;
        match value {
            _ if value.is_nan() => "none".into(),
            0.0.. => format!("{}{unit}", grouped(value, *digits)),
            _ => format!("{value:.digits$}{unit}"),
        }
    }

    fn difference(&self, today: f64) -> String {
        let Self { proposed, digits, unit, better, .. } = self;
        let difference = proposed - today;
        let text = signed(difference, *digits);
        let class = match better {
            _ if text == "0" || difference.is_nan() => "",
            Better::Unsaid => "",
            Better::Less if difference < 0.0 => "gain",
            Better::More if difference > 0.0 => "gain",
            Better::Less | Better::More => "loss",
        };
        let unit_of_difference = if *unit == " %" { " points" } else { unit };
        let relative = match 100.0 * difference / today.abs() {
            _ if *unit == " %" || text == "0" => String::new(),
            share if share.is_finite() => format!(" <span class=\"note\">({} %)</span>", signed(share, 1)),
            _ => String::new(),
        };
        let difference = if difference.is_nan() { String::new() } else { text + unit_of_difference };
        format!("<td class=\"number {class}\">{difference}{relative}</td>")
    }
}
