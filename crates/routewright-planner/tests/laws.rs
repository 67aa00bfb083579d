//! Laws of plans: what was done can be undone, and a plan that is opened again is the same plan.

use proptest::prelude::*;
use routewright_model::NodeId;
use routewright_planner::{Edit, End, Entry, Plan, PlanSource, Workspace};

fn stops() -> impl Strategy<Value = Vec<NodeId>> {
    prop::collection::vec((0..15usize).prop_map(NodeId::new), 1..4)
}

/// Any edit; many are not possible.
fn edit() -> impl Strategy<Value = Edit<NodeId>> {
    let (line, at) = (1..12u32, 0..9usize);
    prop_oneof![
        4 => (stops(), prop::option::of(4.0..30.0f64))
            .prop_map(|(stops, headway)| Edit::Draw { stops, headway, name: None, look: None }),
        2 => (line.clone(), any::<bool>(), stops()).prop_map(|(line, first, stops)| Edit::Extend {
            line,
            end: if first { End::First } else { End::Last },
            stops,
        }),
        1 => (line.clone(), at.clone(), at.clone()).prop_map(|(line, from, to)| Edit::Cut {
            line,
            from: Some(from.into()),
            to: Some(to.into()),
        }),
        2 => (line.clone(), at.clone(), at.clone(), stops())
            .prop_map(|(line, from, to, via)| Edit::Reroute { line, from: from.into(), to: to.into(), via }),
        1 => (line.clone(), at.clone()).prop_map(|(line, at)| Edit::Skip { line, at: at.into() }),
        1 => line.clone().prop_map(|line| Edit::Reverse { line }),
        1 => line.clone().prop_map(|line| Edit::Duplicate { line, look: None }),
        1 => line.clone().prop_map(|line| Edit::Delete { line }),
        1 => (line.clone(), at).prop_map(|(line, at)| Edit::Split { line, at: at.into(), look: None }),
        1 => (line.clone(), line.clone()).prop_map(|(line, with)| Edit::Join { line, with }),
        1 => (line.clone(), prop::option::of(1.0..60.0f64)).prop_map(|(line, minutes)| Edit::Headway { line, minutes }),
        1 => (line, any::<bool>()).prop_map(|(line, frozen)| Edit::Freeze { line, frozen }),
    ]
}

fn is_well_formed(plan: &Plan) {
    let city = plan.town().city();
    for line in plan.lines() {
        let stops = line.route.stops();
        assert!(stops.len() >= 2);
        assert!(stops.windows(2).all(|leg| city.link_time(leg[0], leg[1]).is_some()), "{stops:?}");
        let mut sorted = stops.to_vec();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), stops.len(), "a stop is visited twice: {stops:?}");
    }
    let mut ids: Vec<u32> = plan.lines().iter().map(|line| line.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), plan.lines().len(), "two lines have one id");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn edits_replay_and_undo(edits in prop::collection::vec(edit(), 1..25), off in 0..20u32) {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path()).unwrap();
        let id = workspace.create_plan("mandl", "Law", &PlanSource::Empty).unwrap();
        let plan = workspace.plan(&id).unwrap();
        let mut plan = plan.lock().unwrap();
        let mut histories = vec![plan.lines().to_vec()];
        for edit in edits {
            let (before, revision) = (plan.lines().to_vec(), plan.revision());
            match plan.edit(revision, edit) {
                Ok(()) => histories.push(plan.lines().to_vec()),
                // A change that is refused changes nothing.
                Err(_) => prop_assert_eq!((plan.lines(), plan.revision()), (&before[..], revision)),
            }
            is_well_formed(&plan);
        }
        // Opened again from the disk, elsewhere.
        let copy = tempfile::tempdir().unwrap();
        let plans = copy.path().join("plans").join(&id);
        std::fs::create_dir_all(&plans).unwrap();
        for file in ["plan.json", "steps.jsonl"] {
            std::fs::copy(folder.path().join("plans").join(&id).join(file), plans.join(file)).unwrap_or_default();
        }
        let again = Workspace::open(copy.path()).unwrap();
        let reopened = again.plan(&id).unwrap();
        let reopened = reopened.lock().unwrap();
        prop_assert_eq!(reopened.lines(), plan.lines());
        prop_assert_eq!(reopened.steps(), plan.steps());
        // A step turned off and on again leaves no trace.
        let now = plan.lines().to_vec();
        if plan.steps().iter().any(|step| step.id == off) {
            for on in [false, true] {
                let revision = plan.revision();
                plan.step(revision, &Entry::Switch { step: off, on }).unwrap();
                is_well_formed(&plan);
            }
            prop_assert_eq!(plan.lines(), &now[..]);
        }
        // Undo goes back through every state, redo forward again.
        for before in histories.iter().rev().skip(1) {
            let revision = plan.revision();
            plan.step(revision, &Entry::Undo).unwrap();
            prop_assert_eq!(plan.lines(), &before[..]);
        }
        prop_assert!(!plan.can_undo());
        for after in histories.iter().skip(1) {
            let revision = plan.revision();
            plan.step(revision, &Entry::Redo).unwrap();
            prop_assert_eq!(plan.lines(), &after[..]);
        }
    }
}

