//! Fronts from a program: resuming gives the same networks.

use std::ops::ControlFlow;

use routewright_design::front::{FrontJob, FrontOptions, FrontStatus};
use routewright_design::{Cancel, Observer, Place};

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
