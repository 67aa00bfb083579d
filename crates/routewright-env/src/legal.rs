//! Which paths may be added to the route in progress: one rule, and the two ways of using it.

use rand::{Rng, RngExt};
use routewright_model::NodeId;

use crate::{End, Extension, PathAction, State};

/// Proposals drawn before all legal paths are listed instead. A proposal takes some tens of nanoseconds, the
/// list tens of microseconds in a city of a hundred nodes.
const PROPOSALS: usize = 96;

impl State<'_> {
    /// Lists every path that may be added to the route in progress, or begin it, in a fixed order.
    ///
    /// These are the shortest paths (SP) of which
    /// - the far end, or both ends of a first path, is a node where routes may end,
    /// - the near end is linked to an end of the route ([`Extension::Neighbour`]; the path has two stops or
    ///   more) or is that end ([`Extension::SharedTerminal`]),
    /// - no stop that would be added is on the route, and all of them together make at most MAX.
    ///
    /// Where demand must be covered and some of them connect an unconnected pair, only those remain.
    pub fn path_actions(&self, actions: &mut Vec<PathAction>) {
        actions.clear();
        for slot in self.slots() {
            self.each_proposal(slot, |action| {
                if self.is_legal(&action) {
                    actions.push(action);
                }
                true
            });
        }
        if self.has_open_demand() {
            let gaining: Vec<_> = actions.iter().filter(|action| self.gains(action)).copied().collect();
            if !gaining.is_empty() {
                *actions = gaining;
            }
        }
    }

    /// One of [`State::path_actions`], each as likely as any other; `None` if there is none.
    ///
    /// Draws from a larger set until a legal path comes up, which makes it uniform over the legal ones. If they are
    /// too rare for that, lists them.
    pub fn draw_path_action(&self, rng: &mut impl Rng) -> Option<PathAction> {
        let slots = self.slots();
        if slots.is_empty() || self.terminals.is_empty() {
            return None;
        }
        let covers = self.has_open_demand();
        for _ in 0..PROPOSALS {
            let slot = slots[draw_index(slots.len(), rng)];
            let far = self.terminals[draw_index(self.terminals.len(), rng)];
            let near = match slot.near {
                Some(near) => near,
                None => self.terminals[draw_index(self.terminals.len(), rng)],
            };
            let action = slot.action(near, far);
            if self.is_legal(&action) && (!covers || self.gains(&action)) {
                return Some(action);
            }
        }
        let mut actions = Vec::new();
        self.path_actions(&mut actions);
        (!actions.is_empty()).then(|| actions[draw_index(actions.len(), rng)])
    }

    /// Whether there is any path to add.
    pub fn can_extend(&self) -> bool {
        self.slots().into_iter().any(|slot| !self.each_proposal(slot, |action| !self.is_legal(&action)))
    }

    /// Lists the stops that a path adds to the route, in the order of the way out.
    pub fn new_stops(&self, action: &PathAction, stops: &mut Vec<NodeId>) {
        let joint = self.joint(action.end);
        stops.clear();
        let path = self.problem().city.shortest_path(action.from, action.to);
        stops.extend(path.filter(|&stop| Some(stop) != joint));
    }

    /// The rule itself, for a path with the right ends.
    fn is_legal(&self, action: &PathAction) -> bool {
        if action.from == action.to {
            return false;
        }
        let city = &self.problem().city;
        let joint = self.joint(action.end);
        let new_stops = city.links_on_path(action.from, action.to) + usize::from(joint.is_none());
        new_stops <= self.room()
            && (self.route().is_empty()
                || city
                    .shortest_path(action.from, action.to)
                    .all(|stop| Some(stop) == joint || !self.is_on_route(stop)))
    }

    fn gains(&self, action: &PathAction) -> bool {
        let mut stops = Vec::new();
        self.new_stops(action, &mut stops);
        self.coverage.as_ref().is_some_and(|coverage| coverage.gains(&stops))
    }

    /// The stop that a path added at an end shares with the route.
    fn joint(&self, end: End) -> Option<NodeId> {
        match (self.options().extension, end) {
            (Extension::Neighbour, _) => None,
            (Extension::SharedTerminal, End::First) => self.route().first().copied(),
            (Extension::SharedTerminal, End::Last) => self.route().last().copied(),
        }
    }

    /// How many more stops the route may have.
    fn room(&self) -> usize {
        self.problem().limits.max_stops().saturating_sub(self.route().len())
    }

    /// Where paths that add to the route may begin.
    fn slots(&self) -> Vec<Slot> {
        let (Some(&first), Some(&last)) = (self.route().first(), self.route().last()) else {
            return vec![Slot { end: End::Last, near: None }];
        };
        if self.room() == 0 {
            return Vec::new();
        }
        if self.options().extension == Extension::SharedTerminal {
            return vec![
                Slot { end: End::First, near: Some(first) },
                Slot { end: End::Last, near: Some(last) },
            ];
        }
        let city = &self.problem().city;
        let before = city.links_into(first).iter().map(|link| (End::First, link.0));
        let after = city.links_from(last).iter().map(|link| (End::Last, link.0));
        let open = before.chain(after).filter(|&(_, near)| !self.is_on_route(near));
        open.map(|(end, near)| Slot { end, near: Some(near) }).collect()
    }

    /// Calls `visit` with every path of a slot, legal or not, until it returns `false`; whether it never did.
    fn each_proposal(&self, slot: Slot, mut visit: impl FnMut(PathAction) -> bool) -> bool {
        match slot.near {
            Some(near) => self.terminals.iter().all(|&far| visit(slot.action(near, far))),
            None => self
                .terminals
                .iter()
                .all(|&near| self.terminals.iter().all(|&far| visit(slot.action(near, far)))),
        }
    }
}

/// A place where a path may begin.
#[derive(Clone, Copy)]
struct Slot {
    end: End,
    /// The stop next to the route, or shared with it; `None` if the route has no stops yet.
    near: Option<NodeId>,
}

impl Slot {
    fn action(self, near: NodeId, far: NodeId) -> PathAction {
        match self.end {
            End::First => PathAction { end: self.end, from: far, to: near },
            End::Last => PathAction { end: self.end, from: near, to: far },
        }
    }
}

/// An index below `count`, drawn as 32 bits so that every platform agrees.
pub(crate) fn draw_index(count: usize, rng: &mut impl Rng) -> usize {
    let count = u32::try_from(count).expect("fewer than 2^32 to choose from");
    rng.random_range(0..count) as usize
}
