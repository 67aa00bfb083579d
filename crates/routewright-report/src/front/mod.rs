//! The page of a front: the trade-off between riders and operator.

mod chart;
mod page;

pub use page::{FrontPage, FrontPick, FrontRow, front_page_html};
