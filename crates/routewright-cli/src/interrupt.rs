//! Ctrl-c.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use crate::exit;

/// Whether somebody asked the run to end.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens to ctrl-c and to requests to terminate. The first ends the run after its round; the second
    /// ends the program at once.
    ///
    /// # Errors
    /// The system does not let us, or somebody listens already.
    pub fn listen() -> anyhow::Result<Self> {
        let interrupt = Self::default();
        let flag = interrupt.clone();
        ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::SeqCst) {
                std::process::exit(exit::INTERRUPTED.into());
            }
        })
        .context("cannot listen to ctrl-c")?;
        Ok(interrupt)
    }

    /// Asks, as ctrl-c does.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it was asked.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
