//! The front by the paper's costs: riders' time against route minutes.

use routewright_eval::{Figures, is_same_cost};
use routewright_io::network_to_json;
use routewright_model::{Network, Problem};
use routewright_report::{FrontPick, FrontRow, csv_text, network_map};
use routewright_search::{RouteSet, Trade, closest_to_ideal, knee};
use serde_json::{Value, json};

use super::files::network_file;
use super::in_parallel;
use super::outcome::Pick;
use crate::{Error, Result, score, stop_names};

/// Rows of the table for people; the files hold all networks.
const MOST_ROWS: usize = 14;

/// What the network of today is called.
const TODAY: &str = "today";

/// A network of the front.
pub struct FrontPoint {
    /// The network.
    pub network: Network,
    /// What it costs, by the reference.
    pub figures: Figures,
}

impl FrontPoint {
    /// Mean trip (C_p) and route time (C_o), minutes.
    pub fn costs(&self) -> [f64; 2] {
        [self.figures.passenger_minutes, self.figures.route_minutes]
    }
}

/// The networks of a front, the best for riders first.
pub(super) struct PaperFound {
    pub points: Vec<FrontPoint>,
    pub picks: Vec<Pick>,
    /// The network the search started from, as it is.
    pub today: Option<Figures>,
    weights: [f64; 2],
}

impl PaperFound {
    /// Scores every network again, apart from the search, and picks compromises.
    ///
    /// # Errors
    /// A network does not cost what the search says.
    pub fn new(
        problem: &Problem,
        today: Option<&Network>,
        weights: [f64; 2],
        found: &[(Trade, RouteSet)],
        threads: usize,
    ) -> Result<Self> {
        let points = undominated(in_parallel(found, threads, |found| scored(problem, found))?);
        let costs: Vec<[f64; 2]> = points.iter().map(FrontPoint::costs).collect();
        let named = [("knee", knee(&costs)), ("topsis", closest_to_ideal(&costs, weights))];
        let picks =
            named.into_iter().filter_map(|(name, point)| Some(Pick { name, point: point? })).collect();
        Ok(Self { points, picks, today: today.map(|today| score(problem, today)), weights })
    }

    /// The points as JSON.
    pub fn points_json(&self, problem: &Problem) -> Vec<Value> {
        let point = |point: &FrontPoint| {
            let [d0, d1, d2, dun] = point.figures.transfer_percent;
            json!({
                "cp_min": point.figures.passenger_minutes,
                "co_min": point.figures.route_minutes,
                "co_two_way_min": point.figures.driven_minutes,
                "d0": d0,
                "d1": d1,
                "d2": d2,
                "dun": dun,
                "network": stop_names(&problem.city, &point.network),
            })
        };
        self.points.iter().map(point).collect()
    }

    /// A pick as JSON.
    pub fn pick_json(&self, pick: &Pick) -> Value {
        let [passenger, routes] = self.points[pick.point].costs();
        json!({ "point": pick.point, "cp_min": passenger, "co_min": routes })
    }

    /// For people: the picks, and of the others as many as fit a screen.
    pub fn table(&self, city: &str) -> String {
        let count = self.points.len();
        let mut text = format!("{city}: {count} Pareto-optimal networks\n");
        text.push_str("  network       mean trip (C_p)   route time (C_o)  direct trips\n");
        let step = count.div_ceil(MOST_ROWS).max(1);
        for (at, point) in self.points.iter().enumerate() {
            let picks = self.picks.iter().filter(|pick| pick.point == at);
            let picks: Vec<String> = picks.map(|pick| pick.title(self.weights)).collect();
            if !at.is_multiple_of(step) && at + 1 != count && picks.is_empty() {
                continue;
            }
            let [passenger, routes] = point.costs();
            let mark = if picks.is_empty() { String::new() } else { format!("  <- {}", picks.join(", ")) };
            text.push_str(&format!(
                "  {:<12}  {passenger:>11.3} min  {routes:>13.0} min  {:>10.1} %{mark}\n",
                network_file(at),
                point.figures.transfer_percent[0]
            ));
        }
        if let Some(today) = &self.today {
            text.push_str(&format!(
                "  {TODAY:<12}  {:>11.3} min  {:>13.0} min  {:>10.1} %\n",
                today.passenger_minutes, today.route_minutes, today.transfer_percent[0]
            ));
        }
        text
    }

