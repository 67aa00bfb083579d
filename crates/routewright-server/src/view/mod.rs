//! What the page is told, as JSON.

mod city;
mod compare;
mod figures;
mod line;
mod plan;

pub(crate) use city::city_map;
pub(crate) use compare::{Compared, compare_view, gains_view};
pub(crate) use line::drawn_network;
pub(crate) use plan::{map_svg, plan_state, preview_view};

/// A number with so many decimals; nothing where it is not one.
pub(crate) fn rounded(value: f64, decimals: i32) -> Option<f64> {
    let scale = 10f64.powi(decimals);
    value.is_finite().then(|| (value * scale).round() / scale)
}
