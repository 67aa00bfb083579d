//! Damaged files for every reader, to show that none of them panics or takes too much memory.
//!
//! The tests of this crate run a few thousand cases, `cargo xtask fuzz` as many as wanted. Chance comes from
//! the caller: `draw(n)` gives a number below `n`, so a seed and a case number name a case for good.
//!
//! ```
//! use routewright_io::fuzz::{Case, Reader};
//!
//! let mut state = 7_u32;
//! let mut draw = |below: u32| {
//!     state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
//!     (state >> 8) % below
//! };
//! Case::draw(Reader::Network, &mut draw).run(); // accepted or refused, but no panic
//! ```

mod good;

use std::path::Path;
use std::sync::LazyLock;

use routewright_model::City;

use self::good::good_files;
use crate::gtfs_feed::zipped;
use crate::{
    FolderFiles, InputErrors, MumfordFiles, TextFile, TntpFiles, WeightColumns, format_city_folder,
    format_lines, network_to_json, network_to_text, parse_city_folder, parse_gateways, parse_gtfs,
    parse_lines, parse_mumford, parse_network, parse_omx, parse_osm, parse_tntp, parse_trips,
    parse_zone_bytes,
};

/// A reader under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// [`parse_city_folder`]
    CityFolder,
    /// [`parse_tntp`]
    Tntp,
    /// [`parse_mumford`]
    Mumford,
    /// [`parse_network`]
    Network,
    /// [`parse_zone_bytes`]
    Zones,
    /// [`parse_trips`]
    Trips,
    /// [`parse_gateways`]
    Gateways,
    /// [`parse_gtfs`]
    Gtfs,
    /// [`parse_osm`]
    Osm,
    /// [`parse_omx`]
    Omx,
    /// [`parse_lines`]
    Lines,
}

impl Reader {
    /// All of them.
    pub const ALL: [Reader; 11] = [
        Self::CityFolder,
        Self::Tntp,
        Self::Mumford,
        Self::Network,
        Self::Zones,
        Self::Trips,
        Self::Gateways,
        Self::Gtfs,
        Self::Osm,
        Self::Omx,
        Self::Lines,
    ];

    /// Its name, for figures and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::CityFolder => "city-folder",
            Self::Tntp => "tntp",
            Self::Mumford => "mumford",
            Self::Network => "network",
            Self::Zones => "zones",
            Self::Trips => "trips",
            Self::Gateways => "gateways",
            Self::Gtfs => "gtfs",
            Self::Osm => "osm",
            Self::Omx => "omx",
            Self::Lines => "lines",
        }
    }
}

/// Files for a reader, most of them damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Who is to read them.
    pub reader: Reader,
    /// Their names and contents.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Case {
    /// Takes good files and damages them in one to six places, or now and then replaces one by noise.
    pub fn draw(reader: Reader, draw: &mut dyn FnMut(u32) -> u32) -> Self {
        let good = good_files(reader);
        let chosen = &good[below(draw, good.len())];
        let mut files = chosen.clone();
        if below(draw, 8) == 0 {
            let victim = below(draw, files.len());
            files[victim].1 = (0..below(draw, 200)).map(|_| below(draw, 256) as u8).collect();
        } else {
            for _ in 0..=below(draw, 6) {
                let victim = below(draw, files.len());
                let donor = &chosen[below(draw, chosen.len())].1;
                damage(&mut files[victim].1, donor, draw);
            }
        }
        Self { reader, files }
    }

    /// Reads the files and returns whether they were accepted. What was accepted is written, read again and
    /// compared.
    ///
    /// # Panics
    /// The reader panics, or reads something else back from what it accepted and wrote: a bug either way.
    pub fn run(&self) -> bool {
        let outcome = match self.reader {
            Reader::Gtfs => parse_gtfs(Path::new("feed.zip"), self.zipped()).map(drop),
            Reader::Zones => {
                let (name, bytes) = &self.files[0];
                let weights = WeightColumns { productions: Some("people"), attractions: Some("jobs") };
                parse_zone_bytes(Path::new(name), bytes.clone(), weights).map(drop)
            }
            Reader::Osm => parse_osm(Path::new("a.osm.pbf"), &self.files[0].1).map(drop),
            Reader::Omx => parse_omx(Path::new("a.omx"), &self.files[0].1, Some("trips")).map(drop),
            reader => self.texts().and_then(|files| read_texts(reader, files)),
        };
        match outcome {
            Ok(()) => true,
            Err(errors) => {
                let _ = errors.to_string(); // messages are made with care as well
                false
            }
        }
    }

    fn texts(&self) -> Result<Vec<TextFile>, InputErrors> {
        self.files.iter().map(|(name, bytes)| TextFile::from_bytes(name, bytes.clone())).collect()
    }

    fn zipped(&self) -> Vec<u8> {
        let files = self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        zipped(files).expect("memory does not fail")
    }
}

static MANDL: LazyLock<City> = LazyLock::new(City::mandl);

/// Words that readers have to cope with.
const WORDS: [&[u8]; 46] = [
    b"0",
    b"-0",
    b"1",
    b"-1",
    b"2.5",
    b"4000000000",
    b"18446744073709551616",
    b"1e308",
    b"1e-320",
    b"1e999",
    b"NaN",
    b"Inf",
    b"-inf",
    b"9999999",
    b"10001",
    b"true",
    b"null",
    b",",
    b";",
    b":",
    b"-",
    b"#",
    b"~",
    b"\"",
    b"'",
    b"\n",
    b"\r\n",
    b"\r",
    b"\t",
    b" ",
    b"{",
    b"}",
    b"[",
    b"]",
    b"<NUMBER OF NODES> ",
    b"Origin ",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xe3",
    b"1,5",
    b"1.234,5",
    b"sep=;\n",
    b"EPSG:31983",
    "\u{a0}".as_bytes(),
    b"\0",
    "é\u{2028}".as_bytes(),
];

