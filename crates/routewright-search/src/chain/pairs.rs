//! Changes of two routes at once.

use super::{Chain, Listener};
use crate::moves::{Counts, below};

/// Draws until a change of two routes is given up: most pairs of routes have nothing to exchange.
const PAIR_DRAWS: u32 = 8;

impl Chain<'_> {
    /// Tries a change of two routes at once.
    pub(super) fn try_pair(&mut self, temperature: f64, listener: &mut impl Listener) {
        let Some((kind, [one, two])) = self.draft_pair() else { return };
        for (candidate, draft) in self.candidates.iter_mut().zip(&self.drafts) {
            candidate.set(self.task.context.city(), draft);
        }
        if self.task.distinct && self.repeats([one, two]) {
            return;
        }
        self.counts[kind].0[Counts::LEGAL] += 1;
        let limit = self.limit(temperature);
        let replaced = [(one, &self.candidates[0]), (two, &self.candidates[1])];
        self.task.charges_after(&self.routes, &self.charges, &replaced, &mut self.candidate_charges);
        let charge = self.candidate_charges.total();
        std::mem::swap(&mut self.routes.routes[one], &mut self.candidates[0]);
        self.evaluator.keep(self.routes.lines_without(two));
        self.count_scored(kind);
        match self.evaluator.score_within(self.candidates[1].line(), limit - charge) {
            Some(score) if score.cost + charge <= limit => {
                listener.scored(&score, &self.routes, (two, &self.candidates[1]));
                self.count_accepted(kind, score.cost + charge);
                std::mem::swap(&mut self.routes.routes[two], &mut self.candidates[1]);
                self.accept(score.cost + charge);
            }
            _ => std::mem::swap(&mut self.routes.routes[one], &mut self.candidates[0]),
        }
    }

    /// Draws a change of two routes into the drafts, and says by which move and of which two.
    fn draft_pair(&mut self) -> Option<(usize, [usize; 2])> {
        let (task, count) = (&*self.task, self.routes.routes.len());
        (0..PAIR_DRAWS).find_map(|_| {
            let one = below(&mut self.rng, count);
            let two = (one + 1 + below(&mut self.rng, count - 1)) % count;
            let stops = [self.routes.routes[one].stops(), self.routes.routes[two].stops()];
            let kind = task.moves.draw_pair(&mut self.rng);
            self.counts[kind].0[Counts::TRIED] += 1;
            let is_legal =
                task.moves.propose_pair(kind, &task.context, &mut self.rng, stops, &mut self.drafts);
            is_legal.then_some((kind, [one, two]))
        })
    }

    /// Whether one of the candidates repeats the other or a route that stays.
    fn repeats(&self, out: [usize; 2]) -> bool {
        let [one, two] = &self.candidates;
        let mut stays = self.routes.routes.iter().enumerate().filter(|(at, _)| !out.contains(at));
        one.is_same_line(two.stops())
            || self.candidates.iter().any(|route| self.task.is_frozen(route.stops()))
            || stays.any(|(_, route)| route.is_same_line(one.stops()) || route.is_same_line(two.stops()))
    }
}
