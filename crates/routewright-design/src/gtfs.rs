//! Networks as GTFS feeds.

use std::path::Path;
use std::time::SystemTime;

use routewright_eval::service::ServiceModel;
use routewright_io::{
    Date, FeedContent, FeedError, FeedOptions, FeedPeriods, TextFile, TodayLine, TodayLines, Weekdays,
    gtfs_feed, last_day_of_year, parse_lines, utc_date, write_gtfs_feed,
};
use routewright_model::{Headways, Seconds};

use crate::{Error, Result};

/// How a network is written as a feed.
#[derive(Clone, Debug)]
pub struct GtfsOptions {
    /// Who runs the network.
    pub agency_name: String,
    /// Their web page.
    pub agency_url: String,
    /// Whom to ask about the feed: an e-mail address or a web page; the agency's page by default.
    pub contact: Option<String>,
    /// Time zone of the feed, such as `America/Sao_Paulo`; by default that of today's lines, else UTC.
    pub timezone: Option<String>,
    /// Language of names, such as `en`; by default that of today's lines, else English.
    pub language: Option<String>,
    /// First day of service; today by default.
    pub first_day: Option<Date>,
    /// Last day of service; by default service lasts a year.
    pub last_day: Option<Date>,
    /// Days of the week with service.
    pub weekdays: Weekdays,
    /// When the first vehicle leaves, after midnight.
    pub start_time: Seconds,
    /// When the last vehicle leaves, after midnight; may lie beyond 24 hours.
    pub end_time: Seconds,
    /// Periods of the day in which vehicles run more or less often; one from `start_time` to `end_time` by default.
    pub periods: Option<FeedPeriods>,
    /// Minutes between vehicles.
    pub headways: Headways,
    /// Time at every stop of routes without a timetable of their own; the city's by default.
    pub dwell: Option<Seconds>,
    /// Rest of a vehicle at each end of a route; the city's by default.
    pub layover: Option<Seconds>,
    /// Kind of vehicle on fixed routes that are not among today's lines: 0 tram, 1 metro, 2 rail, 3 bus.
    pub fixed_route_type: u16,
}

impl Default for GtfsOptions {
    /// Daily service for a year from today, from 6:00 to 23:00, every 15 minutes.
    fn default() -> Self {
        Self {
            agency_name: "Routewright".into(),
            agency_url: "https://example.org".into(),
            contact: None,
            timezone: None,
            language: None,
            first_day: None,
            last_day: None,
            weekdays: Weekdays::DAILY,
            start_time: Seconds(6 * 3600),
            end_time: Seconds(23 * 3600),
            periods: None,
            headways: Headways::default(),
            dwell: None,
            layover: None,
            fixed_route_type: 1,
        }
    }
}

impl GtfsOptions {
    /// First and last day of service.
    pub fn days(&self) -> (Date, Date) {
        let first = self.first_day.unwrap_or_else(|| utc_date(SystemTime::now()));
        (first, self.last_day.unwrap_or_else(|| last_day_of_year(first)))
    }

    fn feed_options(&self, content: &FeedContent<'_>) -> Result<FeedOptions> {
        for (option, text) in [("--agency-name", &self.agency_name), ("--agency-url", &self.agency_url)] {
            if text.trim().is_empty() {
                return Err(Error::Settings(format!("{option} must not be empty")));
            }
        }
        let timezone =
            self.timezone.clone().or_else(|| first(content.lines, |line| line.agency.timezone.as_ref()));
        let timezone = timezone.unwrap_or_else(|| "Etc/UTC".into());
        if !is_timezone(&timezone) {
            return Err(Error::settings(
                format!("--timezone '{timezone}' is not a name of the tz database"),
                "write area and place, such as America/Sao_Paulo",
            ));
        }
        let language =
            self.language.clone().or_else(|| first(content.lines, |line| line.agency.lang.as_ref()));
        let periods = match &self.periods {
            Some(periods) => periods.clone(),
            None => FeedPeriods::all_day(self.start_time, self.end_time)
                .map_err(|error| Error::settings(error, "change --end-time"))?,
        };
        let model = ServiceModel::for_city(content.city);
        Ok(FeedOptions {
            agency_name: self.agency_name.clone(),
            agency_url: self.agency_url.clone(),
            contact: self.contact.clone(),
            timezone,
            language: language.unwrap_or_else(|| "en".into()),
            days: self.days(),
            weekdays: self.weekdays,
            periods,
            headways: self.headways.clone(),
            dwell: self.dwell.unwrap_or(model.dwell),
            layover: self.layover.unwrap_or(model.layover),
            fixed_route_type: self.fixed_route_type,
        })
    }
}

/// Writes a network as a GTFS feed: one file if the name ends in `.zip`, else a folder.
///
/// # Errors
/// An option is wrong, or the disk refuses.
pub fn write_gtfs(path: &Path, content: &FeedContent<'_>, options: &GtfsOptions) -> Result<()> {
    let tables = gtfs_feed(content, &options.feed_options(content)?).map_err(|error| match error {
        FeedError::LastDayFirst { .. } => Error::settings(error, "change --last-day"),
        error => Error::Feed(error),
    })?;
    Ok(write_gtfs_feed(path, &tables)?)
}

/// Today's lines whole, where the folder of a city has them (`lines.json`).
///
/// # Errors
/// The file is wrong.
pub fn read_today_lines(city: &str) -> Result<TodayLines> {
    let path = Path::new(city).join("lines.json");
    match Path::new(city).is_dir() && path.is_file() {
        true => Ok(parse_lines(&TextFile::read(&path)?)?),
        false => Ok(TodayLines::default()),
    }
}

/// The first text that one of the lines has.
fn first(lines: &[TodayLine], text: impl Fn(&TodayLine) -> Option<&String>) -> Option<String> {
    lines.iter().filter_map(text).find(|text| !text.trim().is_empty()).cloned()
}

/// Whether the name has the form of a place in the tz database, as feeds need it. Abbreviations do not.
fn is_timezone(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic())
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "_+-".contains(letter))
    };
    name == "UTC" || (name.contains('/') && name.split('/').all(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_zones_are_names_of_places() {
        for right in ["UTC", "Etc/UTC", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Etc/GMT+3"] {
            assert!(is_timezone(right), "{right}");
        }
        for wrong in ["", "CET", "America/", "/Paris", "Europe/ Paris", "UTC+3"] {
            assert!(!is_timezone(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_year_of_service_is_the_default() {
        let first = routewright_io::parse_date("2026-03-01").unwrap();
        let options = GtfsOptions { first_day: Some(first), ..GtfsOptions::default() };
        assert_eq!(options.days().1, routewright_io::parse_date("2027-02-28").unwrap());
    }
}
