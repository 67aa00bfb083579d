//! From settings to a search.

use std::num::NonZeroU32;
use std::sync::Arc;

use routewright_env::ConstructionOptions;
use routewright_policy::{NeuralPolicy, Temperature};
use routewright_search::{
    Anneal, Construct, ConstructConfig, EvolutionVariant, Evolve, Interrupt, NetworkSearch, RouteSet, Search,
    Seed, ServiceAnneal, ServiceConfig, ServiceProblem, Snapshot, Start,
};

use super::brought::{Brought, OwnPolicy};
use super::choices::{Init, Method};
use super::job::DesignJob;
use super::settings::Settings;
use crate::Result;
use crate::planning::no_line;

/// Softmax temperatures where none is asked for: small cities gain by variety, large ones, with many
/// decisions to go wrong, by certainty.
const TEMPERATURES: [f32; 5] = [1.0, 0.7, 0.4, 0.2, 0.1];

/// A search ready to run.
pub(super) struct Ready<'run> {
    pub search: Box<dyn NetworkSearch + 'run>,
    /// Rounds it takes, where it ends by itself.
    pub rounds: Option<u64>,
    /// Whether it starts from all it should: only then can it be resumed later.
    pub is_whole: bool,
}

/// Watches and may end the construction of the networks that an evolution starts from.
pub(super) trait Opening {
    /// So many networks are built, the best at this cost.
    fn built(&mut self, built: u64, of: u32, cost: f64);
    /// Whether to continue.
    fn may_continue(&self) -> bool;
    /// The same question, to be asked by many threads.
    fn guard(&self) -> Box<dyn Fn() -> bool + Sync + '_>;
}

/// A search at its beginning. Evolution first builds networks to start from, as long as the opening lasts.
pub(super) fn begin<'run>(
    job: &'run DesignJob,
    interrupt: Interrupt,
    opening: &mut dyn Opening,
) -> Result<Ready<'run>> {
    let DesignJob { settings, problem, .. } = job;
    let seed = Seed(settings.seed);
    let start = job.start.as_ref().map(|start| start.routes.clone());
    Ok(match settings.method {
        Method::Rc | Method::Lc => {
            let search = timed(Construct::new(problem, construction(job)?, seed)?, settings, interrupt);
            let rounds = Some(search.rounds());
            Ready { search: Box::new(search), rounds, is_whole: true }
        }
        Method::Ea | Method::RcEa | Method::Nea | Method::All1Nea => {
            let (start, is_whole) = match start {
                Some(start) => (start, true),
                None => best_constructed(job, opening)?,
            };
            let config = settings.evolution.unwrap_or_default();
            let search = Evolve::new(problem, config, variant(job)?, seed, start)?;
            Ready { search: Box::new(search), rounds: None, is_whole }
        }
        Method::Anneal => {
            let config = settings.anneal.clone().unwrap_or_default();
            let search = Anneal::new(problem, config, seed, anneal_start(job, interrupt))?;
            Ready { search: Box::new(search), rounds: None, is_whole: true }
        }
        Method::Service => {
            let (problem, config) = service(job);
            let search =
                ServiceAnneal::new(problem, config, seed, anneal_start(job, interrupt)).map_err(no_line)?;
            Ready { search: Box::new(search), rounds: None, is_whole: true }
        }
    })
}

/// A search where it was left.
pub(super) fn restore<'run>(
    job: &'run DesignJob,
    interrupt: Interrupt,
    snapshot: &Snapshot,
) -> Result<Ready<'run>> {
    let DesignJob { settings, problem, .. } = job;
    let seed = Seed(settings.seed);
    let (search, rounds): (Box<dyn NetworkSearch + 'run>, _) = match settings.method {
        Method::Rc | Method::Lc => {
            let search = Construct::restore(problem, construction(job)?, seed, snapshot)?;
            let search = timed(search, settings, interrupt);
            let rounds = search.rounds();
            (Box::new(search), Some(rounds))
        }
        Method::Ea | Method::RcEa | Method::Nea | Method::All1Nea => {
            let config = settings.evolution.unwrap_or_default();
            (Box::new(Evolve::restore(problem, config, variant(job)?, seed, snapshot)?), None)
        }
        Method::Anneal => {
            let config = settings.anneal.clone().unwrap_or_default();
            (Box::new(Anneal::restore(problem, config, &anneal_start(job, interrupt), snapshot)?), None)
        }
        Method::Service => {
            let (problem, config) = service(job);
            let start = anneal_start(job, interrupt);
            (Box::new(ServiceAnneal::restore(problem, config, &start, snapshot)?), None)
        }
    };
    Ok(Ready { search, rounds, is_whole: true })
}

