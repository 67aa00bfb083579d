//! Lines of a real city as they run today can be changed, piece by piece; data from outside the repository.

use std::path::{Path, PathBuf};

use routewright_import::{ImportConfig, ImportFiles, write_import};
use routewright_io::Overwrite;
use routewright_model::Route;
use routewright_planner::{Edit, PlanLine, PlanSource, Workspace};

/// A folder of other people's data. `None`, with a message, where it is not at hand.
fn outside(folder: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("ROUTEWRIGHT_DATA").map_or(beside, PathBuf::from);
    let path = root.join(folder);
    if path.exists() {
        return Some(path);
    }
    let required = std::env::var("ROUTEWRIGHT_REQUIRE_DATA").is_ok_and(|value| value == "1");
    assert!(!required, "{} is not there, but ROUTEWRIGHT_REQUIRE_DATA=1", path.display());
    eprintln!("skipped: {} is not there", path.display());
    None
}

#[test]
fn a_local_change_changes_a_local_piece() {
    let Some(data) = outside("cities/porto-alegre") else { return };
    let folder = tempfile::tempdir().unwrap();
    let files = ImportFiles {
        zones: data.join("poa_hexgrid.csv"),
        streets: data.join("poa_osm.pbf"),
        productions: Some("population".into()),
        attractions: Some("jobs".into()),
        feeds: vec![data.join("poa_eptc.zip")],
        ..ImportFiles::default()
    };
    let config = ImportConfig { merge_metres: Some(500.0), ..ImportConfig::default() };
    let imported = files.import(&config, &mut |_| {}).unwrap();
    write_import(&imported, &folder.path().join("cities/porto"), Overwrite::Replace).unwrap();
    let workspace = Workspace::open(folder.path()).unwrap();
    let id = workspace.create_plan("porto", "Changed", &PlanSource::Today).unwrap();
    let plan = workspace.plan(&id).unwrap();
    let plan = plan.lock().unwrap();
    let lines: Vec<&PlanLine> = plan.lines().iter().filter(|line| line.route.stop_count() > 6).collect();
    assert!(lines.len() > 90, "{} lines", lines.len());
    let mut rerouted = 0;
    for &line in &lines {
        let (line, route) = (line.id, &line.route);
        let (last, middle) = (route.stop_count() - 1, route.stop_count() / 2);
        let changed = |edit: Edit<_>| plan.preview(&edit).map(|preview| preview.line.unwrap().route);
        // A stop left out: all others stay, and the vehicle is not slower.
        for at in [0, middle, last] {
            let after = changed(Edit::Skip { line, at: at.into() });
            let after = after.unwrap_or_else(|error| panic!("{} without stop {at}: {error}", route.name()));
            let mut expected = route.stops().to_vec();
            expected.remove(at);
            // A spur to the stop goes with it.
            expected.dedup();
            assert_eq!(after.stops(), expected, "{}", route.name());
            assert!(after.has_own_times() && after.time_out() <= route.time_out(), "{}", route.name());
        }
        let cut = changed(Edit::Cut { line, from: None, to: Some((last - 1).into()) });
        let cut = cut.unwrap_or_else(|error| panic!("{} cut: {error}", route.name()));
        assert_eq!(cut.stops(), &route.stops()[..last]);
        // A piece led another way: the rest of the way out is as it was.
        let before =
            |route: &Route| (route.stops()[..middle].to_vec(), route.legs_out()[..middle - 1].to_vec());
        let reroute =
            Edit::Reroute { line, from: (middle - 1).into(), to: (middle + 1).into(), via: Vec::new() };
        match changed(reroute) {
            Ok(after) => {
                assert_eq!(before(&after), before(route), "{}", route.name());
                rerouted += 1;
            }
            Err(error) => rerouted += usize::from(error.to_string() == "the line already runs this way"),
        }
    }
    // Some stops lie where no street of the map leads.
    assert!(rerouted * 10 > lines.len() * 9, "{rerouted} of {} lines", lines.len());
}
