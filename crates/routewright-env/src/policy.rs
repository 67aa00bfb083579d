//! The policy: it scores the legal actions.

use std::sync::Arc;

use crate::{Decision, PathAction, State};

/// Scores the legal actions of many construction steps in one call: a full batch for a GPU.
pub trait Policy: Sync {
    /// Fills in, for each step, a score for each of its actions ([`Decision::Extend`]) or the score of
    /// halting ([`Decision::Halt`]). The scores of one step must depend neither on the others nor on
    /// the time of asking: an answer may be reused.
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores);

    /// Whether every score it gives is zero. Then it is never asked, and actions need not be listed.
    fn is_uniform(&self) -> bool {
        false
    }

    /// Whether many steps at once cost it much less than one by one, as a policy outside of this program does.
    /// Searches then build networks side by side rather than one after the other; the networks are the same.
    fn prefers_batches(&self) -> bool {
        false
    }
}

/// Scores everything alike: all paths are equally likely, and so are halting and continuing.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPolicy;

impl Policy for UniformPolicy {
    fn score(&self, _steps: &[Step<'_>], _scores: &mut Scores) {}

    fn is_uniform(&self) -> bool {
        true
    }
}

/// A decision to be made.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The network so far; [`State::decision`] says which decision is due.
    pub state: &'a State<'a>,
    /// The legal paths, one or more if the route is to be extended; none if the question is whether to halt.
    pub actions: &'a [PathAction],
}

/// A policy's scores of the actions of some steps.
///
/// A path is chosen with probability e^score / sum of e^score (softmax), halting with 1 / (1 + e^-score)
/// (sigmoid).
#[derive(Clone, Debug, Default)]
pub struct Scores {
    starts: Vec<usize>,
    paths: Vec<f32>,
    halts: Vec<f32>,
}

impl Scores {
    /// Makes room for these steps, all scores zero.
    pub fn restart(&mut self, steps: &[Step<'_>]) {
        self.starts.clear();
        self.starts.push(0);
        let mut total = 0;
        for step in steps {
            debug_assert_eq!(step.actions.is_empty(), step.state.decision() == Decision::Halt);
            total += step.actions.len();
            self.starts.push(total);
        }
        self.paths.clear();
        self.paths.resize(total, 0.0);
        self.halts.clear();
        self.halts.resize(steps.len(), 0.0);
    }

    /// Scores of the actions of a step.
    pub fn paths(&self, step: usize) -> &[f32] {
        &self.paths[self.starts[step]..self.starts[step + 1]]
    }

    /// The same, to fill in.
    pub fn paths_mut(&mut self, step: usize) -> &mut [f32] {
        &mut self.paths[self.starts[step]..self.starts[step + 1]]
    }

    /// Score of halting at a step.
    pub fn halt(&self, step: usize) -> f32 {
        self.halts[step]
    }

    /// The same, to fill in.
    pub fn halt_mut(&mut self, step: usize) -> &mut f32 {
        &mut self.halts[step]
    }
}

impl<P: Policy + ?Sized> Policy for Box<P> {
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
        (**self).score(steps, scores);
    }

    fn is_uniform(&self) -> bool {
        (**self).is_uniform()
    }

    fn prefers_batches(&self) -> bool {
        (**self).prefers_batches()
    }
}

impl<P: Policy + Send + ?Sized> Policy for Arc<P> {
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
        (**self).score(steps, scores);
    }

    fn is_uniform(&self) -> bool {
        (**self).is_uniform()
    }

    fn prefers_batches(&self) -> bool {
        (**self).prefers_batches()
    }
}
