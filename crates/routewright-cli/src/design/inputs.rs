//! The files a run reads, and how it knows them again.

use std::path::Path;
use std::sync::Arc;

use routewright::io::{network_to_json, read_city, read_network};
use routewright::model::CityParts;
use routewright::policy::Net;
use routewright::{City, Network};

use crate::model::read_model;

/// What a run reads before it starts.
pub struct Inputs {
    pub city: Arc<City>,
    pub start: Option<Network>,
    pub fixed: Network,
    /// The policy, where one builds routes.
    pub net: Option<Arc<Net>>,
}

/// What the inputs are called: paths, or names built in.
pub struct InputNames<'a> {
    pub city: &'a str,
    pub start: Option<&'a Path>,
    pub fixed: Option<&'a Path>,
    pub model: Option<&'a str>,
}

/// Fingerprints of what was read, whatever its format.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fingerprints {
    pub city: String,
    pub start: Option<String>,
    pub fixed: Option<String>,
    pub model: Option<String>,
}

impl Inputs {
    /// Reads everything.
    pub fn read(names: &InputNames<'_>) -> anyhow::Result<Self> {
        let city = Arc::new(read_city(names.city)?);
        let start = names.start.map(|path| read_network(&city, path)).transpose()?;
        let fixed = names.fixed.map(|path| read_network(&city, path)).transpose()?.unwrap_or_default();
        let net = names.model.map(read_model).transpose()?.map(Arc::new);
        Ok(Self { city, start, fixed, net })
    }

    /// The same for the same content.
    pub fn fingerprints(&self) -> Fingerprints {
        let network = |network: &Network| fingerprint(network_to_json(&self.city, network).as_bytes());
        Fingerprints {
            city: city_fingerprint(&self.city),
            start: self.start.as_ref().map(network),
            fixed: (!self.fixed.routes.is_empty()).then(|| network(&self.fixed)),
            model: self.net.as_ref().map(|net| fingerprint(&net.to_bytes())),
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
