//! `City`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use routewright::design::{Ground, Inputs, city_fingerprint};
use routewright::io::{
    CityDetails, CityReading, FolderFiles, Overwrite, TextFile, format_city_folder, parse_city_folder,
    read_city_details, read_city_with_notes, write_city_folder,
};
use routewright::model::{self, Coordinates, NodeId};
use routewright::report::{MapOptions, network_map_svg};
use routewright::synth::{CityKind, SynthConfig, generate};

use crate::convert::matrix;
use crate::errors::{Fault, Outcome};

/// A city: candidate stops, streets, and trips that people want to make. Checked when it is opened; never changes.
#[pyclass(frozen, module = "routewright")]
pub struct City {
    pub inner: Arc<model::City>,
    pub details: Arc<CityDetails>,
    pub ground: Arc<Ground>,
    /// The folder or file it came from, for what is not part of the city itself.
    source: Option<String>,
    notes: Vec<String>,
}

impl City {
    /// What a run reads, in memory.
    pub fn inputs(&self) -> Inputs {
        Inputs {
            city: self.inner.clone(),
            details: self.details.clone(),
            ground: self.ground.clone(),
            start: None,
            fixed: model::Network::default(),
            net: None,
            notes: self.notes.clone(),
        }
    }

    fn read(source: &str) -> Outcome<Self> {
        let CityReading { city, notes } = read_city_with_notes(source)?;
        let details = Arc::new(read_city_details(&city, source)?);
        let ground = Arc::new(Ground::read(&city, source)?);
        let notes = notes.iter().map(ToString::to_string).collect();
        Ok(Self { inner: Arc::new(city), details, ground, source: Some(source.to_owned()), notes })
    }

    fn plain(city: model::City) -> Self {
        let (details, ground) = (Arc::default(), Arc::default());
        Self { inner: Arc::new(city), details, ground, source: None, notes: Vec::new() }
    }

    fn pairs(&self, value: impl Fn(NodeId, NodeId) -> f64) -> Vec<f64> {
        let (city, value) = (&self.inner, &value);
        city.node_ids().flat_map(|from| city.node_ids().map(move |to| value(from, to))).collect()
    }

    fn has_more(&self) -> bool {
        self.ground.streets.is_some() || self.details.people_and_jobs.is_some()
    }
}

#[pymethods]
impl City {
    /// Opens a built-in city (mandl) or a path to one in any supported format.
    #[staticmethod]
    fn open(py: Python<'_>, source: PathBuf) -> Outcome<Self> {
        py.detach(|| Self::read(&source.to_string_lossy()))
    }

    /// Generates a random city from a seed; the same on every machine.
    #[staticmethod]
    #[pyo3(signature = (kind, nodes, seed, *, removal=None))]
    fn synthetic(kind: &str, nodes: usize, seed: u64, removal: Option<f64>) -> Outcome<Self> {
        let kind: CityKind = kind.parse().map_err(|error| Fault::Settings(format!("{error}")))?;
        let mut config = SynthConfig::new(kind, nodes);
        config.removal = removal.unwrap_or(config.removal);
        let city = generate(&config, seed).map_err(|error| Fault::Settings(error.to_string()))?;
        Ok(Self::plain(city))
    }

    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    #[getter]
    fn node_count(&self) -> usize {
        self.inner.node_count()
    }

    #[getter]
    fn nodes(&self) -> Vec<String> {
        self.inner.nodes().iter().map(|node| node.name.clone()).collect()
    }

    #[getter]
    fn labels(&self) -> Vec<String> {
        self.inner.nodes().iter().map(|node| node.label().to_owned()).collect()
    }

