//! Results for people and scripts: maps, pages, tables and JSON of networks, training runs and experiments,
//! and the folder of a run.
//!
//! This crate computes nothing: it renders what others found. All pages are [`maud`] templates in one frame.
//! Read first: [`network_map_svg`], [`run_report_html`], [`figures_table`].
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
mod compare;
mod fates;
mod front;
mod json;
mod lab;
mod map;
mod page;
mod run;
mod spreadsheet;
mod text;
mod training;
mod words;

pub use compare::{
    ComparePage, ComparedNetwork, CountedColumn, Judged, compare_json, compare_page_html, compare_table,
    compared_zones_csv,
};
pub use front::{FrontAxes, FrontFigure, FrontPage, FrontPick, FrontRow, front_page_html};
pub use json::{
    Origin, access_json, figures_json, moves_json, operations_json, service_access_json, service_json,
};
pub use lab::{
    Cell, LabPage, LabTable, Mark, Part, PartContent, Plot, PlotPoint, Series, SeriesLine, lab_page_html,
};
pub use map::{
    LineStyle, MapOptions, course_data, fixed_route_data, line_width, map_data, network_map, network_map_svg,
    palette_data, route_data, service_map,
};
pub use run::{
    MoveRow, RunFacts, RunReport, ServicePart, StartReport, Trace, TraceError, TracePoint, run_report_html,
};
pub use spreadsheet::{csv_text, spreadsheet_cell};
pub use text::{
    TextTable, access_table, comparison_table, figures_table, operations_table, relative_change,
    service_access_table, service_table,
};
pub use training::{Curve, CurveChart, TrainingPage, training_page_html};
pub use words::printable;
