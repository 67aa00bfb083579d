//! Carries changes out.

use routewright_model::{City, Direction, Frequency, NodeId, Route};

use super::timetabled::Ways;
use super::way::{Way, through};
use super::{Edit, End, Look, Spot};
use crate::line::{free_name_like, free_number, free_style};
use crate::{PlanLine, PlannerError, Result, Town};

/// Headway of a line for which nothing is said, minutes.
const USUAL_HEADWAY: f64 = 10.0;
/// Letters of a line's name.
const LONGEST_NAME: usize = 60;

/// A change that was carried out.
pub(crate) struct Applied {
    /// What the step is called.
    pub words: String,
    /// What it does that nobody asked for, as a sentence.
    pub aside: Option<String>,
    /// The line it leaves behind, if one.
    pub line: Option<u32>,
}

/// Carries a change out. New lines get the ids `new_ids`. A change that is refused leaves the lines as they are.
pub(crate) fn apply(
    town: &Town,
    lines: &mut Vec<PlanLine>,
    edit: &Edit<NodeId>,
    new_ids: [u32; 2],
) -> Result<Applied> {
    let city = town.city();
    let label = |stop: NodeId| city.node(stop).label();
    match edit {
        Edit::Draw { stops, headway, name, look } => {
            let mut points = stops.clone();
            points.dedup();
            if points.len() < 2 {
                return Err(PlannerError::refused_with(
                    "a line has two stops or more",
                    "choose another stop",
                ));
            }
            let (name, style) = match (look, name) {
                (Some(look), _) => made_before(lines, look, || free_number(lines)),
                (None, Some(name)) => (checked_name(lines, name, None)?, free_style(lines, Town::PALETTE)),
                (None, None) => (free_number(lines), free_style(lines, Town::PALETTE)),
            };
            let Way { stops, around } = through(city, &points, &[])?;
            let frequency = Some(every(headway.unwrap_or(USUAL_HEADWAY))?);
            let words =
                format!("Line {name}: drawn from {} to {}", label(points[0]), label(stops[stops.len() - 1]));
            let route = town.drawn(&name, stops, Direction::BothWays)?.with_frequency(frequency);
            lines.push(PlanLine { id: new_ids[0], style, is_frozen: false, route });
            Ok(Applied { aside: past(city, &around), ..done(words, new_ids[0]) })
        }
        Edit::Extend { line, end, stops } => {
            let at = find(lines, *line)?;
            let now = lines[at].route.stops();
            let last = if *end == End::First { now[0] } else { now[now.len() - 1] };
            let mut points: Vec<NodeId> = stops.iter().copied().skip_while(|&stop| stop == last).collect();
            points.dedup();
            let Some(&target) = points.last() else {
                return Err(PlannerError::refused("choose a stop beyond the end of the line"));
            };
            let words = format!("extended to {}", label(target));
            if lines[at].route.has_own_times() {
                return retime(town, lines, at, &words, |ways| ways.extend(*end, &points));
            }
            let mut now = now.to_vec();
            if *end == End::First {
                now.reverse();
            }
            points.insert(0, last);
            let more = through(city, &points, &now[..now.len() - 1])?;
            now.extend(&more.stops[1..]);
            if *end == End::First {
                now.reverse();
            }
            let aside = past(city, &more.around);
            Ok(Applied { aside, ..restop(town, lines, at, now, &words)? })
        }
        Edit::Cut { line, from, to } => {
            let at = find(lines, *line)?;
            let route = &lines[at].route;
            let (first, last) = (0, route.stop_count() - 1);
            let on = |spot: &Option<Spot<NodeId>>, end| spot.map_or(Ok(end), |spot| spot.on(city, route));
            let (from, to) = in_order(on(from, first)?, on(to, last)?);
            let kept = route.stops()[from..=to].to_vec();
            if (from, to) == (first, last) {
                let ends = format!("{} to {}", label(kept[0]), label(kept[last]));
                return Err(PlannerError::refused_with(
                    format!("line {} already runs from {ends}", route.name()),
                    "choose a stop between its ends",
                ));
            }
            if kept.len() < 2 {
                return Err(PlannerError::refused_with(
                    "a line has two stops or more",
                    "delete the line, or keep more of it",
                ));
            }
            let words = format!("cut to {} – {}", label(kept[0]), label(kept[kept.len() - 1]));
            match lines[at].route.has_own_times() {
                true => retime(town, lines, at, &words, |ways| ways.cut(from, to)),
                false => restop(town, lines, at, kept, &words),
            }
        }
        Edit::Reroute { line, from, to, via } => {
            let at = find(lines, *line)?;
            let route = &lines[at].route;
            let stops = route.stops();
            let (one, other) = (from.on(city, route)?, to.on(city, route)?);
            let (from, to) = in_order(one, other);
            if from == to {
                return Err(PlannerError::refused("the piece ends where it starts"));
            }
            let mut via = via.clone();
            if one > other {
                via.reverse();
            }
            let words = match &via[..] {
                [] => format!("straightened between {} and {}", label(stops[from]), label(stops[to])),
                [stop] => format!("led through {}", label(*stop)),
                [first, .., last] => format!("led through {} to {}", label(*first), label(*last)),
            };
            if lines[at].route.has_own_times() {
                return retime(town, lines, at, &words, |ways| ways.reroute(from, to, &via));
            }
            let whole = led_through(city, stops, (from, to), &via, &[])?;
            let aside = past(city, &whole.around);
            Ok(Applied { aside, ..restop(town, lines, at, whole.stops, &words)? })
        }
        Edit::Skip { line, at: spot } => {
            let at = find(lines, *line)?;
            let position = spot.on(city, &lines[at].route)?;
            let stops = lines[at].route.stops();
            let left_out = stops[position];
            if stops.len() < 3 {
                return Err(PlannerError::refused_with("a line has two stops or more", "delete the line"));
            }
            let words = format!("no longer stops at {}", label(left_out));
            if lines[at].route.has_own_times() {
                return retime(town, lines, at, &words, |ways| ways.skip(position));
            }
            // A drawn line stops wherever it passes, so that it has to go around.
            let (rest, words) = match position {
                0 => (stops[1..].to_vec(), words),
                last if last + 1 == stops.len() => (stops[..last].to_vec(), words),
                inner => {
                    let rest = led_through(city, stops, (inner - 1, inner + 1), &[], &[left_out])?.stops;
                    let around: Vec<&str> = rest[inner..rest.len() - (stops.len() - inner - 1)]
                        .iter()
                        .map(|&stop| label(stop))
                        .collect();
                    let words = match &around[..] {
                        [] => words,
                        [only] => format!("goes around {} through {only}", label(left_out)),
                        [first, .., last] => {
                            format!("goes around {} through {first} to {last}", label(left_out))
                        }
                    };
                    (rest, words)
                }
            };
            restop(town, lines, at, rest, &words)
        }
        Edit::Reverse { line } => {
            let at = find(lines, *line)?;
            let route = &lines[at].route;
            lines[at].route = town.reversed(route)?;
            said(&lines[at], "reversed")
        }
        Edit::Duplicate { line, look } => {
            let at = find(lines, *line)?;
            let (name, style) = another_like(lines, lines[at].route.name(), look);
            let route = lines[at].route.clone().renamed(&name);
            let words = format!("Line {}: duplicated as {name}", lines[at].route.name());
            lines.push(PlanLine { id: new_ids[0], style, is_frozen: false, route });
            Ok(done(words, new_ids[0]))
        }
        Edit::Delete { line } => {
            let gone = lines.remove(find(lines, *line)?);
            let words = format!("Line {}: deleted", gone.route.name());
            Ok(Applied { words, aside: None, line: None })
        }
        Edit::Split { line, at: spot, look } => {
            let at = find(lines, *line)?;
            let route = &lines[at].route;
            let position = spot.on(city, route)?;
            let (stops, end) = (route.stops(), route.stop_count() - 1);
            if position == 0 || position == end {
                return Err(PlannerError::refused_with(
                    "a line cannot be split at its end",
                    "choose an inner stop",
                ));
            }
            let meeting = stops[position];
            let piece = |from: usize, to: usize| match route.has_own_times() {
                true => Ways::of(town, route).cut(from, to)?.route(route),
                false => {
                    let drawn = town.drawn(route.name(), stops[from..=to].to_vec(), route.direction())?;
                    Ok(drawn.with_frequency(route.frequency()))
                }
            };
            let (first, second) = (piece(0, position)?, piece(position, end)?);
            let old = route.name().to_owned();
            let (name, style) = another_like(lines, &old, look);
            let is_frozen = lines[at].is_frozen;
            lines[at].route = first;
            lines.push(PlanLine { id: new_ids[0], style, is_frozen, route: second.renamed(&name) });
            let words = format!("Line {old}: split at {}, the rest is {name}", label(meeting));
            Ok(done(words, *line))
        }
        Edit::Join { line, with } => {
            let (at, other) = (find(lines, *line)?, find(lines, *with)?);
            if at == other {
                return Err(PlannerError::refused_with(
                    "a line cannot be joined to itself",
                    "choose another line",
                ));
            }
            let (first, second) = (&lines[at].route, &lines[other].route);
            let words = format!("joined with line {}", second.name());
            let joined = match first.has_own_times() || second.has_own_times() {
                true => joined_ways(town, first, second)?.map(|ways| ways.route(first)).transpose()?,
                false => joined(first.stops(), second.stops())
                    .map(|stops| town.drawn(first.name(), stops, first.direction()))
                    .transpose()?
                    .map(|route| route.with_frequency(first.frequency())),
            };
            let Some(route) = joined else {
                return Err(PlannerError::refused_with(
                    format!("lines {} and {} do not share an end", first.name(), second.name()),
                    "extend one of them first",
                ));
            };
            lines[at].route = route;
            let applied = said(&lines[at], &words)?;
            lines.remove(other);
            Ok(applied)
        }
        Edit::Headway { line, minutes } => {
            let at = find(lines, *line)?;
            let frequency = minutes.map(every).transpose()?;
            lines[at].route = lines[at].route.clone().with_frequency(frequency);
            match minutes {
                Some(minutes) => said(&lines[at], &format!("runs every {minutes} min")),
                None => said(&lines[at], "does not run"),
            }
        }
        Edit::Rename { line, name } => {
            let at = find(lines, *line)?;
            let old = lines[at].route.name().to_owned();
            let name = checked_name(lines, name, Some(*line))?;
            lines[at].route = lines[at].route.clone().renamed(&name);
            Ok(done(format!("Line {old}: renamed to {name}"), *line))
        }
        Edit::Colour { line, style } => {
            let at = find(lines, *line)?;
            if *style >= Town::PALETTE {
                return Err(PlannerError::refused(format!("there are {} colours", Town::PALETTE)));
            }
            lines[at].style = *style;
            said(&lines[at], "another colour")
        }
        Edit::Freeze { line, frozen } => {
            let at = find(lines, *line)?;
            lines[at].is_frozen = *frozen;
            said(&lines[at], if *frozen { "frozen" } else { "no longer frozen" })
        }
    }
}

