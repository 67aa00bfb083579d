//! What a city says about the service to plan: ways on foot, the period of its demand, and time at stops.

use crate::{CityError, NodeId, Seconds};

/// A way on foot from one node to another. Riders may walk at any moment of a trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where it starts.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// Walking time.
    pub time: Seconds,
}

/// When the trips of a city's demand are made.
#[derive(Clone, Debug, PartialEq)]
pub struct Period {
    /// For people, such as "weekday 7:00-9:00".
    pub name: String,
    /// Hours over which the trips are counted; one where demand is given per hour.
    pub hours: f64,
}

impl Period {
    /// A year.
    pub const MOST_HOURS: f64 = 8784.0;
}

/// What planning a service needs to know, as far as the city says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServiceDefaults {
    /// When the trips are made. Without it, loads and waiting mean nothing.
    pub period: Option<Period>,
    /// Time that a vehicle takes at every stop, besides driving.
    pub dwell: Option<Seconds>,
    /// Rest of a vehicle at each end of its route.
    pub layover: Option<Seconds>,
}

impl ServiceDefaults {
    pub(crate) fn check(&self) -> Result<(), CityError> {
        let Some(period) = &self.period else { return Ok(()) };
        if !(period.hours > 0.0 && period.hours <= Period::MOST_HOURS) {
            return Err(CityError::PeriodHours(period.hours));
        }
        match period.name.contains(char::is_control) {
            true => Err(CityError::ControlCharacter(period.name.clone())),
            false => Ok(()),
        }
    }
}

/// Walks in order, with the way back where it was not given, or the walk that is given twice or leads nowhere.
pub(crate) fn both_ways(mut walks: Vec<Walk>) -> Result<Vec<Walk>, Walk> {
    if let Some(walk) = walks.iter().find(|walk| walk.from == walk.to) {
        return Err(*walk);
    }
    walks.sort_unstable_by_key(|walk| (walk.from, walk.to));
    if let Some(pair) = walks.windows(2).find(|pair| (pair[0].from, pair[0].to) == (pair[1].from, pair[1].to))
    {
        return Err(pair[0]);
    }
    let given = |from, to| walks.binary_search_by_key(&(from, to), |walk| (walk.from, walk.to)).is_ok();
    let back = walks.iter().filter(|walk| !given(walk.to, walk.from));
    let back: Vec<Walk> = back.map(|walk| Walk { from: walk.to, to: walk.from, time: walk.time }).collect();
    walks.extend(back);
    walks.sort_unstable_by_key(|walk| (walk.from, walk.to));
    Ok(walks)
}
