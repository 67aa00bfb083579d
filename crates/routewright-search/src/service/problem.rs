//! The service problem: which lines, how often, with the vehicles there are.

use routewright_eval::service::ServiceModel;
use routewright_model::{City, Frequency, NodeId, Problem, Seconds};

/// How often lines may run.
#[derive(Clone, Debug, PartialEq)]
pub enum HeadwayChoices {
    /// Whole vehicles; headways follow from round trips.
    Any,
    /// Minutes, rising.
    List(Vec<f64>),
}

impl HeadwayChoices {
    /// Headways that timetables repeat every hour or two.
    pub const COMMON: [f64; 9] = [5.0, 6.0, 7.5, 10.0, 12.0, 15.0, 20.0, 30.0, 60.0];
}

/// What makes a line one that can be driven and understood.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LineRules {
    /// The longest running time of one way, stops included.
    pub max_minutes: Option<f64>,
    /// Driving time between the ends against the fastest drive, at most; for lines of more than three stops.
    pub max_detour: Option<f64>,
}

impl LineRules {
    /// Whether a line keeps the rules. Of each way, the driving time and the fastest drive between its ends are given.
    fn allow(&self, stops: usize, dwell: Seconds, ways: [(Seconds, Seconds); 2]) -> bool {
        let standing = f64::from(dwell.0) * stops as f64;
        ways.into_iter().all(|(driving, fastest)| {
            let minutes = (f64::from(driving.0) + standing) / 60.0;
            let detour = f64::from(driving.0) / f64::from(fastest.0.max(1));
            self.max_minutes.is_none_or(|most| minutes <= most)
                && (stops <= 3 || self.max_detour.is_none_or(|most| detour <= most))
        })
    }
}

/// A city, its riders and vehicles, and what a service may look like.
#[derive(Clone, Debug)]
pub struct ServiceProblem {
    /// City, most routes, fewest and most stops, and fixed routes with their frequencies. Its cost plays no part.
    pub problem: Problem,
    /// How vehicles run and what riders mind.
    pub model: ServiceModel,
    /// Vehicles at most, those of frozen routes included.
    pub vehicles: u32,
    /// How often lines may run.
    pub headways: HeadwayChoices,
    /// What lines may look like.
    pub rules: LineRules,
    /// Perceived minutes that a rider above capacity costs, on each leg.
    pub overload_price: f64,
}

impl ServiceProblem {
    /// What a rider above capacity costs by default.
    pub const OVERLOAD_PRICE: f64 = 20.0;

    /// Where lines run.
    pub fn city(&self) -> &City {
        &self.problem.city
    }

    /// Trips per hour.
    pub fn trips_per_hour(&self) -> f64 {
        self.city().total_demand() / self.model.hours
    }

    /// Whether stops that follow links keep the rules of a line that takes `driving` out and back.
    pub fn allows(&self, stops: &[NodeId], driving: [Seconds; 2]) -> bool {
        let (first, last) = (stops[0], stops[stops.len() - 1]);
        let city = self.city();
        let fastest = [city.drive_time(first, last), city.drive_time(last, first)];
        self.rules.allow(stops.len(), self.model.dwell, [(driving[0], fastest[0]), (driving[1], fastest[1])])
    }

    /// Minutes between departures and vehicles of a line with this round trip.
    pub(super) fn timing(&self, round_trip: Seconds, setting: u32) -> (f64, u32) {
        let minutes = round_trip.minutes();
        let frequency = self.frequency(setting);
        (frequency.headway_minutes(minutes), frequency.vehicle_count(minutes))
    }

    /// What a setting of a line means: a number of vehicles, or a place in the list of headways.
    pub(super) fn frequency(&self, setting: u32) -> Frequency {
        match &self.headways {
            HeadwayChoices::Any => Frequency::Vehicles(setting),
            HeadwayChoices::List(minutes) => Frequency::Every(minutes[setting as usize]),
        }
    }

    /// The setting that comes closest to a frequency.
    pub(super) fn setting_near(&self, round_trip: Seconds, frequency: Frequency) -> u32 {
        let minutes = round_trip.minutes();
        match &self.headways {
            HeadwayChoices::Any => frequency.vehicle_count(minutes),
            HeadwayChoices::List(choices) => {
                let wanted = frequency.headway_minutes(minutes);
                let distance = |choice: f64| (libm::log(choice) - libm::log(wanted)).abs();
                let nearest =
                    (0..choices.len()).min_by(|&a, &b| distance(choices[a]).total_cmp(&distance(choices[b])));
                nearest.unwrap_or(0) as u32
            }
        }
    }

    /// The most frequent setting that takes no more than so many vehicles; `None` if every setting takes more.
    pub(super) fn setting_within(&self, round_trip: Seconds, vehicles: u32) -> Option<u32> {
        match &self.headways {
            HeadwayChoices::Any => (vehicles > 0).then_some(vehicles),
            HeadwayChoices::List(choices) => {
                (0..choices.len() as u32).find(|&at| self.timing(round_trip, at).1 <= vehicles)
            }
        }
    }

    /// The same, but no more frequent than a setting.
    pub(super) fn setting_from(&self, round_trip: Seconds, setting: u32, vehicles: u32) -> Option<u32> {
        match &self.headways {
            HeadwayChoices::Any => (vehicles > 0).then_some(setting.min(vehicles)),
            HeadwayChoices::List(_) => self.setting_within(round_trip, vehicles).map(|at| at.max(setting)),
        }
    }

    /// A setting with `steps` steps of more (or, below zero, less) service; `None` where there is none.
    pub(super) fn stepped(&self, setting: u32, steps: i64) -> Option<u32> {
        let (low, high, next) = match &self.headways {
            HeadwayChoices::Any => (1, i64::from(Frequency::MOST_VEHICLES), i64::from(setting) + steps),
            HeadwayChoices::List(choices) => (0, choices.len() as i64 - 1, i64::from(setting) - steps),
        };
        (low..=high).contains(&next).then_some(next as u32)
    }
}
