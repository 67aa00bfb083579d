//! Results of experiments: tables in several forms, plots, and the page that holds them.

mod latex;
mod markdown;
mod markers;
mod page;
mod plot;
mod plot_axes;
mod table;

pub use page::{LabPage, Part, PartContent, lab_page_html};
pub use plot::{Plot, PlotPoint, Series, SeriesLine};
pub use table::{Cell, LabTable, Mark};
