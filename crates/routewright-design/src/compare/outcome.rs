//! The comparison: read, judged, written.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use routewright_eval::fates::fates;
use routewright_eval::service::{ServiceModel, gains, reach};
use routewright_io::{CityDetails, ZoneColumn, read_network, read_zone_columns};
use routewright_model::{City, Network, Problem};
use routewright_report::{
    ComparePage, ComparedNetwork, CountedColumn, compare_json, compare_page_html, compare_table,
    compared_zones_csv,
};
use serde_json::Value;

use super::CompareOptions;
use super::distance::vehicle_km;
use super::judge::Judge;
use super::limits::data_limits;
use super::source::Source;
use crate::{Error, Ground, InputNames, Inputs, Result, RunFolder, VERSION, unused_headways, unused_path};

/// Files of a comparison: the page, all figures, and the zones.
pub const COMPARE_FILES: [&str; 3] = ["compare.html", "compare.json", "compare.csv"];

/// What today's network is called.
const TODAY: &str = "Today";

/// Plans beside today's network, all judged in the same way.
pub struct ComparedPlans {
    city: Arc<City>,
    fixed: Network,
    details: Arc<CityDetails>,
    networks: Vec<ComparedNetwork>,
    model: Option<ServiceModel>,
    columns: Vec<ZoneColumn>,
    options: CompareOptions,
    command: String,
    notes: Vec<String>,
}

impl ComparedPlans {
    /// Reads and judges everything.
    ///
    /// # Errors
    /// An input or option is wrong.
    pub fn new(options: &CompareOptions, command: String) -> Result<Self> {
        check_count(options)?;
        let fixed = options.fixed_file();
        let Inputs { city, details, ground, fixed, mut notes, .. } = Inputs::read(&InputNames {
            city: &options.city,
            fixed: fixed.as_deref(),
            ..InputNames::default()
        })?;
        let columns = weight_first(read_zone_columns(&city, &options.city)?);
        let mut sources = vec![read_today(options, &city)?];
        for plan in &options.plans {
            sources.push(Source::read(&city, plan)?);
        }
        distinct(&mut sources);
        for source in &mut sources {
            notes.append(&mut source.notes);
            source.network = options.operating.timed(&source.network)?;
        }
        let known: Vec<&Network> = sources.iter().map(|source| &source.network).chain([&fixed]).collect();
        notes.extend(unused_headways(&options.operating.headways()?, &known));
        let fixed = options.operating.timed(&fixed)?;
        let problem = options.problem.to_score(&city, &sources[0].network, fixed)?;
        let named: Vec<(&str, &Network)> =
            sources.iter().map(|source| (source.name.as_str(), &source.network)).collect();
        let judge = Judge::new(options, &problem, &named)?;
        match &judge {
            Judge::Paper(why) => notes.push(format!("compared by the paper's figures: {why}")),
            Judge::Service(model) => {
                for source in &sources {
                    notes.extend(other_model(source, &problem, options, model)?);
                }
            }
        }
        let judging = Judging {
            judge: &judge,
            problem: &problem,
            details: &details,
            ground: &ground,
            columns: &columns,
        };
        let mut networks: Vec<ComparedNetwork> = Vec::new();
        for source in sources {
            networks.push(judging.compared(source, networks.first()));
        }
        let model = judge.model().copied();
        let (options, fixed) = (options.clone(), problem.fixed);
        Ok(Self { city, fixed, details, networks, model, columns, options, command, notes })
    }

    /// Things a person should know.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Today's network, then the plans.
    pub fn networks(&self) -> &[ComparedNetwork] {
        &self.networks
    }

    /// The object that `--json` prints and `compare.json` holds.
    pub fn summary(&self) -> Value {
        compare_json(&self.page())
    }

    /// The table for people.
    pub fn table(&self) -> String {
        compare_table(&self.page())
    }

    /// The page as HTML.
    pub fn page_html(&self) -> String {
        compare_page_html(&self.page())
    }

    /// Writes the page, the figures and the zones to a folder, or to a new one under `out/`; returns where they are.
    /// Files of an earlier comparison are replaced.
    ///
    /// # Errors
    /// The disk refuses, or a run is writing to the folder.
    pub fn write_folder(&self, path: Option<&Path>) -> Result<PathBuf> {
        let plain = |c: char| if c.is_alphanumeric() || "_-.".contains(c) { c } else { '-' };
        let name: String = self.city.name().chars().map(plain).collect();
        let path = match path {
            Some(path) => path.to_owned(),
            None => unused_path(&PathBuf::from("out").join(format!("{name}-compare"))),
        };
        let folder = RunFolder::claim_cleared(&path, COMPARE_FILES)?;
        let page = self.page();
        let texts =
            [compare_page_html(&page), format!("{:#}\n", compare_json(&page)), compared_zones_csv(&page)];
        for (file, text) in COMPARE_FILES.into_iter().zip(texts) {
            folder.write(file, &text)?;
        }
        Ok(path)
    }

