//! Makes a city of open data.

use std::path::PathBuf;

use routewright_import::{
    GravityConfig, ImportConfig, ImportFiles as Files, Progress, summary, write_import,
};
use routewright_io::Overwrite;

use super::worker::{Ended, Work};
use super::{ImportFiles, JobRequest, JobResult, JobView};
use crate::folder::{inside, plain_name};
use crate::{PlannerError, Result, Workspace};

pub(super) fn view(workspace: &Workspace, city: &str, files: &ImportFiles) -> Result<JobView> {
    let id = plain_name(city);
    if inside(&workspace.root, &["cities", &id])?.exists() || id == "mandl" {
        return Err(PlannerError::refused_with(
            format!("there is a city {id} already"),
            "choose another name for the new one",
        ));
    }
    if files.zones.is_empty() || files.streets.is_empty() {
        return Err(PlannerError::refused("a city needs a file of zones and one of streets"));
    }
    let all = [&files.zones, &files.streets].into_iter().chain(&files.feeds).chain(&files.fixed_feeds);
    for name in all.chain(&files.trips) {
        if !workspace.upload_path(name)?.is_file() {
            return Err(PlannerError::Missing(format!("{name} was not uploaded")));
        }
    }
    Ok(JobView::new("import", id.clone(), &id))
}

pub(super) fn run(work: &mut Work, request: &JobRequest) -> Result<Ended> {
    let JobRequest::Import { city, files, productions, attractions, trips_per_production, merge_metres } =
        request
    else {
        unreachable!("only imports come here")
    };
    let (workspace, id) = (work.workspace.clone(), plain_name(city));
    let path = |name: &String| workspace.upload_path(name);
    let paths = |names: &[String]| names.iter().map(path).collect::<Result<Vec<PathBuf>>>();
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let sources = Files {
        zones: path(&files.zones)?,
        streets: path(&files.streets)?,
        feeds: paths(&files.feeds)?,
        fixed_feeds: paths(&files.fixed_feeds)?,
        trips: files.trips.as_ref().map(path).transpose()?,
        productions: filled(productions),
        attractions: filled(attractions),
        ..Files::default()
    };
    let gravity = GravityConfig::default();
    let config = ImportConfig {
        name: id.clone(),
        merge_metres: *merge_metres,
        gravity: GravityConfig {
            trips_per_production: trips_per_production.unwrap_or(gravity.trips_per_production),
            ..gravity
        },
        ..ImportConfig::default()
    };
    let imported = sources
        .import(&config, &mut |progress| {
            let (done, words) = match progress {
                Progress::Zones => (0.05, "reading zones and streets"),
                Progress::Trips => (0.2, "reading trips and timetables"),
                Progress::Stops => (0.3, "placing stops on the streets"),
                Progress::Links(done, all) => {
                    (0.3 + 0.4 * done as f64 / all.max(1) as f64, "driving times between stops")
                }
                Progress::Walks => (0.7, "ways on foot"),
                Progress::Demand => (0.8, "assigning demand to zones"),
                Progress::Timetables => (0.9, "reading today's network"),
            };
            work.show(|view| (view.done, view.words) = (done, words.into()));
        })
        .map_err(|error| PlannerError::refused(error.to_string()))?;
    // Written beside the others first: a city is there whole or not at all.
    let (folder, staged) =
        (inside(&workspace.root, &["cities", &id])?, workspace.job_folder(work.number).join("city"));
    let _ = std::fs::remove_dir_all(&staged);
    write_import(&imported, &staged, Overwrite::Replace)
        .map_err(|error| PlannerError::refused(error.to_string()))?;
    std::fs::rename(&staged, &folder).map_err(PlannerError::disk(&folder))?;
    workspace.forget_town(&id);
    Ok(Ended { result: JobResult::City { city: id, account: summary(&imported) }, is_early: false })
}
