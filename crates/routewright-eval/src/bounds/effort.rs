//! How much may still be done.

/// Work that is left, counted in steps, and a caller who may say stop.
///
/// A step takes about a nanosecond or two. What is counted depends on the problem alone, never on the machine, so the
/// same number of steps gives the same bound everywhere.
pub(super) struct Effort<'a> {
    most: u64,
    used: u64,
    keep_going: &'a mut dyn FnMut() -> bool,
}

impl<'a> Effort<'a> {
    pub fn new(most: u64, keep_going: &'a mut dyn FnMut() -> bool) -> Self {
        Self { most, used: 0, keep_going }
    }

    /// Counts steps that were done, or are about to be.
    pub fn spend(&mut self, steps: usize) {
        self.used = self.used.saturating_add(steps as u64);
    }

    /// Steps so far.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Whether there may be more.
    pub fn may_go_on(&mut self) -> bool {
        self.used < self.most && (self.keep_going)()
    }
}
