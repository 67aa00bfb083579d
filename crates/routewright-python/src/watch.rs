//! Runs that Python watches and may end.

use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use routewright::design::{Cancel, Observer, Status};

use crate::errors::Outcome;

/// How often Python may say that it was interrupted.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Tells Python of a run: a share from 0 to 1 and a line of text; or a note.
enum News {
    Progress(f64, String),
    Note(String),
}

/// Passes news on to the thread that Python is on.
pub struct Teller(Sender<News>);

impl<S: Status> Observer<S> for Teller {
    fn on_progress(&mut self, status: &S) -> ControlFlow<()> {
        // Nobody listens after the end.
        let _ = self.0.send(News::Progress(status.done(), status.to_string()));
        ControlFlow::Continue(())
    }

    fn on_note(&mut self, note: &str) {
        let _ = self.0.send(News::Note(note.to_owned()));
    }
}

impl Teller {
    /// Tells how far a run is.
    pub fn progress(&self, done: f64, text: &str) {
        let _ = self.0.send(News::Progress(done, text.to_owned()));
    }
}

/// Does the work on a thread of its own while this one, without holding the interpreter, passes on its news and listens
/// for Ctrl-C. `listener` is called with a share and a line of text, or with `None` and a note; if it raises, the work
/// is cancelled. Returns what the work did, and what Python raised meanwhile.
pub fn watched<R: Send>(
    py: Python<'_>,
    listener: Option<&Bound<'_, PyAny>>,
    cancel: &Cancel,
    work: impl FnOnce(Teller) -> Outcome<R> + Send,
) -> (Outcome<R>, Option<PyErr>) {
    let (sender, news) = channel();
    let news = Mutex::new(news);
    let mut raised = None;
    let done = std::thread::scope(|scope| {
        let worker = scope.spawn(move || work(Teller(sender)));
        loop {
            let hear = || news.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(BETWEEN_LOOKS);
            let heard = py.detach(hear);
            let told = match heard {
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Ok(_) if raised.is_some() => Ok(()),
                Ok(news) => tell(listener, news),
            };
            if let Err(error) = told.and_then(|()| py.check_signals()) {
                cancel.cancel();
                raised.get_or_insert(error);
            }
        }
        py.detach(|| worker.join())
    });
    match done {
        Ok(done) => (done, raised),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

fn tell(listener: Option<&Bound<'_, PyAny>>, news: News) -> PyResult<()> {
    let Some(listener) = listener else { return Ok(()) };
    let words = PyDict::new(listener.py());
    match news {
        News::Progress(done, text) => {
            words.set_item("done", done)?;
            words.set_item("text", text)?;
        }
        News::Note(note) => words.set_item("note", note)?,
    }
    listener.call1((words,)).map(drop)
}
