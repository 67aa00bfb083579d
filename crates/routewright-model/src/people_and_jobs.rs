//! Where people live and work.

/// People and jobs at every node of a city.
///
/// Invariant: both lists have an entry for every node, finite and not negative.
#[derive(Clone, Debug, PartialEq)]
pub struct PeopleAndJobs {
    people: Vec<f64>,
    jobs: Vec<f64>,
}

impl PeopleAndJobs {
    /// Counts of nodes by index. `None` if the lists differ in length or contain a number that is negative or not finite.
    pub fn new(people: Vec<f64>, jobs: Vec<f64>) -> Option<Self> {
        let is_count = |value: &f64| value.is_finite() && *value >= 0.0;
        let fits = people.len() == jobs.len() && people.iter().chain(&jobs).all(is_count);
        fits.then_some(Self { people, jobs })
    }

    /// People who live at each node, by index.
    pub fn people(&self) -> &[f64] {
        &self.people
    }

    /// Jobs at each node, by index.
    pub fn jobs(&self) -> &[f64] {
        &self.jobs
    }
}
