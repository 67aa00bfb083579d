//! Who gains and who loses, by the zone where trips start.

use maud::{Markup, PreEscaped, html};
use routewright_eval::service::ZoneGain;
use routewright_model::City;

use super::cards::small_percent;
use crate::map::{GAIN_CLASSES, gain_class, gain_sample, zone_map_svg};
use crate::words::{grouped, signed, trimmed};

/// Zones listed on either side.
const MOST_LISTED: usize = 10;
/// Smaller differences in minutes are neither a gain nor a loss worth listing.
const LEAST_LISTED: f64 = 0.05;

/// Shares of trips by what happens to the zone they start in.
pub(super) struct Totals {
    /// More than a minute per trip is gained.
    pub(super) gaining_percent: f64,
    /// More than a minute per trip is lost.
    pub(super) losing_percent: f64,
    /// By class of [`GAIN_CLASSES`].
    class_percent: [f64; GAIN_CLASSES.len()],
}

impl Totals {
    /// `None` where nobody travels.
    pub(super) fn new(zones: &[ZoneGain]) -> Option<Self> {
        let trips: f64 = zones.iter().map(|zone| zone.trips).sum();
        if trips <= 0.0 {
            return None;
        }
        let percent = |is_in: &dyn Fn(&ZoneGain) -> bool| {
            100.0 * zones.iter().filter(|zone| is_in(zone)).map(|zone| zone.trips).sum::<f64>() / trips
        };
        Some(Self {
            gaining_percent: percent(&|zone| zone.gain_min() > 1.0),
            losing_percent: percent(&|zone| zone.gain_min() < -1.0),
            class_percent: std::array::from_fn(|at| percent(&|zone| gain_class(zone.gain_min()) == at)),
        })
    }
}

/// The map with its legend, then the zones that gain and lose most.
pub(super) fn zones(city: &City, zones: &[ZoneGain], totals: &Totals) -> Markup {
    html! {
        div.columns.zones {
            div.chart.zone-map { (PreEscaped(zone_map_svg(city, zones))) }
            (legend(totals))
        }
        (lists(city, zones))
        p.note {
            "Each zone is judged by the mean of all trips that start in it, so that some of its riders may fare \
            differently. Unserved trips count with the minutes after which a trip is given up."
        }
    }
}

fn legend(totals: &Totals) -> Markup {
    let rows = GAIN_CLASSES.iter().enumerate().zip(totals.class_percent);
    html! {
        div {
            table.zone-key {
                caption { "An average trip from the zone is" }
                thead { tr { th {} th {} th.number { "Share of trips" } } }
                tbody {
                    @for ((at, name), percent) in rows {
                        tr {
                            td { (PreEscaped(gain_sample(at))) }
                            th scope="row" { (name) }
                            td.number { (small_percent(percent)) }
                        }
                    }
                }
            }
            p.note { "Circles gain or stay, diamonds lose. Larger marks have more trips." }
        }
    }
}

fn lists(city: &City, zones: &[ZoneGain]) -> Markup {
    let mut sorted: Vec<&ZoneGain> = zones.iter().collect();
    sorted.sort_by(|a, b| b.gain_min().total_cmp(&a.gain_min()));
    let gain: Vec<&ZoneGain> =
        sorted.iter().copied().filter(|zone| zone.gain_min() > LEAST_LISTED).take(MOST_LISTED).collect();
    let is_loss = |zone: &&ZoneGain| zone.gain_min() < -LEAST_LISTED;
    let lose: Vec<&ZoneGain> = sorted.iter().rev().copied().filter(is_loss).take(MOST_LISTED).collect();
    html! {
        div.charts.zone-lists {
            (list(city, "Zones that gain most", &gain, "No zone gains."))
            (list(city, "Zones that lose most", &lose, "No zone loses."))
        }
    }
}

fn list(city: &City, caption: &str, zones: &[&ZoneGain], none: &str) -> Markup {
    html! {
        div.scroll {
            table {
                caption { (caption) }
                thead {
                    tr {
                        th { "Zone" }
                        th.number { "Trips per hour" }
                        th.number { "Today, min" }
                        th.number { "Proposed, min" }
                        th.number { "Difference" }
                    }
                }
                tbody {
                    @if zones.is_empty() { tr { td colspan="5" { (none) } } }
                    @for zone in zones {
                        tr {
                            th scope="row" { (city.node(zone.node).label()) }
                            td.number { (trips(zone.trips)) }
                            td.number { (format!("{:.1}", zone.before_min)) }
                            td.number { (format!("{:.1}", zone.after_min)) }
                            td class=(if zone.gain_min() > 0.0 { "number gain" } else { "number loss" }) {
                                (signed(-zone.gain_min(), 1))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn trips(per_hour: f64) -> String {
    if per_hour < 10.0 { trimmed(per_hour, 1) } else { grouped(per_hour, 0) }
}
