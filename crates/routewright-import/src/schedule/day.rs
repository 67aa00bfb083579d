//! The day whose timetable is used.

use routewright_io::{Date, Feed};

use super::patterns::departures;

/// Of longer feeds, only this many days are considered.
const MOST_DAYS: usize = 1100;

/// The weekday with most trips. Days on which more of the feeds run are preferred, and among equals the earliest.
pub(crate) fn busiest_weekday(feeds: &[&Feed]) -> Option<Date> {
    let trips_of: Vec<Vec<usize>> = feeds
        .iter()
        .map(|feed| {
            let mut trips = vec![0; feed.services.len()];
            feed.trips.iter().for_each(|trip| trips[trip.service as usize] += 1);
            trips
        })
        .collect();
    let spans = feeds.iter().filter_map(|feed| feed.days());
    let (first, last) = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    let days = std::iter::successors(Some(first), |day| day.tomorrow().ok())
        .take(MOST_DAYS)
        .take_while(|&day| day <= last)
        .filter(|day| day.weekday().to_monday_zero_offset() < 5);
    let busy = |day: Date| {
        let trips = feeds.iter().zip(&trips_of).map(|(feed, trips_of)| {
            let services = feed.services.iter().zip(trips_of);
            services.filter(|(service, _)| service.runs_on(day)).map(|(_, trips)| trips).sum::<usize>()
        });
        let trips: Vec<usize> = trips.collect();
        (trips.iter().filter(|&&trips| trips > 0).count(), trips.iter().sum::<usize>())
    };
    let mut best = None;
    for day in days {
        let busy = busy(day);
        if busy.1 > 0 && best.is_none_or(|(most, _)| busy > most) {
            best = Some((busy, day));
        }
    }
    best.map(|(_, day)| day)
}

/// 7:00 to 9:00, or if nothing starts then, the two full hours with most departures, the earliest among
/// equals.
pub(crate) fn usual_window(feeds: &[&Feed], day: Date) -> (u32, u32) {
    const HOUR: u32 = 3600;
    let mut hours = [0_u64; 48];
    for feed in feeds {
        for trip in feed.trips.iter().filter(|trip| feed.services[trip.service as usize].runs_on(day)) {
            for (hour, count) in hours.iter_mut().enumerate() {
                let window = (hour as u32 * HOUR, (hour as u32 + 1) * HOUR);
                *count += departures(&trip.frequencies, feed.calls(trip), window).unwrap_or(0);
            }
        }
    }
    let within = |hour: usize| hours[hour] + hours[hour + 1];
    let best = match within(7) {
        0 => (0..hours.len() - 1).rev().max_by_key(|&hour| within(hour)).unwrap_or(7),
        _ => 7,
    };
    (best as u32 * HOUR, (best as u32 + 2) * HOUR)
}
