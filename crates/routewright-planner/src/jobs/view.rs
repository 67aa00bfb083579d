//! How a job stands.

use serde::{Deserialize, Serialize};

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    /// Others come first.
    Waiting,
    /// It runs.
    Running,
    /// It has its result.
    Done,
    /// It was ended early; a search has the best it had found.
    Stopped,
    /// It has no result.
    Failed,
}

impl JobState {
    /// Whether nothing more happens.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }
}

/// A point of a front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FrontPlot {
    /// Names it, so that its network can be opened; `None` for the network that the search started from.
    pub point: Option<usize>,
    /// Vehicles it takes.
    pub vehicles: u64,
    /// Perceived minutes of a mean trip.
    pub mean_min: f64,
    /// Whether no vehicle is fuller than allowed.
    pub keeps_capacity: bool,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum JobResult {
    /// A plan.
    Plan {
        /// Its id.
        plan: String,
    },
    /// A city.
    City {
        /// Its id.
        city: String,
        /// What became of the inputs, and what was left out.
        account: Vec<String>,
    },
    /// A front.
    Points {
        /// Its points, the fewest vehicles first.
        points: Vec<FrontPlot>,
    },
}

/// How a job stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobView {
    /// Names it in the workspace.
    pub id: String,
    /// `improve`, `front` or `import`.
    pub kind: String,
    /// What people call it.
    pub name: String,
    /// The plan that it started from.
    pub plan: Option<String>,
    /// The city it is about.
    pub city: String,
    /// What became of it.
    pub state: JobState,
    /// Share that is done, from 0 to 1.
    pub done: f64,
    /// Seconds so far.
    pub seconds: f64,
    /// Seconds to come, as far as that can be said.
    pub seconds_left: Option<f64>,
    /// How it stands, in words.
    pub words: String,
    /// The best value so far over seconds.
    pub curve: Vec<(f64, f64)>,
    /// What the curve shows.
    pub curve_label: String,
    /// What came of it.
    pub result: Option<JobResult>,
    /// Why it failed.
    pub error: Option<String>,
    /// What a person should know.
    pub notes: Vec<String>,
}

impl JobView {
    /// A job that waits.
    pub(super) fn new(kind: &str, name: String, city: &str) -> Self {
        Self {
            id: String::new(),
            kind: kind.to_owned(),
            name,
            plan: None,
            city: city.to_owned(),
            state: JobState::Waiting,
            done: 0.0,
            seconds: 0.0,
            seconds_left: None,
            words: "waiting for other jobs".into(),
            curve: Vec::new(),
            curve_label: String::new(),
            result: None,
            error: None,
            notes: Vec::new(),
        }
    }

    /// Adds a point to the curve, if it is lower; long curves lose every second point.
    pub(super) fn add_to_curve(&mut self, seconds: f64, value: f64) {
        const MOST_POINTS: usize = 400;
        if !value.is_finite() || self.curve.last().is_some_and(|last| last.1 <= value) {
            return;
        }
        self.curve.push((seconds, value));
        if self.curve.len() > MOST_POINTS {
            let last = self.curve.len() - 1;
            let mut at = 0;
            self.curve.retain(|_| {
                at += 1;
                (at - 1) % 2 == 0 || at - 1 == last
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_stay_short_and_fall() {
        let mut view = JobView::new("improve", "A".into(), "mandl");
        for step in 0..10_000 {
            view.add_to_curve(f64::from(step), f64::from(20_000 - step));
        }
        view.add_to_curve(10_000.0, 30_000.0);
        assert!(view.curve.len() <= 401 && view.curve.len() > 150);
        assert_eq!((view.curve[0], view.curve[view.curve.len() - 1]), ((0.0, 20_000.0), (9999.0, 10_001.0)));
        assert!(view.curve.windows(2).all(|pair| pair[0].1 > pair[1].1));
    }
}
