//! Reading a simulation out as arrays.

use numpy::{PyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    BodyId, BodyState, ContactChange, ContactReport, ContactState, JointId, RowKind, RowSource,
    Simulation,
};
use stickslip_solve::Label;

use crate::engine::Engine;
use crate::exception::{Done, Exception};

type Array<'py> = Bound<'py, PyArray1<f64>>;

/// Numbers of one kind, of every body or control.
fn numbers(simulation: &Simulation, what: &str) -> Done<Vec<f64>> {
    fn of<const N: usize>(
        simulation: &Simulation,
        each: impl Fn(&BodyState) -> [f64; N],
    ) -> Vec<f64> {
        simulation.state().bodies.iter().flat_map(each).collect()
    }
    Ok(match what {
        "position" => of(simulation, |body| body.pose.position.to_array()),
        "orientation" => of(simulation, |body| {
            let DQuat { x, y, z, w } = body.pose.orientation;
            [w, x, y, z]
        }),
        "velocity" => of(simulation, |body| body.velocity.to_array()),
        "angular_velocity" => of(simulation, |body| body.angular_velocity.to_array()),
        "state" => simulation.flat_state(),
        "control" => (0..simulation.controls().len())
            .map(|at| simulation.control_value(at))
            .collect::<Result<_, _>>()?,
        _ => return Err(Exception::new(format!("there is nothing called \"{what}\" to read"))),
    })
}

/// First and second body, state, then 17 numbers of each contact: point,
/// normal, gap, impulse, moment, velocity, friction.
type Contacts<'py> = (Vec<usize>, Vec<usize>, Vec<&'static str>, Array<'py>);

