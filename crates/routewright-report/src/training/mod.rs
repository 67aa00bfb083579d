//! The page of a training run: curves over its iterations.

mod chart;
mod page;

pub use chart::{Curve, CurveChart};
pub use page::{TrainingPage, training_page_html};
