//! Several plans beside today's network: the page that a council sees, and the same figures as text and JSON.

mod access;
mod figures;
mod findings;
mod json;
mod maps;
mod page;
mod table;
mod text;
mod zones;

use routewright_eval::fates::Fates;
use routewright_eval::service::{Reach, ServiceAssessment, ServiceModel, ZoneGain};
use routewright_eval::{Figures, OperatingPlan};
use routewright_io::LinkShapes;
use routewright_model::{City, Network};

pub use json::compare_json;
pub use page::compare_page_html;
pub use text::{compare_table, compared_zones_csv};

/// One of the networks that are compared.
#[derive(Clone, Debug)]
pub struct ComparedNetwork {
    /// What it is called, such as `Today` or `Plan A`.
    pub name: String,
    /// Where it comes from: a file, or the command that found it.
    pub origin: String,
    /// Its lines.
    pub network: Network,
    /// How it was judged.
    pub judged: Judged,
    /// Kilometres that its vehicles drive per hour; `None` where nobody says how often they run.
    pub vehicle_km: Option<f64>,
    /// What people can get to, by column of the zones; empty where that is not known.
    pub reach: Vec<Reach>,
    /// Who gains and who loses against today; empty for today.
    pub gains: Vec<ZoneGain>,
    /// What became of today's lines; `None` for today.
    pub fates: Option<Fates>,
    /// Names of lines that the plan was not allowed to change.
    pub frozen: Vec<String>,
}

impl ComparedNetwork {
    /// What riders live with, where that is known.
    pub fn service(&self) -> Option<&ServiceAssessment> {
        match &self.judged {
            Judged::Service(service) => Some(service),
            Judged::Paper { .. } => None,
        }
    }
}

/// How a network was judged; all networks of a comparison in the same way.
#[derive(Clone, Debug)]
pub enum Judged {
    /// By riders who walk, wait and change.
    Service(Box<ServiceAssessment>),
    /// By the paper's figures, as not every line says how often it runs.
    Paper(Box<Figures>),
}

/// What is counted by zone, such as jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedColumn {
    /// Head of the column.
    pub name: String,
    /// In all zones.
    pub total: f64,
}

/// Everything a comparison shows.
#[derive(Clone, Debug)]
pub struct ComparePage<'page> {
    /// The city.
    pub city: &'page City,
    /// Fixed lines, the same in all networks.
    pub fixed: &'page Network,
    /// The course of the streets, as far as it is known.
    pub link_shapes: &'page LinkShapes,
    /// Today, then the plans; two networks or more.
    pub networks: Vec<ComparedNetwork>,
    /// How vehicles run and what riders mind, where networks are judged by that.
    pub model: Option<ServiceModel>,
    /// Vehicles' cost, where somebody gave it.
    pub operating: Option<OperatingPlan>,
    /// People at every node, where they are known.
    pub people: Option<&'page [f64]>,
    /// What [`ComparedNetwork::reach`] counts, in the same order.
    pub columns: Vec<CountedColumn>,
    /// What a reader should know about the data, a sentence each.
    pub limits: Vec<String>,
    /// The command line.
    pub command: String,
    /// Version of the program.
    pub version: String,
}

impl ComparePage<'_> {
    /// Today's network.
    fn today(&self) -> &ComparedNetwork {
        &self.networks[0]
    }

    /// The others.
    fn plans(&self) -> &[ComparedNetwork] {
        &self.networks[1..]
    }
}
