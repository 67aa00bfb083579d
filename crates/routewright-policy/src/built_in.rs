//! The policies that come with the program.

use crate::Net;

/// Their names and weights: the same training with three seeds.
const POLICIES: [(&str, &[u8]); 3] = [
    ("seed-1", include_bytes!("../models/seed-1.safetensors")),
    ("seed-2", include_bytes!("../models/seed-2.safetensors")),
    ("seed-3", include_bytes!("../models/seed-3.safetensors")),
];

impl Net {
    /// The name that the first of the [policies built in](Self::built_in_names) goes by as well.
    pub const DEFAULT: &str = "default";

    /// A policy that comes with the program, if there is one of that name.
    pub fn built_in(name: &str) -> Option<Self> {
        let name = if name == Self::DEFAULT { POLICIES[0].0 } else { name };
        let (_, weights) = POLICIES.iter().find(|policy| policy.0 == name)?;
        Some(Self::from_bytes(weights).expect("the weights built in were written by this crate"))
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
    fn policies_built_in_can_be_read_and_say_how_they_were_trained() {
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
