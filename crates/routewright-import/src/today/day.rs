//! The day whose timetable is used.

use std::collections::BTreeMap;

use routewright_io::{Date, Feed};
use serde::Serialize;

use super::patterns::departures;

/// Of longer feeds, only this many days are considered.
const MOST_DAYS: usize = 1100;
/// A timetable that recurs this often is a normal one.
const RECURS: usize = 3;
/// Where no timetable recurs, days with more trips than this times the usual number are special.
const SPECIAL: f64 = 1.15;

/// A day, and how many trips it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DayTrips {
    /// What is special about it, in words.
    pub what: String,
    /// The date.
    pub date: String,
    /// Trips of all feeds.
    pub trips: usize,
}

/// The day whose timetable is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DayCounts {
    /// The date.
    pub date: String,
    /// Its weekday.
    pub weekday: String,
    /// Whether it was asked for by `--date`.
    pub given: bool,
    /// Its trips.
    pub trips: usize,
    /// What other days would give.
    pub others: Vec<DayTrips>,
}

/// All days of some feeds, with their trips.
pub(crate) struct Calendar {
    /// Every day, and the trips of each feed.
    days: Vec<(Date, Vec<usize>)>,
}

impl Calendar {
    pub(crate) fn new(feeds: &[&Feed]) -> Self {
        let trips_of: Vec<Vec<usize>> = feeds
            .iter()
            .map(|feed| {
                let mut trips = vec![0; feed.services.len()];
                feed.trips.iter().for_each(|trip| trips[trip.service as usize] += 1);
                trips
            })
            .collect();
        let trips = |day: Date| -> Vec<usize> {
            let of_feed = |(feed, trips): (&&Feed, &Vec<usize>)| {
                let services = feed.services.iter().zip(trips);
                services.filter(|(service, _)| service.runs_on(day)).map(|(_, trips)| trips).sum()
            };
            feeds.iter().zip(&trips_of).map(of_feed).collect()
        };
        let spans = feeds.iter().filter_map(|feed| feed.days());
        let Some((first, last)) = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
            return Self { days: Vec::new() };
        };
        let days = std::iter::successors(Some(first), |day| day.tomorrow().ok());
        let days = days.take(MOST_DAYS).take_while(|&day| day <= last).map(|day| (day, trips(day)));
        Self { days: days.collect() }
    }

    fn weekdays(&self) -> impl Iterator<Item = &(Date, Vec<usize>)> {
        self.days.iter().filter(|(day, trips)| is_weekday(*day) && trips.iter().any(|&trips| trips > 0))
    }

    /// A normal weekday with the most trips: the first day of the busiest timetable that recurs. Days on which more of
    /// the feeds run are preferred.
    pub(crate) fn normal_weekday(&self) -> Option<Date> {
        let mut groups: BTreeMap<&[usize], Vec<Date>> = BTreeMap::new();
        self.weekdays().for_each(|(day, trips)| groups.entry(trips).or_default().push(*day));
        let busy =
            |trips: &[usize]| (trips.iter().filter(|&&trips| trips > 0).count(), trips.iter().sum::<usize>());
        let recurring = groups.iter().filter(|(_, days)| days.len() >= RECURS);
        if let Some((_, days)) = recurring.max_by_key(|(trips, _)| busy(trips)) {
            return days.first().copied();
        }
        // Every day has a timetable of its own: the busiest that is not out of the ordinary.
        let feeds_running = self.weekdays().map(|(_, trips)| busy(trips).0).max()?;
        let mut days: Vec<(usize, Date)> = self
            .weekdays()
            .filter(|(_, trips)| busy(trips).0 == feeds_running)
            .map(|(day, trips)| (busy(trips).1, *day))
            .collect();
        days.sort_unstable();
        let usual = days[days.len() / 2].0 as f64;
        let busiest = days
            .iter()
            .filter(|(trips, _)| *trips as f64 <= SPECIAL * usual)
            .map(|(trips, _)| *trips)
            .max()?;
        days.into_iter().find(|(trips, _)| *trips == busiest).map(|(_, day)| day)
    }

    /// The chosen day, and what others would give.
    pub(crate) fn account(&self, day: Date, given: bool) -> DayCounts {
        let total = |trips: &[usize]| trips.iter().sum::<usize>();
        let trips_on = |day: Date| {
            self.days.iter().find(|(other, _)| *other == day).map_or(0, |(_, trips)| total(trips))
        };
        let mut others = Vec::new();
        let mut add = |what: &str, found: Option<&(Date, Vec<usize>)>| {
            if let Some((date, trips)) = found.filter(|(date, trips)| *date != day && total(trips) > 0) {
                others.push(DayTrips { what: what.into(), date: date.to_string(), trips: total(trips) });
            }
        };
        add("the weekday with the most trips", self.weekdays().rev_max(|(_, trips)| total(trips)));
        add(
            "the weekday with the fewest, perhaps a holiday",
            self.weekdays().min_by_key(|(_, trips)| total(trips)),
        );
        for (what, number) in [("a Saturday", 5), ("a Sunday", 6)] {
            let days = self.days.iter().filter(|(day, _)| day.weekday().to_monday_zero_offset() == number);
            let mut days: Vec<&(Date, Vec<usize>)> = days.filter(|(_, trips)| total(trips) > 0).collect();
            days.sort_by_key(|(date, trips)| (total(trips), *date));
            add(what, days.get(days.len() / 2).copied());
        }
        let weekday = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            [day.weekday().to_monday_zero_offset() as usize];
        DayCounts { date: day.to_string(), weekday: weekday.into(), given, trips: trips_on(day), others }
    }
}

