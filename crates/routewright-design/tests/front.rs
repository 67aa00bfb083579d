//! Fronts from a program: resuming gives the same networks and services.

use std::ops::ControlFlow;

use routewright_design::front::{FrontJob, FrontOptions, FrontStatus};
use routewright_design::{Cancel, Observer, OperatingOptions, Place};

struct EndAtOnce;

impl Observer<FrontStatus> for EndAtOnce {
    fn on_progress(&mut self, _status: &FrontStatus) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn an_interrupted_front_resumes_to_the_networks_of_one_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("front");
    let options = FrontOptions { city: "mandl".into(), iterations: Some(12), ..FrontOptions::default() };
    let costs = |outcome: &routewright_design::front::FrontOutcome| -> Vec<[f64; 2]> {
        outcome.points().iter().map(|point| point.costs()).collect()
    };
    let never = Cancel::new();
    let alone = FrontJob::new(&options, 1, &Place::Memory, String::new()).unwrap();
    let alone = alone.run(&never, &mut ()).unwrap();
    let job = FrontJob::new(&options, 1, &Place::Folder(path.clone()), String::new()).unwrap();
    let part = job.run(&never, &mut EndAtOnce).unwrap();
    part.save().unwrap();
    assert!(part.is_interrupted() && path.join("state.json").is_file() && path.join("front.json").is_file());
    drop(part);
    let other = FrontOptions { seed: Some(8), ..FrontOptions::default() };
    let refused = FrontJob::resume(&path, &other, 1).err().unwrap().to_string();
    assert!(refused.starts_with("the run to resume has --seed 1, not 8"), "{refused}");
    let job = FrontJob::resume(&path, &FrontOptions::default(), 2).unwrap();
    let whole = job.run(&never, &mut ()).unwrap();
    whole.save().unwrap();
    assert_eq!(costs(&whole), costs(&alone));
    assert_eq!(whole.evaluations(), alone.evaluations());
    assert!(!path.join("state.json").exists());
    drop(whole);
    assert!(FrontJob::resume(&path, &FrontOptions::default(), 1).is_err());
}

#[test]
fn an_interrupted_front_of_services_resumes_to_those_of_one_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("front");
    let headways = |name: &str, minutes: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("route,headway_minutes\na,{minutes}\n")).unwrap();
        OperatingOptions { headways: Some(path), ..OperatingOptions::default() }
    };
    let options = FrontOptions {
        city: "mandl".into(),
        iterations: Some(4),
        points: Some(3),
        vehicles: Some("50..76".parse().unwrap()),
        operating: headways("headways.csv", "10"),
        ..FrontOptions::default()
    };
    let costs = |outcome: &routewright_design::front::FrontOutcome| -> Vec<[f64; 2]> {
        outcome.services().iter().map(|point| point.costs()).collect()
    };
    let never = Cancel::new();
    let alone = FrontJob::new(&options, 1, &Place::Memory, String::new()).unwrap();
    let alone = alone.run(&never, &mut ()).unwrap();
    assert!(alone.services().len() > 1 && alone.points().is_empty());
    let job = FrontJob::new(&options, 2, &Place::Folder(path.clone()), String::new()).unwrap();
    let part = job.run(&never, &mut EndAtOnce).unwrap();
    part.save().unwrap();
    assert!(part.is_interrupted() && path.join("state.json").is_file() && path.join("front.json").is_file());
    assert_ne!(costs(&part), costs(&alone));
    drop(part);
    for (other, said) in [
        (
            FrontOptions { vehicles: Some("50..77".parse().unwrap()), ..FrontOptions::default() },
            "50,63,76, not 50,64,77",
        ),
        (FrontOptions { points: Some(4), ..FrontOptions::default() }, "50,63,76, not 50,59,67,76"),
        (
            FrontOptions { operating: headways("others.csv", "12"), ..FrontOptions::default() },
            "the file of headways is not what the run",
        ),
    ] {
        let refused = FrontJob::resume(&path, &other, 1).err().unwrap().to_string();
        assert!(refused.contains(said), "{refused}");
    }
    // A copy elsewhere is as good, and what an hour costs decides nothing.
    let operating = OperatingOptions { cost_per_hour: Some(90.0), ..headways("copy.csv", "10") };
    let moved = FrontOptions { operating, ..FrontOptions::default() };
    let job = FrontJob::resume(&path, &moved, 2).unwrap();
    let whole = job.run(&never, &mut ()).unwrap();
    whole.save().unwrap();
    assert_eq!(costs(&whole), costs(&alone));
    assert_eq!(whole.evaluations(), alone.evaluations());
    assert!(!path.join("state.json").exists());
}
