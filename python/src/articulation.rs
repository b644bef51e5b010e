//! Kinematics and dynamics of trees of joints, over many states at once;
//! `stickslip.Articulation` is what people hold.

use std::sync::Mutex;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{Articulated, BodyId, Reach};

use crate::engine::Engine;
use crate::exception::{Done, Exception, alone, guarded};
use crate::pool;

type Array<'py> = Bound<'py, PyArray1<f64>>;
type Given<'py> = PyReadonlyArray1<'py, f64>;

/// So many states are done by one thread at a time.
const CHUNK: usize = 64;

/// One tree of a model.
#[pyclass(frozen, module = "stickslip._stickslip")]
pub struct ArticulationCore {
    inner: Mutex<Articulated>,
}

/// What is asked of every state.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Question {
    what: String,
    gravity: [f64; 3],
    body: usize,
    /// In the frame of the body.
    point: [f64; 3],
}

/// Width of one answer, or why there is none.
type Answer = Result<Vec<f64>, &'static str>;

impl Question {
    /// The answer at the coordinates of `tree`; `extra` has the numbers of this state.
    fn answer(&self, tree: &mut Articulated, extra: &[f64]) -> Answer {
        let gravity = DVec3::from_array(self.gravity);
        let body = BodyId(self.body);
        let point = |tree: &Articulated| tree.pose(body).point(DVec3::from_array(self.point));
        Ok(match self.what.as_str() {
            "mass_matrix" => tree.mass_matrix(),
            "bias" => tree.bias(gravity),
            "gravity_compensation" => tree.gravity_compensation(gravity),
            "inverse_dynamics" => tree.inverse_dynamics(extra, gravity),
            "forward_dynamics" => {
                tree.forward_dynamics(extra, gravity).ok_or("something has no inertia")?
            }
            "energy" => tree.energy(gravity).to_vec(),
            "center" => tree.centre_of_mass().1.to_array().to_vec(),
            "center_jacobian" => {
                let columns = tree.centre_jacobian();
                rows(3, |axis| columns.iter().map(|column| column[axis]).collect())
            }
            "jacobian" => {
                let columns = tree.jacobian(body, point(tree));
                let row = |at: usize| columns.iter().map(|column| column[at / 3][at % 3]).collect();
                rows(6, row)
            }
            "jacobian_rate" => {
                let place = point(tree);
                tree.jacobian_rate(body, place).iter().flat_map(|it| it.to_array()).collect()
            }
            "force" => {
                let [force, torque] = [&extra[..3], &extra[3..]].map(DVec3::from_slice);
                tree.generalised_force(body, point(tree), force, torque)
            }
            "pose" => {
                let (place, turn) = (point(tree), tree.pose(body).orientation);
                vec![place.x, place.y, place.z, turn.w, turn.x, turn.y, turn.z]
            }
            _ => return Err("there is no such question"),
        })
    }
}

fn rows(count: usize, row: impl Fn(usize) -> Vec<f64>) -> Vec<f64> {
    (0..count).flat_map(row).collect()
}

#[pymethods]
impl Engine {
    /// The trees of the model.
    fn articulations(&self) -> PyResult<Vec<ArticulationCore>> {
        let trees = self.look(|inner| Ok(inner.simulation.articulated()))?;
        Ok(trees.into_iter().map(|tree| ArticulationCore { inner: Mutex::new(tree) }).collect())
    }

    /// Coordinates and rates of a tree now.
    fn coordinates<'py>(
        &self,
        py: Python<'py>,
        core: &ArticulationCore,
    ) -> PyResult<(Array<'py>, Array<'py>)> {
        let (qpos, qvel) = self.look(|inner| {
            let mut tree = alone(&core.inner, "articulation")?;
            tree.set_state(inner.simulation.state());
            Ok((tree.qpos(), tree.qvel().to_vec()))
        })?;
        Ok((PyArray1::from_vec(py, qpos), PyArray1::from_vec(py, qvel)))
    }

    /// Forces along the freedoms of a tree of all contacts of the last step, now or at
    /// coordinates that are given.
    fn contact_forces<'py>(
        &self,
        py: Python<'py>,
        core: &ArticulationCore,
        qpos: Option<Given<'_>>,
    ) -> PyResult<Array<'py>> {
        let qpos = qpos.as_ref().map(|given| given.as_slice()).transpose()?;
        let forces = self.look(|inner| {
            let (simulation, mut tree) = (&inner.simulation, alone(&core.inner, "articulation")?);
            tree.set_state(simulation.state());
            if let Some(qpos) = qpos {
                let rates = tree.qvel().to_vec();
                tree.set(qpos, &rates)?;
            }
            Ok(tree.contact_forces(simulation.contacts(), simulation.substep_seconds()))
        })?;
        Ok(PyArray1::from_vec(py, forces))
    }

    /// Puts the bodies of a tree at coordinates and rates.
    fn set_coordinates(
        &self,
        core: &ArticulationCore,
        qpos: Given<'_>,
        qvel: Given<'_>,
    ) -> PyResult<()> {
        let (qpos, qvel) = (qpos.as_slice()?, qvel.as_slice()?);
        self.look(|inner| {
            let mut tree = alone(&core.inner, "articulation")?;
            tree.set_state(inner.simulation.state());
            tree.set(qpos, qvel)?;
            inner.simulation.set_articulated(&tree);
            Ok(())
        })
    }
}

