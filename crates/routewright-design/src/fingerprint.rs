//! How inputs are recognised: by their content, not by their path.

use routewright_io::network_to_json;
use routewright_model::{City, CityParts, Network};

use crate::Inputs;

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
        }
    }

    /// The first input that differs from what it was, in words.
    pub fn changed_since(&self, then: &Self) -> Option<&'static str> {
        let pairs = [
            ("the city", then.city == self.city),
            ("the start network", then.start == self.start),
            ("the fixed network", then.fixed == self.fixed),
            ("the policy", then.model == self.model),
        ];
        pairs.into_iter().find(|(_, is_same)| !is_same).map(|(name, _)| name)
    }
}

/// The fingerprint of a city: names, positions, links and demand. A copy in another format has the same.
pub fn city_fingerprint(city: &City) -> String {
    let CityParts { nodes, links, demand, .. } = city.to_parts();
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
    fingerprint(&bytes)
}

/// BLAKE3, the first 128 bits.
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("blake3-{}", &blake3::hash(bytes).to_hex()[..32])
}

#[cfg(test)]
mod tests {
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
}