    fn page(&self) -> ComparePage<'_> {
        let operating = Some(&self.options.operating).filter(|operating| operating.cost_per_hour.is_some());
        let counted = |column: &ZoneColumn| CountedColumn {
            name: column.name.clone(),
            total: column.counts.iter().sum(),
        };
        ComparePage {
            city: &self.city,
            fixed: &self.fixed,
            link_shapes: &self.details.link_shapes,
            networks: self.networks.clone(),
            model: self.model,
            operating: operating.and_then(|operating| operating.plan().ok()),
            people: self.columns.first().map(|column| &column.counts[..]),
            columns: self.columns.iter().skip(1).chain(self.columns.first()).map(counted).collect(),
            limits: data_limits(&self.options.city),
            command: self.command.clone(),
            version: VERSION.to_owned(),
        }
    }
}

/// What all networks are judged by.
struct Judging<'run> {
    judge: &'run Judge,
    problem: &'run Problem,
    details: &'run CityDetails,
    ground: &'run Ground,
    columns: &'run [ZoneColumn],
}

impl Judging<'_> {
    /// A network beside today's, or today's itself.
    fn compared(&self, source: Source, today: Option<&ComparedNetwork>) -> ComparedNetwork {
        let Self { judge, problem, details, ground, columns } = *self;
        let (city, network) = (&problem.city, source.network);
        let judged = judge.judge(problem, &network);
        let shapes = ground.shapes(city, &details.link_shapes, &[&network]);
        let model = judge.model();
        // In the order of the page: the people come last.
        let kinds: Vec<&[f64]> =
            columns.iter().skip(1).chain(columns.first()).map(|column| &column.counts[..]).collect();
        let reach = match (model, columns.first()) {
            (Some(model), Some(people)) => {
                reach(city, [&network, &problem.fixed], model, &people.counts, &kinds)
            }
            _ => Vec::new(),
        };
        let mut compared = ComparedNetwork {
            name: source.name,
            origin: source.origin,
            vehicle_km: model.map(|model| vehicle_km(city, &network, &shapes, model)),
            fates: today.map(|today| fates(&today.network, &network)),
            network,
            judged,
            reach,
            gains: Vec::new(),
            frozen: source.frozen,
        };
        if let (Some(before), Some(after)) = (today.and_then(ComparedNetwork::service), compared.service()) {
            compared.gains = gains(before, after);
        }
        compared
    }
}

fn check_count(options: &CompareOptions) -> Result<()> {
    match options.plans.len() {
        0 => Err(Error::settings("there is no plan to compare", "name one to four plans after the city")),
        1..=CompareOptions::MOST_PLANS => Ok(()),
        count => {
            let most = CompareOptions::MOST_PLANS;
            Err(Error::settings(
                format!("{count} plans are too many"),
                format!("compare at most {most} at once"),
            ))
        }
    }
}

fn read_today(options: &CompareOptions, city: &City) -> Result<Source> {
    let Some(path) = options.todays_file() else {
        return Err(Error::settings(
            format!("city {} has no existing.json, so that today's network is not known", city.name()),
            "name the file of today's network with --today",
        ));
    };
    Ok(Source {
        name: TODAY.to_owned(),
        origin: path.display().to_string(),
        network: read_network(city, &path)?,
        frozen: Vec::new(),
        model: None,
        notes: Vec::new(),
    })
}

/// Numbers the names that several plans have.
fn distinct(sources: &mut [Source]) {
    for at in 1..sources.len() {
        let name = sources[at].name.clone();
        let is_taken = |name: &str, sources: &[Source]| sources[..at].iter().any(|other| other.name == name);
        let mut names = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name} ({number})")));
        sources[at].name = names.find(|name| !is_taken(name, sources)).expect("numbers do not end");
    }
}

/// A note where a plan's run assumed something else of riders and vehicles.
fn other_model(
    source: &Source,
    problem: &Problem,
    options: &CompareOptions,
    model: &ServiceModel,
) -> Result<Option<String>> {
    let Some(own) = &source.model else { return Ok(None) };
    let own = own.model(problem, &options.operating)?;
    let is_other = own.costs != model.costs
        || own.most_riders() != model.most_riders()
        || own.dwell != model.dwell
        || own.hours != model.hours;
    let name = &source.name;
    Ok(is_other.then(|| {
        format!("{name} was designed with other settings of riders and vehicles; all plans are judged by the same here")
    }))
}

/// The columns with that of the people first: `people` or `population`, or else the first one.
fn weight_first(mut columns: Vec<ZoneColumn>) -> Vec<ZoneColumn> {
    let is_people = |column: &ZoneColumn| {
        ["people", "population"].iter().any(|name| column.name.eq_ignore_ascii_case(name))
    };
    if let Some(at) = columns.iter().position(is_people) {
        columns[..=at].rotate_right(1);
    }
    columns
}
