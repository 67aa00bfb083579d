//! From settings to a search.

use std::num::NonZeroU32;

use routewright::env::ConstructionOptions;
use routewright::policy::NeuralPolicy;
use routewright::search::{
    Anneal, Construct, ConstructConfig, EvolutionVariant, Evolve, Plan, RestoreError, Search, Seed, Snapshot,
};

use super::method::{Init, Method};
use super::opening::Opening;
use super::session::Session;
use super::settings::Settings;

/// What scores are divided by where nothing is said: small cities gain by variety, large ones, with many decisions to
/// go wrong, by certainty.
const TEMPERATURES: [f32; 5] = [1.0, 0.7, 0.4, 0.2, 0.1];

/// A search ready to run.
pub struct Ready<'run> {
    pub search: Box<dyn Search + 'run>,
    /// Rounds it takes, where it ends by itself.
    pub rounds: Option<u64>,
    /// Whether it begins with what it should: only then can it be gone on with later.
    pub is_whole: bool,
}

/// A search at its beginning. Evolution first builds networks to begin with, as long as the budget of the opening lasts.
pub fn begin<'run>(session: &'run Session, opening: &mut Opening<'_>) -> Ready<'run> {
    let Session { settings, problem, .. } = session;
    let seed = Seed(settings.seed);
    let start = session.start.as_ref().map(|start| start.plan.clone());
    match settings.method {
        Method::Rc | Method::Lc => {
            let search = Construct::new(problem, construction(session), seed);
            let rounds = Some(search.rounds());
            Ready { search: Box::new(search), rounds, is_whole: true }
        }
        Method::Ea | Method::RcEa | Method::Nea | Method::All1Nea => {
            let (start, is_whole) = match start {
                Some(start) => (start, true),
                None => best_constructed(session, opening),
            };
            let config = settings.evolution.unwrap_or_default();
            let search = Evolve::new(problem, config, variant(session), seed, start);
            Ready { search: Box::new(search), rounds: None, is_whole }
        }
        Method::Anneal => {
            let config = settings.anneal.clone().unwrap_or_default();
            let search = Anneal::new(problem, config, seed, start);
            Ready { search: Box::new(search), rounds: None, is_whole: true }
        }
    }
}

/// A search where it was left.
pub fn restore<'run>(session: &'run Session, snapshot: &Snapshot) -> Result<Ready<'run>, RestoreError> {
    let Session { settings, problem, .. } = session;
    let seed = Seed(settings.seed);
    let (search, rounds): (Box<dyn Search + 'run>, _) = match settings.method {
        Method::Rc | Method::Lc => {
            let search = Construct::restore(problem, construction(session), seed, snapshot)?;
            let rounds = search.rounds();
            (Box::new(search), Some(rounds))
        }
        Method::Ea | Method::RcEa | Method::Nea | Method::All1Nea => {
            let config = settings.evolution.unwrap_or_default();
            (Box::new(Evolve::restore(problem, config, variant(session), seed, snapshot)?), None)
        }
        Method::Anneal => {
            let config = settings.anneal.clone().unwrap_or_default();
            (Box::new(Anneal::restore(problem, config, snapshot)?), None)
        }
    };
    Ok(Ready { search, rounds, is_whole: true })
}

/// What evolution begins with, as in the paper: the best of many networks built by a policy or at random. And whether
/// all of them were built.
fn best_constructed(session: &Session, opening: &mut Opening<'_>) -> (Plan, bool) {
    let mut search = Construct::new(&session.problem, construction(session), Seed(session.settings.seed));
    let samples = session.settings.samples.unwrap_or(1);
    let budget = opening.budget;
    while !search.is_done() && !budget.is_over() {
        opening.show(search.evaluations(), samples, search.best_cost());
        search.advance_while(session.threads, &|| !budget.is_over());
    }
    (search.best().clone(), search.is_done())
}

/// Networks built from nothing: by the policy if the method or the beginning of the evolution asks for it.
fn construction(session: &Session) -> ConstructConfig {
    let settings = &session.settings;
    let samples = settings.samples.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
    let is_learned = settings.method == Method::Lc || settings.init == Some(Init::Lc);
    match policies(session).filter(|_| is_learned) {
        Some(policies) => ConstructConfig::learned(policies, options(settings), samples),
        None => ConstructConfig::random(options(settings), samples),
    }
}

fn options(settings: &Settings) -> ConstructionOptions {
    let Settings { cover_demand, distinct, extension, .. } = *settings;
    ConstructionOptions { cover_demand, distinct, extension: extension.unwrap_or_default() }
}

fn variant(session: &Session) -> EvolutionVariant {
    let Session { settings, problem, .. } = session;
    match (settings.method, policies(session)) {
        (Method::Nea, Some(policies)) => EvolutionVariant::nea(policies, options(settings)),
        (Method::All1Nea, Some(policies)) => EvolutionVariant::all_1_nea(policies, options(settings)),
        (Method::RcEa, _) => EvolutionVariant::rc_ea(options(settings)),
        _ => EvolutionVariant::ea(problem, settings.distinct),
    }
}

/// The policy that builds routes, where one does: at the temperature asked for, or at several.
pub fn policies(session: &Session) -> Option<Vec<NeuralPolicy>> {
    let Settings { temperature, kernel, .. } = session.settings;
    let policy =
        NeuralPolicy::new(session.inputs.net.clone()?).with_kernel(kernel.unwrap_or_default().into());
    let at = |temperature| policy.clone().with_temperature(temperature);
    Some(match temperature {
        Some(temperature) => vec![at(temperature)],
        None => TEMPERATURES.map(at).to_vec(),
    })
}
