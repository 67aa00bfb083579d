//! Turn restrictions of an extract, as far as they bind buses.

use std::collections::{HashMap, HashSet};

use super::block::{MemberKind, RawRelation};
use super::gather::{Gathered, Trouble};
use super::wire::Damaged;
use super::{OsmTurn, OsmTurnKind};

/// Streets that a restriction may name on either side; real ones name one, rarely three.
const MOST_STREETS: usize = 8;
/// Memory that a restriction takes.
const TURN_BYTES: u64 = 64;

/// A turn before its places are known.
pub(super) struct Restriction {
    from: i64,
    via: i64,
    to: i64,
    kind: OsmTurnKind,
}

impl Gathered<'_> {
    /// Keeps a relation if it restricts the turns of buses. `bytes_read` of the file were read so far.
    pub(super) fn add_relation(
        &mut self,
        relation: &RawRelation<'_, '_>,
        bytes_read: u64,
    ) -> Result<(), Trouble> {
        let Some(kind) = kind_for_buses(relation)? else { return Ok(()) };
        let (mut from, mut via, mut to) = (Vec::new(), Vec::new(), Vec::new());
        for member in relation.members() {
            let member = member?;
            let side = match (member.role, member.kind) {
                (b"from", MemberKind::Way) => &mut from,
                (b"to", MemberKind::Way) => &mut to,
                (b"via", MemberKind::Node) => &mut via,
                (b"via", _) => {
                    self.turns_by_way += 1;
                    return Ok(());
                }
                _ => continue,
            };
            if side.len() == MOST_STREETS {
                return Ok(());
            }
            side.push(member.id);
        }
        let [via] = via[..] else { return Ok(()) };
        for &from in &from {
            for &to in &to {
                self.budget.take(TURN_BYTES, bytes_read)?;
                self.turns.push(Restriction { from, via, to, kind });
            }
        }
        Ok(())
    }
}

/// The turns between streets that are known, `index` giving the places of nodes.
pub(super) fn known_turns(
    restrictions: &[Restriction],
    ways: &HashSet<i64>,
    index: &HashMap<i64, u32>,
) -> Vec<OsmTurn> {
    let mut turns = Vec::new();
    for &Restriction { from, via, to, kind } in restrictions {
        let via = index.get(&via).copied().filter(|&place| place != u32::MAX);
        if let Some(via) = via.filter(|_| ways.contains(&from) && ways.contains(&to)) {
            turns.push(OsmTurn { from_way: from, via, to_way: to, kind });
        }
    }
    turns
}

/// A rule for buses goes before one for everybody, from which they may be exempt.
fn kind_for_buses(relation: &RawRelation<'_, '_>) -> Result<Option<OsmTurnKind>, Damaged> {
    let (mut is_restriction, mut is_exempt, mut for_all, mut for_buses) = (false, false, None, None);
    for tag in relation.tags.iter() {
        match tag? {
            (b"type", b"restriction" | b"restriction:bus" | b"restriction:psv") => is_restriction = true,
            (b"except", value) => {
                let mut words = value.split(|&byte| byte == b';').map(<[u8]>::trim_ascii);
                is_exempt = words.any(|word| matches!(word, b"bus" | b"psv"));
            }
            (b"restriction", value) => for_all = Some(value),
            (b"restriction:bus" | b"restriction:psv", value) => for_buses = Some(value),
            _ => {}
        }
    }
    let rule = for_buses.or(for_all.filter(|_| !is_exempt));
    Ok(match rule.filter(|_| is_restriction) {
        Some(value) if value.starts_with(b"no_") => Some(OsmTurnKind::No),
        Some(value) if value.starts_with(b"only_") => Some(OsmTurnKind::Only),
        _ => None,
    })
}
