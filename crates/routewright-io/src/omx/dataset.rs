//! Arrays of an HDF5 file.

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::bytes::{Bytes, Trouble};
use super::object::{each_leaf, messages};

/// An array of one or two dimensions, as it is described.
#[derive(Debug)]
pub(super) struct Dataset<'a> {
    file: Bytes<'a>,
    /// Rows and columns; a list has one column.
    pub(super) rows: u64,
    pub(super) columns: u64,
    rank: u64,
    kind: Kind,
    item_bytes: u64,
    big_end_first: bool,
    layout: Layout,
    filters: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Whole { signed: bool },
    Float,
    Text,
}

#[derive(Debug)]
enum Layout {
    Plain { start: u64, length: u64 },
    Chunks { tree: u64, rows: u64, columns: u64 },
}

/// More rows or columns than any city has zones.
const MOST_ROWS: u64 = 20_000;
/// Bytes that a chunk may unpack to whatever the size of the file,
const FREE_CHUNK_BYTES: u64 = 64 << 20;
/// and for each byte of the file.
const CHUNK_BYTES_PER_BYTE: u64 = 32;
/// Numbers other than zero that a matrix may have whatever the size of the file,
const FREE_NUMBERS: u64 = 4_000_000;
/// and for each byte of the file. Trips take half a byte each or more.
const NUMBERS_PER_BYTE: u64 = 8;
const NOWHERE: u64 = u64::MAX;

/// Takes a row, a first column and the items from there on.
type RowVisitor<'v> = dyn FnMut(u64, u64, &[u8]) -> Result<(), Trouble> + 'v;

impl<'a> Dataset<'a> {
    pub(super) fn open(file: Bytes<'a>, object: u64) -> Result<Self, Trouble> {
        let (mut shape, mut kind, mut layout, mut filters) = (None, None, None, Vec::new());
        for message in messages(file, object)? {
            match message.kind {
                0x01 => shape = Some(read_shape(file, message.start)?),
                0x03 => kind = Some(read_kind(file, message.start)?),
                0x08 => layout = Some(read_layout(file, message.start)?),
                0x0b => filters = read_filters(file, message.start)?,
                _ => {}
            }
        }
        let (rank, rows, columns) = shape.ok_or(Trouble::Foreign("something other than an array"))?;
        let (kind, item_bytes, big_end_first) = kind.ok_or(Trouble::Damaged)?;
        let layout = layout.ok_or(Trouble::Damaged)?;
        Ok(Self { file, rows, columns, rank, kind, item_bytes, big_end_first, layout, filters })
    }

    /// Every number other than zero with its row and column, in order. Parts that the file leaves out take no memory.
    pub(super) fn numbers(&self) -> Result<Vec<(u32, u32, f64)>, Trouble> {
        let most = FREE_NUMBERS + NUMBERS_PER_BYTE * self.file.0.len() as u64;
        let mut found: Vec<(u32, u32, f64)> = Vec::new();
        self.each_row(&mut |row, first_column, items| {
            for (at, item) in items.chunks_exact(self.item_bytes as usize).enumerate() {
                let number = self.number(item)?;
                if number != 0.0 {
                    found.push((row as u32, first_column as u32 + at as u32, number));
                }
            }
            if found.len() as u64 > most { Err(Trouble::Swollen) } else { Ok(()) }
        })?;
        // Chunks come in the order of the file.
        found.sort_by_key(|&(row, column, _)| (row, column));
        Ok(found)
    }

    /// The items of a list as words: whole numbers without a point, texts without their padding. `None` for a matrix.
    pub(super) fn words(&self) -> Result<Option<Vec<String>>, Trouble> {
        if self.rank != 1 {
            return Ok(None);
        }
        let mut words = vec![String::new(); self.rows as usize];
        self.each_row(&mut |row, _, item| {
            words[row as usize] = match self.kind {
                Kind::Text => {
                    let end = item.iter().position(|&byte| byte == 0).unwrap_or(item.len());
                    String::from_utf8_lossy(&item[..end]).trim().to_owned()
                }
                _ => self.number(item)?.to_string(),
            };
            Ok(())
        })?;
        Ok(Some(words))
    }

