//! Many simulations of one scene, stepped side by side in native threads.

use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use stickslip_dynamics::{JointId, Simulation};
use stickslip_scene::{SavedState, Scene};

use crate::engine::{saved_state, set_controls};
use crate::exception::{Done, Exception, alone, guarded};
use crate::pool::Kept;
use crate::scene::SceneCore;

type Array<'py> = Bound<'py, PyArray1<f64>>;

/// Simulations that have one scene; `stickslip.Fleet` is what people hold.
#[pyclass(frozen, module = "stickslip._stickslip")]
pub struct FleetCore {
    scene: Arc<Scene>,
    inner: Mutex<Vec<Simulation>>,
    threads: Kept,
}

#[pymethods]
impl FleetCore {
    #[new]
    fn new(
        py: Python<'_>,
        scene: &SceneCore,
        count: usize,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let scene = Arc::clone(&scene.scene);
        let threads = Kept::new(threads);
        let make = || {
            let all =
                (0..count).into_par_iter().map(|_| -> Done<Simulation> { Ok(scene.simulation()?) });
            threads.run(|| all.collect::<Done<Vec<_>>>())
        };
        let all = py.detach(|| guarded(make)).map_err(PyErr::from)?;
        Ok(Self { scene, inner: Mutex::new(all), threads })
    }

    /// `steps` steps of all with a row of controls for each; NaN leaves one as it is. Gives
    /// whether all problems of each were solved.
    fn step<'py>(
        &self,
        py: Python<'py>,
        controls: Option<PyReadonlyArray1<'_, f64>>,
        steps: usize,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let controls = controls.map(|given| given.as_slice().map(<[f64]>::to_vec)).transpose()?;
        let work = || {
            let mut all = alone(&self.inner, "fleet")?;
            let each = |(at, simulation): (usize, &mut Simulation)| -> Done<bool> {
                if let Some(controls) = &controls {
                    let count = simulation.controls().len();
                    set_controls(simulation, &controls[at * count..(at + 1) * count])?;
                }
                let mut solved = true;
                for _ in 0..steps {
                    solved &= simulation.step()?.failed_solves == 0;
                }
                Ok(solved)
            };
            let all = &mut *all;
            self.threads
                .run(|| all.par_iter_mut().enumerate().map(each).collect::<Done<Vec<bool>>>())
        };
        let solved = py.detach(|| guarded(work)).map_err(PyErr::from)?;
        Ok(PyArray1::from_vec(py, solved))
    }

    /// 13 numbers per body of every simulation.
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.read(py, Simulation::flat_state)
    }

    /// Values of all coordinates of all joints, then their rates, of every simulation.
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.read(py, |simulation| {
            let joints = 0..simulation.model().joints().len();
            let all: Vec<(f64, f64)> =
                joints.flat_map(|joint| simulation.joint_coordinates(JointId(joint))).collect();
            all.iter().map(|it| it.0).chain(all.iter().map(|it| it.1)).collect()
        })
    }

    /// What all sensors of every simulation read.
    fn sensors<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.read(py, |simulation| {
            let sensors = 0..simulation.model().sensors().len();
            sensors.flat_map(|sensor| simulation.sense(sensor)).collect()
        })
    }

    /// The values of all controls of every simulation.
    fn controls<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.read(py, |simulation| {
            let controls = 0..simulation.controls().len();
            controls.map(|at| simulation.control_value(at).unwrap_or(f64::NAN)).collect()
        })
    }

    fn save<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = guarded(|| {
            let all = alone(&self.inner, "fleet")?;
            let state = found(&all, at)?.state().clone();
            Ok(SavedState { scene: self.scene.name.clone(), state }.to_bytes())
        });
        Ok(PyBytes::new(py, &bytes.map_err(PyErr::from)?))
    }

    fn restore(&self, at: usize, bytes: &[u8]) -> PyResult<()> {
        let restored = guarded(|| {
            let mut all = alone(&self.inner, "fleet")?;
            found(&all, at)?;
            Ok(all[at].restore(saved_state(bytes, &self.scene)?)?)
        });
        restored.map_err(Into::into)
    }
}

impl FleetCore {
    fn read<'py>(
        &self,
        py: Python<'py>,
        each: impl Fn(&Simulation) -> Vec<f64> + Send + Sync,
    ) -> PyResult<Array<'py>> {
        let work = || {
            let mut all = alone(&self.inner, "fleet")?;
            // One thread at a time may look at a simulation.
            let all = &mut *all;
            self.threads.run(|| {
                let read = all.par_iter_mut().map(|simulation| each(simulation));
                Ok(read.collect::<Vec<_>>().concat())
            })
        };
        let numbers = py.detach(|| guarded(work)).map_err(PyErr::from)?;
        Ok(PyArray1::from_vec(py, numbers))
    }
}

fn found(all: &[Simulation], at: usize) -> Done<&Simulation> {
    let text = || format!("there is no simulation {at} among {}", all.len());
    all.get(at).ok_or_else(|| Exception::new(text()))
}
