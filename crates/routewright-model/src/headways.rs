//! How often vehicles run.

use std::collections::BTreeMap;

use crate::{ProblemError, Seconds};

/// Time between two vehicles of a route: one for all routes, others for some by name.
///
/// Invariant: none is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headways {
    every: Seconds,
    own: BTreeMap<String, Seconds>,
}

impl Headways {
    /// The headway of the published case study: a quarter of an hour.
    pub const PUBLISHED: Seconds = Seconds(900);

    /// A headway for all routes but those that have one of their own.
    ///
    /// # Errors
    /// A headway is zero.
    pub fn new(every: Seconds, own: BTreeMap<String, Seconds>) -> Result<Self, ProblemError> {
        if every.0 == 0 || own.values().any(|headway| headway.0 == 0) {
            return Err(ProblemError::NoHeadway);
        }
        Ok(Self { every, own })
    }

    /// The headway of routes that have none of their own.
    pub fn every(&self) -> Seconds {
        self.every
    }

    /// Headways by the names of routes.
    pub fn own(&self) -> &BTreeMap<String, Seconds> {
        &self.own
    }

    /// The headway of the route of that name.
    pub fn of(&self, route: &str) -> Seconds {
        self.own.get(route).copied().unwrap_or(self.every)
    }
}

impl Default for Headways {
    fn default() -> Self {
        Self { every: Self::PUBLISHED, own: BTreeMap::new() }
    }
}