impl ArticulationCore {
    fn look<T>(&self, work: impl FnOnce(&mut Articulated) -> Done<T>) -> PyResult<T> {
        guarded(|| work(&mut *alone(&self.inner, "articulation")?)).map_err(Into::into)
    }
}

#[pymethods]
impl ArticulationCore {
    /// The bodies, parents first.
    fn links(&self) -> PyResult<Vec<usize>> {
        self.look(|tree| Ok(tree.links().map(|body| body.0).collect()))
    }

    /// Joint, or −1 for a root that floats, and coordinates that belong to it, of each
    /// freedom: four for the first of the three of a rotation, none for its others.
    fn freedoms(&self) -> PyResult<Vec<(isize, usize)>> {
        self.look(|tree| {
            let joints = tree.joints().into_iter();
            let joints = joints.map(|joint| joint.map_or(-1, |joint| joint.0 as isize));
            Ok(joints.zip(tree.coordinate_counts()).collect())
        })
    }

    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        let limits = self.look(|tree| Ok(tree.limits().into_iter().flatten().collect()))?;
        Ok(PyArray1::from_vec(py, limits))
    }

    /// The answers of all states one after the other. `qpos`, `qvel` and `extra` hold those
    /// of every state one after the other.
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: Question,
        count: usize,
        qpos: Given<'py>,
        qvel: Given<'py>,
        extra: Given<'py>,
    ) -> PyResult<Array<'py>> {
        let [qpos, qvel, extra] =
            [&qpos, &qvel, &extra].map(|given| given.as_slice().map(<[f64]>::to_vec));
        let (qpos, qvel, extra) = (qpos?, qvel?, extra?);
        let tree = self.look(|tree| Ok(tree.clone()))?;
        let part = |all: &[f64], at: usize| {
            let width = all.len() / count.max(1);
            all[at * width..(at + 1) * width].to_vec()
        };
        let work = || {
            let chunk = |first: usize| -> Done<Vec<f64>> {
                let (mut tree, mut answers) = (tree.clone(), Vec::new());
                for at in first..(first + CHUNK).min(count) {
                    tree.set(&part(&qpos, at), &part(&qvel, at))?;
                    let answer = question.answer(&mut tree, &part(&extra, at));
                    answers.extend(answer.map_err(Exception::new)?);
                }
                Ok(answers)
            };
            let firsts = (0..count.div_ceil(CHUNK)).into_par_iter().map(|at| at * CHUNK);
            pool::inside(|| Ok(firsts.map(chunk).collect::<Done<Vec<_>>>()?.concat()))
        };
        let answers = py.detach(|| guarded(work)).map_err(PyErr::from)?;
        Ok(PyArray1::from_vec(py, answers))
    }

    /// Coordinates at which a point of a body is as near as can be to a place, from others
    /// on, and how far it stays off.
    #[expect(clippy::too_many_arguments, reason = "packed at once in Python")]
    fn reach<'py>(
        &self,
        py: Python<'py>,
        body: usize,
        point: [f64; 3],
        place: [f64; 3],
        orientation: Option<[f64; 4]>,
        tolerance: f64,
        iterations: usize,
        qpos: Given<'py>,
    ) -> PyResult<(Array<'py>, f64)> {
        let turn = |[w, x, y, z]: [f64; 4]| DQuat::from_xyzw(x, y, z, w).normalize();
        let wanted = Reach {
            orientation: orientation.map(turn),
            tolerance,
            iterations,
            ..Reach::new(BodyId(body), point.into(), place.into())
        };
        let qpos = qpos.as_slice()?.to_vec();
        let mut tree = self.look(|tree| Ok(tree.clone()))?;
        let work = || {
            tree.set(&qpos, &vec![0.0; tree.freedoms()])?;
            let off = tree.reach(&wanted);
            Ok((tree.qpos(), off))
        };
        let (found, off) = py.detach(|| guarded(work)).map_err(PyErr::from)?;
        Ok((PyArray1::from_vec(py, found), off))
    }
}
