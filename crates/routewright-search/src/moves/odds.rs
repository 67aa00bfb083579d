//! How often each move is drawn.

/// Odds of the moves of one route, each against the sum of all. The defaults were found by experiment:
/// `docs/search.md`. At 0 a move is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MoveOdds {
    /// Odds of [`Extend`](super::Extend).
    pub extend: u32,
    /// Odds of [`Cut`](super::Cut).
    pub cut: u32,
    /// Odds of [`Slide`](super::Slide).
    pub slide: u32,
    /// Odds of [`Insert`](super::Insert).
    pub insert: u32,
    /// Odds of [`Skip`](super::Skip).
    pub skip: u32,
    /// Odds of [`Swap`](super::Swap).
    pub swap: u32,
    /// Odds of [`Detour`](super::Detour).
    pub detour: u32,
    /// Odds of [`Straighten`](super::Straighten).
    pub straighten: u32,
    /// Odds of [`Regrow`](super::Regrow).
    pub regrow: u32,
    /// Odds of [`Fresh`](super::Fresh).
    pub fresh: u32,
    /// Odds of [`Cheap`](super::Cheap).
    pub cheap: u32,
}

impl Default for MoveOdds {
    fn default() -> Self {
        Self {
            extend: 20,
            cut: 8,
            slide: 12,
            insert: 20,
            skip: 8,
            swap: 20,
            detour: 20,
            straighten: 5,
            regrow: 15,
            fresh: 2,
            cheap: 5,
        }
    }
}

/// Odds of the moves of two routes, each against the sum of all. At 0 a move is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PairMoveOdds {
    /// Odds of [`SwapTails`](super::SwapTails).
    pub swap_tails: u32,
    /// Odds of [`HandOver`](super::HandOver).
    pub hand_over: u32,
}

impl Default for PairMoveOdds {
    fn default() -> Self {
        Self { swap_tails: 1, hand_over: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_read_by_name_and_unknown_names_refused() {
        let odds: MoveOdds = serde_json::from_str(r#"{"cut": 3, "fresh": 0}"#).unwrap();
        assert_eq!(odds, MoveOdds { cut: 3, fresh: 0, ..MoveOdds::default() });
        let refused = serde_json::from_str::<MoveOdds>(r#"{"cutt": 3}"#).unwrap_err().to_string();
        assert!(refused.starts_with("unknown field `cutt`, expected one of `extend`"), "{refused}");
        assert!(serde_json::from_str::<PairMoveOdds>(r#"{"cut": 3}"#).is_err());
    }
}
