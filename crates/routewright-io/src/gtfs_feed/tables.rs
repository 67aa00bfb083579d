//! The tables of a feed.

use super::line::{FeedLine, Place};
use super::names::{fitting_names, text_colour};
use super::periods::clock;
use super::{FeedOptions, FeedTable};
use crate::LineAgency;
use crate::date::compact_date;
use routewright_model::{Position, Seconds};

const SERVICE: &str = "service";

/// What a feed is made of, ready to be written.
pub(super) struct Tables<'feed> {
    pub(super) options: &'feed FeedOptions,
    pub(super) agencies: Vec<LineAgency>,
    pub(super) places: Vec<Place>,
    pub(super) lines: Vec<FeedLine>,
}

impl Tables<'_> {
    /// All files.
    pub(super) fn all(&self) -> Vec<FeedTable> {
        vec![
            self.agency(),
            self.stops(),
            self.routes(),
            self.trips(),
            self.stop_times(),
            self.shapes(),
            self.frequencies(),
            self.calendar(),
            self.feed_info(),
        ]
    }

    /// All agencies keep the clock and the language of the feed: the format allows one time zone.
    fn agency(&self) -> FeedTable {
        let FeedOptions { agency_url, timezone, language, .. } = self.options;
        let mut rows =
            Rows::new(["agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang"]);
        for (at, agency) in self.agencies.iter().enumerate() {
            let url = agency.url.as_deref().filter(|url| super::is_web_address(url)).unwrap_or(agency_url);
            rows.add([&agency_id(at), &agency.name, url, timezone, language]);
        }
        rows.table("agency.txt")
    }

    fn stops(&self) -> FeedTable {
        let mut rows = Rows::new(["stop_id", "stop_name", "stop_lat", "stop_lon"]);
        for Place { id, name, position } in &self.places {
            let [lat, lon] = degrees(*position);
            rows.add([id, name, &lat, &lon]);
        }
        rows.table("stops.txt")
    }

    fn routes(&self) -> FeedTable {
        let header = [
            "route_id",
            "agency_id",
            "route_short_name",
            "route_long_name",
            "route_type",
            "route_color",
            "route_text_color",
        ];
        let mut rows = Rows::new(header);
        for line in &self.lines {
            let [short, long] = fitting_names(&line.short_name, &line.long_name);
            let (agency, kind) = (agency_id(line.agency), line.kind.to_string());
            rows.add([&line.id, &agency, &short, &long, &kind, &line.colour, text_colour(&line.colour)]);
        }
        rows.table("routes.txt")
    }

    fn trips(&self) -> FeedTable {
        let header = ["route_id", "service_id", "trip_id", "trip_headsign", "direction_id", "shape_id"];
        let mut rows = Rows::new(header);
        for line in &self.lines {
            for trip in &line.trips {
                let direction = trip.direction.to_string();
                rows.add([&line.id, SERVICE, &trip.id, &trip.headsign, &direction, &trip.id]);
            }
        }
        rows.table("trips.txt")
    }

    /// The first vehicle's times; the others follow by their headway.
    fn stop_times(&self) -> FeedTable {
        let header = [
            "trip_id",
            "arrival_time",
            "departure_time",
            "stop_id",
            "stop_sequence",
            "shape_dist_traveled",
            "timepoint",
        ];
        let mut rows = Rows::new(header);
        for trip in self.lines.iter().flat_map(|line| &line.trips) {
            let start = trip.runs.first().map_or(Seconds(0), |run| run.start);
            for (at, call) in trip.calls.iter().enumerate() {
                let [arrival, departure] = [call.arrival, call.departure].map(|time| clock(start + time));
                let (stop, sequence) = (&self.places[call.place].id, (at + 1).to_string());
                // Vehicles that leave by headway keep their times about, not to the second.
                let covered = distance(trip.shape.stops[at]);
                rows.add([&trip.id, &arrival, &departure, stop, &sequence, &covered, "0"]);
            }
        }
        rows.table("stop_times.txt")
    }

    fn shapes(&self) -> FeedTable {
        let header = ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled"];
        let mut rows = Rows::new(header);
        for trip in self.lines.iter().flat_map(|line| &line.trips) {
            for (at, &(point, covered)) in trip.shape.points.iter().enumerate() {
                let [lat, lon] = degrees(point);
                rows.add([&trip.id, &lat, &lon, &(at + 1).to_string(), &distance(covered)]);
            }
        }
        rows.table("shapes.txt")
    }

    fn frequencies(&self) -> FeedTable {
        let mut rows = Rows::new(["trip_id", "start_time", "end_time", "headway_secs", "exact_times"]);
        for trip in self.lines.iter().flat_map(|line| &line.trips) {
            for run in &trip.runs {
                rows.add([&trip.id, &clock(run.start), &clock(run.end), &run.headway.0.to_string(), "0"]);
            }
        }
        rows.table("frequencies.txt")
    }

    fn calendar(&self) -> FeedTable {
        let header = [
            "service_id",
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
            "start_date",
            "end_date",
        ];
        let mut rows = Rows::new(header);
        let (first, last) = (compact_date(self.options.days.0), compact_date(self.options.days.1));
        let [monday, tuesday, wednesday, thursday, friday, saturday, sunday] =
            self.options.weekdays.0.map(|runs| if runs { "1" } else { "0" });
        rows.add([SERVICE, monday, tuesday, wednesday, thursday, friday, saturday, sunday, &first, &last]);
        rows.table("calendar.txt")
    }

    /// Without a contact, the agency's page is one.
    fn feed_info(&self) -> FeedTable {
        let FeedOptions { agency_name, agency_url, language, days, contact, .. } = self.options;
        let header = [
            "feed_publisher_name",
            "feed_publisher_url",
            "feed_lang",
            "feed_start_date",
            "feed_end_date",
            "feed_version",
            "feed_contact_email",
            "feed_contact_url",
        ];
        let mut rows = Rows::new(header);
        let (first, last) = (compact_date(days.0), compact_date(days.1));
        let version = concat!("routewright ", env!("CARGO_PKG_VERSION"));
        let contact = contact.as_deref().unwrap_or(agency_url);
        let [email, url] = if super::is_web_address(contact) { ["", contact] } else { [contact, ""] };
        rows.add([agency_name, agency_url, language, &first, &last, version, email, url]);
        rows.table("feed_info.txt")
    }
}

fn agency_id(at: usize) -> String {
    if at == 0 { "agency".into() } else { format!("agency-{}", at + 1) }
}

/// Latitude and longitude to about a centimetre.
fn degrees(point: Position) -> [String; 2] {
    [point.y, point.x].map(|degrees| format!("{degrees:.7}"))
}

fn distance(metres: f64) -> String {
    format!("{metres:.1}")
}

/// Rows of a table under their header.
struct Rows(csv::Writer<Vec<u8>>);

impl Rows {
    fn new<const N: usize>(header: [&str; N]) -> Self {
        let mut rows = Self(csv::Writer::from_writer(Vec::new()));
        rows.add(header);
        rows
    }

    fn add<const N: usize>(&mut self, row: [&str; N]) {
        self.0.write_record(row).expect("memory takes rows of one length");
    }

    fn table(self, name: &'static str) -> FeedTable {
        let bytes = self.0.into_inner().expect("memory takes all rows");
        FeedTable { name, text: String::from_utf8(bytes).expect("rows are text") }
    }
}
