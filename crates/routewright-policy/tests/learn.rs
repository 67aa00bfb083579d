//! The shortcuts of training equal the plain computation, to the bit.

mod states;

use routewright_env::Extension;
use routewright_policy::{Inputs, Kernel, Normalisers, Workspace};
use states::{Sides, observations, problem, small_net};

#[test]
fn embeddings_that_are_used_again_change_no_score() {
    for sides in [Sides::Same, Sides::Differ] {
        let problem = problem(9, sides, 3);
        let seen = observations(&problem, Extension::Neighbour, 3, 60);
        let net = small_net(Inputs::Paper, Normalisers::fit(&seen), 1);
        for kernel in [Kernel::Scalar, Kernel::Fast] {
            let mut workspace = Workspace::default();
            let mut previous = None;
            for seen in &seen {
                let mut expected = vec![0.0; seen.score_count()];
                net.score(kernel, seen, &mut Workspace::default(), &mut expected);
                let mut found = vec![0.0; seen.score_count()];
                net.score_after(kernel, previous, seen, &mut workspace, &mut found);
                assert_eq!(found, expected);
                previous = Some(seen);
            }
        }
    }
}

#[test]
fn a_workspace_is_good_for_any_city_and_any_net() {
    let cities = [problem(9, Sides::Same, 3), problem(9, Sides::Differ, 5), problem(6, Sides::Same, 3)];
    let seen = cities.each_ref().map(|problem| observations(problem, Extension::Neighbour, 3, 4));
    let nets = [
        small_net(Inputs::Paper, Normalisers::fit(&seen[0]), 1),
        small_net(Inputs::Paper, Normalisers::fit(&seen[1]), 1),
    ];
    for kernel in [Kernel::Scalar, Kernel::Fast] {
        let mut workspace = Workspace::default();
        for (net, city) in [(0, 0), (0, 1), (0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 0)] {
            for seen in &seen[city] {
                let mut expected = vec![0.0; seen.score_count()];
                nets[net].score(kernel, seen, &mut Workspace::default(), &mut expected);
                let mut found = vec![0.0; seen.score_count()];
                nets[net].score(kernel, seen, &mut workspace, &mut found);
                assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn gradients_in_one_pass_are_those_of_two() {
    let problem = problem(9, Sides::Same, 4);
    let seen = observations(&problem, Extension::Neighbour, 4, 20);
    let net = small_net(Inputs::Paper, Normalisers::fit(&seen), 2);
    let mut scores = Vec::new();
    for seen in &seen {
        let mut workspace = Workspace::default();
        let mut expected = vec![0.0; seen.score_count()];
        net.score(Kernel::Fast, seen, &mut workspace, &mut expected);
        let slopes: Vec<f32> = (0..seen.score_count()).map(|at| (at as f32).sin()).collect();
        let mut plain = vec![0.0; net.parameters().len()];
        net.add_gradient(Kernel::Fast, seen, &mut workspace, &slopes, &mut plain);
        let mut one_pass = vec![0.0; net.parameters().len()];
        let judge = |scores: &mut [f32]| {
            assert_eq!(scores, expected);
            scores.copy_from_slice(&slopes);
            true
        };
        net.add_gradient_by(Kernel::Fast, seen, &mut workspace, &mut scores, &mut one_pass, judge);
        assert_eq!(one_pass, plain);
        net.add_gradient_by(Kernel::Fast, seen, &mut workspace, &mut scores, &mut one_pass, |_| false);
        assert_eq!(one_pass, plain, "nothing asked for, nothing added");
    }
}
