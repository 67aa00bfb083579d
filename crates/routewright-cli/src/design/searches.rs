//! From settings to a search.

use std::num::NonZeroU32;

use routewright::Problem;
use routewright::env::ConstructionOptions;
use routewright::search::{
    Anneal, Construct, ConstructConfig, EvolutionVariant, Evolve, Plan, RestoreError, Search, Seed, Snapshot,
};

use super::inputs::Inputs;
use super::method::Method;
use super::settings::Settings;
use crate::exit::UsageError;

/// Refuses methods that cannot be had yet.
pub fn check_available(method: Method) -> Result<(), UsageError> {
    if !method.needs_policy() {
        return Ok(());
    }
    Err(UsageError(format!(
        "method {} needs a trained policy, which this version cannot read yet\n  help: use anneal, ea, rc-ea or rc",
        method.name()
    )))
}

/// The network to start from as searches hold it.
pub fn start_plan(settings: &Settings, inputs: &Inputs) -> Result<Option<Plan>, UsageError> {
    let Some(start) = &inputs.start else { return Ok(None) };
    if settings.method.evolves() && start.routes.len() != settings.routes {
        return Err(UsageError(format!(
            "the start has {} routes, but {} are asked for\n  help: method {} keeps their number; change --routes or \
             use anneal",
            start.routes.len(),
            settings.routes,
            settings.method.name()
        )));
    }
    let plan = Plan::from_network(&inputs.city, start).map_err(|error| {
        UsageError(format!(
            "the search cannot start from this network: {error}\n  help: its routes must follow links and stop nowhere \
             twice; keep others with --fixed"
        ))
    })?;
    Ok(Some(plan))
}

/// A search at its beginning, and the rounds it takes where it ends by itself.
pub fn begin<'run>(
    settings: &Settings,
    problem: &'run Problem,
    start: Option<Plan>,
    threads: usize,
) -> (Box<dyn Search + 'run>, Option<u64>) {
    let seed = Seed(settings.seed);
    match settings.method {
        Method::Rc | Method::Lc => {
            let search = Construct::new(problem, construction(settings), seed);
            let rounds = search.rounds();
            (Box::new(search), Some(rounds))
        }
        Method::Ea | Method::RcEa | Method::Nea | Method::All1Nea => {
            let start = start.unwrap_or_else(|| best_constructed(settings, problem, threads));
            let config = settings.evolution.unwrap_or_default();
            (Box::new(Evolve::new(problem, config, variant(settings, problem), seed, start)), None)
        }
        Method::Anneal => {
            let config = settings.anneal.clone().unwrap_or_default();
            (Box::new(Anneal::new(problem, config, seed, start)), None)
        }
    }
}

/// A search where it was left.
pub fn restore<'run>(
    settings: &Settings,
    problem: &'run Problem,
    snapshot: &Snapshot,
) -> Result<(Box<dyn Search + 'run>, Option<u64>), RestoreError> {
    let seed = Seed(settings.seed);
    Ok(match settings.method {
        Method::Rc | Method::Lc => {
            let search = Construct::restore(problem, construction(settings), seed, snapshot)?;
            let rounds = search.rounds();
            (Box::new(search), Some(rounds))
        }
        Method::Ea | Method::RcEa | Method::Nea | Method::All1Nea => {
            let config = settings.evolution.unwrap_or_default();
            let variant = variant(settings, problem);
            (Box::new(Evolve::restore(problem, config, variant, seed, snapshot)?), None)
        }
        Method::Anneal => {
            let config = settings.anneal.clone().unwrap_or_default();
            (Box::new(Anneal::restore(problem, config, snapshot)?), None)
        }
    })
}

/// What evolution begins with, as in the paper: the best of many networks built at random.
fn best_constructed(settings: &Settings, problem: &Problem, threads: usize) -> Plan {
    let mut search = Construct::new(problem, construction(settings), Seed(settings.seed));
    while !search.is_done() {
        search.advance(0.0, threads);
    }
    search.best().clone()
}

fn construction(settings: &Settings) -> ConstructConfig {
    let samples = settings.samples.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
    ConstructConfig::random(options(settings), samples)
}

fn options(settings: &Settings) -> ConstructionOptions {
    let Settings { cover_demand, distinct, .. } = *settings;
    ConstructionOptions { cover_demand, distinct, ..ConstructionOptions::default() }
}

fn variant(settings: &Settings, problem: &Problem) -> EvolutionVariant {
    match settings.method {
        Method::RcEa => EvolutionVariant::rc_ea(options(settings)),
        _ => EvolutionVariant::ea(problem, settings.distinct),
    }
}