/// Bodies, shapes, what became of them; impulse, point and normal.
type EventTuple = ([usize; 2], [usize; 2], &'static str, [[f64; 3]; 3]);

/// Island, joint or −1, contact or −1, what it is, index set, impulse, words.
type RowTuple = (usize, isize, isize, &'static str, &'static str, f64, String);

#[pymethods]
impl Engine {
    fn read<'py>(&self, py: Python<'py>, what: &str) -> PyResult<Array<'py>> {
        let found = self.look(|inner| numbers(&inner.simulation, what))?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// Fills an array with what [`Self::read`] gives.
    fn fill(&self, what: &str, mut out: PyReadwriteArray1<'_, f64>) -> PyResult<()> {
        let found = self.look(|inner| numbers(&inner.simulation, what))?;
        let out = out.as_slice_mut()?;
        if out.len() != found.len() {
            let text = format!("out has {} numbers, but {what} has {}", out.len(), found.len());
            return Err(Exception::new(text).into());
        }
        out.copy_from_slice(&found);
        Ok(())
    }

    #[getter]
    fn time(&self) -> PyResult<f64> {
        self.look(|inner| Ok(inner.simulation.state().time))
    }

    #[getter]
    fn steps(&self) -> PyResult<u64> {
        self.look(|inner| Ok(inner.simulation.state().step))
    }

    /// As `stickslip run --json` writes it.
    #[getter]
    fn hash(&self) -> PyResult<String> {
        self.look(|inner| Ok(format!("{:016x}", inner.simulation.state().hash())))
    }

    #[getter]
    fn energy(&self) -> PyResult<f64> {
        self.look(|inner| Ok(inner.simulation.energy()))
    }

    /// The present moment as SVG.
    fn svg(&self) -> PyResult<String> {
        self.look(|inner| Ok(stickslip_cli::picture(&inner.simulation)))
    }

    /// Seconds of one sub-step, over which impulses act.
    #[getter]
    fn substep_seconds(&self) -> PyResult<f64> {
        self.look(|inner| Ok(inner.simulation.substep_seconds()))
    }

    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Contacts<'py>> {
        self.look(|inner| {
            let all = inner.simulation.contacts();
            let mut flat = Vec::with_capacity(17 * all.len());
            for ContactReport { point, normal, gap, impulse, moment, velocity, friction, .. } in all
            {
                flat.extend(point.to_array());
                flat.extend(normal.to_array());
                flat.push(*gap);
                flat.extend(impulse.to_array());
                flat.extend(moment.to_array());
                flat.extend(velocity.to_array());
                flat.push(*friction);
            }
            let states = all.iter().map(|contact| match contact.state {
                ContactState::Separating => "separating",
                ContactState::Sticking => "sticking",
                ContactState::Slipping => "slipping",
            });
            Ok((
                all.iter().map(|contact| contact.first).collect(),
                all.iter().map(|contact| contact.second).collect(),
                states.collect(),
                PyArray1::from_vec(py, flat),
            ))
        })
    }

    fn watch_contacts(&self, wanted: bool) -> PyResult<()> {
        self.look(|inner| {
            inner.simulation.watch_contacts(wanted);
            Ok(())
        })
    }

    fn contact_events(&self) -> PyResult<Vec<EventTuple>> {
        self.look(|inner| {
            let events = inner.simulation.contact_events().iter();
            let told = events.map(|event| {
                let change = match event.change {
                    ContactChange::Began => "began",
                    ContactChange::Persists => "persists",
                    ContactChange::Ended => "ended",
                };
                let vectors = [event.impulse, event.point, event.normal].map(|it| it.to_array());
                (event.bodies, event.shapes, change, vectors)
            });
            Ok(told.collect())
        })
    }

    /// Value and rate of every free coordinate of a joint.
    fn joint(&self, joint: usize) -> PyResult<Vec<(f64, f64)>> {
        self.look(|inner| Ok(inner.simulation.joint_coordinates(JointId(joint))))
    }

    fn joint_impulses<'py>(&self, py: Python<'py>, joint: usize) -> PyResult<Array<'py>> {
        self.look(|inner| {
            Ok(PyArray1::from_slice(py, inner.simulation.joint_impulses(JointId(joint))))
        })
    }

    /// Force and torque about the anchor of a joint on its second body.
    fn joint_load(&self, joint: usize) -> PyResult<[[f64; 3]; 2]> {
        self.look(|inner| {
            Ok(inner.simulation.joint_load(JointId(joint)).map(|part| part.to_array()))
        })
    }

    /// The joints that have broken.
    fn broken(&self) -> PyResult<Vec<usize>> {
        self.look(|inner| {
            let joints = inner.simulation.state().joints.iter().enumerate();
            Ok(joints.filter(|(_, joint)| joint.broken).map(|(at, _)| at).collect())
        })
    }

    /// What a sensor reads.
    fn sense<'py>(&self, py: Python<'py>, sensor: usize) -> PyResult<Array<'py>> {
        let numbers = self.look(|inner| Ok(inner.simulation.sense(sensor)))?;
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Places, then velocities, of the vertices of a soft body.
    fn soft<'py>(&self, py: Python<'py>, soft: usize) -> PyResult<[Array<'py>; 2]> {
        let [places, velocities] = self.look(|inner| {
            let own = inner.simulation.soft_vertices(soft);
            let vertices = &inner.simulation.state().vertices;
            Ok([flat(&vertices.positions[own.clone()]), flat(&vertices.velocities[own])])
        })?;
        Ok([PyArray1::from_vec(py, places), PyArray1::from_vec(py, velocities)])
    }

    /// Places, then velocities, of the particles of a liquid.
    fn liquid<'py>(&self, py: Python<'py>, liquid: usize) -> PyResult<[Array<'py>; 2]> {
        let [places, velocities] = self.look(|inner| {
            let particles = &inner.simulation.state().liquids[liquid].particles;
            Ok([flat(&particles.positions), flat(&particles.velocities)])
        })?;
        Ok([PyArray1::from_vec(py, places), PyArray1::from_vec(py, velocities)])
    }

    /// Width, height, and red, green and blue of every pixel of a picture.
    fn image<'py>(
        &self,
        py: Python<'py>,
        width: usize,
    ) -> PyResult<(usize, usize, Bound<'py, PyArray1<u8>>)> {
        let image = self.look(|inner| Ok(stickslip_cli::image(&inner.simulation, width)))?;
        Ok((image.width, image.height, PyArray1::from_vec(py, image.rgb)))
    }

    /// Every row of the last sub-step that was solved.
    fn rows(&self) -> PyResult<Vec<RowTuple>> {
        self.look(|inner| Ok(rows(&inner.simulation)))
    }

    /// Body, shape, distance, point and normal of what a ray meets first.
    #[expect(clippy::type_complexity, reason = "unpacked at once in Python")]
    fn cast_ray(
        &self,
        origin: [f64; 3],
        direction: [f64; 3],
        reach: f64,
        ignored: Vec<usize>,
    ) -> PyResult<Option<(usize, usize, f64, [f64; 3], [f64; 3])>> {
        let [origin, direction] = [origin, direction].map(DVec3::from_array);
        let sees = |body: BodyId| !ignored.contains(&body.0);
        self.look(|inner| {
            let found = inner.simulation.cast_ray(origin, direction, reach, sees)?;
            Ok(found.map(|found| {
                let (point, normal) = (found.hit.point.to_array(), found.hit.normal.to_array());
                (found.body.0, found.collider, found.hit.distance, point, normal)
            }))
        })
    }
}

fn flat(vectors: &[DVec3]) -> Vec<f64> {
    vectors.iter().flat_map(|vector| vector.to_array()).collect()
}

fn rows(simulation: &Simulation) -> Vec<RowTuple> {
    let mut rows = Vec::new();
    for (island, report) in simulation.islands().enumerate() {
        let Some((_, outcome)) = report.solved else { continue };
        let labels = outcome.labels.as_deref().unwrap_or_default();
        for (at, (source, &impulse)) in report.row_sources().iter().zip(&outcome.x).enumerate() {
            let (joint, contact, kind) = match *source {
                RowSource::Joint { joint, .. } => (joint.0 as isize, -1, "joint"),
                RowSource::Attachment => (-1, -1, "attachment"),
                RowSource::Contact { contact, kind: RowKind::Normal } => {
                    (-1, contact as isize, "normal")
                }
                RowSource::Contact { contact, .. } => (-1, contact as isize, "friction"),
            };
            let label = match labels.get(at) {
                None => "unknown",
                Some(Label::Free) => "free",
                Some(Label::Lower) => "lower",
                Some(Label::Upper) => "upper",
            };
            let words = source.describe(simulation.model(), simulation.contacts());
            rows.push((island, joint, contact, kind, label, impulse, words));
        }
    }
    rows
}