fn is_weekday(day: Date) -> bool {
    day.weekday().to_monday_zero_offset() < 5
}

/// The first of the greatest, where `max_by_key` takes the last.
trait RevMax: Iterator + Sized {
    fn rev_max<K: Ord>(self, key: impl Fn(&Self::Item) -> K) -> Option<Self::Item> {
        self.reduce(|best, next| if key(&next) > key(&best) { next } else { best })
    }
}

impl<I: Iterator> RevMax for I {}

/// 7:00 to 9:00, or if nothing starts then, the two full hours with most departures.
pub(crate) fn usual_window(feeds: &[&Feed], day: Date) -> (u32, u32) {
    let hours = departures_by_hour(feeds, day);
    match hours[7] + hours[8] {
        0 => busiest_hours(&hours).unwrap_or((7 * HOUR, 9 * HOUR)),
        _ => (7 * HOUR, 9 * HOUR),
    }
}

/// The two full hours with most departures; `None` if there are none on the day.
pub(crate) fn busiest_window(feeds: &[&Feed], day: Date) -> Option<(u32, u32)> {
    busiest_hours(&departures_by_hour(feeds, day))
}

const HOUR: u32 = 3600;

fn departures_by_hour(feeds: &[&Feed], day: Date) -> [u64; 48] {
    let mut hours = [0_u64; 48];
    for feed in feeds {
        for trip in feed.trips.iter().filter(|trip| feed.services[trip.service as usize].runs_on(day)) {
            for (hour, count) in hours.iter_mut().enumerate() {
                let window = (hour as u32 * HOUR, (hour as u32 + 1) * HOUR);
                *count += departures(&trip.frequencies, feed.calls(trip), window).unwrap_or(0);
            }
        }
    }
    hours
}

/// The earliest among equals.
fn busiest_hours(hours: &[u64; 48]) -> Option<(u32, u32)> {
    let within = |hour: usize| hours[hour] + hours[hour + 1];
    let best =
        (0..hours.len() - 1).rev().max_by_key(|&hour| within(hour)).filter(|&hour| within(hour) > 0)?;
    Some((best as u32 * HOUR, (best as u32 + 2) * HOUR))
}

#[cfg(test)]
mod tests {
    use routewright_io::parse_date;

    use super::*;

    /// Weekdays from Monday 2 March 2026 on with these trips of one feed or two.
    fn calendar(trips: &[&[usize]]) -> Calendar {
        let first = parse_date("2026-03-02").unwrap();
        let days =
            std::iter::successors(Some(first), |day| day.tomorrow().ok()).filter(|&day| is_weekday(day));
        Calendar { days: days.zip(trips.iter().map(|trips| trips.to_vec())).collect() }
    }

    fn chosen(trips: &[&[usize]]) -> Option<String> {
        calendar(trips).normal_weekday().map(|day| day.to_string())
    }

    #[test]
    fn the_busiest_timetable_that_recurs_is_normal() {
        // Friday has most trips, but once only.
        assert_eq!(chosen(&[&[90], &[100], &[100], &[100], &[120]]).as_deref(), Some("2026-03-03"));
        let both = [&[90][..], &[90], &[90], &[100], &[100], &[100]];
        assert_eq!(chosen(&both).as_deref(), Some("2026-03-05"));
        // A day on which both feeds run is worth more than one with more trips.
        let feeds = [&[100, 0][..], &[100, 0], &[100, 0], &[60, 5], &[60, 5], &[60, 5]];
        assert_eq!(chosen(&feeds).as_deref(), Some("2026-03-05"));
        assert_eq!(chosen(&[&[0], &[0]]), None);
    }

    #[test]
    fn where_none_recurs_a_day_far_above_the_others_is_special() {
        assert_eq!(chosen(&[&[100], &[101], &[102], &[103], &[150]]).as_deref(), Some("2026-03-05"));
        assert_eq!(chosen(&[&[100], &[101], &[102], &[103], &[104]]).as_deref(), Some("2026-03-06"));
    }

    #[test]
    fn other_days_are_accounted_for() {
        let mut calendar = calendar(&[&[100], &[100], &[100], &[30], &[120]]);
        calendar.days.push((parse_date("2026-03-07").unwrap(), vec![50]));
        let day = parse_date("2026-03-02").unwrap();
        let told = calendar.account(day, false);
        assert_eq!((told.weekday.as_str(), told.trips, told.given), ("Monday", 100, false));
        let others: Vec<(&str, usize)> =
            told.others.iter().map(|other| (other.date.as_str(), other.trips)).collect();
        assert_eq!(others, [("2026-03-06", 120), ("2026-03-05", 30), ("2026-03-07", 50)]);
    }
}
