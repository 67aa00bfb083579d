//! What a change of vehicle costs a rider, as people give it.

use crate::{ProblemError, Seconds};

/// A transfer penalty given in minutes: from none to a day.
///
/// # Errors
/// The value is negative, not a number or more than a day.
pub fn checked_transfer_penalty(minutes: f64) -> Result<Seconds, ProblemError> {
    Seconds::from_minutes(minutes).ok_or(ProblemError::TransferPenalty(minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_penalty_lies_between_nothing_and_a_day() {
        assert_eq!(checked_transfer_penalty(2.5), Ok(Seconds(150)));
        assert_eq!(checked_transfer_penalty(1440.0), Ok(Seconds(86_400)));
        for wrong in [-1.0, 1441.0, 97.0 * 1440.0, f64::INFINITY] {
            assert_eq!(checked_transfer_penalty(wrong), Err(ProblemError::TransferPenalty(wrong)));
        }
    }
}
