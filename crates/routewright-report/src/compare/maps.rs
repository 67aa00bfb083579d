//! The maps of all networks at one scale, under one legend.

use maud::{Markup, PreEscaped, html};

use super::ComparePage;
use crate::map::StreetMaps;
use crate::words::counted;

/// A map per network.
pub(super) fn maps(page: &ComparePage<'_>) -> Markup {
    let maps = StreetMaps::new(page.city, page.link_shapes, page.fixed, page.model.is_some());
    let title = match page.model {
        Some(_) => "Departures of all lines together, per direction",
        None => "Lines on a street",
    };
    html! {
        (PreEscaped(maps.shared()))
        (legend(title, &maps.legend()))
        div class={ "maps maps-" (page.networks.len()) } {
            @for network in &page.networks {
                figure {
                    figcaption {
                        b { (network.name) } " "
                        span.note {
                            (counted(network.network.routes.len(), "line"))
                            @if let Some(service) = network.service() {
                                ", " (counted(service.vehicles as usize, "vehicle"))
                            }
                        }
                    }
                    (PreEscaped(maps.map(&network.name, &network.network, network.service())))
                }
            }
        }
    }
}

/// Samples with their words, in one line where there is room.
pub(super) fn legend(title: &str, rows: &[(String, String)]) -> Markup {
    html! {
        div.legend {
            b { (title) }
            ul {
                @for (sample, words) in rows { li { (PreEscaped(sample)) span { (words) } } }
            }
        }
    }
}
