//! The network a run starts from: what stays as it is, and what the search may change.

use routewright::Network;
use routewright::model::Problem;
use routewright::search::{ChangePrice, Plan, repair};

use super::inputs::Inputs;
use super::settings::Settings;
use crate::exit::UsageError;

/// Where a search starts.
pub struct Start {
    /// As searches hold it.
    pub plan: Plan,
    /// What its routes are called.
    names: Vec<String>,
    /// The price of departing from it.
    pub change: Option<ChangePrice>,
    /// Routes that had to be changed before the search could change them, and routes that none was made of.
    repaired: (usize, usize),
}

impl Start {
    /// Makes the start of a search, if there is one to start from.
    pub fn new(settings: &Settings, problem: &Problem, inputs: &Inputs) -> Result<Option<Self>, UsageError> {
        let Some(start) = inputs.start.as_ref().filter(|_| !settings.method.draws_samples()) else {
            return Ok(None);
        };
        let (free, _) = split(start, &settings.freeze)?;
        let repaired = repair(problem, &free, settings.distinct);
        let count = repaired.plan.paths.len();
        if settings.method.evolves() && count != settings.routes {
            return Err(UsageError(format!(
                "the start has {count} routes that can be changed, but {} are asked for\n  help: method {} keeps their \
                 number; change --routes or use anneal",
                settings.routes,
                settings.method.name()
            )));
        }
        let price = settings.anneal.as_ref().map_or(0.0, |anneal| anneal.change_price);
        let change = (price > 0.0).then(|| ChangePrice::new(&problem.city, &repaired.plan, price));
        let names = repaired.sources.iter().map(|&at| free.routes[at].name().to_owned()).collect();
        let (changed, dropped) = (repaired.changed, repaired.dropped);
        Ok(Some(Self { plan: repaired.plan, names, change, repaired: (changed, dropped) }))
    }

    /// What the route at a place is called: as in the start, or new.
    pub fn name(&self, at: usize) -> String {
        self.names.get(at).cloned().unwrap_or_else(|| format!("new {}", at + 1 - self.names.len()))
    }

    /// Says what became of routes that a search cannot hold as they are.
    pub fn note_repairs(&self) {
        let (changed, dropped) = self.repaired;
        if changed > 0 {
            eprintln!(
                "note: {changed} routes of the start were made into routes on links, driven both ways; the search goes \
                 on from those"
            );
        }
        if dropped > 0 {
            eprintln!(
                "note: {dropped} routes of the start are replaced by new ones: they are too short, serve the same stops as \
                 another, or are its way back"
            );
        }
    }
}

/// The routes of a network that may be changed, and those of the given names, which may not.
pub fn split(start: &Network, frozen: &[String]) -> Result<(Network, Network), UsageError> {
    let is_route = |name: &&String| start.routes.iter().any(|route| route.name() == **name);
    if let Some(unknown) = frozen.iter().find(|name| !is_route(name)) {
        let known: Vec<&str> = start.routes.iter().take(20).map(|route| route.name()).collect();
        return Err(UsageError(format!(
            "--freeze names {unknown}, which is no route of the start\n  help: its routes are {}{}",
            known.join(", "),
            if start.routes.len() > known.len() { " and more" } else { "" }
        )));
    }
    let stays = |name: &str| frozen.iter().any(|frozen| frozen == name);
    let (frozen, free): (Vec<_>, Vec<_>) =
        start.routes.iter().cloned().partition(|route| stays(route.name()));
    Ok((Network { routes: free }, Network { routes: frozen }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright::City;
    use routewright::io::{TextFile, parse_network};

    #[test]
    fn routes_are_frozen_by_name() {
        let text = r#"[{"name": "a", "stops": [1, 2]}, {"name": "b", "stops": [2, 3]}, {"name": "a", "stops": [3, 6]}]"#;
        let network = parse_network(&City::mandl(), &TextFile::new("n", text)).unwrap();
        let (free, frozen) = split(&network, &["a".to_owned()]).unwrap();
        assert_eq!((free.routes.len(), frozen.routes.len(), free.routes[0].name()), (1, 2, "b"));
        let told = split(&network, &["c".to_owned()]).unwrap_err().to_string();
        assert!(told.starts_with("--freeze names c, which is no route of the start"), "{told}");
    }
}
