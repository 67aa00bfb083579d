//! Networks as GTFS feeds.

use std::path::Path;
use std::time::SystemTime;

use routewright_io::{
    CityDetails, Date, FeedContent, FeedError, FeedOptions, gtfs_feed, last_day_of_year, utc_date,
    write_gtfs_feed,
};
use routewright_model::{City, Headways, Network, Seconds};

use crate::{Error, Result};

/// How a network is written as a feed.
#[derive(Clone, Debug)]
pub struct GtfsOptions {
    /// Who runs the network.
    pub agency_name: String,
    /// Their web page.
    pub agency_url: String,
    /// Time zone of the feed, such as `America/Sao_Paulo`.
    pub timezone: String,
    /// Language of names, such as `en`.
    pub language: String,
    /// First day of service; today by default.
    pub first_day: Option<Date>,
    /// Last day of service; by default service lasts a year.
    pub last_day: Option<Date>,
    /// When the first vehicle leaves, after midnight.
    pub start_time: Seconds,
    /// When the last vehicle leaves, after midnight; may lie beyond 24 hours.
    pub end_time: Seconds,
    /// Minutes between vehicles.
    pub headways: Headways,
    /// Kind of vehicle on the fixed routes: 0 tram, 1 metro, 2 rail, 3 bus.
    pub fixed_route_type: u16,
}

impl Default for GtfsOptions {
    /// Daily service for a year from today, from 6:00 to 23:00, every 15 minutes.
    fn default() -> Self {
        Self {
            agency_name: "Routewright".into(),
            agency_url: "https://example.org".into(),
            timezone: "Etc/UTC".into(),
            language: "en".into(),
            first_day: None,
            last_day: None,
            start_time: Seconds(6 * 3600),
            end_time: Seconds(23 * 3600),
            headways: Headways::default(),
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

    fn feed_options(&self) -> Result<FeedOptions> {
        for (option, text) in [("--agency-name", &self.agency_name), ("--agency-url", &self.agency_url)] {
            if text.trim().is_empty() {
                return Err(Error::Settings(format!("{option} must not be empty")));
            }
        }
        if !is_timezone(&self.timezone) {
            return Err(Error::settings(
                format!("--timezone '{}' is not a name of the tz database", self.timezone),
                "write area and place, such as America/Sao_Paulo",
            ));
        }
        Ok(FeedOptions {
            agency_name: self.agency_name.clone(),
            agency_url: self.agency_url.clone(),
            timezone: self.timezone.clone(),
            language: self.language.clone(),
            days: self.days(),
            service: (self.start_time, self.end_time),
            headways: self.headways.clone(),
            fixed_route_type: self.fixed_route_type,
        })
    }
}

/// Writes a network as a GTFS feed: one file if the name ends in `.zip`, else a folder.
///
/// # Errors
/// An option is wrong, or the disk refuses.
pub fn write_gtfs(
    path: &Path,
    city: &City,
    network: &Network,
    fixed: &Network,
    details: &CityDetails,
    options: &GtfsOptions,
) -> Result<()> {
    let content = FeedContent { city, network, fixed, link_shapes: &details.link_shapes };
    let tables = gtfs_feed(&content, &options.feed_options()?).map_err(|error| match error {
        FeedError::EndsBeforeStart { .. } => Error::settings(error, "change --end-time"),
        FeedError::LastDayFirst { .. } => Error::settings(error, "change --last-day"),
        error => Error::Feed(error),
    })?;
    Ok(write_gtfs_feed(path, &tables)?)
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
