//! Colours.

use routewright_io::LINE_COLOURS;

/// The page.
pub(super) const PAPER: &str = "#fbfaf7";
/// Text, outlines of stops.
pub(super) const INK: &str = "#24282f";
/// Secondary text.
pub(super) const GREY: &str = "#6b7079";
/// Stops that nothing serves.
pub(super) const PALE: &str = "#b4b2ac";
/// Streets.
pub(super) const STREET: &str = "#dcd9d1";
/// Existing routes, such as a metro.
pub(super) const FIXED: &str = "#4a4e55";

/// Dashes and gaps in widths of the line, one pattern for each further round of colours.
const DASHES: [&[f64]; 4] = [&[3.0, 2.0], &[1.0, 1.2], &[5.0, 1.5, 1.0, 1.5], &[8.0, 2.5]];

/// How a route is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStyle {
    pub(super) colour: Colour,
    /// Dashes and gaps in widths of the line, drawn over a pale line of the same colour; empty if solid.
    pub(super) dashes: &'static [f64],
}

impl LineStyle {
    /// Its colour as six hexadecimal digits.
    pub fn colour_digits(self) -> String {
        self.colour.hex().trim_start_matches('#').to_uppercase()
    }

    /// So many styles look different from each other.
    pub const COUNT: usize = LINE_COLOURS.len() * (DASHES.len() + 1);

    /// The style of the route at `index`: twelve solid colours, then the same colours with dashes. Sixty
    /// routes look different from each other; after that the styles repeat.
    pub fn of_route(index: usize) -> Self {
        let round = index / LINE_COLOURS.len() % (DASHES.len() + 1);
        let dashes = round.checked_sub(1).map_or(&[][..], |round| DASHES[round]);
        let [red, green, blue] = LINE_COLOURS[index % LINE_COLOURS.len()];
        Self { colour: Colour(red, green, blue), dashes }
    }
}

/// The style of the route at `index`, where somebody chose styles: their places in the palette, by route.
pub(crate) fn chosen_style(styles: &[usize], index: usize) -> LineStyle {
    LineStyle::of_route(styles.get(index).copied().unwrap_or(index))
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(u8, u8, u8);

impl Colour {
    /// As SVG and CSS write it.
    pub(super) fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Two thirds of the way to white.
    pub(super) fn pale(self) -> Colour {
        let mix = |part: u8| ((u16::from(part) + 2 * 255) / 3) as u8;
        Colour(mix(self.0), mix(self.1), mix(self.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Linear light as seen with normal sight, without red cones and without green cones.
    const SIGHTS: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]],
        [[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]],
    ];

    fn times(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    /// Coordinates in a colour space (Oklab) in which equal distances look about equally large.
    fn perceived(colour: Colour, sight: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = [colour.0, colour.1, colour.2].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let seen = times(sight, linear).map(|part| part.clamp(0.0, 1.0));
        let cones = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]];
        let axes = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]];
        times(&axes, times(&cones, seen).map(f64::cbrt))
    }

    #[test]
    fn colour_blind_readers_can_tell_colours_apart() {
        let colours = LINE_COLOURS.map(|[red, green, blue]| Colour(red, green, blue));
        for sight in &SIGHTS {
            for (index, &a) in colours.iter().enumerate() {
                for &b in &colours[..index] {
                    let (p, q) = (perceived(a, sight), perceived(b, sight));
                    let apart = p.iter().zip(q).map(|(p, q)| (p - q) * (p - q)).sum::<f64>().sqrt();
                    assert!(apart > 0.1, "{} and {}: {apart}", a.hex(), b.hex());
                }
            }
        }
    }

    #[test]
    fn sixty_routes_have_sixty_styles() {
        for later in 0..60 {
            assert!((0..later).all(|earlier| LineStyle::of_route(earlier) != LineStyle::of_route(later)));
        }
        assert_eq!(LineStyle::of_route(60), LineStyle::of_route(0));
    }
}
