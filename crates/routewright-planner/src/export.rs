//! Plans for other programs and for councils.

use routewright_design::compare::{CompareOptions, ComparedPlans};
use routewright_design::{GtfsOptions, drawn_report_html, write_gtfs};
use routewright_io::{FeedContent, network_to_geojson_on_streets, network_to_json, write_bytes_atomically};

use routewright_report::LineStyle;

use crate::workspace::locked;
use crate::{Plan, PlannerError, Result, Workspace};

/// What a plan can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// The network as JSON, as every command reads it.
    Network,
    /// Lines and stops along the streets.
    GeoJson,
    /// A timetable that trip planners load.
    Gtfs,
    /// A page for people: figures, map, lines, who gains and who loses.
    Report,
}

impl Plan {
    /// The plan in another form.
    ///
    /// # Errors
    /// It has no lines, or they cannot be written so.
    pub fn export(&self, kind: ExportKind) -> Result<Vec<u8>> {
        let (network, town) = (self.network(), self.town());
        if network.routes.is_empty() {
            return Err(PlannerError::refused_with("the plan has no lines", "draw one first"));
        }
        let (city, inputs) = (town.city(), town.inputs());
        let shapes = || inputs.ground.shapes(city, &inputs.details.link_shapes, &[&network, town.fixed()]);
        match kind {
            ExportKind::Report => {
                let figures = town.today_figures();
                let today = town.today().zip(figures.as_ref().map(|today| &today.service));
                let is_frozen = self.lines().iter().filter(|line| line.is_frozen);
                let frozen: Vec<String> = is_frozen.map(|line| line.route.name().to_owned()).collect();
                let plan = (&network, &self.figures().service);
                let looks = (&frozen[..], &self.styles()[..]);
                Ok(drawn_report_html(self.name(), inputs, plan, today, looks)?.into_bytes())
            }
            ExportKind::Network => Ok(network_to_json(city, &network).into_bytes()),
            ExportKind::GeoJson => {
                let fixed = (!town.fixed().routes.is_empty()).then_some(town.fixed());
                Ok(network_to_geojson_on_streets(city, &network, fixed, &shapes(), &self.styles())
                    .into_bytes())
            }
            ExportKind::Gtfs => {
                let shapes = shapes();
                let digits = |style: &usize| LineStyle::of_route(*style).colour_digits();
                let colours: Vec<String> = self.styles().iter().map(digits).collect();
                let content = FeedContent {
                    lines: &inputs.ground.lines.lines,
                    colours: &colours,
                    ..FeedContent::new(city, &network, town.fixed(), &shapes)
                };
                let path = self.folder().join("export.zip");
                write_gtfs(&path, &content, &GtfsOptions::default())?;
                let feed = std::fs::read(&path).map_err(PlannerError::disk(&path));
                let _ = std::fs::remove_file(&path);
                feed
            }
        }
    }
}

/// The page for a council: one to four plans beside today's network, as `routewright compare` makes it.
///
/// # Errors
/// A plan is not there or has no lines, they belong to several cities, or today's network is not known.
pub fn council_page(workspace: &Workspace, ids: &[String]) -> Result<String> {
    let mut city = None;
    let mut plans = Vec::new();
    for id in ids {
        let plan = workspace.plan(id)?;
        let plan = locked(&plan);
        let town = plan.town();
        if city.get_or_insert_with(|| town.clone()).id() != town.id() {
            return Err(PlannerError::refused_with(
                "these plans belong to different cities",
                "compare plans of one city",
            ));
        }
        let path = plan.folder().join("network.json");
        write_bytes_atomically(&path, &plan.export(ExportKind::Network)?)?;
        plans.push(format!("{}={}", plan.name().replace('=', " "), path.display()));
    }
    let town = city.ok_or_else(|| PlannerError::refused("there is no plan to compare"))?;
    if town.today().is_none() {
        return Err(PlannerError::refused_with(
            format!(
                "today's network of {} is not known, so that there is nothing to compare with",
                town.id()
            ),
            "compare two plans instead",
        ));
    }
    let options = CompareOptions { city: town.source().to_owned(), plans, ..CompareOptions::default() };
    Ok(ComparedPlans::new(&options, "routewright serve".into())?.page_html())
}
