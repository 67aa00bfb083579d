//! What training leaves behind for people: a page of curves.

mod chart;
mod page;

pub use chart::{Curve, CurveChart};
pub use page::{TrainingPage, training_page_html};