/// A step that leaves a line behind.
fn done(words: String, line: u32) -> Applied {
    Applied { words, aside: None, line: Some(line) }
}

fn said(line: &PlanLine, what: &str) -> Result<Applied> {
    Ok(done(format!("Line {}: {what}", line.route.name()), line.id))
}

/// Gives a line other stops; name, headway and direction stay.
fn restop(town: &Town, lines: &mut [PlanLine], at: usize, stops: Vec<NodeId>, what: &str) -> Result<Applied> {
    let old = &lines[at].route;
    let route = town.drawn(old.name(), stops, old.direction())?.with_frequency(old.frequency());
    lines[at].route = route;
    said(&lines[at], what)
}

/// Changes the ways of a line with a timetable; name and headway stay.
fn retime(
    town: &Town,
    lines: &mut [PlanLine],
    at: usize,
    what: &str,
    change: impl FnOnce(Ways<'_>) -> Result<Ways<'_>>,
) -> Result<Applied> {
    let old = &lines[at].route;
    let changed = change(Ways::of(town, old))?;
    let words = format!("{what}{}", changed.aside());
    lines[at].route = changed.route(old)?;
    said(&lines[at], &words)
}

fn find(lines: &[PlanLine], id: u32) -> Result<usize> {
    lines
        .iter()
        .position(|line| line.id == id)
        .ok_or_else(|| PlannerError::refused("this line is not in the plan any more"))
}

fn in_order(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// Stops with the piece between two positions led through others, past none of the stops that stay and none of `avoided`.
fn led_through(
    city: &City,
    stops: &[NodeId],
    (from, to): (usize, usize),
    via: &[NodeId],
    avoided: &[NodeId],
) -> Result<Way> {
    let (before, after) = (&stops[..from], &stops[to + 1..]);
    let mut points: Vec<NodeId> = [stops[from]].iter().chain(via).chain([&stops[to]]).copied().collect();
    points.dedup();
    let taken: Vec<NodeId> = before.iter().chain(after).chain(avoided).copied().collect();
    let piece = through(city, &points, &taken)?;
    let stops = before.iter().chain(&piece.stops).chain(after).copied().collect();
    Ok(Way { stops, around: piece.around })
}

/// Says that a line goes around stops that it would otherwise pass twice.
fn past(city: &City, around: &[NodeId]) -> Option<String> {
    let first = city.node(*around.first()?).label();
    Some(match around.len() - 1 {
        0 => format!("It goes around {first}, where it stops already"),
        more => format!("It goes around {first} and {more} more of its own stops"),
    })
}

fn every(minutes: f64) -> Result<Frequency> {
    Frequency::every(minutes).map_err(|error| PlannerError::refused(error.to_string()))
}

/// Name and style of a line beside another.
fn another_like(lines: &[PlanLine], name: &str, look: &Option<Look>) -> (String, usize) {
    match look {
        Some(look) => made_before(lines, look, || free_name_like(lines, name)),
        None => (free_name_like(lines, name), free_style(lines, Town::PALETTE)),
    }
}

/// Name and style that a line had when it was made; another name where that is taken by now.
fn made_before(lines: &[PlanLine], look: &Look, free: impl FnOnce() -> String) -> (String, usize) {
    let is_taken = lines.iter().any(|line| line.route.name() == look.name);
    (if is_taken { free() } else { look.name.clone() }, look.style % Town::PALETTE)
}

fn checked_name(lines: &[PlanLine], name: &str, own: Option<u32>) -> Result<String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(PlannerError::refused(format!("a name has 1 to {LONGEST_NAME} letters")));
    }
    match lines.iter().any(|line| Some(line.id) != own && line.route.name() == name) {
        true => {
            Err(PlannerError::refused_with(format!("another line is called {name}"), "choose another name"))
        }
        false => Ok(name.to_owned()),
    }
}

