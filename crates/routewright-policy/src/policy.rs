//! A net as the policy of construction episodes.

use std::sync::{Arc, Mutex, PoisonError};

use routewright_env::{Decision, Policy, Scores, Step};
use routewright_model::Problem;

use crate::observer::Memory;
use crate::pair_memo::PairMemo;
use crate::{Kernel, Net, Observation, Workspace};

/// Bytes that the workers of a policy may hold together, and how many of them there are in any case.
const MOST_BYTES: usize = 256 << 20;
const WORKERS: std::ops::RangeInclusive<usize> = 2..=64;

/// Decides by a net. Clones share the net and what they remember of cities; any number of threads may ask.
///
/// What is remembered makes answers faster, never different: a step is scored the same alone, among others and in
/// any order.
#[derive(Clone, Debug)]
pub struct NeuralPolicy {
    net: Arc<Net>,
    kernel: Kernel,
    temperature: f32,
    /// Idle workers, the one used last at the end.
    idle: Arc<Mutex<Vec<Worker>>>,
    /// Idle memos, the one used last at the end; none for a net with attention.
    memos: Arc<Mutex<Vec<(Problem, PairMemo)>>>,
}

impl NeuralPolicy {
    /// A policy that follows a net by the fast kernel, at temperature 1.
    pub fn new(net: Arc<Net>) -> Self {
        Self { net, kernel: Kernel::Fast, temperature: 1.0, idle: Arc::default(), memos: Arc::default() }
    }

    /// The same with another kernel.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        // What one kernel left is not what another would, to the last bit.
        self.idle = Arc::default();
        self.memos = Arc::default();
        self
    }

    /// The same at another temperature: scores are divided by it. Above 1 choices become more alike, below 1 the
    /// best stands out more.
    ///
    /// # Panics
    /// It is not a positive number.
    #[must_use]
    pub fn with_temperature(mut self, temperature: f32) -> Self {
        assert!(temperature > 0.0 && temperature.is_finite(), "a temperature is a positive number");
        self.temperature = temperature;
        self
    }

    /// The net it follows.
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// Who does its arithmetic.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// What its scores are divided by.
    pub fn temperature(&self) -> f32 {
        self.temperature
    }

    /// An idle worker, best one that knows the network of the step, or a new one.
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
            // The one of this city that was not used for longest.
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

    /// A memo for a problem, the one used last, or a new one. There are as many as threads that ask at a time.
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
            place.iter_mut().for_each(|score| *score /= self.temperature);
            if is_halt {
                *scores.halt_mut(at) = halt[0];
            }
            self.put_back(worker);
        }
        self.put_back_memo(memo);
    }
}

/// What one thread needs to follow one episode.
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

    /// Another one for the same problem.
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

    /// Scores a step. The embeddings depend on the network alone, so those of a halting decision are good for the
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

/// Whether scores are the same in two problems. Who compares holds on to its city, so that the same place in memory means
/// the same city.
fn is_same_problem(own: &Problem, other: &Problem) -> bool {
    Arc::ptr_eq(&own.city, &other.city)
        && own.limits == other.limits
        && own.alpha == other.alpha
        && own.transfer_penalty == other.transfer_penalty
        && own.fixed == other.fixed
}
