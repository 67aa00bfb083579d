//! The inner layer of an OpenStreetMap PBF file: nodes and ways of a block.

use super::wire::{Damaged, Fields, Packed, zigzag};

/// More strings or groups than any writer puts into a block.
const MOST_PARTS: usize = 1 << 20;

/// A block whose parts are read one by one.
pub(super) struct Block<'a> {
    strings: Vec<&'a [u8]>,
    groups: Vec<&'a [u8]>,
    granularity: i64,
    lat_offset: i64,
    lon_offset: i64,
}

/// A way as the file has it. Its lists are read on demand: a file of a few kilobytes can unpack to millions of items.
pub(super) struct RawWay<'b, 'a> {
    pub(super) id: i64,
    block: &'b Block<'a>,
    keys: Packed<'a>,
    values: Packed<'a>,
    nodes: Packed<'a>,
}

impl<'a> RawWay<'_, 'a> {
    /// Keys and values, in the order of the file.
    pub(super) fn tags(&self) -> impl Iterator<Item = Result<(&'a [u8], &'a [u8]), Damaged>> {
        let mut values = self.values;
        self.keys.map(move |key| {
            let value = values.next().ok_or(Damaged)??;
            Ok((self.block.string(key?)?, self.block.string(value)?))
        })
    }

    /// Ids of the nodes, in the order they are passed.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Result<i64, Damaged>> {
        let mut node = 0_i64;
        self.nodes.map(move |step| {
            node = node.wrapping_add(zigzag(step?));
            Ok(node)
        })
    }
}

impl<'a> Block<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, Damaged> {
        let mut block =
            Self { strings: Vec::new(), groups: Vec::new(), granularity: 100, lat_offset: 0, lon_offset: 0 };
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                1 => {
                    let mut table = Fields(value.bytes()?);
                    while let Some((number, value)) = table.next()? {
                        if number == 1 && block.strings.len() <= MOST_PARTS {
                            block.strings.push(value.bytes()?);
                        }
                    }
                }
                2 => block.groups.push(value.bytes()?),
                17 => block.granularity = value.signed()?,
                19 => block.lat_offset = value.signed()?,
                20 => block.lon_offset = value.signed()?,
                _ => {}
            }
            if block.strings.len().max(block.groups.len()) > MOST_PARTS {
                return Err(Damaged);
            }
        }
        Ok(block)
    }

    /// Every way of the block.
    pub(super) fn ways<E: From<Damaged>>(
        &self,
        mut visit: impl FnMut(RawWay<'_, 'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        for group in &self.groups {
            let mut fields = Fields(group);
            while let Some((number, value)) = fields.next()? {
                if number == 3 {
                    visit(self.way(value.bytes()?)?)?;
                }
            }
        }
        Ok(())
    }

    /// Every node of the block: id, longitude, latitude in degrees.
    pub(super) fn nodes(&self, mut visit: impl FnMut(i64, f64, f64)) -> Result<(), Damaged> {
        for group in &self.groups {
            let mut fields = Fields(group);
            while let Some((number, value)) = fields.next()? {
                match number {
                    1 => self.node(value.bytes()?, &mut visit)?,
                    2 => self.dense_nodes(value.bytes()?, &mut visit)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn node(&self, bytes: &[u8], visit: &mut impl FnMut(i64, f64, f64)) -> Result<(), Damaged> {
        let (mut id, mut lat, mut lon) = (0, 0, 0);
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                1 => id = zigzag(value.number()?),
                8 => lat = zigzag(value.number()?),
                9 => lon = zigzag(value.number()?),
                _ => {}
            }
        }
        visit(id, self.degrees(self.lon_offset, lon), self.degrees(self.lat_offset, lat));
        Ok(())
    }

    /// Ids and positions are differences to the node before.
    fn dense_nodes(&self, bytes: &[u8], visit: &mut impl FnMut(i64, f64, f64)) -> Result<(), Damaged> {
        let mut parts = [&[][..]; 3];
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                1 => parts[0] = value.bytes()?,
                8 => parts[1] = value.bytes()?,
                9 => parts[2] = value.bytes()?,
                _ => {}
            }
        }
        let [ids, mut lats, mut lons] = parts.map(Packed);
        let (mut id, mut lat, mut lon) = (0_i64, 0_i64, 0_i64);
        for step in ids {
            id = id.wrapping_add(zigzag(step?));
            lat = lat.wrapping_add(zigzag(lats.next().ok_or(Damaged)??));
            lon = lon.wrapping_add(zigzag(lons.next().ok_or(Damaged)??));
            visit(id, self.degrees(self.lon_offset, lon), self.degrees(self.lat_offset, lat));
        }
        Ok(())
    }

    fn way(&self, bytes: &'a [u8]) -> Result<RawWay<'_, 'a>, Damaged> {
        let none = Packed(&[]);
        let mut way = RawWay { id: 0, block: self, keys: none, values: none, nodes: none };
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                1 => way.id = value.signed()?,
                2 => way.keys = Packed(value.bytes()?),
                3 => way.values = Packed(value.bytes()?),
                8 => way.nodes = Packed(value.bytes()?),
                _ => {}
            }
        }
        Ok(way)
    }

    fn string(&self, index: u64) -> Result<&'a [u8], Damaged> {
        let index = usize::try_from(index).map_err(|_| Damaged)?;
        self.strings.get(index).copied().ok_or(Damaged)
    }

    /// Positions are counted in billionths of a degree.
    fn degrees(&self, offset: i64, steps: i64) -> f64 {
        1e-9 * offset.wrapping_add(self.granularity.wrapping_mul(steps)) as f64
    }
}