    fn number(&self, item: &[u8]) -> Result<f64, Trouble> {
        let mut lowest_first = [0; 8];
        for (at, &byte) in item.iter().take(8).enumerate() {
            lowest_first[if self.big_end_first { item.len() - 1 - at } else { at }] = byte;
        }
        let bits = u64::from_le_bytes(lowest_first);
        match (self.kind, item.len()) {
            (Kind::Float, 4) => Ok(f64::from(f32::from_bits(bits as u32))),
            (Kind::Float, 8) => Ok(f64::from_bits(bits)),
            (Kind::Whole { signed: false }, 1..=8) => Ok(bits as f64),
            (Kind::Whole { signed: true }, length @ 1..=8) => {
                let unused = 64 - 8 * length as u32;
                Ok(((bits << unused) as i64 >> unused) as f64)
            }
            _ => Err(Trouble::Foreign("numbers of an unusual kind")),
        }
    }

    /// Parts of rows: the row, the first column and the items. Parts that were never written are left out.
    fn each_row(&self, visit: &mut RowVisitor<'_>) -> Result<(), Trouble> {
        let row_bytes = self.columns * self.item_bytes;
        match self.layout {
            Layout::Plain { start: NOWHERE, .. } => Ok(()),
            Layout::Plain { start, length } if length >= self.rows * row_bytes => {
                let bytes = self.file.part(start, self.rows * row_bytes)?;
                let mut rows = bytes.chunks_exact(row_bytes.max(1) as usize).zip(0..);
                rows.try_for_each(|(items, row)| visit(row, 0, items))
            }
            Layout::Plain { .. } => Err(Trouble::Damaged),
            Layout::Chunks { tree, rows, columns } => {
                let chunk_bytes = rows
                    .checked_mul(columns)
                    .and_then(|items| items.checked_mul(self.item_bytes))
                    .filter(|&bytes| bytes > 0)
                    .ok_or(Trouble::Damaged)?;
                if chunk_bytes > FREE_CHUNK_BYTES + CHUNK_BYTES_PER_BYTE * self.file.0.len() as u64 {
                    return Err(Trouble::Swollen);
                }
                let key_bytes = 8 + 8 * (self.rank + 1);
                // Each place of the array belongs to one chunk.
                let mut left = self.rows.div_ceil(rows) * self.columns.div_ceil(columns);
                each_leaf(self.file, tree, 1, key_bytes, &mut |chunk, key| {
                    left = left.checked_sub(1).ok_or(Trouble::Damaged)?;
                    let packed = self.file.part(chunk, self.file.number(key, 4)?)?;
                    let content = self.unpack(packed, self.file.number(key + 4, 4)?, chunk_bytes)?;
                    let first_row = self.file.number(key + 8, 8)?;
                    let first_column = if self.rank == 2 { self.file.number(key + 16, 8)? } else { 0 };
                    if first_row >= self.rows || first_column >= self.columns {
                        return Err(Trouble::Damaged);
                    }
                    let width = (columns.min(self.columns - first_column) * self.item_bytes) as usize;
                    let lines = content.chunks_exact((columns * self.item_bytes) as usize);
                    lines
                        .take((self.rows - first_row) as usize)
                        .zip(first_row..)
                        .try_for_each(|(line, row)| visit(row, first_column, &line[..width]))
                })
            }
        }
    }

    /// Undoes the filters of a chunk, the last one first. A bit of `skipped` stands for one that was not
    /// applied.
    fn unpack(&self, packed: &[u8], skipped: u64, chunk_bytes: u64) -> Result<Vec<u8>, Trouble> {
        let mut bytes = packed.to_vec();
        for (at, filter) in self.filters.iter().enumerate().rev() {
            if skipped & (1 << at) != 0 {
                continue;
            }
            bytes = match filter {
                1 => {
                    let mut unpacked = Vec::new();
                    let limit = chunk_bytes + 64;
                    let done = ZlibDecoder::new(&bytes[..]).take(limit).read_to_end(&mut unpacked);
                    done.map_err(|_| Trouble::Damaged)?;
                    unpacked
                }
                2 => unshuffle(&bytes, self.item_bytes as usize),
                3 => bytes[..bytes.len().checked_sub(4).ok_or(Trouble::Damaged)?].to_vec(),
                _ => return Err(Trouble::Foreign("a compression other than zlib")),
            };
        }
        if bytes.len() as u64 == chunk_bytes { Ok(bytes) } else { Err(Trouble::Damaged) }
    }
}

