//! Errors as exceptions of `routewright.errors`.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use routewright::import::ImportError;
use routewright::io::{InputErrors, WriteError};
use routewright::lab::LabError;
use routewright::model::{CityError, ProblemError, RouteError};
use routewright::policy::WeightsError;
use routewright::train::TrainError;

/// What the library refused, on its way to Python.
pub enum Fault {
    /// Input files are wrong.
    Input(InputErrors),
    /// A value is wrong.
    Settings(String),
    /// The work failed.
    Run(String),
    /// Python raised it.
    Python(PyErr),
}

/// A result that becomes an exception.
pub type Outcome<T> = Result<T, Fault>;

impl Fault {
    /// A wrong value: the problem, then the help.
    pub fn settings(problem: impl std::fmt::Display, help: impl std::fmt::Display) -> Self {
        Self::Settings(format!("{problem}\n  help: {help}"))
    }
}

impl From<routewright::Error> for Fault {
    fn from(error: routewright::Error) -> Self {
        match error {
            routewright::Error::Input(errors) => Self::Input(errors),
            error if error.is_input() => Self::Settings(routewright::design::chain(&error)),
            error => Self::Run(routewright::design::chain(&error)),
        }
    }
}

impl From<LabError> for Fault {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Input(errors) => Self::Input(errors),
            LabError::Suite(found) => match InputErrors::check(found) {
                Err(errors) => Self::Input(errors),
                Ok(()) => Self::Settings("the suite has faults".into()),
            },
            error => Self::Run(routewright::design::chain(&error)),
        }
    }
}

impl From<InputErrors> for Fault {
    fn from(errors: InputErrors) -> Self {
        Self::Input(errors)
    }
}

macro_rules! settings {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Fault {
            fn from(error: $kind) -> Self {
                Self::Settings(routewright::design::chain(&error))
            }
        })*
    };
}

settings!(CityError, ProblemError, RouteError, WeightsError, TrainError);

impl From<ImportError> for Fault {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Input(errors) => Self::Input(errors),
            error => Self::Settings(routewright::design::chain(&error)),
        }
    }
}

impl From<WriteError> for Fault {
    fn from(error: WriteError) -> Self {
        Self::Run(routewright::design::chain(&error))
    }
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        Python::attach(|py| match fault {
            Fault::Python(error) => error,
            Fault::Settings(text) => raise(py, "SettingsError", (text,)),
            Fault::Run(text) => raise(py, "RunError", (text,)),
            Fault::Input(errors) => {
                let problems: Vec<_> = errors
                    .listed()
                    .iter()
                    .map(|one| {
                        let file = one.path.display().to_string();
                        (file, one.line, one.code, one.problem.clone(), one.help.clone())
                    })
                    .collect();
                raise(py, "InputError", (errors.to_string(), problems))
            }
        })
    }
}

/// An exception of our own; where Python cannot make one, what it said instead.
fn raise<'py>(py: Python<'py>, name: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let made = py.import("routewright.errors").and_then(|errors| errors.getattr(name)?.call1(arguments));
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}
