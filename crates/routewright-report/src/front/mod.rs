//! The page of a front: the trade-off between riders and operator.

mod axes;
mod chart;
mod page;

pub use axes::{FrontAxes, FrontFigure};
pub use page::{FrontPage, FrontPick, FrontRow, front_page_html};
