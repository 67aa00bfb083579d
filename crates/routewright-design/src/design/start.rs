//! The network a run starts from: what stays as it is, and what the search may change.

use routewright_model::{City, Network, Problem};
use routewright_search::{Repaired, RouteSet, repair};

use super::settings::Settings;
use crate::{Choice, Error, Result};

/// Where a search starts.
pub(crate) struct Start {
    /// As searches hold it.
    pub routes: RouteSet,
    /// What its routes are called.
    names: Vec<String>,
    /// Routes that had to be changed before the search could change them, and routes that none was made of.
    repaired: (usize, usize),
}

impl Start {
    /// The start of a search, if there is a network to start from and the method uses it.
    pub fn new(settings: &Settings, problem: &Problem, start: Option<&Network>) -> Result<Option<Self>> {
        let Some(start) = start.filter(|_| !settings.method.draws_samples()) else { return Ok(None) };
        let (free, _) = split(start, &settings.freeze)?;
        let start = match settings.service {
            Some(_) => Self::of_service(problem, &free),
            None => Self::of(&repair(problem, &free, !settings.no_distinct), &free),
        };
        let count = start.routes.routes.len();
        if settings.method.evolves() && count != settings.routes {
            return Err(Error::settings(
                format!(
                    "the start has {count} routes that can be changed, but {} are asked for",
                    settings.routes
                ),
                format!(
                    "method {} keeps their number; change --routes or use anneal",
                    settings.method.name()
                ),
            ));
        }
        Ok(Some(start))
    }

    /// The start of a service: its routes run as often as before, and none comes twice.
    pub fn of_service(problem: &Problem, free: &Network) -> Self {
        let mut repaired = repair(problem, free, true);
        for (route, &source) in repaired.routes.routes.iter_mut().zip(&repaired.sources) {
            route.set_frequency(free.routes[source].frequency());
        }
        Self::of(&repaired, free)
    }

    fn of(repaired: &Repaired, free: &Network) -> Self {
        Self {
            routes: repaired.routes.clone(),
            names: repaired.sources.iter().map(|&at| free.routes[at].name().to_owned()).collect(),
            repaired: (repaired.changed, repaired.dropped),
        }
    }

    /// The routes as a search begins with them, under their names.
    pub fn network(&self, city: &City) -> Network {
        let routes = self.routes.to_network(city).routes.into_iter().zip(&self.names);
        routes.map(|(route, name)| route.renamed(name)).collect()
    }

    /// Notes about routes that a search cannot hold as they are.
    pub fn notes(&self) -> Vec<String> {
        let (changed, dropped) = self.repaired;
        let mut notes = Vec::new();
        if changed > 0 {
            notes.push(format!(
                "{changed} lines of the start do not run both ways along the streets; the search starts from lines \
                 that do, as close to them as possible"
            ));
        }
        if dropped > 0 {
            notes.push(format!(
                "{dropped} lines of the start are too short, or serve the same stops as another; new lines take their \
                 place"
            ));
        }
        notes
    }
}

/// The routes of a network that may be changed, and those of the given names, which may not.
pub(crate) fn split(start: &Network, frozen: &[String]) -> Result<(Network, Network)> {
    let is_route = |name: &&String| start.routes.iter().any(|route| route.name() == **name);
    if let Some(unknown) = frozen.iter().find(|name| !is_route(name)) {
        let known: Vec<&str> = start.routes.iter().take(20).map(|route| route.name()).collect();
        let more = if start.routes.len() > known.len() { " and more" } else { "" };
        let alike = start.routes.iter().find(|route| route.name().eq_ignore_ascii_case(unknown));
        let alike = alike.map(|route| format!("did you mean {}? ", route.name())).unwrap_or_default();
        return Err(Error::settings(
            format!("--freeze names {unknown}, which is not a route of the start"),
            format!("{alike}its routes are {}{more}", known.join(", ")),
        ));
    }
    let stays = |name: &str| frozen.iter().any(|frozen| frozen == name);
    let (frozen, free): (Vec<_>, Vec<_>) =
        start.routes.iter().cloned().partition(|route| stays(route.name()));
    Ok((Network { routes: free }, Network { routes: frozen }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright_io::{TextFile, parse_network};

    #[test]
    fn routes_are_frozen_by_name() {
        let text = r#"[{"name": "a", "stops": [1, 2]}, {"name": "b", "stops": [2, 3]}, {"name": "a", "stops": [3, 6]}]"#;
        let network = parse_network(&City::mandl(), &TextFile::new("n", text)).unwrap();
        let (free, frozen) = split(&network, &["a".to_owned()]).unwrap();
        assert_eq!((free.routes.len(), frozen.routes.len(), free.routes[0].name()), (1, 2, "b"));
        let told = split(&network, &["c".to_owned()]).unwrap_err().to_string();
        assert!(told.starts_with("--freeze names c, which is not a route of the start"), "{told}");
        assert!(told.ends_with("help: its routes are a, b, a"), "{told}");
        let told = split(&network, &["B".to_owned()]).unwrap_err().to_string();
        assert!(told.contains("help: did you mean b? its routes are"), "{told}");
    }
}
