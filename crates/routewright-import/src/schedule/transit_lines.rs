//! From pieces of patterns to the routes of a network.

use std::collections::BTreeMap;

use routewright_model::{Direction, NodeId};

/// A legal route in one direction.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    /// Feed and route it belongs to.
    pub(crate) route: String,
    /// Name of the route.
    pub(crate) name: String,
    /// 0 out, 1 back.
    pub(crate) direction: u8,
    /// Which of several pieces of one pattern.
    pub(crate) part: usize,
    pub(crate) stops: Vec<NodeId>,
    /// Trips within the window.
    pub(crate) trips: f64,
}

/// A route of today's network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TransitLine {
    pub(crate) name: String,
    pub(crate) stops: Vec<NodeId>,
    /// Trips the way of its stops and the other way.
    pub(crate) trips: [f64; 2],
}

impl TransitLine {
    pub(crate) fn direction(&self) -> Direction {
        if self.trips[0] > 0.0 && self.trips[1] > 0.0 { Direction::BothWays } else { Direction::OneWay }
    }

    /// Minutes between vehicles of one direction.
    pub(crate) fn headway_minutes(&self, window_minutes: f64) -> f64 {
        let ways = self.trips.iter().filter(|&&trips| trips > 0.0).count();
        window_minutes * ways as f64 / (self.trips[0] + self.trips[1])
    }
}

/// Counts of joining pieces into lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Joined {
    /// Two-way routes made of an out and a back.
    pub(crate) pairs: usize,
    /// Of which the two differ somewhere.
    pub(crate) unequal_pairs: usize,
    /// Names of routes that serve the same stops and became one.
    pub(crate) merged: Vec<String>,
}

/// Joins pieces of a route that are each other's reverse, at least by the share `alike`, then routes that
/// serve the same stops.
pub(crate) fn to_transit_lines(pieces: Vec<Piece>, alike: f64) -> (Vec<TransitLine>, Joined) {
    let mut joined = Joined::default();
    let mut lines: Vec<TransitLine> = Vec::new();
    let mut at_stops: BTreeMap<Vec<NodeId>, usize> = BTreeMap::new();
    for route in pieces.chunk_by(|a, b| a.route == b.route) {
        for mut line in lines_of(route, alike, &mut joined) {
            let key = key(&line.stops);
            if let Some(&at) = at_stops.get(&key) {
                let other = &mut lines[at];
                if other.stops != line.stops {
                    line.trips.reverse();
                }
                joined.merged.push(format!("{} = {}", line.name, other.name));
                (0..2).for_each(|way| other.trips[way] += line.trips[way]);
            } else {
                at_stops.insert(key, lines.len());
                lines.push(line);
            }
        }
    }
    make_names_differ(&mut lines);
    (lines, joined)
}

fn key(stops: &[NodeId]) -> Vec<NodeId> {
    let reverse: Vec<NodeId> = stops.iter().rev().copied().collect();
    stops.to_vec().min(reverse)
}

/// The lines of one route: pairs first, what is left over driven one way.
fn lines_of(pieces: &[Piece], alike: f64, joined: &mut Joined) -> Vec<TransitLine> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (a, out) in pieces.iter().enumerate() {
        for (b, back) in pieces.iter().enumerate().skip(a + 1) {
            let share = likeness(&out.stops, &back.stops);
            if share >= alike {
                pairs.push((share, a, b));
            }
        }
    }
    pairs.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    let mut partner = vec![None; pieces.len()];
    for (share, a, b) in pairs {
        if partner[a].is_none() && partner[b].is_none() {
            (partner[a], partner[b]) = (Some(b), Some(a));
            joined.pairs += 1;
            joined.unequal_pairs += usize::from(share < 1.0);
        }
    }
    let count = pieces.len() - partner.iter().flatten().count() / 2;
    let mut lines = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let part = if piece.part > 0 { format!(" part {}", piece.part + 1) } else { String::new() };
        match partner[at] {
            Some(other) if other < at => {}
            Some(other) => {
                // Each follows links in its own direction only, so the longer one is taken as it is.
                let back = &pieces[other];
                let ways = if back.stops.len() > piece.stops.len() { [back, piece] } else { [piece, back] };
                let name = format!("{}{part}", piece.name);
                lines.push(TransitLine {
                    name,
                    stops: ways[0].stops.clone(),
                    trips: ways.map(|way| way.trips),
                });
            }
            None => {
                let way = match (count, piece.direction) {
                    (1, _) => "",
                    (_, 0) => " out",
                    _ => " back",
                };
                let name = format!("{}{way}{part}", piece.name);
                lines.push(TransitLine { name, stops: piece.stops.clone(), trips: [piece.trips, 0.0] });
            }
        }
    }
    lines
}

