//! Objects of an HDF5 file: their messages, and the members of groups.

use super::bytes::{Bytes, Trouble};

/// A message of an object: its kind, and where its content lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub(super) kind: u64,
    pub(super) start: u64,
}

/// More messages, tree nodes or members than any matrix file has.
const MOST_PARTS: usize = 100_000;
const NOWHERE: u64 = u64::MAX;

/// Where the root group lies.
pub(super) fn root(file: Bytes) -> Result<u64, Trouble> {
    let version = file.number(8, 1)?;
    let sizes = if version < 2 {
        (file.number(13, 1)?, file.number(14, 1)?)
    } else {
        (file.number(9, 1)?, file.number(10, 1)?)
    };
    if sizes != (8, 8) {
        return Err(Trouble::Foreign("addresses of other than eight bytes"));
    }
    match version {
        0 => file.number(64, 8),
        1 => file.number(68, 8),
        2 | 3 => file.number(36, 8),
        _ => Err(Trouble::Foreign("a newer version of HDF5")),
    }
}

/// The messages of an object.
pub(super) fn messages(file: Bytes, object: u64) -> Result<Vec<Message>, Trouble> {
    let is_new = file.starts_with(object, b"OHDR");
    let mut found = Vec::new();
    let mut blocks = Vec::new();
    let order_bytes;
    if is_new {
        let flags = file.number(object + 5, 1)?;
        order_bytes = if flags & 4 != 0 { 2 } else { 0 };
        let times = if flags & 32 != 0 { 16 } else { 0 };
        let phases = if flags & 16 != 0 { 4 } else { 0 };
        let start = object + 6 + times + phases;
        let width = 1 << (flags & 3);
        blocks.push((start + width, file.number(start, width)?));
    } else {
        if file.number(object, 1)? != 1 {
            return Err(Trouble::Damaged);
        }
        order_bytes = 0;
        blocks.push((object.saturating_add(16), file.number(object + 8, 4)?));
    }
    let head = if is_new { 4 + order_bytes } else { 8 };
    while let Some((mut at, length)) = blocks.pop() {
        let end = at.checked_add(length).ok_or(Trouble::Damaged)?;
        while at + head <= end {
            let (kind, length) = match is_new {
                true => (file.number(at, 1)?, file.number(at + 1, 2)?),
                false => (file.number(at, 2)?, file.number(at + 2, 2)?),
            };
            let start = at + head;
            if kind == 0x10 {
                let (block, length) = (file.number(start, 8)?, file.number(start + 8, 8)?);
                blocks.push(match is_new {
                    // A mark before, a checksum after.
                    true => (block.checked_add(4).ok_or(Trouble::Damaged)?, length.saturating_sub(8)),
                    false => (block, length),
                });
            }
            found.push(Message { kind, start });
            if found.len() > MOST_PARTS {
                return Err(Trouble::Damaged);
            }
            at = start + length;
        }
    }
    Ok(found)
}

/// Names and places of the members of a group, by name.
pub(super) fn members(file: Bytes, group: u64) -> Result<Vec<(String, u64)>, Trouble> {
    let mut members = Vec::new();
    for message in messages(file, group)? {
        match message.kind {
            0x11 => {
                let (tree, heap) = (file.number(message.start, 8)?, file.number(message.start + 8, 8)?);
                if !file.starts_with(heap, b"HEAP") {
                    return Err(Trouble::Damaged);
                }
                let names = file.number(heap + 24, 8)?;
                each_leaf(file, tree, 0, 8, &mut |leaf, _| {
                    if !file.starts_with(leaf, b"SNOD") {
                        return Err(Trouble::Damaged);
                    }
                    for entry in 0..file.number(leaf + 6, 2)? {
                        let at = leaf + 8 + 40 * entry;
                        let name = names.checked_add(file.number(at, 8)?).ok_or(Trouble::Damaged)?;
                        members.push((file.text(name)?, file.number(at + 8, 8)?));
                    }
                    Ok(())
                })?;
            }
            0x06 => members.extend(link(file, message.start)?),
            0x02 => {
                let skip = if file.number(message.start + 1, 1)? & 1 != 0 { 8 } else { 0 };
                if file.number(message.start + 2 + skip, 8)? != NOWHERE {
                    return Err(Trouble::Foreign("groups with very many members"));
                }
            }
            _ => {}
        }
    }
    members.sort();
    Ok(members)
}

/// Every leaf of a tree with its key, in order. Keys are `key_bytes` long.
pub(super) fn each_leaf(
    file: Bytes,
    tree: u64,
    kind: u64,
    key_bytes: u64,
    visit: &mut dyn FnMut(u64, u64) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut waiting = vec![(tree, None)];
    let mut parts = 0;
    while let Some((node, above)) = waiting.pop() {
        if node == NOWHERE {
            continue; // nothing was ever written
        }
        if !file.starts_with(node, b"TREE") || file.number(node + 4, 1)? != kind {
            return Err(Trouble::Damaged);
        }
        let level = file.number(node + 5, 1)?;
        if above.is_some_and(|above| level >= above) {
            return Err(Trouble::Damaged);
        }
        let entries = file.number(node + 6, 2)?;
        let place = |entry: u64| node + 24 + entry * (key_bytes + 8);
        parts += entries as usize + 1;
        if parts > MOST_PARTS {
            return Err(Trouble::Damaged);
        }
        for entry in (0..entries).rev().filter(|_| level > 0) {
            waiting.push((file.number(place(entry) + key_bytes, 8)?, Some(level)));
        }
        for entry in (0..entries).filter(|_| level == 0) {
            visit(file.number(place(entry) + key_bytes, 8)?, place(entry))?;
        }
    }
    Ok(())
}

/// A member named by a message of its own; `None` if it lies in another file or is only a name.
fn link(file: Bytes, start: u64) -> Result<Option<(String, u64)>, Trouble> {
    let flags = file.number(start + 1, 1)?;
    let mut at = start + 2;
    if flags & 8 != 0 {
        if file.number(at, 1)? != 0 {
            return Ok(None);
        }
        at += 1;
    }
    at += if flags & 4 != 0 { 8 } else { 0 };
    at += if flags & 16 != 0 { 1 } else { 0 };
    let width = 1 << (flags & 3);
    let length = file.number(at, width)?;
    let name = String::from_utf8_lossy(file.part(at + width, length)?).into_owned();
    Ok(Some((name, file.number(at + width + length, 8)?)))
}
