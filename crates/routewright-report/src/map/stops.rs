//! Marks of stops.

use routewright_model::{City, Network, NodeId};

use super::geometry::{Point, Rectangle};
use super::lanes::Lanes;
use super::palette::{INK, LineStyle, PALE, PAPER, chosen_style};
use super::projection::Projection;
use super::svg::{Svg, number};

/// How routes use a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StopUse {
    /// Routes that stop here, fixed ones included.
    pub(super) route_count: usize,
    /// Routes of the network that end here, by index.
    ends: Vec<usize>,
    /// Width of the widest bundle of routes at the stop.
    widest: f64,
}

/// The marks of a city's stops and their sizes.
#[derive(Clone, Debug)]
pub(super) struct Stops {
    uses: Vec<StopUse>,
    /// Radius of a plain stop.
    radius: f64,
}

impl Stops {
    pub(super) fn new(city: &City, network: &Network, fixed: Option<&Network>, lanes: &Lanes) -> Self {
        let mut uses = vec![StopUse::default(); city.node_count()];
        for (index, stops) in network.routes.iter().map(|route| route.stops()).enumerate() {
            for end in [stops[0], stops[stops.len() - 1]] {
                uses[end.index()].ends.push(index);
            }
        }
        let all_routes = network.routes.iter().chain(fixed.iter().flat_map(|fixed| &fixed.routes));
        for stops in all_routes.map(|route| route.stops()) {
            for leg in stops.windows(2) {
                let width = lanes.bundle_width(leg[0], leg[1]);
                for stop in leg {
                    let stop_use = &mut uses[stop.index()];
                    stop_use.widest = stop_use.widest.max(width);
                }
            }
            let mut stops = stops.to_vec();
            stops.sort_unstable();
            stops.dedup();
            for stop in stops {
                uses[stop.index()].route_count += 1;
            }
        }
        // The more stops, the smaller their marks.
        let radius = 3.6 * (70.0 / city.node_count() as f64).sqrt().clamp(0.4, 1.0);
        Self { uses, radius }
    }

    /// Whether any route stops here, a fixed one included.
    pub(super) fn is_served(&self, node: NodeId) -> bool {
        self.uses[node.index()].route_count > 0
    }

    /// Half the size of a stop's mark.
    pub(super) fn radius(&self, node: NodeId) -> f64 {
        let stop_use = &self.uses[node.index()];
        let plain = match stop_use.route_count {
            0 => 0.8,
            1 => 1.0,
            _ => 1.45,
        };
        let least = self.radius * if stop_use.ends.is_empty() { plain } else { plain * 1.15 };
        least.max((stop_use.widest * 0.42).min(self.radius * 2.6))
    }

    /// The area of a stop's mark.
    pub(super) fn mark(&self, node: NodeId, centre: Point) -> Rectangle {
        Rectangle { least: centre, most: centre }.grown(self.radius(node) + 1.0)
    }

    /// Marks of all stops, those without service beneath the others.
    pub(super) fn draw(&self, svg: &mut Svg, city: &City, page: &Projection, styles: &[usize]) {
        svg.open("g", r#"class="stops""#);
        let (served, unserved): (Vec<NodeId>, Vec<NodeId>) =
            city.node_ids().partition(|&node| self.is_served(node));
        for node in unserved.into_iter().chain(served) {
            let stop_use = &self.uses[node.index()];
            let name = city.node(node).label();
            svg.open("g", r#"class="stop""#);
            let note = match stop_use.route_count {
                0 => format!("{name}: not served"),
                1 => format!("{name}: 1 route"),
                count => format!("{name}: {count} routes"),
            };
            svg.text("title", "", &note);
            draw_mark(svg, page.point(node), self.radius(node), &Mark::of(stop_use, styles));
            svg.close();
        }
        svg.close();
    }
}

/// The kinds of marks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Unserved,
    Stop,
    /// Filled with the colour of the route that ends here, or with ink where there are several.
    End(Option<LineStyle>),
}

impl Mark {
    fn of(stop_use: &StopUse, styles: &[usize]) -> Self {
        match (stop_use.route_count, &*stop_use.ends) {
            (0, _) => Self::Unserved,
            (_, []) => Self::Stop,
            (_, &[only]) => Self::End(Some(chosen_style(styles, only))),
            (_, &[first, ref others @ ..]) if others.iter().all(|&other| other == first) => {
                Self::End(Some(chosen_style(styles, first)))
            }
            _ => Self::End(None),
        }
    }
}

/// One mark: a circle, with a white ring inside where routes end.
pub(super) fn draw_mark(svg: &mut Svg, centre: Point, radius: f64, mark: &Mark) {
    let outline = number((radius * 0.34).clamp(0.7, 1.5));
    match mark {
        Mark::Unserved => {
            let style = format!(r#"fill="{PAPER}" stroke="{PALE}" stroke-width="{outline}""#);
            svg.circle(centre, radius, &style);
        }
        Mark::Stop => {
            svg.circle(
                centre,
                radius,
                &format!(r##"fill="#ffffff" stroke="{INK}" stroke-width="{outline}""##),
            );
        }
        Mark::End(style) => {
            let style = style.map_or(INK.to_owned(), |style| style.colour.hex());
            svg.circle(
                centre,
                radius,
                &format!(r##"fill="#ffffff" stroke="{INK}" stroke-width="{outline}""##),
            );
            svg.circle(centre, radius * 0.58, &format!(r#"fill="{style}""#));
        }
    }
}
