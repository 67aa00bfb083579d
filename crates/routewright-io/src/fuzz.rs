//! Damaged files for every reader, to show that none of them panics or takes more than its share.
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

use std::sync::LazyLock;

use routewright_model::City;

use crate::{
    FolderFiles, InputErrors, MumfordFiles, TextFile, TntpFiles, format_city_folder, network_to_json,
    network_to_text, parse_city_folder, parse_mumford, parse_network, parse_tntp,
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
}

impl Reader {
    /// All of them.
    pub const ALL: [Reader; 4] = [Self::CityFolder, Self::Tntp, Self::Mumford, Self::Network];

    /// Its name, for figures and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::CityFolder => "city-folder",
            Self::Tntp => "tntp",
            Self::Mumford => "mumford",
            Self::Network => "network",
        }
    }

    /// Sets of files that are fine: name and content.
    fn good_files(self) -> &'static [&'static [(&'static str, &'static str)]] {
        match self {
            Self::CityFolder => &[
                &[
                    ("nodes.csv", "id,lat,lon,terminal\n1,0,0,1\n2,0,1,0\n3,1,0.5,1\n4,2,2,1\n"),
                    ("links.csv", "from,to,travel_time\n1,2,4\n2,1,4\n2,3,2.5\n3,2,2\n3,4,1\n4,1,7\n"),
                    ("demand.csv", "from,to,demand\n1,3,10\n3,1,12.5\n4,2,3\n2,2,1\n"),
                    (
                        "city.toml",
                        "name = \"Four\"\ntime-unit = \"minutes\"\ncoordinates = \"degrees\"\nroutes = 2\n\
                         min-stops = 2\nmax-stops = 4\ntransfer-penalty-minutes = 5\n",
                    ),
                ],
                &[
                    ("a_nodes.txt", "terminal,ID,lon,lat,note\r\n1,x-1,12,4,\"a, b\"\r\n0,\"y\",500,-3,\r\n"),
                    ("a_links.txt", "to,from,travel_time\r\nx-1,y,90\r\ny,x-1,120\r\n"),
                    ("a_demand.txt", "demand,from,to\r\n1e3,x-1,y\r\n"),
                    ("city.toml", "time-unit = \"seconds\"\ncoordinates = \"kilometres\""),
                ],
            ],
            Self::Tntp => &[
                &[
                    (
                        "a_net.tntp",
                        "<NUMBER OF ZONES> 3\t\n<NUMBER OF NODES> 4\n<FIRST THRU NODE> 1\n\
                         <NUMBER OF LINKS> 6\n<END OF METADATA>\n\n\
                         ~\tinit\tterm\tcapacity\tlength\ttime\t;\n\t1\t2\t9\t1\t4\t0.15\t;\n\
                         \t2\t1\t9\t1\t4\t;\n2 3 9 1 2.5 ;\n3 4 9 1 1;\n4 3 9 1 1 ;\n3 1 9 1 3 ;\n",
                    ),
                    (
                        "a_trips.tntp",
                        "<NUMBER OF ZONES> 3\n<END OF METADATA>\n\nOrigin 1\n 1 : 0.0; 2 : 5.5;\n 3 : 2;\n\
                         Origin 4\n 1 : 7.0;\n",
                    ),
                    ("a_node.tntp", "Node\tX\tY\t;\n1\t-9.5\t4\t;\n2\t-9.6\t4.5\t;\n3 1 2;\n4 5 6 ;\n"),
                ],
                &[
                    ("a_net.tntp", "1 2 0 0 1 ;\n2 1 0 0 1 ;\n"),
                    ("a_trips.tntp", "Origin 2\n1 : 4;"),
                    (
                        "a_nodes.geojson",
                        "{\"type\": \"FeatureCollection\", \"features\": [\n{\"properties\": {\"id\": 1}, \
                         \"geometry\": {\"coordinates\": [1.5, 2]}},\n{\"properties\": {\"id\": \"2\"}, \
                         \"geometry\": {\"coordinates\": [3, 4, 5]}}]}",
                    ),
                ],
            ],
            Self::Mumford => &[&[
                ("ACoords.txt", "4\n0 0\n1.5 2\n3, 4\n5 5\n"),
                ("ATravelTimes.txt", "0 3 Inf Inf\n3 0 2.5 Inf\nInf 2.5 0 4\n6 Inf 4 0\n"),
                ("ADemand.txt", "0 5 6 7\n5 0 1 2\n6 1 0 3.5\n\n7 2 3.5 0\n"),
            ]],
            Self::Network => &[
                &[(
                    "a.json",
                    "{\"city\": \"mandl\", \"routes\": [\n{\"name\": \"1\", \"stops\": [\"1\", \"2\", 3]},\n\
                              {\"stops\": [9, 15, 9], \"one_way\": true, \"leg_minutes\": [4, 2.5]}\n]}",
                )],
                &[("a.json", "[[1, 2, 3, 6], [\"4\", \"5\"],\n[13, 14]]")],
                &[("a.txt", "# two routes\n1-2-3-6\n\n9, 15 7;10 # metro\n11 12\n")],
            ],
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
        let good = reader.good_files();
        let chosen = good[below(draw, good.len())];
        let mut files: Vec<(String, Vec<u8>)> =
            chosen.iter().map(|&(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect();
        if below(draw, 8) == 0 {
            let victim = below(draw, files.len());
            files[victim].1 = (0..below(draw, 200)).map(|_| below(draw, 256) as u8).collect();
        } else {
            for _ in 0..=below(draw, 6) {
                let victim = below(draw, files.len());
                let donor = chosen[below(draw, chosen.len())].1.as_bytes();
                damage(&mut files[victim].1, donor, draw);
            }
        }
        Self { reader, files }
    }

    /// Reads the files and tells whether they were accepted. What was accepted is written, read again and
    /// compared.
    ///
    /// # Panics
    /// The reader does, or what was accepted does not survive being written: a bug either way.
    pub fn run(&self) -> bool {
        let files: Result<Vec<TextFile>, InputErrors> =
            self.files.iter().map(|(name, bytes)| TextFile::from_bytes(name, bytes.clone())).collect();
        match files.and_then(|files| read_and_compare(self.reader, files)) {
            Ok(()) => true,
            Err(errors) => {
                let _ = errors.to_string(); // messages are made with care as well
                false
            }
        }
    }
}

static MANDL: LazyLock<City> = LazyLock::new(City::mandl);

/// Words that readers have to cope with.
const WORDS: [&[u8]; 40] = [
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

fn read_and_compare(reader: Reader, files: Vec<TextFile>) -> Result<(), InputErrors> {
    let mut files = files.into_iter();
    let mut next = || files.next().expect("every case brings the files its reader needs");
    let name = "fuzz".to_owned();
    let city = match reader {
        Reader::CityFolder => {
            let (nodes, links, demand, settings) = (next(), next(), next(), Some(next()));
            parse_city_folder(&FolderFiles { folder_name: name, nodes, links, demand, settings })?
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
    };
    let written = format_city_folder(&city).expect("what a reader accepts can be written");
    let again = parse_city_folder(&written).expect("what is written can be read");
    assert_eq!(again.to_parts(), city.to_parts(), "reading gives back what was written");
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
