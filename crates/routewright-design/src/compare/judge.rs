//! All networks judged in the same way.

use routewright_eval::assess;
use routewright_eval::service::{ServiceAssessment, ServiceModel};
use routewright_model::{Network, Problem, Route};
use routewright_report::Judged;

use super::CompareOptions;
use crate::service::{NO_PERIOD, NO_PERIOD_HELP};
use crate::{Error, Result};

/// How networks are judged.
pub(super) enum Judge {
    /// By riders who walk, wait and change.
    Service(Box<ServiceModel>),
    /// By the paper's figures, and why.
    Paper(String),
}

impl Judge {
    /// The service, where every line of every network says how often it runs.
    ///
    /// # Errors
    /// An option is out of range, or asks for a service that is not known.
    pub fn new(options: &CompareOptions, problem: &Problem, networks: &[(&str, &Network)]) -> Result<Self> {
        let CompareOptions { operating, service, .. } = options;
        let silent = |network: &Network| -> Vec<String> {
            let silent = network.routes.iter().filter(|route| route.frequency().is_none());
            silent.map(|route: &Route| route.name().to_owned()).collect()
        };
        let all = networks.iter().copied().chain([("the fixed lines", &problem.fixed)]);
        let told = all.map(|(name, network)| (name, silent(network))).find(|(_, silent)| !silent.is_empty());
        let help = "give --headway, or headway_minutes for every route in the network JSON";
        let why = match told {
            Some((name, silent)) => match silent.len() {
                1 => format!("route {} of {name} does not say how often it runs; {help}", silent[0]),
                count => format!(
                    "{count} routes of {name}, such as {}, do not say how often they run; {help}",
                    silent[0]
                ),
            },
            None if !service.has_period(&problem.city) => format!("{NO_PERIOD}; {NO_PERIOD_HELP}"),
            None => return Ok(Self::Service(Box::new(service.model(problem, operating)?))),
        };
        match service.is_given() {
            true => Err(Error::Settings(format!("no service figures: {why}"))),
            false => Ok(Self::Paper(why)),
        }
    }

    /// How vehicles run and what riders mind, where that counts.
    pub fn model(&self) -> Option<&ServiceModel> {
        match self {
            Self::Service(model) => Some(model),
            Self::Paper(_) => None,
        }
    }

    /// Judges a network.
    pub fn judge(&self, problem: &Problem, network: &Network) -> Judged {
        match self {
            Self::Service(model) => {
                let service = ServiceAssessment::new(&problem.city, network, &problem.fixed, model, None);
                Judged::Service(Box::new(service))
            }
            Self::Paper(_) => Judged::Paper(Box::new(assess(problem, network))),
        }
    }
}
