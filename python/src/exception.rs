//! Errors on their way to Python.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, TryLockError};

use pyo3::prelude::*;
use stickslip_dynamics::{ModelError, StepError};
use stickslip_scene::{SceneError, StateFileError};
use stickslip_solve::Refusal;

/// The name of an exception of `stickslip.errors`, and its text.
#[derive(Debug)]
pub struct Exception(pub &'static str, pub String);

/// What a call gives.
pub type Done<T> = Result<T, Exception>;

impl Exception {
    /// An exception of that name with the text of an error.
    pub fn of(name: &'static str) -> impl Fn(&dyn Display) -> Self {
        move |error| Self(name, error.to_string())
    }

    /// Nothing more special than an error.
    pub fn new(text: impl Into<String>) -> Self {
        Self("Error", text.into())
    }
}

impl From<ModelError> for Exception {
    fn from(error: ModelError) -> Self {
        Self("ModelError", error.to_string())
    }
}

impl From<StepError> for Exception {
    fn from(error: StepError) -> Self {
        Self("StepError", error.to_string())
    }
}

impl From<SceneError> for Exception {
    fn from(error: SceneError) -> Self {
        let name = match error {
            SceneError::Import(_) => "ModelFileError",
            _ => "SceneError",
        };
        Self(name, error.to_string())
    }
}

impl From<StateFileError> for Exception {
    fn from(error: StateFileError) -> Self {
        Self("ModelError", error.to_string())
    }
}

impl From<Refusal> for Exception {
    fn from(error: Refusal) -> Self {
        Self("Refusal", error.to_string())
    }
}

impl From<Exception> for PyErr {
    fn from(Exception(name, text): Exception) -> Self {
        Python::attach(|py| {
            let found = py.import("stickslip.errors").and_then(|errors| errors.getattr(name));
            match found.and_then(|class| class.call1((text.as_str(),))) {
                Ok(error) => PyErr::from_value(error),
                Err(error) => error,
            }
        })
    }
}

/// Runs `work`; a panic inside becomes an error, and ends nothing.
pub fn guarded<T>(work: impl FnOnce() -> Done<T>) -> Done<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = reason(panic.as_ref());
        Err(Exception::new(format!("this is a fault of stickslip itself: {text}")))
    })
}

fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown")
}

/// The content of a lock that nobody else holds.
pub fn alone<'a, T>(lock: &'a Mutex<T>, what: &str) -> Done<MutexGuard<'a, T>> {
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => {
            Exception::new(format!("this {what} is being used by another thread"))
        }
        TryLockError::Poisoned(_) => {
            Exception::new(format!("this {what} broke in an earlier call and cannot be used"))
        }
    })
}

/// Panics inside, to show that no panic comes out.
#[pyfunction]
pub fn provoke_panic(py: Python<'_>) -> PyResult<()> {
    py.detach(|| guarded(|| -> Done<()> { panic!("as asked for") })).map_err(Into::into)
}
