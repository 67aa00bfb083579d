//! What the laboratory shows: tables in several forms, plots, and the page that holds them.

mod markers;
mod page;
mod plot;
mod plot_axes;
mod table;
mod text_forms;

pub use page::{LabPage, Part, PartContent, lab_page_html};
pub use plot::{Plot, PlotPoint, Series, SeriesLine};
pub use table::{Cell, LabTable, Mark};
