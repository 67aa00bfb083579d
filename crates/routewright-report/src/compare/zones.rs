//! Who gains and who loses against today: a map per plan under one legend, and people by class of minutes.

use maud::{Markup, PreEscaped, html};
use routewright_eval::service::ZoneGain;

use super::maps::legend;
use super::{ComparePage, ComparedNetwork};
use crate::map::{GAIN_CLASSES, gain_class, gain_sample, zone_map_svg};
use crate::words::{grouped, whole_percent};

/// Who gains and who loses, counted by people where they are known, else by trips.
pub(super) struct Shares {
    /// `people` or `travellers`.
    pub(super) of_whom: &'static str,
    /// Share who gain more than a minute.
    pub(super) gaining: f64,
    /// Share who lose more than a minute.
    pub(super) losing: f64,
    /// Counts by class of [`GAIN_CLASSES`].
    classes: [f64; GAIN_CLASSES.len()],
    total: f64,
}

impl Shares {
    /// `None` where nobody is counted.
    pub(super) fn new(page: &ComparePage<'_>, plan: &ComparedNetwork) -> Option<Self> {
        let weight = |zone: &ZoneGain| page.people.map_or(zone.trips, |people| people[zone.node.index()]);
        let mut classes = [0.0; GAIN_CLASSES.len()];
        for zone in &plan.gains {
            classes[gain_class(zone.gain_min())] += weight(zone);
        }
        let total: f64 = classes.iter().sum();
        let middle = GAIN_CLASSES.len() / 2;
        let share = |classes: &[f64]| classes.iter().sum::<f64>() / total;
        (total > 0.0).then(|| Self {
            of_whom: if page.people.is_some() { "people" } else { "travellers" },
            gaining: share(&classes[..middle]),
            losing: share(&classes[middle + 1..]),
            classes,
            total,
        })
    }
}

/// The maps and the table; `None` where networks were not judged by zones.
pub(super) fn zones(page: &ComparePage<'_>) -> Option<Markup> {
    let shares: Vec<Shares> = page.plans().iter().filter_map(|plan| Shares::new(page, plan)).collect();
    if shares.len() < page.plans().len() {
        return None;
    }
    let samples: Vec<(String, String)> =
        GAIN_CLASSES.iter().enumerate().map(|(at, name)| (gain_sample(at), (*name).to_owned())).collect();
    Some(html! {
        (legend("An average trip from the zone is", &samples))
        div class={ "maps maps-" (page.plans().len()) } {
            @for plan in page.plans() {
                figure {
                    figcaption { b { (plan.name) } " " span.note { "against today" } }
                    (PreEscaped(zone_map_svg(page.city, &plan.gains)))
                }
            }
        }
        (table(page, &shares))
        p.note {
            "Circles gain or stay, diamonds lose; larger marks have more trips. Each zone is judged by the mean of all trips \
            that start in it, so that some of its people may fare differently. Unserved trips count with the minutes after \
            which a trip is given up. " code { "compare.csv" } " beside this page has every zone."
        }
    })
}

fn table(page: &ComparePage<'_>, shares: &[Shares]) -> Markup {
    let whom = shares[0].of_whom;
    let caption = match whom {
        "people" => "People by what becomes of an average trip from where they live",
        _ => "Trips per hour by what becomes of an average trip from where they start",
    };
    let rows = |classes: &dyn Fn(&Shares) -> f64| -> Markup {
        html! {
            @for shares in shares {
                td.number {
                    (grouped(classes(shares), 0)) " "
                    span.diff { (whole_percent(classes(shares) / shares.total)) }
                }
            }
        }
    };
    let middle = GAIN_CLASSES.len() / 2;
    html! {
        div.scroll {
            table.plans.classes {
                caption { (caption) }
                thead {
                    tr {
                        th {}
                        @for plan in page.plans() { th.number scope="col" { (plan.name) } }
                    }
                }
                tbody {
                    @for (at, name) in GAIN_CLASSES.iter().enumerate() {
                        tr {
                            th scope="row" { (PreEscaped(gain_sample(at))) " " (name) }
                            (rows(&|shares: &Shares| shares.classes[at]))
                        }
                    }
                    tr.total {
                        th scope="row" { "gain more than a minute" }
                        (rows(&|shares: &Shares| shares.classes[..middle].iter().sum()))
                    }
                    tr {
                        th scope="row" { "lose more than a minute" }
                        (rows(&|shares: &Shares| shares.classes[middle + 1..].iter().sum()))
                    }
                }
            }
        }
    }
}