/// Bytes were sorted by their place in an item: all first ones, all second ones.
fn unshuffle(bytes: &[u8], item_bytes: usize) -> Vec<u8> {
    let items = bytes.len() / item_bytes;
    let mut plain = bytes.to_vec();
    for item in 0..items {
        for byte in 0..item_bytes {
            plain[item * item_bytes + byte] = bytes[byte * items + item];
        }
    }
    plain
}

/// Number of dimensions, rows and columns.
fn read_shape(file: Bytes, start: u64) -> Result<(u64, u64, u64), Trouble> {
    let (version, rank) = (file.number(start, 1)?, file.number(start + 1, 1)?);
    let sizes = start + if version == 1 { 8 } else { 4 };
    let (rows, columns) = match rank {
        1 => (file.number(sizes, 8)?, 1),
        2 => (file.number(sizes, 8)?, file.number(sizes + 8, 8)?),
        _ => return Err(Trouble::Foreign("arrays of other than one or two dimensions")),
    };
    if rows > MOST_ROWS || columns > MOST_ROWS {
        return Err(Trouble::Foreign("more than 20000 rows or columns"));
    }
    Ok((rank, rows, columns))
}

fn read_kind(file: Bytes, start: u64) -> Result<(Kind, u64, bool), Trouble> {
    let (class, bits) = (file.number(start, 1)? & 15, file.number(start + 1, 1)?);
    let item_bytes = file.number(start + 4, 4)?;
    let kind = match class {
        0 => Kind::Whole { signed: bits & 8 != 0 },
        1 => Kind::Float,
        3 => Kind::Text,
        _ => return Err(Trouble::Foreign("items that are neither numbers nor short texts")),
    };
    let most = if kind == Kind::Text { 1024 } else { 8 };
    if item_bytes == 0 || item_bytes > most {
        return Err(Trouble::Foreign("items of an unusual size"));
    }
    Ok((kind, item_bytes, kind != Kind::Text && bits & 1 != 0))
}

fn read_layout(file: Bytes, start: u64) -> Result<Layout, Trouble> {
    let (version, class) = (file.number(start, 1)?, file.number(start + 1, 1)?);
    match (version, class) {
        (3 | 4, 0) => Ok(Layout::Plain { start: start + 4, length: file.number(start + 2, 2)? }),
        (3 | 4, 1) => {
            Ok(Layout::Plain { start: file.number(start + 2, 8)?, length: file.number(start + 10, 8)? })
        }
        (3, 2) => {
            let rank = file.number(start + 2, 1)?.checked_sub(1).ok_or(Trouble::Damaged)?;
            let rows = file.number(start + 11, 4)?;
            let columns = if rank == 2 { file.number(start + 15, 4)? } else { 1 };
            Ok(Layout::Chunks { tree: file.number(start + 3, 8)?, rows, columns })
        }
        _ => Err(Trouble::Foreign("a layout of HDF5 older than 1.6 or newer than 1.8")),
    }
}

/// Numbers of the filters: 1 zlib, 2 shuffle, 3 checksum.
fn read_filters(file: Bytes, start: u64) -> Result<Vec<u64>, Trouble> {
    let (version, count) = (file.number(start, 1)?, file.number(start + 1, 1)?);
    let mut at = start + if version == 1 { 8 } else { 2 };
    let mut filters = Vec::new();
    for _ in 0..count {
        let filter = file.number(at, 2)?;
        let has_name = version == 1 || filter >= 256;
        let name = if has_name { file.number(at + 2, 2)? } else { 0 };
        let head = if has_name { 8 } else { 6 };
        let values = file.number(at + head - 2, 2)?;
        let padding = if version == 1 && values % 2 == 1 { 4 } else { 0 };
        let name = if version == 1 { name.next_multiple_of(8) } else { name };
        at += head + name + 4 * values + padding;
        filters.push(filter);
    }
    Ok(filters)
}
