//! A simulation behind a lock, which one thread at a time may use.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use stickslip_dynamics as dynamics;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyId, Control, ControlMode, JointId, Pose, Push, Simulation};
use stickslip_scene::recording::{Frame, Header, Recorder};
use stickslip_scene::{Parts, SavedState, Scene};

use crate::exception::{Done, Exception, alone, guarded};
use crate::pool;
use crate::report::StepReport;
use crate::scene::SceneCore;

/// How often a long call looks whether somebody wants it to end.
pub const PATIENCE: Duration = Duration::from_millis(100);

/// A simulation, and the recording that it writes.
pub struct Inner {
    pub simulation: Simulation,
    /// What it began as, with what came and went since.
    pub scene: Arc<Scene>,
    recorder: Option<(PathBuf, Recorder<BufWriter<File>>)>,
}

impl Inner {
    fn step(&mut self, forces: Option<&[f64]>) -> Done<StepReport> {
        let bodies = self.simulation.model().bodies().len();
        let report = match forces {
            None => self.simulation.step()?,
            Some(forces) => {
                let substeps = self.simulation.settings().substeps;
                let mut parts = forces.chunks(6 * bodies).cycle().take(substeps);
                let basis: std::cell::RefCell<Option<Vec<Push>>> = Default::default();
                self.simulation.step_with(|_, pushes| {
                    // What was pushed for the whole step acts besides.
                    let mut basis = basis.borrow_mut();
                    let basis = basis.get_or_insert_with(|| pushes.to_vec());
                    let own = parts.next().unwrap_or_default();
                    for ((push, base), own) in pushes.iter_mut().zip(basis).zip(own.chunks(6)) {
                        push.force = base.force + DVec3::new(own[0], own[1], own[2]);
                        push.torque = base.torque + DVec3::new(own[3], own[4], own[5]);
                    }
                })?
            }
        };
        self.note(&report)?;
        Ok(StepReport::new(&report, &self.simulation))
    }

    /// Adds a frame to the recording, if there is one.
    pub fn note(&mut self, report: &dynamics::StepReport) -> Done<()> {
        let Some((path, recorder)) = &mut self.recorder else { return Ok(()) };
        recorder
            .record(&Frame::new(&self.simulation, report))
            .map_err(|error| Exception::new(format!("{}: {error}", path.display())))
    }
}

/// A simulation; `stickslip.Simulation` is what people hold.
#[pyclass(frozen, module = "stickslip._stickslip")]
pub struct Engine {
    seed: u64,
    device: String,
    inner: Mutex<Inner>,
}

impl Engine {
    /// A scene at its beginning, on a device.
    pub fn new(scene: &Arc<Scene>, seed: u64, device: &str) -> Done<Self> {
        let (simulation, device) = match device {
            "cpu" => (scene.simulation()?, device.to_owned()),
            _ => stickslip_cli::on_device(device, scene)
                .map_err(|error| Exception("ModelError", error))?,
        };
        let inner = Inner { simulation, scene: Arc::clone(scene), recorder: None };
        Ok(Self { seed, device, inner: Mutex::new(inner) })
    }

    /// Something short, with the interpreter held.
    pub fn look<T>(&self, work: impl FnOnce(&mut Inner) -> Done<T>) -> PyResult<T> {
        let done = guarded(|| work(&mut *alone(&self.inner, "simulation")?));
        done.map_err(Into::into)
    }

    /// Something long, with the interpreter free.
    pub fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Inner) -> Done<T> + Send,
    ) -> PyResult<T> {
        let inner = &self.inner;
        let inside = || pool::inside(|| work(&mut *alone(inner, "simulation")?));
        py.detach(|| guarded(inside)).map_err(Into::into)
    }
}

/// A restored state, with its scene checked.
pub fn saved_state(bytes: &[u8], scene: &Scene) -> Done<dynamics::State> {
    let saved = SavedState::from_bytes(bytes, "the state")?;
    if saved.scene != scene.name {
        let (found, expected) = (saved.scene, &scene.name);
        let text = format!("this state is one of scene \"{found}\", not of \"{expected}\"");
        return Err(Exception("ModelError", text));
    }
    Ok(saved.state)
}

fn vector(numbers: [f64; 3]) -> DVec3 {
    DVec3::from_array(numbers)
}

#[pymethods]
impl Engine {
    /// What makes the steps.
    #[getter]
    fn device(&self) -> &str {
        &self.device
    }

    /// One step; `forces` are 6 numbers per body, for the step or for each
    /// sub-step.
    #[pyo3(signature = (forces=None))]
    fn step(
        &self,
        py: Python<'_>,
        forces: Option<PyReadonlyArray1<'_, f64>>,
    ) -> PyResult<StepReport> {
        match forces {
            None => self.work(py, |inner| inner.step(None)),
            Some(forces) => {
                let forces = forces.as_slice()?.to_vec();
                self.work(py, move |inner| inner.step(Some(&forces)))
            }
        }
    }

    /// Many steps, which Ctrl-C ends after the one it finds.
    fn run(&self, py: Python<'_>, steps: u64) -> PyResult<Option<StepReport>> {
        let (report, interruption) = self.work(py, |inner| {
            let mut all: Option<StepReport> = None;
            let mut asked = Instant::now();
            for _ in 0..steps {
                let report = inner.step(None)?;
                all = Some(match all.take() {
                    None => report,
                    Some(before) => before.then(report),
                });
                if asked.elapsed() >= PATIENCE {
                    if let Err(interruption) = Python::attach(|py| py.check_signals()) {
                        return Ok((all, Some(interruption)));
                    }
                    asked = Instant::now();
                }
            }
            Ok((all, None))
        })?;
        interruption.map_or(Ok(report), Err)
    }