    #[getter]
    fn coordinates(&self) -> &'static str {
        match self.inner.coordinates() {
            Coordinates::Degrees => "degrees",
            Coordinates::Metres => "metres",
        }
    }

    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let values = self.inner.nodes().iter().flat_map(|node| [node.position.x, node.position.y]).collect();
        matrix(py, values, [self.inner.node_count(), 2])
    }

    #[getter]
    fn terminals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_iter(py, self.inner.nodes().iter().map(|node| node.terminal))
    }

    #[getter]
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ends = |link: model::Link| [link.from.index() as i64, link.to.index() as i64];
        let values: Vec<i64> = self.inner.links().flat_map(ends).collect();
        let count = values.len() / 2;
        matrix(py, values, [count, 2])
    }

    #[getter]
    fn link_minutes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.inner.links().map(|link| link.time.minutes()).collect())
    }

    #[getter]
    fn drive_minutes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let drive = |from, to| match self.inner.drive_time(from, to) {
            time if time == model::City::LONGEST_DRIVE && from != to => f64::INFINITY,
            time => time.minutes(),
        };
        matrix(py, self.pairs(drive), [self.inner.node_count(); 2])
    }

    #[getter]
    fn demand<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        matrix(py, self.pairs(|from, to| self.inner.demand(from, to)), [self.inner.node_count(); 2])
    }

    #[getter]
    fn total_demand(&self) -> f64 {
        self.inner.total_demand()
    }

    #[getter]
    fn mean_drive_minutes(&self) -> f64 {
        self.inner.mean_drive_minutes()
    }

    #[getter]
    fn has_streets(&self) -> bool {
        self.ground.streets.is_some()
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    #[getter]
    fn fingerprint(&self) -> String {
        city_fingerprint(&self.inner)
    }

    /// The index of the node with this id.
    fn index(&self, id: &str) -> Outcome<usize> {
        let node = self.inner.node_named(id);
        node.map(NodeId::index).ok_or_else(|| {
            Fault::settings(
                format!("{} has no node called {id}", self.inner.name()),
                "city.nodes lists the ids",
            )
        })
    }

    /// The stops of the fastest way between two nodes, both ends included.
    fn shortest_path(&self, start: usize, end: usize) -> Outcome<Vec<usize>> {
        let n = self.inner.node_count();
        if start >= n || end >= n {
            return Err(Fault::settings("there is no such node", format!("indices go from 0 to {}", n - 1)));
        }
        let (from, to) = (NodeId::new(start), NodeId::new(end));
        if !self.inner.is_on_street(from) || !self.inner.is_on_street(to) {
            return Err(Fault::Settings(
                "no street leads to one of these nodes: it is reached on foot".into(),
            ));
        }
        Ok(self.inner.shortest_path(from, to).map(NodeId::index).collect())
    }

    /// Writes the city as a folder of tables.
    #[pyo3(signature = (path, *, force=false))]
    fn write_folder(&self, path: PathBuf, force: bool) -> Outcome<()> {
        let overwrite = if force { Overwrite::Replace } else { Overwrite::Refuse };
        Ok(write_city_folder(&self.inner, &path, overwrite)?)
    }

    /// The city without routes, as SVG.
    fn map_svg(&self) -> String {
        let options = MapOptions { title: self.inner.name().to_owned(), ..MapOptions::default() };
        network_map_svg(&self.inner, &model::Network::default(), &options)
    }

    fn _repr_html_(&self) -> String {
        self.map_svg()
    }

    fn __repr__(&self) -> String {
        let (name, n) = (self.inner.name(), self.inner.node_count());
        format!("<City {name}: {n} nodes, {:.0} trips>", self.inner.total_demand())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.inner, &other.inner) || self.inner.to_parts() == other.inner.to_parts()
        })
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&city_fingerprint(&self.inner)[..15], 16).unwrap_or_default()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Outcome<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let FolderFiles { folder_name, nodes, links, demand, walks, turns, settings } =
            format_city_folder(&self.inner)?;
        let mut files =
            BTreeMap::from([("nodes", nodes.text), ("links", links.text), ("demand", demand.text)]);
        let more = [("walks", walks), ("turns", turns), ("settings", settings)];
        files.extend(more.into_iter().filter_map(|(name, file)| Some((name, file?.text))));
        let source = self.source.as_ref().filter(|_| self.has_more()).map(|source| {
            std::path::absolute(source).map_or(source.clone(), |path| path.to_string_lossy().into_owned())
        });
        let make = py.get_type::<Self>().getattr("_from_files")?;
        Ok((make, (folder_name, files, source).into_pyobject(py)?))
    }

    /// What pickling needs.
    #[staticmethod]
    fn _from_files(
        name: String,
        mut files: BTreeMap<String, String>,
        source: Option<String>,
    ) -> Outcome<Self> {
        let mut take = |kind: &str, file: &str| files.remove(kind).map(|text| TextFile::new(file, text));
        let missing = || Fault::Run("this is not a pickled city".into());
        let files = FolderFiles {
            folder_name: name,
            nodes: take("nodes", "nodes.csv").ok_or_else(missing)?,
            links: take("links", "links.csv").ok_or_else(missing)?,
            demand: take("demand", "demand.csv").ok_or_else(missing)?,
            walks: take("walks", "walks.csv"),
            turns: take("turns", "turns.csv"),
            settings: take("settings", "city.toml"),
        };
        let city = Self::plain(parse_city_folder(&files)?);
        let Some(source) = source else { return Ok(city) };
        if !Path::new(&source).exists() {
            return Err(Fault::settings(
                format!(
                    "the streets and zones of {} are in {source}, which is not on this machine",
                    city.name()
                ),
                "put the city folder at the same place on every machine",
            ));
        }
        let whole = Self::read(&source)?;
        match whole.inner.to_parts() == city.inner.to_parts() {
            true => Ok(whole),
            false => {
                Err(Fault::Settings(format!("{source} holds another city than the one that was pickled")))
            }
        }
    }
}
