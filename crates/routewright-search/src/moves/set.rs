//! The moves of a search and how one is drawn.

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::pool::{Pooled, RoutePool};
use super::{
    Cheap, Cut, Detour, Extend, Fresh, HandOver, Insert, Move, MoveContext, MoveOdds, PairMove, PairMoveOdds,
    Regrow, Skip, Slide, Straighten, Swap, SwapTails,
};
use crate::{Plugins, SearchError};

/// Moves of one route and of two, with their odds.
pub(crate) struct Moves {
    single: Vec<Entry<dyn Move>>,
    /// Sum of the odds of the moves of one route.
    total: u32,
    /// Place of the move that stands for the pool of routes.
    pool: Option<usize>,
    pair: Vec<Entry<dyn PairMove>>,
}

struct Entry<M: ?Sized> {
    kind: Arc<M>,
    odds: u32,
    /// Ours are tested to follow links and to visit no node twice; others are checked.
    is_own: bool,
}

impl Moves {
    /// The standard moves at these odds and those that were plugged in. Odds of the pool count once there is one.
    ///
    /// # Errors
    /// Two moves of one name, no move of one route at all, or odds too high to be summed.
    pub(crate) fn new(
        odds: &MoveOdds,
        pair_odds: &PairMoveOdds,
        pool_odds: u32,
        plugins: &Plugins,
    ) -> Result<Self, SearchError> {
        let own: [(Arc<dyn Move>, u32); 12] = [
            (Arc::new(Extend), odds.extend),
            (Arc::new(Cut), odds.cut),
            (Arc::new(Slide), odds.slide),
            (Arc::new(Insert), odds.insert),
            (Arc::new(Skip), odds.skip),
            (Arc::new(Swap), odds.swap),
            (Arc::new(Detour), odds.detour),
            (Arc::new(Straighten), odds.straighten),
            (Arc::new(Regrow), odds.regrow),
            (Arc::new(Fresh), odds.fresh),
            (Arc::new(Cheap), odds.cheap),
            (Arc::new(Pooled), pool_odds),
        ];
        let own_pairs: [(Arc<dyn PairMove>, u32); 2] =
            [(Arc::new(SwapTails), pair_odds.swap_tails), (Arc::new(HandOver), pair_odds.hand_over)];
        let single = entries(own, &plugins.moves);
        let pair = entries(own_pairs, &plugins.pair_moves);
        let mut names: Vec<&str> = single.iter().map(|entry| entry.kind.name()).collect();
        names.extend(pair.iter().map(|entry| entry.kind.name()));
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(SearchError::MoveTwice(twice[0].to_owned()));
        }
        let pool = (pool_odds > 0).then(|| place_of(&single, Pooled.name())).flatten();
        let total = sum(single.iter().map(|entry| entry.odds))?;
        sum(pair.iter().map(|entry| entry.odds))?;
        if total == pool_odds {
            return Err(SearchError::NoMoves);
        }
        Ok(Self { single, total, pool, pair })
    }

    /// Names of all moves: those of one route, then those of two.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.single
            .iter()
            .map(|entry| entry.kind.name())
            .chain(self.pair.iter().map(|entry| entry.kind.name()))
    }

    /// Whether there are moves of two routes.
    pub(crate) fn has_pairs(&self) -> bool {
        !self.pair.is_empty()
    }

    /// Draws a move of one route by its odds; its place among the names.
    pub(crate) fn draw(&self, rng: &mut ChaCha8Rng, pool: Option<&RoutePool>) -> usize {
        if let (Some(place), Some(pool)) = (self.pool, pool)
            && pool.comes_first(rng)
        {
            return place;
        }
        let left_out = self.pool.filter(|_| pool.is_none());
        let mut at = rng.random_range(0..self.total - left_out.map_or(0, |place| self.single[place].odds));
        for (place, entry) in self.single.iter().enumerate().filter(|(place, _)| Some(*place) != left_out) {
            if at < entry.odds {
                return place;
            }
            at -= entry.odds;
        }
        unreachable!("a draw lies below the sum of the odds")
    }

    /// Whether the move at a place is the one that stands for the pool.
    pub(crate) fn is_pool(&self, place: usize) -> bool {
        self.pool == Some(place)
    }

    /// Draws a move of two routes by its odds; its place among the names.
    pub(crate) fn draw_pair(&self, rng: &mut ChaCha8Rng) -> usize {
        let (last, others) = self.pair.split_last().expect("there are moves of two routes");
        let mut left: u32 = self.pair.iter().map(|entry| entry.odds).sum();
        debug_assert!(last.odds > 0, "entries without odds are left out");
        for (place, entry) in others.iter().enumerate() {
            if rng.random_bool(f64::from(entry.odds) / f64::from(left)) {
                return self.single.len() + place;
            }
            left -= entry.odds;
        }
        self.single.len() + others.len()
    }

    /// Drafts a change of a route by the move at a place. False if there was no legal change where it looked.
    pub(crate) fn propose(
        &self,
        place: usize,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let entry = &self.single[place];
        draft.clear();
        draft.extend_from_slice(stops);
        entry.kind.propose(context, rng, stops, draft) && is_legal(context, draft, entry.is_own)
    }

    /// Drafts a change of two routes by the move at a place. False if there was no legal change where it looked.
    pub(crate) fn propose_pair(
        &self,
        place: usize,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        stops: [&[NodeId]; 2],
        drafts: &mut [Vec<NodeId>; 2],
    ) -> bool {
        let entry = &self.pair[place - self.single.len()];
        for (draft, stops) in drafts.iter_mut().zip(stops) {
            draft.clear();
            draft.extend_from_slice(stops);
        }
        entry.kind.propose(context, rng, stops, drafts)
            && drafts.iter().all(|draft| is_legal(context, draft, entry.is_own))
    }
}

