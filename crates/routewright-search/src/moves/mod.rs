//! Ways to change a route, one file each. A move drafts the stops of a changed route, or reports that it found no
//! legal change; whether the change pays is for the search to decide.

mod cheap;
mod cheap_routes;
#[cfg(test)]
pub(crate) mod check;
mod context;
mod count;
mod cut;
mod detour;
mod end;
mod extend;
mod fresh;
mod grow;
mod hand_over;
mod insert;
mod odds;
mod pool;
mod random;
mod regrow;
mod set;
mod skip;
mod slide;
mod straighten;
mod stretch;
mod swap;
mod swap_tails;

pub use cheap::Cheap;
pub use context::MoveContext;
pub(crate) use context::Rules;
pub(crate) use count::Counts;
pub use count::MoveCount;
pub use cut::Cut;
pub use detour::Detour;
pub use extend::Extend;
pub use fresh::Fresh;
pub(crate) use grow::{fresh_route, grow_to};
pub use hand_over::HandOver;
pub use insert::Insert;
pub use odds::{MoveOdds, PairMoveOdds};
pub(crate) use pool::RoutePool;
pub(crate) use random::below;
pub use regrow::Regrow;
pub(crate) use set::Moves;
pub use skip::Skip;
pub use slide::Slide;
pub use straighten::Straighten;
pub use swap::Swap;
pub use swap_tails::SwapTails;

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

/// A way to change one route.
///
/// Holds no mutable state: random numbers come from `rng`, so that the same seed gives the same network. A move of
/// one's own is plugged into a search with its odds; those of the standard moves sum up to 135:
///
/// ```
/// use std::sync::Arc;
/// use rand_chacha::ChaCha8Rng;
/// use routewright_model::{Alpha, City, Limits, NodeId, Problem};
/// use routewright_search::moves::{Move, MoveContext};
/// use routewright_search::{Anneal, AnnealConfig, Plugins, Rounds, Search, Seed, Start, run, unwatched};
///
/// /// Drives the route the other way round.
/// struct Reverse;
///
/// impl Move for Reverse {
///     fn name(&self) -> &'static str {
///         "reverse"
///     }
///
///     fn propose(
///         &self,
///         _context: &MoveContext<'_>,
///         _rng: &mut ChaCha8Rng,
///         _stops: &[NodeId],
///         draft: &mut Vec<NodeId>,
///     ) -> bool {
///         draft.reverse();
///         true
///     }
/// }
///
/// let limits = Limits::new(6, 2, 8)?;
/// let problem = Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5)?);
/// let start = Start { plugins: Plugins::default().with_move(Reverse, 5), ..Start::default() };
/// let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(1), start)?;
/// run(&mut search, &mut Rounds(1), 0, 1, &mut unwatched);
/// let reversed = search.move_counts().into_iter().find(|count| count.name == "reverse");
/// assert!(reversed.is_some_and(|count| count.legal == count.tried && count.tried > 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Move: Send + Sync {
    /// Stable name for settings, counters and reports, such as `"extend"`.
    fn name(&self) -> &'static str;

    /// Changes the draft, which holds a copy of `stops` when it is called, into the stops of another route. Returns
    /// false if it found no change; the draft may then hold anything.
    ///
    /// The search checks what it proposes: a draft with too few or too many stops, with an end that is no terminal,
    /// with a node visited twice or with stops that no link connects is dropped.
    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool;
}

/// A way to change two routes at once; see [`Move`].
pub trait PairMove: Send + Sync {
    /// Stable name for settings, counters and reports, such as `"swap-tails"`.
    fn name(&self) -> &'static str;

    /// Changes the drafts, which hold copies of `stops` when it is called, into the stops of two other routes.
    /// Returns false if it found no change; the drafts may then hold anything. They are checked as those of a
    /// [`Move`] are.
    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        stops: [&[NodeId]; 2],
        drafts: &mut [Vec<NodeId>; 2],
    ) -> bool;
}