/// The stops of two lines one after the other, where they share an end.
fn joined(first: &[NodeId], second: &[NodeId]) -> Option<Vec<NodeId>> {
    let turned = |stops: &[NodeId]| -> Vec<NodeId> { stops.iter().rev().copied().collect() };
    let ways = [
        (first.to_vec(), second.to_vec()),
        (first.to_vec(), turned(second)),
        (turned(first), second.to_vec()),
        (turned(first), turned(second)),
    ];
    let (first, second) = ways.into_iter().find(|(first, second)| first.last() == second.first())?;
    Some(first.into_iter().chain(second.into_iter().skip(1)).collect())
}

/// The same for lines of which one has a timetable; `None` where they do not share an end.
fn joined_ways<'a>(town: &'a Town, first: &Route, second: &Route) -> Result<Option<Ways<'a>>> {
    let ways = |route: &Route, is_turned: bool| {
        let ways = Ways::of(town, route);
        if is_turned { ways.turned() } else { Some(ways) }
    };
    for (turn_first, turn_second) in [(false, false), (false, true), (true, false), (true, true)] {
        let (Some(first), Some(second)) = (ways(first, turn_first), ways(second, turn_second)) else {
            continue;
        };
        if first.ends()[1] == second.ends()[0] {
            return first.then(second).map(Some);
        }
    }
    Ok(None)
}
