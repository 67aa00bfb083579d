//! `Episodes`: construction episodes side by side, as arrays.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use routewright::Problem;
use routewright::design::Choice;
use routewright::env::{ConstructionOptions, Decision, Extension};
use routewright::model::{Alpha, NodeId};
use routewright::policy::{self, ConstructionEpisode};
use routewright::train::{EpisodeBatch, EpisodeSource, TrainConfig};

use crate::convert::{block, matrix, options};
use crate::errors::{Fault, Outcome};
use crate::observation::Observation;
use crate::problem;

/// Construction episodes side by side.
#[pyclass(frozen, module = "routewright._native")]
pub struct Episodes {
    batch: Mutex<EpisodeBatch>,
    count: usize,
    nodes: usize,
}

impl Episodes {
    fn with<R>(&self, work: impl FnOnce(&mut EpisodeBatch) -> R) -> R {
        work(&mut self.batch.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn look<R>(&self, place: usize, look: impl FnOnce(&ConstructionEpisode) -> R) -> Outcome<R> {
        let missing = || Fault::Settings(format!("there is no environment {place}"));
        self.with(|batch| batch.episodes().nth(place).map(look)).ok_or_else(missing)
    }
}

/// A place for everything that is seen of one episode.
struct Room<'a> {
    nodes: &'a mut [f32],
    edges: &'a mut [f32],
    state: &'a mut [f32],
    route: &'a mut [i8],
    decision: &'a mut i64,
    mask: &'a mut [i8],
}

#[pymethods]
impl Episodes {
    /// Of a problem, or, without one, of synthetic cities with these training settings.
    #[new]
    #[pyo3(signature = (count, seed, *, problem=None, synthetic="{}", alpha=None, extension="neighbour",
                        cover_demand=false))]
    fn new(
        count: usize,
        seed: u64,
        problem: Option<&problem::Problem>,
        synthetic: &str,
        alpha: Option<f64>,
        extension: &str,
        cover_demand: bool,
    ) -> Outcome<Self> {
        let extension = Extension::named(extension).ok_or_else(|| {
            let names: Vec<&str> = Extension::ALL.iter().map(|choice| choice.name()).collect();
            Fault::settings(
                format!("no extension is called {extension}"),
                format!("there are {}", names.join(", ")),
            )
        })?;
        let source = match problem {
            Some(problem) => EpisodeSource::Fixed(Box::new(problem.posed()?)),
            None => {
                let config: TrainConfig = options(synthetic)?;
                EpisodeSource::synthetic(config, alpha.map(Alpha::new).transpose()?)?
            }
        };
        let construction = ConstructionOptions { extension, cover_demand, distinct: false };
        let nodes = source.node_count();
        Ok(Self { batch: Mutex::new(EpisodeBatch::new(source, construction, count, seed)), count, nodes })
    }

    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    #[getter]
    fn node_count(&self) -> usize {
        self.nodes
    }

    #[getter]
    fn choice_count(&self) -> usize {
        ConstructionEpisode::choice_count(self.nodes)
    }

    fn reset(&self, py: Python<'_>, seed: u64) {
        py.detach(|| self.with(|batch| batch.reset(seed)));
    }

    /// Makes a choice in every episode: rewards, whether episodes are over, costs.
    #[allow(clippy::type_complexity)]
    fn step<'py>(
        &self,
        py: Python<'py>,
        choices: PyReadonlyArray1<'py, i64>,
    ) -> Outcome<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<f64>>)> {
        let choices: Vec<usize> =
            choices.as_array().iter().map(|&choice| usize::try_from(choice).unwrap_or(usize::MAX)).collect();
        if choices.len() != self.count {
            return Err(Fault::Settings(format!(
                "{} choices for {} environments",
                choices.len(),
                self.count
            )));
        }
        let outcomes = py.detach(|| self.with(|batch| batch.step(&choices)));
        let outcomes = outcomes.map_err(|error| Fault::Settings(error.to_string()))?;
        Ok((
            PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.reward)),
            PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.is_over)),
            PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.cost)),
        ))
    }

    /// What is seen of every episode: nodes, edges, state, route, decision, action_mask.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ([node, edge, state, _], n, count) = (policy::Observation::WIDTHS, self.nodes, self.count);
        let choices = ConstructionEpisode::choice_count(n);
        let (mut nodes, mut edges) = (vec![0.0; count * n * node], vec![0.0; count * n * n * edge]);
        let (mut states, mut routes) = (vec![0.0; count * state], vec![0; count * n]);
        let (mut decisions, mut masks) = (vec![0; count], vec![0; count * choices]);
        py.detach(|| {
            let rooms = nodes
                .chunks_exact_mut(n * node)
                .zip(edges.chunks_exact_mut(n * n * edge))
                .zip(states.chunks_exact_mut(state))
                .zip(routes.chunks_exact_mut(n))
                .zip(decisions.iter_mut())
                .zip(masks.chunks_exact_mut(choices))
                .map(|(((((nodes, edges), state), route), decision), mask)| Room {
                    nodes,
                    edges,
                    state,
                    route,
                    decision,
                    mask,
                });
            self.with(|batch| batch.for_each(rooms.collect(), fill));
        });
        let seen = PyDict::new(py);
        seen.set_item("nodes", block(py, nodes, [count, n, node])?)?;
        let edges: Bound<'py, numpy::PyArray4<f32>> =
            PyArray1::from_vec(py, edges).reshape([count, n, n, edge])?;
        seen.set_item("edges", edges)?;
        seen.set_item("state", matrix(py, states, [count, state])?)?;
        seen.set_item("route", matrix(py, routes, [count, n])?)?;
        seen.set_item("decision", PyArray1::from_vec(py, decisions))?;
        let masks: Bound<'py, PyArray2<i8>> = matrix(py, masks, [count, choices])?;
        seen.set_item("action_mask", masks)?;
        Ok(seen)
    }

    /// The decision that is due in one episode.
    fn observation(&self, place: usize) -> Outcome<Observation> {
        self.look(place, |episode| Observation { inner: episode.observe(Clone::clone) })
    }

    /// Legal choices in one episode, in the order of its observation's paths; for halting: continue, halt.
    fn choices<'py>(&self, py: Python<'py>, place: usize) -> Outcome<Bound<'py, PyArray1<i64>>> {
        let choices = self.look(place, ConstructionEpisode::choices)?;
        Ok(PyArray1::from_iter(py, choices.into_iter().map(|choice| choice as i64)))
    }

    /// The routes of one episode so far.
    fn routes(&self, place: usize) -> Outcome<Vec<Vec<usize>>> {
        let indices = |routes: Vec<Vec<NodeId>>| {
            routes.into_iter().map(|route| route.into_iter().map(NodeId::index).collect()).collect()
        };
        Ok(indices(self.look(place, ConstructionEpisode::routes)?))
    }

    /// Cost so far and alpha of one episode.
    fn standing(&self, place: usize) -> Outcome<(f64, f64)> {
        let alpha = |problem: &Problem| problem.alpha.value();
        self.look(place, |episode| (episode.cost(), alpha(episode.problem())))
    }
}

fn fill(episode: &ConstructionEpisode, room: Room<'_>) {
    episode.observe(|seen| {
        seen.write_nodes(room.nodes);
        seen.write_edges(room.edges);
        room.state.copy_from_slice(seen.all_globals());
        seen.route().iter().for_each(|&stop| room.route[stop as usize] = 1);
        *room.decision = i64::from(seen.decision() == Decision::Halt);
    });
    episode.write_mask(room.mask);
}
