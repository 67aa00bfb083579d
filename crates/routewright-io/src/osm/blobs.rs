//! The outer layer of an OpenStreetMap PBF file: blocks, each with its length, most of them compressed.

use std::io::{ErrorKind, Read};
use std::path::Path;

use flate2::read::ZlibDecoder;

use super::wire::{Damaged, Fields};
use crate::InputErrors;
use crate::error::At;

/// The format allows headers of 64 KiB and blocks of 32 MiB.
const MOST_HEADER_BYTES: usize = 64 << 10;
const MOST_BLOCK_BYTES: usize = 32 << 20;

/// The blocks of a file, unpacked one at a time.
pub(super) struct Blobs<'p, R> {
    path: &'p Path,
    reader: R,
    /// Bytes read so far, for messages.
    place: u64,
    packed: Vec<u8>,
    unpacked: Vec<u8>,
}

/// What a block contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlobKind {
    Header,
    Data,
    Other,
}

/// A block of a file.
pub(super) struct Blob<'a> {
    pub(super) kind: BlobKind,
    /// Bytes of the file up to its end.
    pub(super) end: u64,
    pub(super) bytes: &'a [u8],
}

impl<'p, R: Read> Blobs<'p, R> {
    pub(super) fn new(path: &'p Path, reader: R) -> Self {
        Self { path, reader, place: 0, packed: Vec::new(), unpacked: Vec::new() }
    }

    /// The next block, or `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Blob<'_>>, InputErrors> {
        let mut length = [0; 4];
        let first = self.reader.read(&mut length[..1]).map_err(|error| self.unreadable(&error))?;
        if first == 0 {
            return Ok(None);
        }
        let start = self.place;
        self.fill(&mut length[1..])?;
        let header_length = u32::from_be_bytes(length) as usize;
        if header_length > MOST_HEADER_BYTES {
            return Err(self.foreign(start));
        }
        let mut header = vec![0; header_length];
        self.fill(&mut header)?;
        let (kind, packed_length) = read_header(&header).map_err(|Damaged| self.foreign(start))?;
        if packed_length > MOST_BLOCK_BYTES {
            return Err(self.foreign(start));
        }
        let mut packed = std::mem::take(&mut self.packed);
        packed.resize(packed_length, 0);
        self.fill(&mut packed)?;
        self.place = start + 4 + (header_length + packed_length) as u64;
        self.packed = packed;
        self.unpack(start)?;
        Ok(Some(Blob { kind, end: self.place, bytes: &self.unpacked }))
    }

    /// A message about the block read last.
    pub(super) fn damaged(&self) -> InputErrors {
        let problem = format!("is damaged in the block that ends at byte {}", self.place);
        InputErrors::one(At::whole(self.path), "osm-002", problem, COPY_AGAIN)
    }

    fn unpack(&mut self, start: u64) -> Result<(), InputErrors> {
        self.unpacked.clear();
        let mut fields = Fields(&self.packed);
        let mut done = false;
        while let Some((number, value)) = fields.next().map_err(|Damaged| damaged(self.path, start))? {
            match number {
                1 => {
                    let raw = value.bytes().map_err(|Damaged| damaged(self.path, start))?;
                    self.unpacked.extend_from_slice(raw);
                    done = true;
                }
                3 => {
                    let zlib = value.bytes().map_err(|Damaged| damaged(self.path, start))?;
                    let limit = MOST_BLOCK_BYTES as u64 + 1;
                    let unpacked = ZlibDecoder::new(zlib).take(limit).read_to_end(&mut self.unpacked);
                    if unpacked.is_err() || self.unpacked.len() > MOST_BLOCK_BYTES {
                        return Err(damaged(self.path, start));
                    }
                    done = true;
                }
                4..=7 => {
                    let problem = "is compressed in a way that cannot be read here";
                    let help = "save it with zlib, such as `osmium cat IN -o OUT.osm.pbf`";
                    return Err(InputErrors::one(At::whole(self.path), "osm-003", problem, help));
                }
                _ => {}
            }
        }
        if done { Ok(()) } else { Err(damaged(self.path, start)) }
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), InputErrors> {
        self.reader.read_exact(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                let problem = format!("ends in the middle of a block that starts at byte {}", self.place);
                InputErrors::one(At::whole(self.path), "osm-001", problem, COPY_AGAIN)
            }
            _ => self.unreadable(&error),
        })
    }

    fn unreadable(&self, error: &std::io::Error) -> InputErrors {
        let problem = format!("cannot be read: {error}");
        let help = "check that it is a file, its permissions, and that its disk is connected";
        InputErrors::one(At::whole(self.path), "file-003", problem, help)
    }

    fn foreign(&self, start: u64) -> InputErrors {
        if start > 0 {
            return damaged(self.path, start);
        }
        let help = "give the streets as an OpenStreetMap extract in PBF form (.osm.pbf)";
        InputErrors::one(At::whole(self.path), "osm-004", "is not an OpenStreetMap PBF file", help)
    }
}

const COPY_AGAIN: &str = "download or copy the file again";

fn damaged(path: &Path, start: u64) -> InputErrors {
    let problem = format!("is damaged in the block that starts at byte {start}");
    InputErrors::one(At::whole(path), "osm-002", problem, COPY_AGAIN)
}

fn read_header(header: &[u8]) -> Result<(BlobKind, usize), Damaged> {
    let (mut kind, mut length) = (None, None);
    let mut fields = Fields(header);
    while let Some((number, value)) = fields.next()? {
        match number {
            1 => {
                kind = Some(match value.bytes()? {
                    b"OSMHeader" => BlobKind::Header,
                    b"OSMData" => BlobKind::Data,
                    _ => BlobKind::Other,
                });
            }
            3 => length = Some(usize::try_from(value.number()?).map_err(|_| Damaged)?),
            _ => {}
        }
    }
    kind.zip(length).ok_or(Damaged)
}
