//! The inner layer of an OpenStreetMap PBF file: nodes, ways and relations of a block.

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

/// Keys and values of a node, way or relation. All lists are read on demand: a file of a few kilobytes can unpack to
/// millions of items.
#[derive(Clone, Copy)]
pub(super) struct RawTags<'b, 'a> {
    block: &'b Block<'a>,
    keys: Packed<'a>,
    values: Packed<'a>,
    /// Whether `keys` holds keys and values by turns.
    is_mixed: bool,
}

impl<'a> RawTags<'_, 'a> {
    /// Keys and values, in the order of the file.
    pub(super) fn iter(&self) -> impl Iterator<Item = Result<(&'a [u8], &'a [u8]), Damaged>> {
        let (mut keys, mut values) = (self.keys, self.values);
        std::iter::from_fn(move || {
            let key = keys.next()?;
            let value = if self.is_mixed { keys.next() } else { values.next() };
            Some(self.tag(key, value))
        })
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.0.is_empty()
    }

    fn tag(
        &self,
        key: Result<u64, Damaged>,
        value: Option<Result<u64, Damaged>>,
    ) -> Result<(&'a [u8], &'a [u8]), Damaged> {
        Ok((self.block.string(key?)?, self.block.string(value.ok_or(Damaged)??)?))
    }
}

/// A node as the file has it, its place in degrees.
pub(super) struct RawNode<'b, 'a> {
    pub(super) id: i64,
    pub(super) lon: f64,
    pub(super) lat: f64,
    pub(super) tags: RawTags<'b, 'a>,
}

/// A way as the file has it.
pub(super) struct RawWay<'b, 'a> {
    pub(super) id: i64,
    pub(super) tags: RawTags<'b, 'a>,
    nodes: Packed<'a>,
}

impl RawWay<'_, '_> {
    /// Ids of the nodes, in the order they are passed.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Result<i64, Damaged>> {
        let mut node = 0_i64;
        self.nodes.map(move |step| {
            node = node.wrapping_add(zigzag(step?));
            Ok(node)
        })
    }
}

/// A relation as the file has it.
pub(super) struct RawRelation<'b, 'a> {
    pub(super) tags: RawTags<'b, 'a>,
    roles: Packed<'a>,
    members: Packed<'a>,
    kinds: Packed<'a>,
}

/// A member of a relation.
pub(super) struct RawMember<'a> {
    pub(super) role: &'a [u8],
    pub(super) id: i64,
    pub(super) kind: MemberKind,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemberKind {
    Node,
    Way,
    Other,
}

