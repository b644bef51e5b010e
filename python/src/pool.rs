//! Threads. Islands and rollouts run in rayon's pool; its threads do not live
//! on in a forked process, which gets a pool of its own.

use std::process::id;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::exception::{Done, Exception};

/// The pool in the place of rayon's own, and the process that it belongs to.
struct Pools {
    first_process: u32,
    threads: usize,
    own: Option<(u32, Arc<ThreadPool>)>,
}

fn pools() -> &'static Mutex<Pools> {
    static POOLS: OnceLock<Mutex<Pools>> = OnceLock::new();
    POOLS.get_or_init(|| Mutex::new(Pools { first_process: id(), threads: 0, own: None }))
}

/// Notes which process this is, before it can fork.
pub fn begin() {
    pools();
}

fn build(threads: usize) -> Done<Arc<ThreadPool>> {
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    built.map(Arc::new).map_err(|error| Exception::new(format!("cannot start threads: {error}")))
}

/// Runs `work` where parallel parts of it find their threads. That is this
/// thread itself, unless the process was forked or a number of threads was set.
pub fn inside<T: Send>(work: impl FnOnce() -> Done<T> + Send) -> Done<T> {
    let here = id();
    let pool = {
        let mut pools = pools().lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = pools.own.as_ref().is_some_and(|(process, _)| *process == here);
        if !is_own && (here != pools.first_process || pools.own.is_some()) {
            pools.own = Some((here, build(pools.threads)?));
        }
        pools.own.as_ref().map(|(_, pool)| Arc::clone(pool))
    };
    match pool {
        None => work(),
        Some(pool) => pool.install(work),
    }
}

/// Threads that somebody keeps from call to call: the usual ones, or so many of its own,
/// which a forked process starts anew.
pub struct Kept {
    threads: Option<usize>,
    own: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

impl Kept {
    pub fn new(threads: Option<usize>) -> Self {
        Self { threads, own: Mutex::new(None) }
    }

    pub fn run<T: Send>(&self, work: impl FnOnce() -> Done<T> + Send) -> Done<T> {
        let Some(threads) = self.threads else { return inside(work) };
        let pool = {
            let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
            let known = own.as_ref().filter(|(process, _)| *process == id());
            match known.map(|(_, pool)| Arc::clone(pool)) {
                Some(pool) => pool,
                None => {
                    let pool = build(threads)?;
                    *own = Some((id(), Arc::clone(&pool)));
                    pool
                }
            }
        };
        pool.install(work)
    }
}

/// A pool of so many threads for one call, or the usual one.
pub fn of<T: Send>(threads: Option<usize>, work: impl FnOnce() -> Done<T> + Send) -> Done<T> {
    match threads {
        None => inside(work),
        Some(threads) => build(threads)?.install(work),
    }
}

/// How many threads everything in this process takes; 0 for one per core.
/// Results do not depend on it.
#[pyfunction]
pub fn set_threads(py: Python<'_>, threads: usize) -> PyResult<()> {
    let set = || {
        // As long as rayon has no threads, it takes the number itself.
        let global = ThreadPoolBuilder::new().num_threads(threads).build_global().is_ok();
        let mut pools = pools().lock().unwrap_or_else(PoisonError::into_inner);
        pools.threads = threads;
        let needed = !global || pools.own.is_some() || pools.first_process != id();
        pools.own = if needed { Some((id(), build(threads)?)) } else { None };
        Ok(())
    };
    py.detach(set).map_err(|exception: Exception| exception.into())
}
