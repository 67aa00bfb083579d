//! All lines of a feed: those of a plan, and those of today that stay as they are.

use std::collections::BTreeSet;

use routewright_model::Route;

use super::line::{FeedLine, Ids, Places};
use super::planned::{Planned, headway};
use super::tables::Tables;
use super::today::{basic_kind, colour, today_line, whole_line};
use super::{FeedContent, FeedOptions};
use crate::{Course, LineAgency};

const BUS: u16 = 3;
/// Distinguishable on light and dark maps; repeated where there are more routes.
const COLOURS: [&str; 12] = [
    "1B6CA8", "D1495B", "2E933C", "B56F0F", "7B4FA3", "00868B", "B5446E", "6B7A0F", "4A5FC1", "A65E2E",
    "C72C9C", "3F8F6B",
];
const FIXED_COLOUR: &str = "555555";

/// What the tables of a feed are made of.
pub(super) fn tables<'feed>(content: &FeedContent<'feed>, options: &'feed FeedOptions) -> Tables<'feed> {
    let FeedContent { city, network, fixed, .. } = *content;
    let mut feed = Assembly {
        content,
        options,
        agencies: vec![LineAgency {
            name: options.agency_name.clone(),
            url: Some(options.agency_url.clone()),
            ..LineAgency::default()
        }],
        ids: Ids::default(),
        places: Places::new(city),
        lines: Vec::new(),
    };
    for (at, route) in network.routes.iter().enumerate() {
        let laid = content.courses.and_then(|courses| courses.get(at)?.as_ref());
        let usual = COLOURS[at % COLOURS.len()];
        let colour = content.colours.get(at).cloned().unwrap_or_else(|| usual.to_owned());
        feed.add(&Planned { route, agency: 0, kind: BUS, colour, course: Course::Streets, laid });
    }
    for route in &fixed.routes {
        // A fixed line that somebody changed still looks like itself.
        let line = content.lines.iter().find(|line| line.name == route.name());
        let agency = line.map_or(0, |line| feed.agency(&line.agency));
        let kind = line.map_or(options.fixed_route_type, |line| basic_kind(line.kind));
        let colour = line.map_or(FIXED_COLOUR, colour).to_owned();
        feed.add(&Planned { route, agency, kind, colour, course: Course::Straight, laid: None });
    }
    feed.tables()
}

struct Assembly<'content, 'feed> {
    content: &'content FeedContent<'feed>,
    options: &'feed FeedOptions,
    agencies: Vec<LineAgency>,
    ids: Ids,
    places: Places<'feed>,
    lines: Vec<FeedLine>,
}

impl<'feed> Assembly<'_, 'feed> {
    /// Adds a route: whole if it is one of today's lines, else as it is.
    fn add(&mut self, planned: &Planned<'_>) {
        let FeedContent { city, link_shapes, lines, .. } = *self.content;
        let route: &Route = planned.route;
        let line = match whole_line(city, route, lines) {
            Some(line) => {
                let agency = self.agency(&line.agency);
                let (headway, ids) = (headway(route, self.options), (&mut self.ids, &mut self.places));
                today_line(line, (route, headway), self.options, ids, agency)
            }
            None => planned.line(link_shapes, self.options, &mut self.ids, &mut self.places, city),
        };
        self.lines.push(line);
    }

    /// The place of an agency in the list. One without a name is the plan's.
    fn agency(&mut self, agency: &LineAgency) -> usize {
        let name = agency.name.trim();
        if name.is_empty() {
            return 0;
        }
        let known = self.agencies.iter().position(|known| known.name == name);
        known.unwrap_or_else(|| {
            self.agencies.push(LineAgency { name: name.to_owned(), ..agency.clone() });
            self.agencies.len() - 1
        })
    }

    /// Without agencies that run nothing.
    fn tables(mut self) -> Tables<'feed> {
        let used: BTreeSet<usize> = self.lines.iter().map(|line| line.agency).collect();
        if !used.is_empty() {
            let place = |agency: usize| used.iter().take_while(|used| **used < agency).count();
            self.lines.iter_mut().for_each(|line| line.agency = place(line.agency));
            self.agencies = used.iter().map(|&at| self.agencies[at].clone()).collect();
        }
        Tables { options: self.options, agencies: self.agencies, places: self.places.list, lines: self.lines }
    }
}