    /// All figures, a line per network.
    pub fn csv(&self) -> String {
        let head = ["network", "cp_min", "co_min", "d0", "d1", "d2", "dun"].map(str::to_owned);
        let rows = self.points.iter().enumerate().map(|(at, point)| {
            let figures = &point.figures;
            let [d0, d1, d2, dun] = figures.transfer_percent.map(|percent| format!("{percent:.4}"));
            let [cp, co] =
                [figures.passenger_minutes, figures.route_minutes].map(|minutes| minutes.to_string());
            [format!("{}.json", network_file(at)), cp, co, d0, d1, d2, dun]
        });
        csv_text(std::iter::once(head).chain(rows))
    }

    /// The figures of today's network.
    pub fn today_json(&self) -> Option<Value> {
        self.today.as_ref().map(|today| {
            json!({
                "cp_min": today.passenger_minutes,
                "co_min": today.route_minutes,
                "d0": today.transfer_percent[0],
                "unserved_pairs": today.unserved_pairs,
            })
        })
    }

    /// Today's network as the page shows it; not where nobody can travel.
    pub fn today_row(&self) -> Option<FrontRow> {
        let today = self.today.as_ref().filter(|today| today.passenger_minutes.is_finite())?;
        Some(FrontRow {
            riders: today.passenger_minutes,
            operator: today.route_minutes,
            share_percent: today.transfer_percent[0],
            overloaded_legs: 0,
            file: match today.unserved_pairs {
                0 => TODAY.to_owned(),
                pairs => format!("{TODAY}, {pairs} pairs unserved"),
            },
        })
    }

    /// The points as the page shows them.
    pub fn rows(&self) -> Vec<FrontRow> {
        let row = |(at, point): (usize, &FrontPoint)| FrontRow {
            riders: point.figures.passenger_minutes,
            operator: point.figures.route_minutes,
            share_percent: point.figures.transfer_percent[0],
            overloaded_legs: 0,
            file: network_file(at),
        };
        self.points.iter().enumerate().map(row).collect()
    }

    /// The picks with their maps.
    pub fn page_picks(&self, problem: &Problem) -> Vec<FrontPick> {
        let pick = |pick: &Pick| {
            let point = &self.points[pick.point];
            FrontPick {
                name: pick.title(self.weights),
                row: pick.point,
                map: network_map(problem, &point.network, &point.figures),
            }
        };
        self.picks.iter().map(pick).collect()
    }
}

fn scored(problem: &Problem, (trade, routes): &(Trade, RouteSet)) -> Result<FrontPoint> {
    let network = routes.to_network(&problem.city);
    let figures = score(problem, &network);
    let [claimed, actual] = [trade.passenger_minutes, figures.passenger_minutes];
    if is_same_cost(&problem.city, claimed, actual) && figures.violations.is_empty() {
        return Ok(FrontPoint { network, figures });
    }
    Err(Error::Bug(format!(
        "the search says that a network meets all constraints at a mean trip of {claimed}, but it is {actual} with {} \
         violations:\n{}",
        figures.violations.len(),
        network_to_json(&problem.city, &network)
    )))
}

/// The best for riders first. Where streets differ by direction, the search weighs the time in all directions
/// and reports are of one: a network may turn out to be dominated.
fn undominated(mut points: Vec<FrontPoint>) -> Vec<FrontPoint> {
    points.sort_by(|a, b| {
        let (a, b) = (a.costs(), b.costs());
        a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
    });
    let mut least = f64::INFINITY;
    points.retain(|point| {
        let routes = point.costs()[1];
        let is_less = routes < least;
        least = least.min(routes);
        is_less
    });
    points
}