fn place_of(entries: &[Entry<dyn Move>], name: &str) -> Option<usize> {
    entries.iter().position(|entry| entry.is_own && entry.kind.name() == name)
}

fn sum(mut odds: impl Iterator<Item = u32>) -> Result<u32, SearchError> {
    odds.try_fold(0u32, u32::checked_add).ok_or(SearchError::OddsTooHigh)
}

/// Entries of all moves that can be drawn.
fn entries<M: ?Sized, const N: usize>(own: [(Arc<M>, u32); N], added: &[(Arc<M>, u32)]) -> Vec<Entry<M>> {
    let own = own.into_iter().map(|(kind, odds)| Entry { kind, odds, is_own: true });
    let added = added.iter().map(|(kind, odds)| Entry { kind: kind.clone(), odds: *odds, is_own: false });
    own.chain(added).filter(|entry| entry.odds > 0).collect()
}

fn is_legal(context: &MoveContext<'_>, draft: &[NodeId], is_own: bool) -> bool {
    if is_own { context.rules.allow(draft) } else { context.is_legal(draft) }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::moves::check::{grid, nodes};

    /// Proposes whatever it is told to.
    struct Say(&'static str, Vec<usize>);

    impl Move for Say {
        fn name(&self) -> &'static str {
            self.0
        }

        fn propose(
            &self,
            _: &MoveContext<'_>,
            _: &mut ChaCha8Rng,
            _: &[NodeId],
            draft: &mut Vec<NodeId>,
        ) -> bool {
            *draft = nodes(&self.1);
            true
        }
    }

    #[test]
    fn moves_come_up_by_their_odds() {
        const DRAWS: u32 = 40_000;
        let odds = MoveOdds { cut: 0, ..MoveOdds::default() };
        let plugins = Plugins::default().with_move(Say("say", Vec::new()), 73);
        let moves = Moves::new(&odds, &PairMoveOdds { swap_tails: 3, hand_over: 1 }, 200, &plugins).unwrap();
        let names: Vec<&str> = moves.names().collect();
        assert!(!names.contains(&"cut"));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut counts = vec![0u32; names.len()];
        for _ in 0..DRAWS {
            counts[moves.draw(&mut rng, None)] += 1;
            counts[moves.draw_pair(&mut rng)] += 1;
        }
        let share = |name: &str| {
            let at = names.iter().position(|other| *other == name).unwrap();
            f64::from(counts[at]) / f64::from(DRAWS)
        };
        // 135 - 8 + 73 = 200 in all.
        for (name, expected) in
            [("extend", 0.1), ("fresh", 0.01), ("say", 0.365), ("swap-tails", 0.75), ("hand-over", 0.25)]
        {
            assert!((share(name) - expected).abs() < 0.01, "{name}: {}", share(name));
        }
        assert_eq!(share("pool"), 0.0);
        // With a pool as much as all others together.
        let pool = names.iter().position(|name| *name == "pool").unwrap();
        assert!(moves.is_pool(pool));
        let mut drawn = |routes: &RoutePool| {
            let draws = (0..DRAWS).filter(|_| moves.draw(&mut rng, Some(routes)) == pool);
            draws.count() as f64 / f64::from(DRAWS)
        };
        let shares = [drawn(&RoutePool::default()), drawn(&RoutePool::default().proven())];
        assert!((shares[0] - 0.5).abs() < 0.01, "{shares:?}");
        // What a proof found comes first eight times of ten, and then as often as any pool.
        assert!((shares[1] - 0.9).abs() < 0.01, "{shares:?}");
    }

    #[test]
    fn illegal_drafts_of_others_are_refused() {
        let problem = grid(3, 3, 2, 4);
        let context = MoveContext::new(&problem);
        let stops = nodes(&[0, 1]);
        for (proposed, is_legal) in [
            (vec![0, 1, 2], true),
            (vec![], false),
            (vec![0], false),
            (vec![0, 8], false),
            (vec![0, 1, 0], false),
            (vec![0, 1, 2, 5, 8], false),
            (vec![0, 77], false),
        ] {
            let plugins = Plugins::default().with_move(Say("say", proposed.clone()), 1);
            let moves = Moves::new(&MoveOdds::default(), &PairMoveOdds::default(), 0, &plugins).unwrap();
            let place = moves.names().position(|name| name == "say").unwrap();
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let found = moves.propose(place, &context, &mut rng, &stops, &mut Vec::new());
            assert_eq!(found, is_legal, "{proposed:?}");
        }
    }

    #[test]
    fn impossible_sets_are_refused() {
        let refused = |odds: MoveOdds, plugins: Plugins| {
            Moves::new(&odds, &PairMoveOdds::default(), 20, &plugins).err().expect("refused")
        };
        let twice = Plugins::default().with_move(Say("swap-tails", Vec::new()), 1);
        assert_eq!(refused(MoveOdds::default(), twice), SearchError::MoveTwice("swap-tails".into()));
        let high = MoveOdds { cut: u32::MAX, ..MoveOdds::default() };
        assert_eq!(refused(high, Plugins::default()), SearchError::OddsTooHigh);
        let none = r#"{"extend":0,"cut":0,"slide":0,"insert":0,"skip":0,"swap":0,"detour":0,"straighten":0,
                       "regrow":0,"fresh":0,"cheap":0}"#;
        assert_eq!(refused(serde_json::from_str(none).unwrap(), Plugins::default()), SearchError::NoMoves);
    }
}
