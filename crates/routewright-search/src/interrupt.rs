//! Ending a search in the middle of a round.

use std::fmt;
use std::sync::Arc;

/// Asks a search to end at once. The default never does.
///
/// A search that starts many chains or designs many routes may take seconds to start and for a round. It asks again
/// and again, on all of its threads, so the answer should take no time: read a flag or a clock.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use routewright_search::{Interrupt, Start};
///
/// let is_interrupted = Arc::new(AtomicBool::new(false));
/// let flag = is_interrupted.clone();
/// let start = Start { interrupt: Interrupt::when(move || flag.load(Ordering::Relaxed)), ..Start::default() };
/// # let _ = start;
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// Cancels a search as soon as the answer is true.
    pub fn when(is_asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_asked)))
    }

    /// Whether it may ever ask to end.
    pub(crate) fn is_possible(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the search should end.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.as_ref().is_some_and(|is_asked| is_asked())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_possible() { "Interrupt(when asked)" } else { "Interrupt(never)" })
    }
}