fn below(draw: &mut dyn FnMut(u32) -> u32, bound: usize) -> usize {
    draw(u32::try_from(bound).expect("fuzz files are small")) as usize
}

/// Changes one place. Files grow at most fourfold in six changes, so cases stay small.
fn damage(bytes: &mut Vec<u8>, donor: &[u8], draw: &mut dyn FnMut(u32) -> u32) {
    let start = below(draw, bytes.len() + 1);
    let end = start + below(draw, (bytes.len() - start).min(40) + 1);
    match below(draw, 9) {
        0 => bytes.truncate(start),
        1 => drop(bytes.drain(start..end)),
        2 => {
            let copy = bytes[start..end].to_vec();
            let to = below(draw, bytes.len() + 1);
            bytes.splice(to..to, copy);
        }
        3 if start < bytes.len() => bytes[start] = below(draw, 256) as u8,
        4 if start < bytes.len() => bytes[start] ^= 1 << below(draw, 8),
        5 => {
            let word = WORDS[below(draw, WORDS.len())];
            bytes.splice(start..start, word.iter().copied());
        }
        6 => swap_lines(bytes, draw),
        7 => {
            let from = below(draw, donor.len() + 1);
            let to = from + below(draw, (donor.len() - from).min(60) + 1);
            bytes.splice(start..end, donor[from..to].iter().copied());
        }
        _ => replace_number(bytes, start, draw),
    }
}

/// Puts a word in place of the first number at or after `start`.
fn replace_number(bytes: &mut Vec<u8>, start: usize, draw: &mut dyn FnMut(u32) -> u32) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let Some(first) = bytes[start..].iter().position(is_part).map(|offset| start + offset) else { return };
    let length = bytes[first..].iter().take_while(|byte| is_part(byte)).count();
    let word = WORDS[below(draw, WORDS.len())];
    bytes.splice(first..first + length, word.iter().copied());
}

fn swap_lines(bytes: &mut Vec<u8>, draw: &mut dyn FnMut(u32) -> u32) {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let (a, b) = (below(draw, lines.len()), below(draw, lines.len()));
    lines.swap(a, b);
    *bytes = lines.join(&b'\n');
}

/// Reads text files; a city or a network that is accepted is written, read again and compared.
fn read_texts(reader: Reader, files: Vec<TextFile>) -> Result<(), InputErrors> {
    let mut files = files.into_iter();
    let mut next = || files.next().expect("every case brings the files its reader needs");
    let name = "fuzz".to_owned();
    let city = match reader {
        Reader::CityFolder => {
            let (nodes, links, demand, settings, walks) =
                (next(), next(), next(), Some(next()), Some(next()));
            parse_city_folder(&FolderFiles {
                folder_name: name,
                nodes,
                links,
                demand,
                walks,
                turns: None,
                settings,
            })?
        }
        Reader::Tntp => {
            let (net, trips, places) = (next(), next(), Some(next()));
            parse_tntp(&TntpFiles { name, net, trips, places })?
        }
        Reader::Mumford => {
            let (coords, travel_times, demand) = (next(), next(), next());
            parse_mumford(&MumfordFiles { name, coords, travel_times, demand })?
        }
        Reader::Network => return compare_network(&next()),
        Reader::Trips => return parse_trips(&next()).map(drop),
        Reader::Gateways => return parse_gateways(&next()).map(drop),
        Reader::Lines => return compare_lines(&next()),
        Reader::Zones | Reader::Gtfs | Reader::Osm | Reader::Omx => {
            unreachable!("their files need not be text")
        }
    };
    let written = format_city_folder(&city).expect("what a reader accepts can be written");
    let again = parse_city_folder(&written).expect("what is written can be read");
    assert_eq!(again.to_parts(), city.to_parts(), "reading gives back what was written");
    Ok(())
}

/// Places are rounded when they are written, so the second text is compared with the first.
fn compare_lines(file: &TextFile) -> Result<(), InputErrors> {
    let text = format_lines(&parse_lines(file)?);
    let again = parse_lines(&TextFile::new("again.json", &*text)).expect("what is written can be read");
    assert_eq!(format_lines(&again), text, "reading gives back what was written");
    Ok(())
}

fn compare_network(file: &TextFile) -> Result<(), InputErrors> {
    let network = parse_network(&MANDL, file)?;
    let json = TextFile::new("again.json", network_to_json(&MANDL, &network));
    let again = parse_network(&MANDL, &json).expect("what is written can be read");
    assert_eq!(again, network, "reading gives back what was written");
    if !network.routes.iter().any(|route| route.has_own_times()) {
        let text = network_to_text(&MANDL, &network).expect("Mandl's nodes have plain ids");
        let again = parse_network(&MANDL, &TextFile::new("again.txt", text)).expect("text can be read");
        let stops = |network: &routewright_model::Network| -> Vec<_> {
            network.routes.iter().map(|route| route.stops().to_vec()).collect()
        };
        assert_eq!(stops(&again), stops(&network), "reading gives back the stops written");
    }
    Ok(())
}
