//! The part of a line within the city: its nodes, and its course between them.

use routewright_model::geography::metres_between;
use routewright_model::{City, NodeId, Position};

use super::LineWay;
use crate::gtfs_feed::places_along;

impl LineWay {
    /// The nodes it visits, repeats in a row once, and the course of every leg between them: along its shape, or straight
    /// where the shape does not fit its stops. `None` if it visits fewer than two.
    pub fn course_within(&self, city: &City) -> Option<(Vec<NodeId>, Vec<Vec<Position>>)> {
        // Nodes with the first and the last of their stops in a row.
        let mut visits: Vec<(NodeId, usize, usize)> = Vec::new();
        for (at, stop) in self.stops.iter().enumerate() {
            let Some(node) = stop.node.as_deref().and_then(|node| city.node_named(node)) else { continue };
            match visits.last_mut() {
                Some(visit) if visit.0 == node => visit.2 = at,
                _ => visits.push((node, at, at)),
            }
        }
        let last = visits.len().checked_sub(1).filter(|&last| last > 0)?;
        let stop_of = |at: usize| if at == last { visits[at].2 } else { visits[at].1 };
        let course = measured(&self.shape);
        let places: Vec<Position> = self.stops.iter().map(|stop| position(stop.place())).collect();
        let along = places_along(&course, &places);
        let leg = |at: usize| match &along {
            Some(along) => cut(&course, along[stop_of(at)], along[stop_of(at + 1)]),
            None => vec![places[stop_of(at)], places[stop_of(at + 1)]],
        };
        Some((visits.iter().map(|visit| visit.0).collect(), (0..last).map(leg).collect()))
    }
}

fn position([x, y]: [f64; 2]) -> Position {
    Position { x, y }
}

/// Points with the metres up to them.
fn measured(shape: &[[f64; 2]]) -> Vec<(Position, f64)> {
    let mut course: Vec<(Position, f64)> = Vec::with_capacity(shape.len());
    for &point in shape {
        let point = position(point);
        let covered = course.last().map_or(0.0, |&(last, covered)| covered + metres_between(last, point));
        course.push((point, covered));
    }
    course
}

/// The part of a course between two distances from its start.
fn cut(course: &[(Position, f64)], from: f64, to: f64) -> Vec<Position> {
    let inside = course.iter().filter(|(_, along)| from < *along && *along < to).map(|&(point, _)| point);
    std::iter::once(point_at(course, from)).chain(inside).chain([point_at(course, to)]).collect()
}

fn point_at(course: &[(Position, f64)], along: f64) -> Position {
    let after = course.partition_point(|(_, covered)| *covered < along).clamp(1, course.len() - 1);
    let ((a, before), (b, covered)) = (course[after - 1], course[after]);
    let share = if covered > before { ((along - before) / (covered - before)).clamp(0.0, 1.0) } else { 0.0 };
    Position { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineStop;

    #[test]
    fn the_course_within_the_city_follows_the_shape() {
        let city = City::mandl();
        let stop = |at: f64, node: Option<&str>| LineStop {
            id: at.to_string(),
            name: at.to_string(),
            lon: at,
            lat: 0.0,
            node: node.map(String::from),
        };
        let way = LineWay {
            stops: vec![
                stop(0.0, None),
                stop(0.01, Some("1")),
                stop(0.012, Some("1")),
                stop(0.02, Some("2")),
                stop(0.03, None),
                stop(0.04, Some("4")),
            ],
            shape: vec![[0.0, 0.0], [0.015, 0.0], [0.04, 0.0]],
            ..LineWay::default()
        };
        let (nodes, legs) = way.course_within(&city).unwrap();
        let names: Vec<&str> = nodes.iter().map(|&node| city.node(node).name.as_str()).collect();
        assert_eq!(names, ["1", "2", "4"]);
        let east =
            |leg: &Vec<Position>| leg.iter().map(|point| (point.x * 1e4).round() / 1e4).collect::<Vec<_>>();
        assert_eq!(legs.iter().map(east).collect::<Vec<_>>(), [vec![0.01, 0.015, 0.02], vec![0.02, 0.04]]);
        // A shape that leads elsewhere: straight between the stops.
        let astray = LineWay { shape: vec![[0.0, 1.0], [0.04, 1.0]], ..way.clone() };
        assert_eq!(astray.course_within(&city).unwrap().1[1].len(), 2);
        let outside = LineWay { stops: way.stops[..2].to_vec(), ..way };
        assert_eq!(outside.course_within(&city), None);
    }
}
