//! A net as the policy of construction episodes.

use std::sync::{Arc, Mutex, PoisonError};

use routewright_env::{Decision, Policy, Scores, Step};
use routewright_model::Problem;

use crate::episode_tracker::Memory;
use crate::pair_memo::PairMemo;
use crate::{Kernel, Net, Observation, Temperature, Workspace};

/// Memory limit for all idle workers of a policy, and the range of worker counts whatever the limit.
const MOST_BYTES: usize = 256 << 20;
const WORKERS: std::ops::RangeInclusive<usize> = 2..=64;

/// A policy that follows the scores of a net. Clones share the net and its caches; any number of threads may call it.
///
/// Caches make scores faster to compute, never different: a step gets the same scores alone, in a batch and in any
/// order. Where a net yields a score that is not finite, all choices of that step score zero: the policy then chooses
/// uniformly.
#[derive(Clone, Debug)]
pub struct NeuralPolicy {
    net: Arc<Net>,
    kernel: Kernel,
    temperature: Temperature,
    /// Idle workers, most recently used last.
    idle: Arc<Mutex<Vec<Worker>>>,
    /// Idle memos, most recently used last; none for a net with attention.
    memos: Arc<Mutex<Vec<(Problem, PairMemo)>>>,
}

impl NeuralPolicy {
    /// A policy that follows a net, using the fast kernel, at temperature 1.
    pub fn new(net: Arc<Net>) -> Self {
        let (kernel, temperature) = (Kernel::Fast, Temperature::default());
        Self { net, kernel, temperature, idle: Arc::default(), memos: Arc::default() }
    }

    /// The same policy with another kernel.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        // Kernels differ in the last bits, so their cached values must not mix.
        self.idle = Arc::default();
        self.memos = Arc::default();
        self
    }

    /// The same policy at another temperature: scores are divided by it.
    #[must_use]
    pub fn with_temperature(mut self, temperature: Temperature) -> Self {
        self.temperature = temperature;
        self
    }

    /// The net it follows.
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// The kernel that does its arithmetic.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// What its scores are divided by.
    pub fn temperature(&self) -> Temperature {
        self.temperature
    }

    /// An idle worker, preferably one that knows the network of the step, or a new one.
    fn take_worker(&self, step: Step<'_>) -> Worker {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let problem = step.state.problem();
        let exactly = |worker: &Worker| worker.fits(problem) && worker.memory.knows(step.state);
        let nearly = |worker: &Worker| worker.fits(problem) && worker.memory.nearly_knows(step.state);
        let found = idle.iter().rposition(exactly).or_else(|| idle.iter().rposition(nearly));
        if let Some(at) = found {
            return idle.remove(at);
        }
        let of_city = idle.iter().position(|worker| worker.fits(problem));
        let n = problem.city.node_count();
        let most = (MOST_BYTES / (64 * n * n)).clamp(*WORKERS.start(), *WORKERS.end());
        match of_city {
            // The least recently used worker of this city.
            Some(at) if idle.len() >= most => idle.remove(at),
            Some(at) => idle[at].sibling(problem),
            None => {
                if idle.len() >= most {
                    idle.remove(0);
                }
                drop(idle);
                Worker::new(problem)
            }
        }
    }

    /// The most recently used memo of a problem, or a new one. There are as many as concurrent callers.
    fn take_memo(&self, problem: &Problem) -> Option<(Problem, PairMemo)> {
        if self.net.architecture().layers > 0 {
            return None;
        }
        let mut memos = self.memos.lock().unwrap_or_else(PoisonError::into_inner);
        match memos.iter().rposition(|(own, _)| is_same_problem(own, problem)) {
            Some(at) => Some(memos.remove(at)),
            None => {
                let n = problem.city.node_count();
                let most = (MOST_BYTES / PairMemo::bytes(n)).clamp(*WORKERS.start(), *WORKERS.end());
                if memos.len() >= most {
                    memos.remove(0);
                }
                Some((problem.clone(), PairMemo::new(n)))
            }
        }
    }

    fn put_back_memo(&self, memo: Option<(Problem, PairMemo)>) {
        self.memos.lock().unwrap_or_else(PoisonError::into_inner).extend(memo);
    }

    fn put_back(&self, worker: Worker) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }
}

impl Policy for NeuralPolicy {
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
        let Some(problem) = steps.first().map(|step| step.state.problem()) else { return };
        let mut memo = self.take_memo(problem);
        for (at, step) in steps.iter().enumerate() {
            let mut worker = self.take_worker(*step);
            let mut halt = [0.0];
            let is_halt = step.state.decision() == Decision::Halt;
            let place = if is_halt { &mut halt } else { scores.paths_mut(at) };
            let memo = memo.as_mut().filter(|(own, _)| is_same_problem(own, step.state.problem()));
            worker.score(&self.net, self.kernel, *step, memo.map(|(_, memo)| memo), place);
            place.iter_mut().for_each(|score| *score /= self.temperature.value());
            if place.iter().any(|score| !score.is_finite()) {
                place.fill(0.0);
            }
            if is_halt {
                *scores.halt_mut(at) = halt[0];
            }
            self.put_back(worker);
        }
        self.put_back_memo(memo);
    }
}

/// The memory and scratch space one thread needs to follow one episode.
#[derive(Clone, Debug)]
struct Worker {
    problem: Problem,
    memory: Memory,
    seen: Observation,
    workspace: Workspace,
}

impl Worker {
    fn new(problem: &Problem) -> Self {
        Self::with_memory(problem, Memory::new(problem))
    }

    /// Another worker for the same problem.
    fn sibling(&self, problem: &Problem) -> Self {
        Self::with_memory(problem, self.memory.fresh(problem))
    }

    fn with_memory(problem: &Problem, memory: Memory) -> Self {
        let seen = memory.blank();
        Self { problem: problem.clone(), memory, seen, workspace: Workspace::default() }
    }

    /// Whether it was made for this problem.
    fn fits(&self, problem: &Problem) -> bool {
        is_same_problem(&self.problem, problem)
    }

    /// Scores a step. Embeddings depend on the network alone, so those of a halting decision are reused for the
    /// extension that follows it.
    fn score(
        &mut self,
        net: &Net,
        kernel: Kernel,
        step: Step<'_>,
        memo: Option<&mut PairMemo>,
        scores: &mut [f32],
    ) {
        let is_new = self.memory.observe(step.state.problem(), step, &mut self.seen);
        if is_new {
            net.embed(kernel.arithmetic(), &self.seen, &mut self.workspace, false);
        }
        net.score_embedded(kernel.arithmetic(), &self.seen, &mut self.workspace, memo, scores);
    }
}

/// Whether both problems have the same scores. The owner keeps its city alive, so equal addresses mean the same city.
fn is_same_problem(own: &Problem, other: &Problem) -> bool {
    Arc::ptr_eq(&own.city, &other.city)
        && own.limits == other.limits
        && own.alpha == other.alpha
        && own.transfer_penalty == other.transfer_penalty
        && own.fixed == other.fixed
}
