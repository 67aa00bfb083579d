//! Networks as plain lines.

use routewright_model::{City, Direction, Network};

use super::route::{MOST_ROUTES, RawRoute, too_many};
use super::service::RawService;
use super::times::RawTimes;
use crate::error::Problems;
use crate::{InputErrors, TextFile};

/// The stops of every route, one route per line. This form has no names, directions or leg times.
///
/// `None` if a stop's id would not read back, since it is empty, contains a separator or starts with `#`.
pub fn network_to_text(city: &City, network: &Network) -> Option<String> {
    let separator = if city.nodes().iter().any(|node| node.name.contains('-')) { " " } else { "-" };
    let mut text = String::from("# one route a line\n");
    for route in &network.routes {
        let stops: Vec<&str> = route.stops().iter().map(|&stop| city.node(stop).name.as_str()).collect();
        let is_safe =
            |stop: &&str| !stop.is_empty() && !stop.contains(is_separator) && !stop.starts_with('#');
        if !stops.iter().all(is_safe) {
            return None;
        }
        text.push_str(&stops.join(separator));
        text.push('\n');
    }
    Some(text)
}

/// The routes that are right, and how many there were in all.
pub(super) fn parse(
    city: &City,
    file: &TextFile,
    problems: &mut Problems,
) -> Result<(Network, usize), InputErrors> {
    let mut network = Network::default();
    let mut count = 0;
    for (line, text) in file.lines() {
        let mut words = text
            .split(is_separator)
            .filter(|word| !word.is_empty())
            .take_while(|word| !word.starts_with('#'))
            .peekable();
        if words.peek().is_none() {
            continue;
        }
        if count == MOST_ROUTES {
            return Err(too_many(file.at(line)));
        }
        count += 1;
        let stops = words.flat_map(|word| stops_of(city, word)).collect();
        let (name, direction) = (count.to_string(), Direction::BothWays);
        let (times, service) = (RawTimes::default(), RawService::default());
        let raw: RawRoute<&str> = RawRoute { name, stops, direction, times, service };
        network.routes.extend(raw.check(city, file.at(line), problems));
    }
    Ok((network, count))
}

/// Always separates stops; `-` does so only where no node's id contains it.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter == ',' || letter == ';'
}

/// The stops in a word: one if a node is called so, else those between dashes.
fn stops_of<'a>(city: &City, word: &'a str) -> Vec<&'a str> {
    if city.node_named(word).is_some() {
        return vec![word];
    }
    word.split('-').filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_network;

    fn read(city: &City, text: &str) -> Result<Network, InputErrors> {
        parse_network(city, &TextFile::new("net.txt", text))
    }

    #[test]
    fn every_separator_is_understood() {
        let city = City::mandl();
        let expected = read(&city, "1-2-3-6\n9-15").unwrap();
        for text in ["# two routes\n\n1 2 3 6\n9\t15 # metro", "1, 2, 3, 6\r\n9,15\r\n", "1;2;3;6;\n9 - 15"] {
            assert_eq!(read(&city, text).unwrap(), expected);
        }
        let text = network_to_text(&city, &expected).unwrap();
        assert_eq!(text, "# one route a line\n1-2-3-6\n9-15\n");
        assert_eq!(read(&city, &text).unwrap(), expected);
    }

    #[test]
    fn ids_with_dashes_are_whole_words() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[0].name = "main-st".into();
        let city = City::new(parts).unwrap();
        let network = read(&city, "main-st, 2-3").unwrap();
        assert_eq!(network.routes[0].stop_count(), 3);
        let text = network_to_text(&city, &network).unwrap();
        assert_eq!(text, "# one route a line\nmain-st 2 3\n");
        assert_eq!(read(&city, &text).unwrap(), network);
    }

    #[test]
    fn ids_that_cannot_be_told_apart_are_not_written() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[0].name = "main st".into();
        let city = City::new(parts).unwrap();
        let network = parse_network(&city, &TextFile::new("n", "[[\"main st\", 2]]")).unwrap();
        assert_eq!(network_to_text(&city, &network), None);
    }

    #[test]
    fn faults_are_named_with_their_lines() {
        let told = read(&City::mandl(), "# x\n1-2\n\n1-x-3\n7\n").unwrap_err().to_string();
        assert_eq!(
            told,
            "net.txt:4: route 2: node x is not in city mandl [net-003]\n  help: correct the id, or use \
             the city that the network belongs to\n\
             net.txt:5: route 3: a route needs at least two stops [net-006]\n  help: give two stops or more, \
             or remove the route"
        );
        let prose = read(&City::mandl(), "7 x\nx y 1 z\nwhat is all this then").unwrap_err().to_string();
        assert_eq!(
            prose.lines().filter(|line| !line.contains("help")).collect::<Vec<_>>(),
            [
                "net.txt:1: route 1: node x is not in city mandl [net-003]",
                "net.txt:2: route 2: nodes x, y and z are not in city mandl [net-003]",
                "net.txt:3: route 3: nodes what, is, all and 2 more are not in city mandl [net-003]"
            ]
        );
        let empty = read(&City::mandl(), "# nothing\n").unwrap_err().to_string();
        assert_eq!(
            empty,
            "net.txt: there are no routes [net-002]\n  help: give the stops of one route or more"
        );
    }
}