impl<'a> RawRelation<'_, 'a> {
    /// Its members, in the order of the file.
    pub(super) fn members(&self) -> impl Iterator<Item = Result<RawMember<'a>, Damaged>> {
        let (mut roles, mut kinds, mut id) = (self.roles, self.kinds, 0_i64);
        self.members.map(move |step| {
            id = id.wrapping_add(zigzag(step?));
            let role = self.tags.block.string(roles.next().ok_or(Damaged)??)?;
            let kind = match kinds.next().ok_or(Damaged)?? {
                0 => MemberKind::Node,
                1 => MemberKind::Way,
                _ => MemberKind::Other,
            };
            Ok(RawMember { role, id, kind })
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
        self.parts(|number, bytes| if number == 3 { visit(self.way(bytes)?) } else { Ok(()) })
    }

    /// Every relation of the block.
    pub(super) fn relations<E: From<Damaged>>(
        &self,
        mut visit: impl FnMut(RawRelation<'_, 'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.parts(|number, bytes| if number == 4 { visit(self.relation(bytes)?) } else { Ok(()) })
    }

    /// Every node of the block.
    pub(super) fn nodes<E: From<Damaged>>(
        &self,
        mut visit: impl FnMut(RawNode<'_, 'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.parts(|number, bytes| match number {
            1 => visit(self.node(bytes)?),
            2 => self.dense_nodes(bytes, &mut visit),
            _ => Ok(()),
        })
    }

    /// The parts of all groups: nodes (1), many nodes (2), ways (3) and relations (4).
    fn parts<E: From<Damaged>>(
        &self,
        mut visit: impl FnMut(u64, &'a [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for group in &self.groups {
            let mut fields = Fields(group);
            while let Some((number, value)) = fields.next()? {
                if (1..=4).contains(&number) {
                    visit(number, value.bytes()?)?;
                }
            }
        }
        Ok(())
    }

    fn node(&self, bytes: &'a [u8]) -> Result<RawNode<'_, 'a>, Damaged> {
        let (mut id, mut lat, mut lon, mut tags) = (0, 0, 0, self.no_tags());
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                1 => id = zigzag(value.number()?),
                2 => tags.keys = Packed(value.bytes()?),
                3 => tags.values = Packed(value.bytes()?),
                8 => lat = zigzag(value.number()?),
                9 => lon = zigzag(value.number()?),
                _ => {}
            }
        }
        Ok(self.placed(id, lon, lat, tags))
    }

    /// Ids and positions are differences to the node before; the tags of each node end with a zero.
    fn dense_nodes<E: From<Damaged>>(
        &self,
        bytes: &'a [u8],
        visit: &mut impl FnMut(RawNode<'_, 'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut parts = [&[][..]; 4];
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                1 => parts[0] = value.bytes()?,
                8 => parts[1] = value.bytes()?,
                9 => parts[2] = value.bytes()?,
                10 => parts[3] = value.bytes()?,
                _ => {}
            }
        }
        let [ids, mut lats, mut lons, mut words] = parts.map(Packed);
        let (mut id, mut lat, mut lon) = (0_i64, 0_i64, 0_i64);
        for step in ids {
            id = id.wrapping_add(zigzag(step?));
            lat = lat.wrapping_add(zigzag(lats.next().ok_or(Damaged)??));
            lon = lon.wrapping_add(zigzag(lons.next().ok_or(Damaged)??));
            let tags = RawTags { keys: words.up_to_zero()?, is_mixed: true, ..self.no_tags() };
            visit(self.placed(id, lon, lat, tags))?;
        }
        Ok(())
    }

    fn way(&self, bytes: &'a [u8]) -> Result<RawWay<'_, 'a>, Damaged> {
        let mut way = RawWay { id: 0, tags: self.no_tags(), nodes: Packed(&[]) };
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                1 => way.id = value.signed()?,
                2 => way.tags.keys = Packed(value.bytes()?),
                3 => way.tags.values = Packed(value.bytes()?),
                8 => way.nodes = Packed(value.bytes()?),
                _ => {}
            }
        }
        Ok(way)
    }

    fn relation(&self, bytes: &'a [u8]) -> Result<RawRelation<'_, 'a>, Damaged> {
        let none = Packed(&[]);
        let mut relation = RawRelation { tags: self.no_tags(), roles: none, members: none, kinds: none };
        let mut fields = Fields(bytes);
        while let Some((number, value)) = fields.next()? {
            match number {
                2 => relation.tags.keys = Packed(value.bytes()?),
                3 => relation.tags.values = Packed(value.bytes()?),
                8 => relation.roles = Packed(value.bytes()?),
                9 => relation.members = Packed(value.bytes()?),
                10 => relation.kinds = Packed(value.bytes()?),
                _ => {}
            }
        }
        Ok(relation)
    }

    fn no_tags(&self) -> RawTags<'_, 'a> {
        RawTags { block: self, keys: Packed(&[]), values: Packed(&[]), is_mixed: false }
    }

    fn placed<'b>(&self, id: i64, lon: i64, lat: i64, tags: RawTags<'b, 'a>) -> RawNode<'b, 'a> {
        let (lon, lat) = (self.degrees(self.lon_offset, lon), self.degrees(self.lat_offset, lat));
        RawNode { id, lon, lat, tags }
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