/// Construction that has a time ends when it is up, in the middle of a round as well.
fn timed<'run>(search: Construct<'run>, settings: &Settings, interrupt: Interrupt) -> Construct<'run> {
    if settings.seconds.is_some() { search.ending_when(interrupt) } else { search }
}

/// The service problem and the settings of its search.
fn service(job: &DesignJob) -> (&ServiceProblem, ServiceConfig) {
    let config = job.settings.service.as_ref().map(|service| service.search.clone());
    let problem = job.service.as_ref().expect("a job of method service has a service problem");
    (problem, config.unwrap_or_default())
}

/// What annealing starts from, and what it leaves alone.
fn anneal_start(job: &DesignJob, interrupt: Interrupt) -> Start {
    let routes = job.start.as_ref().map(|start| start.routes.clone());
    let Brought { plugins, exchange, begin, .. } = &job.brought;
    let (frozen, plugins, exchange) = (job.frozen.clone(), plugins.clone(), exchange.clone());
    Start { routes, frozen, plugins, interrupt, exchange, begin: *begin }
}

/// What evolution starts from, as in the paper: the best of many networks built by a policy or at random. And
/// whether all of them were built.
fn best_constructed(job: &DesignJob, opening: &mut dyn Opening) -> Result<(RouteSet, bool)> {
    let mut search = Construct::new(&job.problem, construction(job)?, Seed(job.settings.seed))?;
    let samples = job.settings.samples.unwrap_or(1);
    while !search.is_done() && opening.may_continue() {
        opening.built(search.evaluations(), samples, search.best_cost());
        search.advance_while(job.threads, &*opening.guard());
    }
    Ok((search.best().clone(), search.is_done()))
}

/// Networks built from nothing: by the policy if the method or the start of the evolution asks for it.
fn construction(job: &DesignJob) -> Result<ConstructConfig> {
    let settings = &job.settings;
    let samples = settings.samples.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
    let is_learned = settings.method == Method::Lc || settings.init == Some(Init::Lc);
    Ok(match policies(job)?.filter(|_| is_learned) {
        Some(policies) => ConstructConfig::learned(policies, options(settings), samples),
        None => ConstructConfig::random(options(settings), samples),
    })
}

fn options(settings: &Settings) -> ConstructionOptions {
    let Settings { cover_demand, no_distinct, extension, .. } = *settings;
    ConstructionOptions { cover_demand, distinct: !no_distinct, extension: extension.unwrap_or_default() }
}

fn variant(job: &DesignJob) -> Result<EvolutionVariant> {
    let DesignJob { settings, problem, .. } = job;
    Ok(match (settings.method, policies(job)?) {
        (Method::Nea, Some(policies)) => EvolutionVariant::nea(policies, options(settings)),
        (Method::All1Nea, Some(policies)) => EvolutionVariant::all_1_nea(policies, options(settings)),
        (Method::RcEa, _) => EvolutionVariant::rc_ea(options(settings)),
        _ => EvolutionVariant::ea(problem, !settings.no_distinct),
    })
}

/// The policy that builds routes, where one does: at the temperature asked for, or at several.
fn policies(job: &DesignJob) -> Result<Option<Vec<OwnPolicy>>> {
    let Settings { temperature, kernel, .. } = job.settings;
    if let Some(policy) = &job.brought.policy {
        return Ok(Some(vec![policy.clone()]));
    }
    let Some(net) = job.inputs.net.clone() else { return Ok(None) };
    let policy = NeuralPolicy::new(net).with_kernel(kernel.unwrap_or_default().kernel());
    let at = |value| {
        let temperature = Temperature::new(value).expect("settings hold valid temperatures");
        Arc::new(policy.clone().with_temperature(temperature)) as OwnPolicy
    };
    Ok(Some(match temperature {
        Some(temperature) => vec![at(temperature)],
        None => TEMPERATURES.map(at).to_vec(),
    }))
}
