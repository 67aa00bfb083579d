//! A city that is open for planning.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use routewright_design::{InputNames, Inputs, ServiceOptions, line_rules, read_network};
use routewright_eval::OperatingPlan;
use routewright_eval::service::ServiceModel;
use routewright_model::{City, Direction, Network, NodeId, Route, Seconds};
use routewright_search::LineRules;

use crate::figures::Figures;
use crate::reach::{ReachTable, reach_table};
use crate::{PlannerError, Result};

/// Driving times out and back along the streets; `None` where no legal course exists.
type Driven = Option<[Vec<Seconds>; 2]>;

/// A city that is open for planning: its streets, riders, vehicles and today's network.
pub struct Town {
    id: String,
    source: String,
    inputs: Inputs,
    today: Option<Network>,
    model: ServiceModel,
    has_period: bool,
    rules: LineRules,
    cost_per_vehicle_hour: f64,
    /// Courses that were laid out before, by stops and direction.
    driven: Mutex<HashMap<(Vec<NodeId>, bool), Driven>>,
    today_figures: OnceLock<Arc<Figures>>,
    today_reach: OnceLock<Arc<ReachTable>>,
}

impl Town {
    /// Colours, with dashes, in which lines differ.
    pub const PALETTE: usize = 60;
    /// Courses that are remembered.
    const MOST_DRIVEN: usize = 20_000;

    /// Opens a city: a built-in name or a folder. `existing.json` and `fixed.json` in it are today's network and the lines
    /// that stay.
    ///
    /// # Errors
    /// A file is missing or wrong.
    pub fn open(id: &str, source: &str) -> Result<Self> {
        let file = |name: &str| Some(Path::new(source).join(name)).filter(|path| path.is_file());
        let (fixed, existing) = (file("fixed.json"), file("existing.json"));
        let inputs =
            Inputs::read(&InputNames { city: source, fixed: fixed.as_deref(), ..InputNames::default() })?;
        let today = existing.map(|path| read_network(&inputs.city, &path)).transpose()?;
        Ok(Self::new(id, source, inputs, today))
    }

    fn new(id: &str, source: &str, inputs: Inputs, today: Option<Network>) -> Self {
        let has_period = ServiceOptions::default().has_period(&inputs.city);
        Self {
            id: id.to_owned(),
            source: source.to_owned(),
            model: ServiceModel::for_city(&inputs.city),
            has_period,
            rules: line_rules(&inputs.city),
            cost_per_vehicle_hour: OperatingPlan::PUBLISHED_COST,
            inputs,
            today,
            driven: Mutex::default(),
            today_figures: OnceLock::new(),
            today_reach: OnceLock::new(),
        }
    }

    /// What it is called in the workspace.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its built-in name, or its folder.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The city itself.
    pub fn city(&self) -> &Arc<City> {
        &self.inputs.city
    }

    /// What was read: the course of streets, people and jobs, fixed lines.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Lines that stay, such as a metro.
    pub fn fixed(&self) -> &Network {
        &self.inputs.fixed
    }

    /// Today's network, where it is known.
    pub fn today(&self) -> Option<&Network> {
        self.today.as_ref()
    }

    /// How vehicles run and what riders mind.
    pub fn model(&self) -> &ServiceModel {
        &self.model
    }

    /// Whether it is known over how many hours trips are counted, so that loads mean something.
    pub fn has_period(&self) -> bool {
        self.has_period
    }

    /// What lines should look like.
    pub fn rules(&self) -> LineRules {
        self.rules
    }

    /// What a vehicle costs per hour.
    pub fn cost_per_vehicle_hour(&self) -> f64 {
        self.cost_per_vehicle_hour
    }

    /// The figures of today's network, computed once.
    pub fn today_figures(&self) -> Option<Arc<Figures>> {
        let today = self.today.as_ref()?;
        Some(self.today_figures.get_or_init(|| Arc::new(Figures::of(self, today))).clone())
    }

    /// How long trips take in today's network, computed once.
    pub fn today_reach(&self) -> Option<Arc<ReachTable>> {
        let today = self.today.as_ref()?;
        Some(self.today_reach.get_or_init(|| Arc::new(reach_table(self, today))).clone())
    }

    /// A line that follows the streets, with the driving times of its course where the streets are known.
    pub(crate) fn drawn(&self, name: &str, stops: Vec<NodeId>, direction: Direction) -> Result<Route> {
        let city = self.city();
        let route = Route::on_links(city, name, stops, direction)
            .map_err(|error| PlannerError::refused(error.to_string()))?;
        let key = (route.stops().to_vec(), direction == Direction::OneWay);
        let mut known = self.driven.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= Self::MOST_DRIVEN {
            known.clear();
        }
        let times = known.entry(key).or_insert_with(|| {
            let laid = self.inputs.ground.driven(&route)?;
            let mut ways = laid.patterns().into_iter().map(|way| way.legs);
            Some([ways.next().unwrap_or_default(), ways.next().unwrap_or_default()])
        });
        match (times, &self.inputs.ground.streets) {
            (Some([out, back]), Some(_)) => {
                Ok(route.clone().with_driving_times(out.clone(), back.clone()).unwrap_or(route))
            }
            _ => Ok(route),
        }
    }

    /// The same line with its ends exchanged.
    pub(crate) fn reversed(&self, route: &Route) -> Result<Route> {
        let frequency = route.frequency();
        let turned = if route.has_own_times() {
            let mut ways = route.patterns().into_iter();
            match (ways.next(), ways.next()) {
                (Some(out), Some(back)) => Route::with_timetable(self.city(), route.name(), back, Some(out)),
                _ => {
                    return Err(PlannerError::refused(
                        "a line that runs one way by a timetable cannot be reversed",
                    ));
                }
            }
            .map_err(|error| PlannerError::refused(error.to_string()))?
        } else {
            let stops: Vec<NodeId> = route.stops().iter().rev().copied().collect();
            if let Some(leg) = stops.windows(2).find(|leg| self.city().link_time(leg[0], leg[1]).is_none()) {
                let [from, to] = [leg[0], leg[1]].map(|node| self.city().node(node).label());
                return Err(PlannerError::refused(format!(
                    "no street leads directly from {from} to {to}, so that the way back is another"
                )));
            }
            self.drawn(route.name(), stops, route.direction())?
        };
        Ok(turned.with_frequency(frequency))
    }
}
