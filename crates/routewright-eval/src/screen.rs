//! A first look at a line, before its network is scored.

use crate::evaluator::Evaluator;
use crate::lines::Line;

/// How far a line's share of the direct saving may fall short before it is dropped, as a share of what the
/// present line saves. Annealing Mumford1 at alpha 1, 0.6 % of the lines accepted while hot fell further short,
/// and none later.
const TOLERANCE: f64 = 0.1;

/// The yardstick for replacements of a line: see [`Evaluator::screen`].
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// What riders' time costs over the kept lines alone, and how much the line takes off that.
    kept: f64,
    saved: f64,
    /// Rider-seconds that the line saves those who ride nothing else.
    direct: f64,
}

impl Evaluator<'_> {
    /// Measures a line on top of the kept ones, where `cost` is the cost of all of them. `None` where a first look says
    /// nothing: riders' time does not count, or the kept lines leave demand unserved.
    pub fn screen(&mut self, line: Line<'_>, cost: f64) -> Option<Screen> {
        let kept = self.kept_riders_cost()?;
        let saved = kept - (cost - self.running_cost(line));
        let direct = self.direct_saving(line);
        (saved > 0.0 && direct > 0.0).then_some(Screen { kept, saved, direct })
    }

    /// Whether one more line may bring the cost down to `limit`, by a first look: the time it saves riders who board and
    /// leave at its own stops is a close estimate of what it saves all riders. No proof, but a tenth of the work of
    /// [`Evaluator::cost_with`].
    pub fn is_promising(&mut self, screen: &Screen, line: Line<'_>, limit: f64) -> bool {
        let share = self.direct_saving(line) / screen.direct + TOLERANCE;
        screen.kept - screen.saved * share + self.running_cost(line) <= limit
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, City, Direction, Limits, Problem, Route};

    use super::*;

    /// Two lines that serve all of Mandl's city, and one of them cut to a stub.
    fn lines(city: &City) -> [Route; 3] {
        ["1-2-3-6-8-10-11-12-4-5", "9-15-7-10-14-13", "9-15"].map(|text| {
            let stops = text.split('-').map(|name| city.node_named(name).unwrap()).collect();
            Route::on_links(city, text, stops, Direction::BothWays).unwrap()
        })
    }

    fn line(route: &Route) -> Line<'_> {
        Line::of(route).next().expect("a route has a way out")
    }

    #[test]
    fn a_line_is_as_promising_as_itself_and_a_stub_is_not() {
        let city = Arc::new(City::mandl());
        let [red, blue, stub] = lines(&city);
        let problem = Problem::new(city.clone(), Limits::new(3, 2, 15).unwrap(), Alpha::new(1.0).unwrap());
        let mut evaluator = Evaluator::new(&problem);
        // With all of it served already, a third line is a matter of speed alone.
        evaluator.keep([&red, &blue].into_iter().flat_map(Line::of));
        let stops = ["13", "14", "10", "8", "6"].map(|name| city.node_named(name).unwrap()).to_vec();
        let direct = Route::on_links(&city, "direct", stops, Direction::BothWays).unwrap();
        let cost = evaluator.score_with(line(&direct)).cost;
        let screen = evaluator.screen(line(&direct), cost).expect("all are served");
        assert!(evaluator.is_promising(&screen, line(&direct), cost));
        assert!(evaluator.score_with(line(&stub)).cost > cost);
        assert!(!evaluator.is_promising(&screen, line(&stub), cost));
    }

    #[test]
    fn nothing_is_said_where_riders_do_not_count_or_some_are_unserved() {
        let city = Arc::new(City::mandl());
        let [red, blue, _] = lines(&city);
        for (alpha, kept) in [(0.0, vec![&red, &blue]), (1.0, vec![&red])] {
            let limits = Limits::new(kept.len() + 1, 2, 15).unwrap();
            let problem = Problem::new(city.clone(), limits, Alpha::new(alpha).unwrap());
            let mut evaluator = Evaluator::new(&problem);
            evaluator.keep(kept.into_iter().flat_map(Line::of));
            assert!(evaluator.screen(line(&blue), 1.0).is_none(), "alpha {alpha}");
        }
    }
}
