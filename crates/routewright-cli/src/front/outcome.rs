//! What a run found: scored anew, compromises picked, put into words.

use anyhow::ensure;
use routewright::Network;
use routewright::eval::{Figures, is_same_cost};
use routewright::io::network_to_json;
use routewright::search::{Plan, Trade, closest_to_ideal, knee};
use serde_json::{Value, json};

use super::files::network_file;
use super::session::Session;
use crate::design::outcome::{score, stop_names};

/// Rows of the table for people; the files hold all networks.
const MOST_ROWS: usize = 14;

/// A network of the front.
pub struct Point {
    pub network: Network,
    pub figures: Figures,
}

impl Point {
    fn costs(&self) -> [f64; 2] {
        [self.figures.passenger_minutes, self.figures.route_minutes]
    }
}

/// A compromise.
pub struct Pick {
    /// As scripts know it.
    pub name: &'static str,
    /// Which point.
    pub point: usize,
}

impl Pick {
    /// For people.
    pub fn title(&self, [riders, operator]: [f64; 2]) -> String {
        match self.name {
            "topsis" => format!("TOPSIS, weights {riders}:{operator}"),
            name => name.to_owned(),
        }
    }
}

/// The front of a run and how it came about.
pub struct Outcome<'run> {
    pub session: &'run Session,
    /// The best for riders first.
    pub points: Vec<Point>,
    pub picks: Vec<Pick>,
    pub seconds: f64,
    pub evaluations: u64,
    pub is_interrupted: bool,
}

impl<'run> Outcome<'run> {
    /// Scores every network anew, apart from the search, and picks compromises.
    ///
    /// # Errors
    /// A network is not what the search says.
    pub fn new(session: &'run Session, found: &[(Trade, Plan)], seconds: f64) -> anyhow::Result<Self> {
        let share = found.len().div_ceil(session.threads).max(1);
        let scored = std::thread::scope(|scope| {
            let parts: Vec<_> =
                found.chunks(share).map(|part| scope.spawn(move || scored(session, part))).collect();
            let joined = parts.into_iter().map(|part| part.join().expect("scoring does not panic"));
            joined.collect::<anyhow::Result<Vec<_>>>()
        })?;
        let points = undominated(scored.into_iter().flatten().collect());
        let costs: Vec<[f64; 2]> = points.iter().map(Point::costs).collect();
        let named = [("knee", knee(&costs)), ("topsis", closest_to_ideal(&costs, session.weights))];
        let picks =
            named.into_iter().filter_map(|(name, point)| Some(Pick { name, point: point? })).collect();
        Ok(Self { session, points, picks, seconds, evaluations: 0, is_interrupted: false })
    }

    /// The object that `--json` prints and `front.json` holds.
    pub fn summary(&self) -> Value {
        let Session { problem, seed, weights, folder, .. } = self.session;
        let (city, limits) = (&problem.city, problem.limits);
        let point = |point: &Point| {
            let [d0, d1, d2, dun] = point.figures.transfer_percent;
            json!({
                "cp_min": point.figures.passenger_minutes,
                "co_min": point.figures.route_minutes,
                "co_two_way_min": point.figures.driven_minutes,
                "d0": d0,
                "d1": d1,
                "d2": d2,
                "dun": dun,
                "network": stop_names(city, &point.network),
            })
        };
        let pick = |pick: &Pick| {
            let [passenger, routes] = self.points[pick.point].costs();
            (pick.name.to_owned(), json!({ "point": pick.point, "cp_min": passenger, "co_min": routes }))
        };
        let mut summary = json!({
            "city": city.name(),
            "method": "front",
            "routes": limits.routes(),
            "min_stops": limits.min_stops(),
            "max_stops": limits.max_stops(),
            "seed": seed,
            "seconds": self.seconds,
            "evaluations": self.evaluations,
            "interrupted": self.is_interrupted,
            "cp_lower_bound_min": city.mean_drive_minutes(),
            "weights": weights,
            "picks": self.picks.iter().map(pick).collect::<serde_json::Map<_, _>>(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        });
        if let Some(folder) = folder {
            summary["out"] = json!(folder.path());
        }
        summary
    }

    /// For people: the picks, and of the others as many as fit a screen.
    pub fn table(&self) -> String {
        let Session { problem, weights, .. } = self.session;
        let count = self.points.len();
        let mut text =
            format!("{}: {count} networks, none as good as another for both\n", problem.city.name());
        text.push_str("  network       mean trip (C_p)  operating cost (C_o)  direct trips\n");
        let step = count.div_ceil(MOST_ROWS).max(1);
        for (at, point) in self.points.iter().enumerate() {
            let picks: Vec<String> =
                self.picks.iter().filter(|pick| pick.point == at).map(|pick| pick.title(*weights)).collect();
            if !at.is_multiple_of(step) && at + 1 != count && picks.is_empty() {
                continue;
            }
            let [passenger, routes] = point.costs();
            let mark = if picks.is_empty() { String::new() } else { format!("  <- {}", picks.join(", ")) };
            text.push_str(&format!(
                "  {:<12}  {passenger:>11.3} min  {routes:>16.0} min  {:>10.1} %{mark}\n",
                network_file(at),
                point.figures.transfer_percent[0]
            ));
        }
        text
    }
}

fn scored(session: &Session, found: &[(Trade, Plan)]) -> anyhow::Result<Vec<Point>> {
    let problem = &session.problem;
    let point = |(trade, plan): &(Trade, Plan)| {
        let network = plan.to_network(&problem.city);
        let figures = score(problem, &network);
        let [claimed, actual] = [trade.passenger_minutes, figures.passenger_minutes];
        ensure!(
            is_same_cost(&problem.city, claimed, actual) && figures.violations.is_empty(),
            "the search says that a network keeps all constraints at a mean trip of {claimed}, but it is {actual} with \
             {} violations: this is a fault of the program, please report it with the command\n{}",
            figures.violations.len(),
            network_to_json(&problem.city, &network)
        );
        Ok(Point { network, figures })
    };
    found.iter().map(point).collect()
}

/// The best for riders first. Where streets differ by direction, the search weighs the time in all directions and
/// reports are of one: a network may turn out to be of no use beside another.
fn undominated(mut points: Vec<Point>) -> Vec<Point> {
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
