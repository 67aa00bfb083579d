//! Shapes as well-known binary, in the wrapping of GeoPackages.

use super::raw::Rings;
use super::shape::centre;

/// A shape of a GeoPackage.
#[derive(Debug, PartialEq)]
pub(super) enum Geometry {
    /// A point, or the centre of polygons and their rings.
    Shape([f64; 2], Rings),
    /// No shape at all.
    Empty,
}

/// Reads a geometry blob: a header (`GP`, flags, an envelope) and well-known binary. `None` if it is damaged or neither
/// a point nor polygons.
pub(super) fn geometry(blob: &[u8]) -> Option<Geometry> {
    let [b'G', b'P', _version, flags, ..] = blob else { return None };
    let envelope = match (flags >> 1) & 7 {
        0 => 0,
        1 => 32,
        2 | 3 => 48,
        4 => 64,
        _ => return None,
    };
    if flags & 0x10 != 0 {
        return Some(Geometry::Empty);
    }
    shape(&mut Bytes { rest: blob.get(8 + envelope..)?, little: true })
}

fn shape(bytes: &mut Bytes) -> Option<Geometry> {
    let (kind, dimensions) = bytes.header()?;
    let rings = match kind {
        1 => {
            let place = bytes.position(dimensions)?;
            let is_empty = place.iter().all(|value| value.is_nan());
            return Some(if is_empty { Geometry::Empty } else { Geometry::Shape(place, Vec::new()) });
        }
        3 => bytes.rings(dimensions)?,
        6 => {
            let mut rings = Vec::new();
            for _ in 0..bytes.number()? {
                let (3, dimensions) = bytes.header()? else { return None };
                rings.extend(bytes.rings(dimensions)?);
            }
            rings
        }
        _ => return None,
    };
    Some(centre(&rings).map_or(Geometry::Empty, |place| Geometry::Shape(place, rings)))
}

struct Bytes<'a> {
    rest: &'a [u8],
    little: bool,
}

impl Bytes<'_> {
    /// The kind of a shape and how many numbers a position has.
    fn header(&mut self) -> Option<(u32, usize)> {
        let [order] = self.take()?;
        self.little = order == 1;
        let kind = self.number()?;
        // The older form has flags in the high bits instead of thousands.
        let (old_z, old_m) = (kind & 0x8000_0000 != 0, kind & 0x4000_0000 != 0);
        let kind = kind & 0x0fff_ffff;
        let more = match kind / 1000 {
            0 => 0,
            1 | 2 => 1,
            3 => 2,
            _ => return None,
        };
        Some((kind % 1000, 2 + more + usize::from(old_z) + usize::from(old_m)))
    }

    fn rings(&mut self, dimensions: usize) -> Option<Rings> {
        // No memory is reserved for counts: they are only claims.
        let mut rings = Vec::new();
        for _ in 0..self.number()? {
            let mut ring = Vec::new();
            for _ in 0..self.number()? {
                ring.push(self.position(dimensions)?);
            }
            rings.push(ring);
        }
        Some(rings)
    }

    fn position(&mut self, dimensions: usize) -> Option<[f64; 2]> {
        let place = [self.coordinate()?, self.coordinate()?];
        for _ in 2..dimensions {
            self.coordinate()?;
        }
        Some(place)
    }

    fn coordinate(&mut self) -> Option<f64> {
        let bytes = self.take()?;
        Some(if self.little { f64::from_le_bytes(bytes) } else { f64::from_be_bytes(bytes) })
    }

    fn number(&mut self) -> Option<u32> {
        let bytes = self.take()?;
        Some(if self.little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blob(flags: u8, envelope: usize, wkb: &[u8]) -> Vec<u8> {
        let mut bytes = vec![b'G', b'P', 0, flags, 0, 0, 0, 0];
        bytes.resize(8 + envelope, 0);
        bytes.extend(wkb);
        bytes
    }

    #[test]
    fn points_of_all_dimensions_and_byte_orders_are_read() {
        let mut little = vec![1, 0xe9, 3, 0, 0]; // 1001: a point with a height
        [1.5_f64, 2.5, 9.0].iter().for_each(|value| little.extend(value.to_le_bytes()));
        assert_eq!(geometry(&blob(1, 0, &little)), Some(Geometry::Shape([1.5, 2.5], vec![])));
        let mut big = vec![0, 0, 0, 0, 1];
        [1.5_f64, 2.5].iter().for_each(|value| big.extend(value.to_be_bytes()));
        assert_eq!(geometry(&blob(0b10, 32, &big)), Some(Geometry::Shape([1.5, 2.5], vec![])));
    }

    #[test]
    fn damaged_shapes_are_refused() {
        let endless = [1, 3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(geometry(&blob(1, 0, &endless)), None);
        let line = [1, 2, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(geometry(&blob(1, 0, &line)), None);
        assert_eq!(geometry(b"GP"), None);
        assert_eq!(geometry(&blob(0b1110, 0, &line)), None);
        assert_eq!(geometry(&blob(0x11, 0, &[])), Some(Geometry::Empty));
    }
}
