//! Shared by all charts: their area on the page and their ticks.

mod frame;
pub(crate) mod ticks;

pub(crate) use frame::Frame;
