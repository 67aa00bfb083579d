//! Services for several numbers of vehicles in one run: mean perceived minutes against vehicles.
//!
//! Every number of vehicles has a search of its own. From time to time each looks at the services of its neighbours: one
//! with fewer vehicles is taken over as it is, one with more gives vehicles back first.

use super::{ServiceAnneal, ServiceConfig, ServiceProblem};
use crate::moves::MoveCount;
use crate::parallel::for_each_item;
use crate::{NetworkSearch, RestoreError, RouteSet, Search, SearchError, Seed, Snapshot, Start};

/// Exchanges between neighbours, from a tenth of the run to its end.
const EXCHANGES: f64 = 12.0;

/// A service of the front.
#[derive(Clone, Debug, PartialEq)]
pub struct ServicePoint {
    /// Vehicles that were allowed.
    pub vehicles: u32,
    /// Mean perceived minutes by strategies, with what overloads and cost terms add.
    pub cost: f64,
    /// The routes with their frequencies.
    pub routes: RouteSet,
}

/// The search for services with several numbers of vehicles.
///
/// It has no single best service. Its [`Search::best_cost`] is the mean over all numbers of vehicles.
pub struct ServiceFront<'p> {
    searches: Vec<ServiceAnneal<'p>>,
    vehicles: Vec<u32>,
    exchanges: u32,
    is_cancelled: bool,
}

/// [`Snapshot::state`] of this search.
#[derive(serde::Serialize, serde::Deserialize)]
struct State {
    exchanges: u32,
    searches: Vec<Snapshot>,
}

impl<'p> ServiceFront<'p> {
    /// A search before its first round. The problems differ in their number of vehicles alone, which rises.
    ///
    /// # Errors
    /// Nothing is left to design, or no legal line exists.
    pub fn new(
        problems: &'p [ServiceProblem],
        config: &ServiceConfig,
        seed: Seed,
        start: &Start,
    ) -> Result<Self, SearchError> {
        let chains = config.chains.max(1) as u32;
        let search = |(problem, first): (&'p ServiceProblem, u32)| {
            ServiceAnneal::with_stream(problem, config.clone(), seed, start, first * chains)
        };
        let searches = problems.iter().zip(0..).map(search).collect::<Result<Vec<_>, _>>()?;
        let is_cancelled = searches.iter().any(Search::is_cancelled);
        let vehicles = problems.iter().map(|problem| problem.vehicles).collect();
        Ok(Self { searches, vehicles, exchanges: 0, is_cancelled })
    }

    /// Resumes a search from a snapshot as if it had never stopped.
    ///
    /// # Errors
    /// The snapshot is of another method, city or problem.
    pub fn restore(
        problems: &'p [ServiceProblem],
        config: &ServiceConfig,
        start: &Start,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        snapshot.check_method("service-front")?;
        let state: State = serde_json::from_str(&snapshot.state)?;
        if state.searches.len() != problems.len() {
            return Err(RestoreError::Damaged("it has another number of services".into()));
        }
        let searches = problems.iter().zip(&state.searches);
        let searches = searches
            .map(|(problem, snapshot)| ServiceAnneal::restore(problem, config.clone(), start, snapshot))
            .collect::<Result<Vec<_>, _>>()?;
        let vehicles = problems.iter().map(|problem| problem.vehicles).collect();
        Ok(Self { searches, vehicles, exchanges: state.exchanges, is_cancelled: false })
    }

    /// The best service for each number of vehicles, the fewest first.
    pub fn points(&self) -> Vec<ServicePoint> {
        let point = |(search, &vehicles): (&ServiceAnneal<'p>, &u32)| ServicePoint {
            vehicles,
            cost: search.best_cost(),
            routes: search.best().clone(),
        };
        self.searches.iter().zip(&self.vehicles).map(point).collect()
    }

    /// Lets neighbours look at each other's services.
    fn exchange(&mut self, progress: f64) {
        let due = ((progress - 0.1) / 0.9 * EXCHANGES).max(0.0) as u32;
        if due <= self.exchanges {
            return;
        }
        self.exchanges = due;
        for at in 1..self.searches.len() {
            let (fewer, more) = self.searches.split_at_mut(at);
            let (fewer, more) = (&mut fewer[at - 1], &mut more[0]);
            let service = fewer.leading();
            more.adopt(&service);
        }
        for at in (1..self.searches.len()).rev() {
            let (fewer, more) = self.searches.split_at_mut(at);
            let service = more[0].leading();
            fewer[at - 1].adopt(&service);
        }
    }
}

impl Search for ServiceFront<'_> {
    fn name(&self) -> &'static str {
        "service-front"
    }

    fn advance(&mut self, progress: f64, threads: usize) {
        let before: Vec<_> = self.searches.iter().map(ServiceAnneal::mark).collect();
        for_each_item(&mut self.searches, threads, |_, search| search.advance(progress, 1));
        self.is_cancelled = self.searches.iter().any(Search::is_cancelled);
        if self.is_cancelled {
            self.searches.iter_mut().zip(before).for_each(|(search, mark)| search.return_to(mark));
        } else {
            self.exchange(progress);
        }
    }

    fn conclude(&mut self) {
        self.searches.iter_mut().for_each(Search::conclude);
    }

    fn best_cost(&self) -> f64 {
        self.searches.iter().map(Search::best_cost).sum::<f64>() / self.searches.len() as f64
    }

    fn evaluations(&self) -> u64 {
        self.searches.iter().map(Search::evaluations).sum()
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    fn move_counts(&self) -> Vec<MoveCount> {
        let mut sum = self.searches[0].move_counts();
        for search in &self.searches[1..] {
            for (sum, count) in sum.iter_mut().zip(search.move_counts()) {
                sum.tried += count.tried;
                sum.legal += count.legal;
                sum.scored += count.scored;
                sum.accepted += count.accepted;
                sum.improving += count.improving;
            }
        }
        sum
    }

    fn snapshot(&self) -> Snapshot {
        let searches: Vec<Snapshot> = self.searches.iter().map(Search::snapshot).collect();
        let cost: f64 = searches.iter().map(|search| search.best_cost).sum();
        let state = State { exchanges: self.exchanges, searches };
        Snapshot {
            method: self.name().into(),
            evaluations: self.evaluations(),
            best_cost: cost / self.searches.len() as f64,
            best: Vec::new(),
            state: serde_json::to_string(&state).expect("plain data has a text form"),
        }
    }
}
