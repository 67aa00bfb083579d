//! A line of a plan.

use routewright_model::{Network, Route};

/// A line of a plan: a route, and what the planner decided about it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanLine {
    /// Names it in edits; never given to another line of the same plan.
    pub id: u32,
    /// Its place in the palette.
    pub style: usize,
    /// Whether a search leaves it as it is.
    pub is_frozen: bool,
    /// Stops, times and headway.
    pub route: Route,
}

/// The routes of some lines, in their order.
pub(crate) fn network_of(lines: &[PlanLine]) -> Network {
    lines.iter().map(|line| line.route.clone()).collect()
}

/// The smallest number that names no line yet.
pub(crate) fn free_number(lines: &[PlanLine]) -> String {
    let is_free = |name: &String| lines.iter().all(|line| line.route.name() != name);
    (1..).map(|number: u32| number.to_string()).find(is_free).expect("numbers do not end")
}

/// A name like another that no line has yet: `7 (2)`.
pub(crate) fn free_name_like(lines: &[PlanLine], name: &str) -> String {
    let is_free = |name: &String| lines.iter().all(|line| line.route.name() != name);
    (2..).map(|number: u32| format!("{name} ({number})")).find(is_free).expect("numbers do not end")
}

/// The style that the fewest lines have.
pub(crate) fn free_style(lines: &[PlanLine], palette: usize) -> usize {
    let count = |style: usize| lines.iter().filter(|line| line.style == style).count();
    (0..palette.max(1)).min_by_key(|&style| count(style)).unwrap_or(0)
}
