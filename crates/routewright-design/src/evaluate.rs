//! Score a network that somebody gives.

use std::path::PathBuf;
use std::time::Instant;

use routewright_eval::Assessment;
use routewright_eval::service::ServiceAssessment;
use routewright_model::{Network, PeopleAndJobs, Problem, Route};
use routewright_report::{Origin, network_map};
use serde_json::Value;

use crate::assessment::{assessment_json, assessment_table, planned_table};
use crate::bound::riders_bound;
use crate::limits::check_streets;
use crate::networks::read_network;
use crate::planning::keeps_capacity;
use crate::service::{NO_PERIOD, NO_PERIOD_HELP};
use crate::{
    Error, InputNames, Inputs, OperatingOptions, ProblemOptions, Result, ServiceOptions, unused_headways,
};

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
    /// What riders mind and what vehicles hold.
    pub service: ServiceOptions,
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
        let fixed = options.problem.fixed.as_deref();
        let inputs = Inputs::read(&InputNames { city: &options.city, fixed, ..InputNames::default() })?;
        let network = read_network(&inputs.city, &options.network)?;
        let problem = options.problem.to_score(&inputs.city, &network, inputs.fixed)?;
        let zones = inputs.details.people_and_jobs.as_ref();
        let evaluation = Self::of(problem, network, zones, &options.operating, &options.service)?;
        Ok(Self { notes: inputs.notes.into_iter().chain(evaluation.notes).collect(), ..evaluation })
    }

    /// Scores a network in memory. `zones` are the people and jobs at every node, where they are known.
    ///
    /// # Errors
    /// An option is wrong.
    pub fn of(
        problem: Problem,
        network: Network,
        zones: Option<&PeopleAndJobs>,
        operating: &OperatingOptions,
        service_options: &ServiceOptions,
    ) -> Result<Self> {
        let started = Instant::now();
        let plan = operating.plan_for(&network)?;
        let unused = unused_headways(&operating.headways()?, &[&network, &problem.fixed]);
        let (service, no_service) = match service(&problem, &network, zones, operating, service_options)? {
            Outcome::Assessed(service) => (Some(service), None),
            Outcome::Impossible(why) => (None, Some(why)),
            Outcome::NotAsked => (None, None),
        };
        let no_walks = check_streets(&problem.city).err().filter(|_| service.is_none()).map(|_| {
            "some nodes can only be reached on foot, and by the paper's cost nobody walks; give --headway to see the service"
                .to_owned()
        });
        let assessment = Assessment::new(&problem, &network, &plan, zones);
        Ok(Self {
            assessment: match service {
                Some(service) => assessment.with_service(*service),
                None => assessment,
            },
            problem,
            network,
            seconds: started.elapsed().as_secs_f64(),
            shows_operations: operating.is_given(),
            notes: unused.into_iter().chain(no_service).chain(no_walks).collect(),
        })
    }

    /// What the network costs, needs and serves.
    pub fn assessment(&self) -> &Assessment {
        &self.assessment
    }

    /// Whether no vehicle is fuller than allowed, where the service is known; else whether the network keeps what the
    /// paper's problem asks for.
    pub fn keeps_limits(&self) -> bool {
        match &self.assessment.service {
            Some(service) => keeps_capacity(service),
            None => self.assessment.figures.violations.is_empty(),
        }
    }

    /// The service in a city with zones that are only reached on foot: all there is to say of a network there.
    fn walked_service(&self) -> Option<&ServiceAssessment> {
        let city = &self.problem.city;
        let is_walked = city.node_ids().any(|node| !city.is_on_street(node));
        self.assessment.service.as_ref().filter(|_| is_walked)
    }

    /// Things a person should know.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The object that `--json` prints.
    pub fn summary(&self) -> Value {
        let origin = Origin { method: "evaluate", seed: None, seconds: self.seconds, evaluations: 1 };
        let Self { problem, network, assessment, .. } = self;
        let bounds = riders_bound(problem, network);
        assessment_json(problem, network, assessment, &bounds, &origin, self.shows_operations)
    }

    /// The table for people.
    pub fn table(&self) -> String {
        match self.walked_service() {
            Some(service) => {
                planned_table(&self.problem.city, &self.assessment, service, None, self.shows_operations)
            }
            None => {
                let Self { problem, network, assessment, .. } = self;
                let bounds = riders_bound(problem, network);
                assessment_table(problem, network, assessment, &bounds, self.shows_operations)
            }
        }
    }

    /// The network on a map of the city, as SVG.
    pub fn map_svg(&self) -> String {
        network_map(&self.problem, &self.network, &self.assessment.figures)
    }
}

/// What came of assessing a service.
enum Outcome {
    Assessed(Box<ServiceAssessment>),
    /// Something is missing, and nobody asked for it: a note.
    Impossible(String),
    NotAsked,
}

/// Assesses the service where every route, fixed ones included, says how often it runs.
fn service(
    problem: &Problem,
    network: &Network,
    zones: Option<&PeopleAndJobs>,
    operating: &OperatingOptions,
    service: &ServiceOptions,
) -> Result<Outcome> {
    let (network, fixed) = (operating.timed(network)?, operating.timed(&problem.fixed)?);
    let routes = || network.routes.iter().chain(&fixed.routes);
    let silent: Vec<&Route> = routes().filter(|route| route.frequency().is_none()).collect();
    if let [first, ..] = silent[..] {
        let who = match silent.len() {
            1 => format!("route {} does not say how often it runs", first.name()),
            count => format!("{count} routes, such as {}, do not say how often they run", first.name()),
        };
        let help = "give --headway, or headway_minutes for every route in the network JSON";
        return match silent.len() == routes().count() {
            _ if service.is_given() => {
                Err(Error::settings(format!("no service without headways: {who}"), help))
            }
            true => Ok(Outcome::NotAsked),
            false => Ok(Outcome::Impossible(format!("no service figures: {who}; {help}"))),
        };
    }
    let is_asked = service.is_given() || operating.has_headways();
    if !is_asked && !service.has_period(&problem.city) {
        return Ok(Outcome::Impossible(format!("no service figures: {NO_PERIOD}; {NO_PERIOD_HELP}")));
    }
    let model = service.model(problem, operating)?;
    let found = ServiceAssessment::new(&problem.city, &network, &fixed, &model, zones);
    Ok(Outcome::Assessed(Box::new(found)))
}
