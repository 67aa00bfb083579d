//! What all charts share: the room they have on the page, and where figures are marked.

mod frame;
pub(crate) mod ticks;

pub(crate) use frame::Frame;