/// The share of stops that both make, one in the reverse order of the other; 1 if they are each other's
/// reverse.
fn likeness(out: &[NodeId], back: &[NodeId]) -> f64 {
    let mut best = vec![0_usize; back.len() + 1];
    for stop in out {
        let mut diagonal = 0;
        for (at, other) in back.iter().rev().enumerate() {
            let above = best[at + 1];
            best[at + 1] = if stop == other { diagonal + 1 } else { above.max(best[at]) };
            diagonal = above;
        }
    }
    best[back.len()] as f64 / out.len().max(back.len()) as f64
}

fn make_names_differ(lines: &mut [TransitLine]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines {
        let count = seen.entry(line.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            line.name = format!("{} ({count})", line.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str, direction: u8, stops: &[usize], trips: f64) -> Piece {
        let stops = stops.iter().map(|&stop| NodeId::new(stop)).collect();
        Piece { route: name.into(), name: name.into(), direction, part: 0, stops, trips }
    }

    fn lines(pieces: Vec<Piece>, alike: f64) -> Vec<(String, usize, [f64; 2])> {
        let (lines, _) = to_transit_lines(pieces, alike);
        lines.into_iter().map(|line| (line.name.clone(), line.stops.len(), line.trips)).collect()
    }

    #[test]
    fn each_others_reverse_is_one_two_way_route() {
        let pieces = vec![piece("a", 0, &[1, 2, 3], 6.0), piece("a", 1, &[3, 2, 1], 4.0)];
        assert_eq!(lines(pieces.clone(), 1.0), [("a".into(), 3, [6.0, 4.0])]);
        let (found, joined) = to_transit_lines(pieces, 1.0);
        // Five trips a way in two hours: every 24 minutes.
        assert_eq!(found[0].headway_minutes(120.0), 24.0);
        assert_eq!((found[0].direction(), joined.pairs, joined.unequal_pairs), (Direction::BothWays, 1, 0));
    }

    #[test]
    fn ways_that_differ_stay_one_way_unless_asked_otherwise() {
        let pieces = vec![piece("a", 0, &[1, 2, 3, 5], 6.0), piece("a", 1, &[5, 3, 1], 4.0)];
        let apart = [("a out".into(), 4, [6.0, 0.0]), ("a back".into(), 3, [4.0, 0.0])];
        assert_eq!(lines(pieces.clone(), 1.0), apart);
        // Three of four stops are shared.
        assert_eq!(lines(pieces.clone(), 0.76), apart);
        assert_eq!(lines(pieces, 0.75), [("a".into(), 4, [6.0, 4.0])]);
        // The longer one is the way out.
        let pieces = vec![piece("a", 0, &[1, 3], 6.0), piece("a", 1, &[3, 2, 1], 4.0)];
        let (found, _) = to_transit_lines(pieces, 0.5);
        assert_eq!((found[0].stops[0], found[0].trips), (NodeId::new(3), [4.0, 6.0]));
    }

    #[test]
    fn routes_with_the_same_stops_become_one() {
        let pieces = vec![
            piece("a", 0, &[1, 2, 3], 6.0),
            piece("b", 0, &[3, 2, 1], 2.0),
            piece("c", 0, &[1, 2, 3], 1.0),
            piece("d", 0, &[1, 2], 1.0),
        ];
        let (found, joined) = to_transit_lines(pieces, 1.0);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].trips, found[0].direction()), ([7.0, 2.0], Direction::BothWays));
        assert_eq!(joined.merged, ["b = a", "c = a"]);
        assert_eq!(found[1].direction(), Direction::OneWay);
    }
}
