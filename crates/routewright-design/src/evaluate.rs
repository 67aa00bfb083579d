//! Score a network that somebody gives.

use std::path::PathBuf;
use std::time::Instant;

use routewright_eval::Assessment;
use routewright_io::read_network;
use routewright_model::{Network, Problem};
use routewright_report::{Origin, network_map};
use serde_json::Value;

use crate::assessment::{assessment_json, assessment_table};
use crate::{InputNames, Inputs, OperatingOptions, ProblemOptions, Result, unused_headways};

/// Which network is scored, and for what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluateOptions {
    /// Built-in name or path of the city.
    pub city: String,
    /// File of the network.
    pub network: PathBuf,
    /// What is asked of it.
    pub problem: ProblemOptions,
    /// How it is operated.
    pub operating: OperatingOptions,
}

/// A network that was scored.
pub struct Evaluation {
    problem: Problem,
    network: Network,
    assessment: Assessment,
    seconds: f64,
    shows_operations: bool,
    notes: Vec<String>,
}

impl Evaluation {
    /// Reads and scores.
    ///
    /// # Errors
    /// An input or option is wrong.
    pub fn new(options: &EvaluateOptions) -> Result<Self> {
        let started = Instant::now();
        let fixed = options.problem.fixed.as_deref();
        let inputs = Inputs::read(&InputNames { city: &options.city, fixed, ..InputNames::default() })?;
        let network = read_network(&inputs.city, &options.network)?;
        let problem = options.problem.to_score(&inputs.city, &network, inputs.fixed)?;
        let operating = options.operating.plan()?;
        let unused = unused_headways(&operating.headways, &[&network, &problem.fixed]);
        let zones = inputs.details.people_and_jobs.as_ref();
        Ok(Self {
            assessment: Assessment::new(&problem, &network, &operating, zones),
            problem,
            network,
            seconds: started.elapsed().as_secs_f64(),
            shows_operations: options.operating.is_given(),
            notes: inputs.notes.into_iter().chain(unused).collect(),
        })
    }

    /// What the network costs, needs and serves.
    pub fn assessment(&self) -> &Assessment {
        &self.assessment
    }

    /// Things a person should know.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The object that `--json` prints.
    pub fn summary(&self) -> Value {
        let origin = Origin { method: "evaluate", seed: None, seconds: self.seconds, evaluations: 1 };
        assessment_json(&self.problem, &self.network, &self.assessment, &origin, self.shows_operations)
    }

    /// The table for people.
    pub fn table(&self) -> String {
        assessment_table(&self.problem, &self.network, &self.assessment, self.shows_operations)
    }

    /// The network on a map of the city, as SVG.
    pub fn map_svg(&self) -> String {
        network_map(&self.problem, &self.network, &self.assessment.figures)
    }
}
