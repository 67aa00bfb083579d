//! Names beside marks that never cover each other.

use super::geometry::{Point, Rectangle};
use super::palette::{INK, PAPER};
use super::svg::Svg;
use crate::words::printable;

/// Size of letters on a phone, where they are largest; styles make them smaller on wider screens.
const FONT_SIZE: f64 = 32.0;
/// Longer names are truncated.
const LONGEST: usize = 22;

/// A mark that may get a name.
pub(super) struct Marked<'map> {
    /// Its middle.
    pub(super) at: Point,
    /// Half its size.
    pub(super) radius: f64,
    /// What it is called.
    pub(super) name: &'map str,
}

/// Writes the names of marks, the most important first: each at the first free place beside its mark, or not at all.
/// At most `most` names are written, no name twice, in the class `map-name`. There is room for the size of letters on
/// phones.
pub(super) fn draw_labels(svg: &mut Svg, marks: &[Marked<'_>], frame: &Rectangle, most: usize) {
    let halo = format!(r#"stroke="{PAPER}" stroke-width="5" stroke-linejoin="round" paint-order="stroke""#);
    let (mut written, mut boxes): (Vec<String>, Vec<Rectangle>) = (Vec::new(), Vec::new());
    for mark in marks {
        let name = short(mark.name);
        if written.len() == most || written.contains(&name) {
            continue;
        }
        let width = FONT_SIZE * name.chars().map(letter_width).sum::<f64>();
        let is_free = |place: &Rectangle| {
            frame.contains(place) && !boxes.iter().any(|other| other.grown(4.0).overlaps(place))
        };
        let places = places(mark, width);
        let Some((place, anchor)) = places.iter().find(|(place, _)| is_free(place)) else { continue };
        let x = match *anchor {
            "start" => place.least.x,
            "end" => place.most.x,
            _ => (place.least.x + place.most.x) / 2.0,
        };
        // Smaller letters stay in the middle of the line.
        let y = (place.least.y + place.most.y) / 2.0;
        let style = format!(
            r#"class="map-name" fill="{INK}" text-anchor="{anchor}" dominant-baseline="central" {halo}"#
        );
        svg.label(Point { x, y }, &style, &name);
        boxes.push(*place);
        written.push(name);
    }
}

/// On the right, on the left, above and below.
fn places(mark: &Marked<'_>, width: f64) -> [(Rectangle, &'static str); 4] {
    let (gap, half) = (mark.radius + 6.0, FONT_SIZE / 2.0);
    let around = |middle: Point| Rectangle {
        least: middle - Point { x: width / 2.0, y: half },
        most: middle + Point { x: width / 2.0, y: half },
    };
    let beside = |x: f64, y: f64| around(mark.at + Point { x, y });
    [
        (beside(gap + width / 2.0, 0.0), "start"),
        (beside(-gap - width / 2.0, 0.0), "end"),
        (beside(0.0, -gap - half), "middle"),
        (beside(0.0, gap + half), "middle"),
    ]
}

/// About the width of a bold letter, in sizes of the font: a little more than in common ones.
fn letter_width(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '…' => 1.0,
        _ if letter.is_uppercase() => 0.76,
        _ => 0.66,
    }
}

fn short(name: &str) -> String {
    let name = printable(name);
    match name.chars().count() {
        ..=LONGEST => name,
        _ => name.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_overlap_and_stay_inside() {
        let frame = Rectangle { least: Point::default(), most: Point { x: 480.0, y: 300.0 } };
        let names: Vec<String> = (0..40).map(|at| format!("Stop {at}")).collect();
        let marks: Vec<Marked> = names
            .iter()
            .enumerate()
            .map(|(at, name)| Marked {
                at: Point { x: 10.0 * at as f64, y: 150.0 + (at % 5) as f64 },
                radius: 4.0,
                name,
            })
            .collect();
        let mut svg = Svg::default();
        draw_labels(&mut svg, &marks, &frame, 100);
        let text = svg.finish();
        let count = text.matches("<text").count();
        assert!((3..20).contains(&count), "{count} of 40 have room");
        // The first is the most important one; the same name is written once.
        assert!(text.contains("Stop 0"));
        let twice =
            [&marks[0], &marks[0]].map(|mark| Marked { at: mark.at, radius: 4.0, name: "Market & Co" });
        let mut svg = Svg::default();
        draw_labels(&mut svg, &twice, &frame, 100);
        assert_eq!(svg.finish().matches("Market &amp; Co").count(), 1);
    }
}
