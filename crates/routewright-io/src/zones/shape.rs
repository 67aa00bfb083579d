//! Centres of shapes.

/// Centre of gravity of the area; holes are wound the other way and count against it.
pub(super) fn centre(rings: &[Vec<[f64; 2]>]) -> Option<[f64; 2]> {
    let first = *rings.first()?.first()?;
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for ring in rings {
        for (at, a) in ring.iter().enumerate() {
            let b = ring[(at + 1) % ring.len()];
            let (a, b) = ([a[0] - first[0], a[1] - first[1]], [b[0] - first[0], b[1] - first[1]]);
            let cross = a[0] * b[1] - b[0] * a[1];
            area += cross;
            x += (a[0] + b[0]) * cross;
            y += (a[1] + b[1]) * cross;
        }
    }
    if area == 0.0 { Some(first) } else { Some([first[0] + x / (3.0 * area), first[1] + y / (3.0 * area)]) }
}
