//! What the search for a front leaves behind for people: a page with the trade drawn.

mod chart;
mod page;

pub use page::{FrontPage, FrontPick, FrontRow, front_page_html};
