//! The built-in policies.

use crate::Net;

/// Their names and weights: nets without and with attention layers, each kind trained alike with three seeds.
const POLICIES: [(&str, &[u8]); 6] = [
    ("seed-1", include_bytes!("../models/seed-1.safetensors")),
    ("seed-2", include_bytes!("../models/seed-2.safetensors")),
    ("seed-3", include_bytes!("../models/seed-3.safetensors")),
    ("attention-1", include_bytes!("../models/attention-1.safetensors")),
    ("attention-2", include_bytes!("../models/attention-2.safetensors")),
    ("attention-3", include_bytes!("../models/attention-3.safetensors")),
];

impl Net {
    /// Another name of the first [built-in policy](Self::built_in_names).
    pub const DEFAULT: &str = "default";

    /// The built-in policy of this name, if there is one.
    pub fn built_in(name: &str) -> Option<Self> {
        let name = if name == Self::DEFAULT { POLICIES[0].0 } else { name };
        let (_, weights) = POLICIES.iter().find(|policy| policy.0 == name)?;
        Some(Self::from_bytes(weights).expect("built-in weights were written by this crate"))
    }

    /// All names that [`Net::built_in`] knows.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        std::iter::once(Self::DEFAULT).chain(POLICIES.iter().map(|policy| policy.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_policies_can_be_read_and_record_their_training() {
        for name in Net::built_in_names() {
            let net = Net::built_in(name).unwrap();
            let training = net.training();
            assert!(training["config"]["iterations"].as_u64() > Some(0), "{training}");
        }
        assert!(Net::built_in("seed-4").is_none());
        for (name, weights) in POLICIES {
            assert_eq!(Net::built_in(name).unwrap().to_bytes(), weights, "{name} is as this crate writes it");
        }
    }
}
