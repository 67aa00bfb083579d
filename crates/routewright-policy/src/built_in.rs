//! The policy that comes with the program.

use crate::Net;

/// Its weights.
const WEIGHTS: &[u8] = include_bytes!("../models/default.safetensors");

impl Net {
    /// The policy that comes with the program.
    pub fn built_in() -> Self {
        Self::from_bytes(WEIGHTS).expect("the weights built in were written by this crate")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_policy_can_be_read_and_says_how_it_was_trained() {
        let training = Net::built_in().training().clone();
        assert!(training["config"]["iterations"].as_u64() > Some(0), "{training}");
    }
}
