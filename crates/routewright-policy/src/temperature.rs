//! How greedily a policy follows its scores.

/// A softmax temperature: scores are divided by it. Below 1 is greedier, above 1 more random.
///
/// Invariant: between [`Temperature::LEAST`] and [`Temperature::MOST`], so that dividing a score by it neither
/// overflows nor loses the differences between scores.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Temperature(f32);

/// A temperature out of range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("temperature must be between {} and {}, but is {value}", Temperature::LEAST, Temperature::MOST)]
pub struct TemperatureError {
    /// The value given.
    pub value: f32,
}

impl Temperature {
    /// The lowest temperature: the policy practically always takes the highest score.
    pub const LEAST: f32 = 1e-6;
    /// The highest temperature: the policy practically ignores its scores.
    pub const MOST: f32 = 1e6;

    /// A temperature of this value.
    ///
    /// # Errors
    /// The value is not a number, or out of range.
    pub fn new(value: f32) -> Result<Self, TemperatureError> {
        let is_valid = (Self::LEAST..=Self::MOST).contains(&value);
        is_valid.then_some(Self(value)).ok_or(TemperatureError { value })
    }

    /// Its value.
    pub fn value(self) -> f32 {
        self.0
    }
}

impl Default for Temperature {
    /// 1: scores as the net gives them.
    fn default() -> Self {
        Self(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused() {
        for value in [1e-38, 0.0, -1.0, 1e7, f32::INFINITY, f32::NAN] {
            assert!(Temperature::new(value).is_err(), "{value}");
        }
        for value in [1e-6, 0.3, 1.0, 1e6] {
            assert_eq!(Temperature::new(value).map(Temperature::value), Ok(value));
        }
        assert_eq!(
            Temperature::new(2e6).unwrap_err().to_string(),
            "temperature must be between 0.000001 and 1000000, but is 2000000"
        );
    }
}
