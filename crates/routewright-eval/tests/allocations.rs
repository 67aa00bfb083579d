//! Scoring must not allocate: searches do it millions of times.

mod case;

use case::{Kind, case};
use routewright_eval::{Evaluator, Line};

#[test]
fn scoring_does_not_allocate() {
    for kind in [Kind::Symmetric, Kind::Directed, Kind::Slow] {
        let case = case(kind, 150, 7);
        let mut evaluator = Evaluator::new(&case.problem);
        let mut score_all = || {
            let whole = evaluator.score(&case.network).cost;
            evaluator.keep(case.network.routes.iter().skip(1).map(Line::from));
            let put_back = evaluator.score_with(Line::from(&case.network.routes[0])).cost;
            let replaced = evaluator.score_with(Line::from(&case.spare)).cost;
            [whole, put_back, replaced]
        };
        let first = score_all();
        let mut second = [0.0; 3];
        let allocations = allocation_counter::measure(|| second = score_all());
        assert_eq!(first.map(f64::to_bits), second.map(f64::to_bits));
        assert_eq!(allocations.count_total, 0, "{kind:?}");
    }
}
