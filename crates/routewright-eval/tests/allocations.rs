//! Scoring must not allocate: searches do it millions of times.

mod case;

use case::{Kind, case};
use routewright_eval::service::ServiceModel;
use routewright_eval::strategies::Judge;
use routewright_eval::{Evaluator, Line};
use routewright_model::{Frequency, Route};

fn line(route: &Route) -> Line<'_> {
    Line::of(route).next().unwrap()
}

#[test]
fn scoring_does_not_allocate() {
    for kind in [Kind::Symmetric, Kind::Directed, Kind::Slow] {
        let case = case(kind, 150, 7);
        let mut evaluator = Evaluator::new(&case.problem);
        let mut score_all = || {
            let whole = evaluator.score(&case.network).cost;
            evaluator.keep(case.network.routes.iter().skip(1).flat_map(Line::of));
            let put_back = evaluator.score_with(line(&case.network.routes[0])).cost;
            let replaced = evaluator.score_with(line(&case.spare)).cost;
            [whole, put_back, replaced]
        };
        let first = score_all();
        let mut second = [0.0; 3];
        let allocations = allocation_counter::measure(|| second = score_all());
        assert_eq!(first.map(f64::to_bits), second.map(f64::to_bits));
        assert_eq!(allocations.count_total, 0, "{kind:?}");
    }
}

#[test]
fn judging_one_service_after_the_other_does_not_allocate() {
    for kind in [Kind::Symmetric, Kind::Directed] {
        let case = case(kind, 60, 7);
        let model = ServiceModel::for_city(&case.problem.city);
        let often = |route: &Route| route.clone().with_frequency(Some(Frequency::Every(7.0)));
        let lines = model.lines(&case.network.routes.iter().map(often).collect());
        let mut judge = Judge::new(&case.problem.city, &model);
        let first = judge.assess(&lines, lines.len());
        let mut second = None;
        // Fewer lines, then all again.
        let allocations = allocation_counter::measure(|| {
            judge.assess(&lines[1..], 1);
            second = Some(judge.assess(&lines, lines.len()));
        });
        assert_eq!(Some(first), second);
        assert_eq!(allocations.count_total, 0, "{kind:?}");
    }
}