#[test]
fn a_step_means_its_stop_when_others_are_turned_off() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path()).unwrap();
    let id = workspace.create_plan("mandl", "Stops", &PlanSource::Empty).unwrap();
    let plan = workspace.plan(&id).unwrap();
    let mut plan = plan.lock().unwrap();
    let nodes = |stops: &[usize]| stops.iter().copied().map(NodeId::new).collect::<Vec<_>>();
    // 2-3-6-8-10, led on to 1 at its beginning and to 14 at its end, split at 6, and its rest cut to 8-10-14.
    let line = 1;
    for edit in [
        Edit::Draw { stops: nodes(&[1, 2, 5, 7, 9]), headway: None, name: None, look: None },
        Edit::Extend { line, end: End::First, stops: nodes(&[0]) },
        Edit::Extend { line, end: End::Last, stops: nodes(&[13]) },
        Edit::Split { line, at: 3.into(), look: None },
    ] {
        let revision = plan.revision();
        plan.edit(revision, edit).unwrap();
    }
    let rest = plan.lines()[1].id;
    let revision = plan.revision();
    let last = plan.lines()[1].route.stop_count() - 1;
    plan.edit(revision, Edit::Cut { line: rest, from: Some(1.into()), to: Some(last.into()) }).unwrap();
    let stops = |plan: &Plan| -> Vec<Vec<NodeId>> {
        plan.lines().iter().map(|line| line.route.stops().to_vec()).collect()
    };
    assert_eq!(stops(&plan), [nodes(&[0, 1, 2, 5]), nodes(&[7, 9, 13])]);
    let switch = |plan: &mut Plan, step: u32, on: bool| {
        let revision = plan.revision();
        plan.step(revision, &Entry::Switch { step, on }).unwrap();
    };
    let [_, to_1, to_14, split, cut] = [0, 1, 2, 3, 4].map(|at| plan.steps()[at].id);
    switch(&mut plan, to_1, false);
    assert_eq!(stops(&plan), [nodes(&[1, 2, 5]), nodes(&[7, 9, 13])], "still split at 6");
    // An end that was not cut is where the line ends.
    switch(&mut plan, to_14, false);
    assert_eq!(stops(&plan), [nodes(&[1, 2, 5]), nodes(&[7, 9])]);
    // A stop that the line does not have any more is named.
    switch(&mut plan, to_14, true);
    let revision = plan.revision();
    plan.edit(revision, Edit::Skip { line: rest, at: 2.into() }).unwrap();
    switch(&mut plan, to_14, false);
    let problem = plan.steps().last().unwrap().problem.clone();
    assert_eq!(problem.as_deref(), Some("line 1 (2) does not stop at 14 any more"));
    switch(&mut plan, split, false);
    let problem = plan.steps().iter().find(|step| step.id == cut).unwrap().problem.clone();
    assert_eq!(problem.as_deref(), Some("this line is not in the plan any more"));
}

#[test]
fn old_steps_become_part_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |stops: [usize; 2]| Edit::Draw {
        stops: stops.map(NodeId::new).to_vec(),
        headway: None,
        name: None,
        look: None,
    };
    let (lines, steps, id) = {
        let workspace = Workspace::open(folder.path()).unwrap();
        let id = workspace.create_plan("mandl", "Long", &PlanSource::Empty).unwrap();
        let plan = workspace.plan(&id).unwrap();
        let mut plan = plan.lock().unwrap();
        plan.edit(0, draw([0, 12])).unwrap();
        let line = plan.lines()[0].id;
        for revision in 1..1300 {
            let minutes = Some(5.0 + (revision % 50) as f64);
            plan.edit(revision, Edit::Headway { line, minutes }).unwrap();
        }
        assert!((1000..1250).contains(&plan.steps().len()), "{} steps", plan.steps().len());
        // A line that is drawn now has another id than the one whose step is no longer in the list.
        plan.edit(1300, draw([8, 3])).unwrap();
        assert_ne!(plan.lines()[1].id, line);
        // What is no longer in the list cannot be turned off.
        assert!(plan.step(1301, &Entry::Switch { step: 1, on: false }).is_err());
        (plan.lines().to_vec(), plan.steps().to_vec(), id)
    };
    let workspace = Workspace::open(folder.path()).unwrap();
    let plan = workspace.plan(&id).unwrap();
    let mut plan = plan.lock().unwrap();
    assert_eq!((plan.lines(), plan.steps()), (&lines[..], &steps[..]));
    for revision in 1301..2301 {
        plan.step(revision, &Entry::Undo).unwrap();
    }
    assert_eq!(plan.lines().len(), 1, "the first step is part of the plan");
}
