//! Samples of route lines, for tables beside the map.

use super::lines::draw_line;
use super::palette::chosen_style;
use super::svg::Svg;

/// The line of the route at `index` as the map draws it, with the styles that somebody chose, as a complete SVG.
pub(crate) fn line_sample(styles: &[usize], index: usize) -> String {
    let mut svg = Svg::default();
    let size = r#"class="sample" viewBox="0 0 34 10" width="34" height="10" aria-hidden="true""#;
    svg.open("svg", size);
    svg.open("g", r#"fill="none" stroke-linecap="round""#);
    draw_line(&mut svg, "M4 5h26", chosen_style(styles, index), 5.0);
    svg.close();
    svg.close();
    svg.finish()
}
