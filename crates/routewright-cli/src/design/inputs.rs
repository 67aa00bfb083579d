//! The files a run reads, and how it knows them again.

use std::path::Path;
use std::sync::Arc;

use routewright::io::{InputErrors, network_to_json, read_city, read_network};
use routewright::model::CityParts;
use routewright::{City, Network};

/// What a run reads before it starts.
pub struct Inputs {
    pub city: Arc<City>,
    pub start: Option<Network>,
    pub fixed: Network,
}

/// Fingerprints of what was read, whatever its format.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fingerprints {
    pub city: String,
    pub start: Option<String>,
    pub fixed: Option<String>,
}

impl Inputs {
    /// Reads everything.
    pub fn read(city: &str, start: Option<&Path>, fixed: Option<&Path>) -> Result<Self, InputErrors> {
        let city = Arc::new(read_city(city)?);
        let start = start.map(|path| read_network(&city, path)).transpose()?;
        let fixed = fixed.map(|path| read_network(&city, path)).transpose()?.unwrap_or_default();
        Ok(Self { city, start, fixed })
    }

    /// The same for the same content.
    pub fn fingerprints(&self) -> Fingerprints {
        let network = |network: &Network| fingerprint(network_to_json(&self.city, network).as_bytes());
        Fingerprints {
            city: city_fingerprint(&self.city),
            start: self.start.as_ref().map(network),
            fixed: (!self.fixed.routes.is_empty()).then(|| network(&self.fixed)),
        }
    }
}

/// Names, positions, links and demand in a form of their own: a byte for byte copy in another format has the
/// same.
fn city_fingerprint(city: &City) -> String {
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

/// FNV-1a, 64 bits: tells files apart that were mixed up, not files that were forged.
fn fingerprint(bytes: &[u8]) -> String {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("fnv1a-{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_the_published_hash() {
        assert_eq!(fingerprint(b""), "fnv1a-cbf29ce484222325");
        assert_eq!(fingerprint(b"foobar"), "fnv1a-85944171f73967e8");
    }

    #[test]
    fn cities_are_told_apart() {
        let mut parts = City::mandl().to_parts();
        assert_eq!(city_fingerprint(&City::mandl()), city_fingerprint(&City::new(parts.clone()).unwrap()));
        parts.demand[3].trips += 1.0;
        assert_ne!(city_fingerprint(&City::mandl()), city_fingerprint(&City::new(parts).unwrap()));
    }
}
