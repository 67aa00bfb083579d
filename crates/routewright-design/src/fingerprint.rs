//! How inputs are recognised: by their content, not by their path.

use std::collections::BTreeMap;

use routewright_io::network_to_json;
use routewright_model::{City, CityParts, Network, Seconds};

use crate::{Inputs, OperatingOptions, Result};

/// Fingerprints of the inputs of a run, whatever their format and wherever they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fingerprints {
    /// Of the city.
    pub city: String,
    /// Of the network to start from.
    pub start: Option<String>,
    /// Of the fixed network.
    pub fixed: Option<String>,
    /// Of the policy.
    pub model: Option<String>,
    /// Of the headways by the names of routes, where they decide the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headways: Option<String>,
}

impl Fingerprints {
    /// Fingerprints of what was read.
    pub fn of(inputs: &Inputs) -> Self {
        let network = |network: &Network| fingerprint(network_to_json(&inputs.city, network).as_bytes());
        Self {
            city: city_fingerprint(&inputs.city),
            start: inputs.start.as_ref().map(network),
            fixed: (!inputs.fixed.routes.is_empty()).then(|| network(&inputs.fixed)),
            model: inputs.net.as_ref().map(|net| fingerprint(&net.to_bytes())),
            headways: None,
        }
    }

    /// These, and that of the file of headways, if one is named.
    ///
    /// # Errors
    /// The file is missing or wrong.
    pub(crate) fn with_headways(self, operating: &OperatingOptions) -> Result<Self> {
        let headways = match operating.headways {
            Some(_) => Some(headways_fingerprint(operating.headways()?.own())),
            None => None,
        };
        Ok(Self { headways, ..self })
    }

    /// The first input that differs from what it was, in words.
    pub fn changed_since(&self, then: &Self) -> Option<&'static str> {
        let pairs = [
            ("the city", then.city == self.city),
            ("the start network", then.start == self.start),
            ("the fixed network", then.fixed == self.fixed),
            ("the policy", then.model == self.model),
            ("the file of headways", then.headways == self.headways),
        ];
        pairs.into_iter().find(|(_, is_same)| !is_same).map(|(name, _)| name)
    }
}

/// The fingerprint of a city: names, positions, links and demand, and where it has them walks, times at stops and ends,
/// and the hours of its demand. A copy in another format has the same; what a period is called makes no difference.
pub fn city_fingerprint(city: &City) -> String {
    let CityParts { nodes, links, demand, walks, turns, service, .. } = city.to_parts();
    let mut bytes = Vec::new();
    for node in nodes {
        bytes.extend(node.name.as_bytes());
        bytes.push(0);
        bytes.extend(node.position.x.to_bits().to_le_bytes());
        bytes.extend(node.position.y.to_bits().to_le_bytes());
        bytes.push(u8::from(node.terminal));
    }
    for link in links {
        for part in [link.from.index() as u32, link.to.index() as u32, link.time.0] {
            bytes.extend(part.to_le_bytes());
        }
    }
    for pair in demand {
        for part in [pair.from.index() as u32, pair.to.index() as u32] {
            bytes.extend(part.to_le_bytes());
        }
        bytes.extend(pair.trips.to_bits().to_le_bytes());
    }
    // Cities without any of these have the fingerprint they had before these were known. Each part says what it is.
    if !turns.is_empty() {
        bytes.extend(b"turns");
        for turn in turns {
            for node in [turn.from, turn.via, turn.to] {
                bytes.extend((node.index() as u64).to_le_bytes());
            }
            bytes.extend(turn.time.0.to_le_bytes());
        }
    }
    if !walks.is_empty() {
        bytes.extend(b"walks");
        for walk in walks {
            for part in [walk.from.index() as u32, walk.to.index() as u32, walk.time.0] {
                bytes.extend(part.to_le_bytes());
            }
        }
    }
    if let Some(period) = service.period.filter(|period| period.hours != 1.0) {
        bytes.extend(b"hours");
        bytes.extend(period.hours.to_bits().to_le_bytes());
    }
    for (name, time) in [("dwell", service.dwell), ("layover", service.layover)] {
        // No time at all is what the literature's cities have, whether they say so or not.
        if let Some(time) = time.filter(|time| time.0 > 0) {
            bytes.extend(name.as_bytes());
            bytes.extend(time.0.to_le_bytes());
        }
    }
    fingerprint(&bytes)
}

/// The fingerprint of headways by the names of routes.
fn headways_fingerprint(headways: &BTreeMap<String, Seconds>) -> String {
    let mut bytes = Vec::new();
    for (route, headway) in headways {
        bytes.extend(route.as_bytes());
        bytes.push(0);
        bytes.extend(headway.0.to_le_bytes());
    }
    fingerprint(&bytes)
}

/// BLAKE3, the first 128 bits.
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("blake3-{}", &blake3::hash(bytes).to_hex()[..32])
}

#[cfg(test)]
mod tests {
    use routewright_model::{NodeId, Period, Walk};

    use super::*;

    #[test]
    fn fingerprints_are_those_of_the_published_hash() {
        assert_eq!(fingerprint(b""), "blake3-af1349b9f5f9a1a6a0404dea36dcc949");
    }

    #[test]
    fn cities_are_told_apart() {
        let mut parts = City::mandl().to_parts();
        assert_eq!(city_fingerprint(&City::mandl()), city_fingerprint(&City::new(parts.clone()).unwrap()));
        parts.demand[3].trips += 1.0;
        assert_ne!(city_fingerprint(&City::mandl()), city_fingerprint(&City::new(parts).unwrap()));
    }

    #[test]
    fn what_planning_a_service_needs_counts_where_a_city_has_it() {
        let changed = |change: &dyn Fn(&mut CityParts)| {
            let mut parts = City::mandl().to_parts();
            change(&mut parts);
            city_fingerprint(&City::new(parts).unwrap())
        };
        let walk = |time| {
            let (from, to) = (NodeId::new(0), NodeId::new(1));
            changed(&|parts| parts.walks = vec![Walk { from, to, time: Seconds(time) }])
        };
        let hours = |hours| changed(&|parts| parts.service.period = Some(Period { name: "x".into(), hours }));
        let dwell = |time| changed(&|parts| parts.service.dwell = Some(Seconds(time)));
        let layover = |time| changed(&|parts| parts.service.layover = Some(Seconds(time)));
        let all = [
            MANDL.to_owned(),
            walk(60),
            walk(61),
            hours(2.0),
            hours(3.0),
            dwell(17),
            dwell(18),
            layover(17),
            layover(18),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(one), "{at}");
        }
        // Runs of earlier versions can be resumed.
        assert_eq!(city_fingerprint(&City::mandl()), MANDL);
        assert_eq!([hours(1.0), changed(&|parts| parts.service.period = None)], [MANDL, MANDL]);
        assert_eq!([dwell(0), layover(0)], [MANDL, MANDL]);
    }

    /// Mandl's city, as version 0.1.0 recorded it.
    const MANDL: &str = "blake3-241dd6b9b6a065873af553b7b5d115de";
}
