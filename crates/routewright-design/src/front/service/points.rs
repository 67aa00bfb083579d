//! The services a run found, each assessed apart from the search.

use routewright_eval::is_same_cost;
use routewright_eval::service::ServiceAssessment;
use routewright_model::Network;
use routewright_search::{RouteSet, ServicePoint};

use super::picks::picks;
use super::work::ServiceWork;
use crate::front::outcome::Pick;
use crate::planning::{charged_changes, keeps_capacity, service_cost, service_network_json};
use crate::{Error, Result};

/// A service of the front.
pub struct ServiceFrontPoint {
    /// The lines with their frequencies.
    pub network: Network,
    /// What riders live with and what it takes to run it, by strategies.
    pub service: ServiceAssessment,
}

impl ServiceFrontPoint {
    /// Mean perceived minutes and vehicles.
    pub fn costs(&self) -> [f64; 2] {
        [self.service.mean_min, self.service.vehicles as f64]
    }

    /// Whether no vehicle is fuller than allowed.
    pub fn keeps_capacity(&self) -> bool {
        keeps_capacity(&self.service)
    }

    /// Whether it has no more vehicles and no more minutes than another.
    fn is_as_good_as(&self, other: &Self) -> bool {
        self.service.vehicles <= other.service.vehicles && self.service.mean_min <= other.service.mean_min
    }
}

/// The services of a front, the fewest vehicles first, and the one of today.
pub(in crate::front) struct ServiceFound {
    pub points: Vec<ServiceFrontPoint>,
    pub today: Option<ServiceAssessment>,
    pub picks: Vec<Pick>,
}

impl ServiceFound {
    /// Assesses every service and picks compromises. `charge` is what change against the start costs.
    ///
    /// # Errors
    /// A service does not cost what the search says, or has more vehicles than allowed.
    pub fn new(
        work: &ServiceWork,
        start: Option<&RouteSet>,
        change_price: f64,
        found: &[ServicePoint],
        threads: usize,
    ) -> Result<Self> {
        let assess = |point: &ServicePoint| assessed(work, start, change_price, point);
        let points = crate::front::in_parallel(found, threads, assess)?;
        let (points, today) = (undominated(points), work.today());
        let picks = picks(&points, today.as_ref());
        Ok(Self { points, today, picks })
    }
}

fn assessed(
    work: &ServiceWork,
    start: Option<&RouteSet>,
    change_price: f64,
    point: &ServicePoint,
) -> Result<ServiceFrontPoint> {
    let problem = &work.problems[0];
    let network = work.network_of(&point.routes);
    let service = work.assess(&network);
    let changes = start.and_then(|start| charged_changes(problem.city(), change_price, start, &point.routes));
    let (claimed, actual) =
        (point.cost, service_cost(problem, &service) + changes.map_or(0.0, |(_, charge)| charge));
    if is_same_cost(problem.city(), claimed, actual) && service.vehicles <= u64::from(point.vehicles) {
        let network = work.driven(network, point.vehicles);
        let service = work.assess(&network);
        return Ok(ServiceFrontPoint { network, service });
    }
    Err(Error::Bug(format!(
        "the search says that a service with {} vehicles costs {claimed}, but it has {} and costs {actual}:\n{}",
        point.vehicles,
        service.vehicles,
        service_network_json(problem.city(), &network, work.model())
    )))
}

/// The services of which no other has as few vehicles and as few minutes, the fewest vehicles first. One that overloads
/// vehicles never takes the place of one that does not.
fn undominated(mut points: Vec<ServiceFrontPoint>) -> Vec<ServiceFrontPoint> {
    points.sort_by(|a, b| {
        let (a, b) = (&a.service, &b.service);
        a.vehicles.cmp(&b.vehicles).then(a.mean_min.total_cmp(&b.mean_min))
    });
    let (sound, full): (Vec<_>, Vec<_>) = points.into_iter().partition(ServiceFrontPoint::keeps_capacity);
    let (mut kept, mut full) = (descending(sound), descending(full));
    full.retain(|point| !kept.iter().any(|other| point.is_as_good_as(other) || other.is_as_good_as(point)));
    kept.extend(full);
    kept.sort_by_key(|point| point.service.vehicles);
    kept
}

/// Those with fewer minutes than all before them.
fn descending(mut points: Vec<ServiceFrontPoint>) -> Vec<ServiceFrontPoint> {
    let mut least = f64::INFINITY;
    points.retain(|point| {
        let minutes = point.service.mean_min;
        let is_less = minutes < least;
        least = least.min(minutes);
        is_less
    });
    points
}

#[cfg(test)]
mod tests {
    use routewright_eval::service::ServiceModel;
    use routewright_io::{TextFile, parse_network};
    use routewright_model::City;

    use super::*;

    /// A service with so many vehicles and minutes; full ones hold nobody.
    fn point(vehicles: u64, mean_min: f64, is_full: bool) -> ServiceFrontPoint {
        let city = City::mandl();
        let text = r#"[{"stops": [1, 2, 3, 6, 8, 10, 11, 13], "vehicles": 40}]"#;
        let network = parse_network(&city, &TextFile::new("n", text)).unwrap();
        let capacity = if is_full { 1.0 } else { 1e6 };
        let model = ServiceModel { capacity, ..ServiceModel::for_city(&city) };
        let service = ServiceAssessment::new(&city, &network, &Network::default(), &model, None);
        ServiceFrontPoint { network, service: ServiceAssessment { vehicles, mean_min, ..service } }
    }

    #[test]
    fn more_vehicles_mean_fewer_minutes_and_full_ones_push_nobody_out() {
        let points = vec![
            point(40, 15.0, false),
            point(30, 18.0, true),
            point(50, 15.0, false),
            point(45, 13.9, true),
            point(60, 14.0, false),
            point(40, 16.0, true),
            point(70, 13.0, false),
            point(70, 13.5, false),
        ];
        let kept: Vec<(u64, bool)> = undominated(points)
            .iter()
            .map(|point| (point.service.vehicles, point.keeps_capacity()))
            .collect();
        assert_eq!(kept, [(30, false), (40, true), (60, true), (70, true)]);
    }
}