    /// The whole state as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.look(|inner| {
            let scene = inner.scene.name.clone();
            Ok(SavedState { scene, state: inner.simulation.state().clone() }.to_bytes())
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn restore(&self, bytes: &[u8]) -> PyResult<()> {
        self.look(|inner| Ok(inner.simulation.restore(saved_state(bytes, &inner.scene)?)?))
    }

    fn set_flat(&self, numbers: PyReadonlyArray1<'_, f64>) -> PyResult<()> {
        let numbers = numbers.as_slice()?;
        self.look(|inner| Ok(inner.simulation.set_flat_state(numbers)?))
    }

    /// The value of a control in the mode that it is in.
    fn set_control(&self, at: usize, value: f64) -> PyResult<()> {
        self.look(|inner| Ok(inner.simulation.set_control_value(at, value)?))
    }

    /// The values of all controls; NaN leaves one as it is.
    fn set_controls(&self, values: PyReadonlyArray1<'_, f64>) -> PyResult<()> {
        let values = values.as_slice()?;
        self.look(|inner| set_controls(&mut inner.simulation, values))
    }

    fn control_mode(&self, at: usize) -> PyResult<&'static str> {
        self.look(|inner| Ok(inner.simulation.control_mode(at)?.name()))
    }

    /// "velocity", "position" or "force" with a value; "schedule" without.
    fn set_control_mode(&self, at: usize, mode: &str, value: f64) -> PyResult<()> {
        let known = ControlMode::ALL.into_iter().find(|known| known.name() == mode);
        let control = match (known, mode) {
            (Some(known), _) => known.with(value),
            (None, "schedule") => Control::Scheduled,
            (None, _) => {
                let text = format!(
                    "there is no mode \"{mode}\"; there are velocity, position, force, schedule"
                );
                return Err(Exception::new(text).into());
            }
        };
        self.look(|inner| Ok(inner.simulation.set_control_at(at, control)?))
    }

    fn lead(&self, body: usize, position: [f64; 3], rotation: [f64; 4]) -> PyResult<()> {
        let [w, x, y, z] = rotation;
        let pose = Pose::new(vector(position), DQuat::from_xyzw(x, y, z, w));
        self.look(|inner| Ok(inner.simulation.lead(BodyId(body), pose)?))
    }

    fn push(
        &self,
        body: usize,
        force: [f64; 3],
        point: Option<[f64; 3]>,
        torque: [f64; 3],
    ) -> PyResult<()> {
        self.look(|inner| {
            let bodies = &inner.simulation.state().bodies;
            let centre = bodies.get(body).map_or(DVec3::ZERO, |body| body.pose.position);
            let point = point.map_or(centre, vector);
            Ok(inner.simulation.push(BodyId(body), vector(force), point, vector(torque))?)
        })
    }

    fn set_joint(&self, joint: usize, coordinates: Vec<(f64, f64)>) -> PyResult<()> {
        self.look(|inner| {
            Ok(inner.simulation.set_joint_coordinates(JointId(joint), &coordinates)?)
        })
    }

    /// Takes bodies and joints out and adds those that a text of sections describes; gives the
    /// scene as it is then.
    fn change(&self, text: &str, bodies: Vec<usize>, joints: Vec<usize>) -> PyResult<SceneCore> {
        self.look(|inner| {
            if inner.recorder.is_some() {
                let text = "a recording has the same bodies from beginning to end: end it first";
                return Err(Exception::new(text));
            }
            let parts = Parts::read(text, "what is added", &inner.simulation)?;
            let old = inner.simulation.model();
            let keys: Vec<_> = (0..old.bodies().len()).map(|at| old.body_key(BodyId(at))).collect();
            let mut colors = inner.scene.colors.clone();
            colors.resize(keys.len(), None);
            let added = parts.colors.clone();
            inner.simulation.change(|change| {
                bodies.iter().try_for_each(|&body| change.remove_body(BodyId(body)))?;
                joints.iter().try_for_each(|&joint| change.remove_joint(JointId(joint)))?;
                parts.add_to(change)
            })?;
            let model = inner.simulation.model().clone();
            let stays = |key: &Option<_>| key.is_some_and(|key| model.body_with_key(key).is_some());
            let kept = keys.iter().zip(colors).filter(|(key, _)| stays(key));
            let colors = kept.map(|(_, color)| color).chain(added).collect();
            inner.scene = Arc::new(Scene { model, colors, ..(*inner.scene).clone() });
            Ok(SceneCore::new_of(&inner.scene, self.seed))
        })
    }

    /// Begins a recording with the present moment.
    fn record(&self, path: PathBuf) -> PyResult<()> {
        self.look(|inner| {
            let header = Header::new(&inner.scene, self.seed);
            let begun = Recorder::create(&path, &header);
            let recorder =
                begun.map_err(|error| Exception::new(format!("{}: {error}", path.display())))?;
            inner.recorder = Some((path, recorder));
            inner.note(&dynamics::StepReport::default())
        })
    }

    /// Ends the recording, and says where it is.
    fn stop_recording(&self) -> PyResult<Option<PathBuf>> {
        self.look(|inner| Ok(inner.recorder.take().map(|(path, _)| path)))
    }
}

/// Sets every control that has a number.
pub fn set_controls(simulation: &mut Simulation, values: &[f64]) -> Done<()> {
    let expected = simulation.controls().len();
    if values.len() != expected {
        let text = format!("control: {} values, but the scene has {expected}", values.len());
        return Err(Exception("ModelError", text));
    }
    for (at, &value) in values.iter().enumerate() {
        if !value.is_nan() {
            simulation.set_control_value(at, value)?;
        }
    }
    Ok(())
}
