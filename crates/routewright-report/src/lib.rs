//! What people are shown: maps of networks, the folder a run leaves behind, the curves of training,
//! and the tables and plots of experiments.
//!
//! This crate designs nothing: it draws and writes down what others found. Read first:
//! [`network_map_svg`], [`run_report_html`], [`RunFolder`].
//!
//! ```
//! use routewright_model::{City, Direction, Network, Route};
//! use routewright_report::{MapOptions, network_map_svg};
//!
//! let city = City::mandl();
//! let stops = ["1", "2", "3", "6"].map(|name| city.node_named(name).unwrap()).to_vec();
//! let red = Route::on_links(&city, "red", stops, Direction::BothWays).unwrap();
//! let options = MapOptions { title: "Mandl".into(), subtitle: "one route".into(), ..MapOptions::default() };
//! let svg = network_map_svg(&city, &Network::from_iter([red]), &options);
//! assert!(svg.starts_with("<svg ") && svg.contains("red"));
//! ```

mod chart;
mod front;
mod lab;
mod map;
mod run;
mod training;

pub use front::{FrontPage, FrontPick, FrontRow, front_page_html};
pub use lab::{
    Cell, LabPage, LabTable, Mark, Part, PartContent, Plot, PlotPoint, Series, SeriesLine, lab_page_html,
};
pub use map::{MapOptions, network_map_svg};
pub use run::{RunFacts, RunFolder, RunReport, Trace, TraceError, TracePoint, run_report_html};
pub use training::{Curve, CurveChart, TrainingPage, training_page_html};
