//! Terms of the cost besides the unified cost.

use crate::{DesignedRoute, RouteSet};

/// A term that is added to the unified cost: [`Anneal`](crate::Anneal) then minimises the sum of both.
/// [`ChangePrice`](crate::ChangePrice) is one; others are plugged in:
///
/// ```
/// use std::sync::Arc;
/// use routewright_model::{Alpha, City, Limits, Problem};
/// use routewright_search::{
///     Anneal, AnnealConfig, CostTerm, NetworkSearch, Plugins, Rounds, RouteSet, Search, Seed, Start, run, unwatched,
/// };
///
/// /// Charges for every route that does not serve a place.
/// struct Serve {
///     place: routewright_model::NodeId,
///     price: f64,
/// }
///
/// impl CostTerm for Serve {
///     fn name(&self) -> &'static str {
///         "serve"
///     }
///
///     fn cost(&self, routes: &RouteSet) -> f64 {
///         let misses = routes.routes.iter().filter(|route| !route.stops().contains(&self.place)).count();
///         self.price * misses as f64
///     }
/// }
///
/// let city = Arc::new(City::mandl());
/// let place = city.node_named("6").unwrap();
/// let problem = Problem::new(city, Limits::new(4, 2, 8)?, Alpha::new(0.5)?);
/// let start = Start { plugins: Plugins::default().with_term(Serve { place, price: 1.0 }), ..Start::default() };
/// let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(1), start)?;
/// run(&mut search, &mut Rounds(4), 0, 1, &mut unwatched);
/// assert!(search.best().routes.iter().all(|route| route.stops().contains(&place)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CostTerm: Send + Sync {
    /// Stable name for settings and reports, such as `"change"`.
    fn name(&self) -> &'static str;

    /// The cost of a network, in units of the unified cost: finite, and the same whenever it is asked. Frozen routes
    /// are not among `routes`.
    fn cost(&self, routes: &RouteSet) -> f64;

    /// The cost once some routes are replaced, each given with its place; `before` is the cost of `routes`. It must
    /// equal [`CostTerm::cost`] of the changed network. It is asked for every legal change: where the cost of a route
    /// does not depend on the others, override it to look at these routes alone.
    fn cost_after(&self, routes: &RouteSet, before: f64, replaced: &[(usize, &DesignedRoute)]) -> f64 {
        let _ = before;
        let mut changed = routes.clone();
        for &(place, route) in replaced {
            changed.routes[place].clone_from(route);
        }
        self.cost(&changed)
    }
}
