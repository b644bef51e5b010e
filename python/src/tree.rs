//! Trees of joints; `stickslip.Tree` is what people hold.

use std::sync::Mutex;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{Articulated, BodyId, Reach};

use crate::engine::Engine;
use crate::trouble::{Done, Trouble, alone, guarded};

type Array<'py> = Bound<'py, PyArray1<f64>>;
type Given<'py> = PyReadonlyArray1<'py, f64>;

/// Kinematics and dynamics of one tree at coordinates of its own.
#[pyclass(frozen, module = "stickslip._stickslip")]
pub struct TreeCore {
    inner: Mutex<Articulated>,
}

impl TreeCore {
    fn look<T>(&self, work: impl FnOnce(&mut Articulated) -> Done<T>) -> PyResult<T> {
        guarded(|| work(&mut *alone(&self.inner, "tree")?)).map_err(Into::into)
    }

    fn numbers<'py>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&mut Articulated) -> Vec<f64>,
    ) -> PyResult<Array<'py>> {
        Ok(PyArray1::from_vec(py, self.look(|tree| Ok(work(tree)))?))
    }
}

/// As many numbers as there are freedoms.
fn fits(tree: &Articulated, given: &[f64]) -> Done<()> {
    let (has, count) = (given.len(), tree.freedoms());
    match has == count {
        true => Ok(()),
        false => Err(Trouble::new(format!("{has} numbers are given for {count} freedoms"))),
    }
}

#[pymethods]
impl Engine {
    /// The trees of the model where everything is now.
    fn trees(&self) -> PyResult<Vec<TreeCore>> {
        let trees = self.look(|inner| Ok(inner.simulation.articulated()))?;
        Ok(trees.into_iter().map(|tree| TreeCore { inner: Mutex::new(tree) }).collect())
    }

    /// Puts the bodies of a tree where it says.
    fn set_tree(&self, tree: &TreeCore) -> PyResult<()> {
        let tree = tree.look(|tree| Ok(tree.clone()))?;
        self.look(|inner| {
            inner.simulation.set_articulated(&tree);
            Ok(())
        })
    }
}

#[pymethods]
impl TreeCore {
    /// The joint of each freedom; −1 for those of a root that floats.
    fn joints(&self) -> PyResult<Vec<isize>> {
        let number =
            |joint: Option<stickslip_dynamics::JointId>| joint.map_or(-1, |it| it.0 as isize);
        self.look(|tree| Ok(tree.joints().into_iter().map(number).collect()))
    }

    /// The bodies, parents first.
    fn links(&self) -> PyResult<Vec<usize>> {
        self.look(|tree| Ok(tree.links().map(|body| body.0).collect()))
    }

    fn qpos<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| tree.qpos())
    }

    fn qvel<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| tree.qvel().to_vec())
    }

    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| tree.limits().into_iter().flatten().collect())
    }

    fn set(&self, qpos: Given<'_>, qvel: Given<'_>) -> PyResult<()> {
        let (qpos, qvel) = (qpos.as_slice()?.to_vec(), qvel.as_slice()?.to_vec());
        self.look(|tree| Ok(tree.set(&qpos, &qvel)?))
    }

    fn mass_matrix<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.numbers(py, Articulated::mass_matrix)
    }

    fn bias<'py>(&self, py: Python<'py>, gravity: [f64; 3]) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| tree.bias(gravity.into()))
    }

    fn gravity_compensation<'py>(
        &self,
        py: Python<'py>,
        gravity: [f64; 3],
    ) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| tree.gravity_compensation(gravity.into()))
    }

    fn inverse_dynamics<'py>(
        &self,
        py: Python<'py>,
        qacc: Given<'py>,
        gravity: [f64; 3],
    ) -> PyResult<Array<'py>> {
        let qacc = qacc.as_slice()?.to_vec();
        self.look(|tree| fits(tree, &qacc))?;
        self.numbers(py, |tree| tree.inverse_dynamics(&qacc, gravity.into()))
    }

    fn forward_dynamics<'py>(
        &self,
        py: Python<'py>,
        forces: Given<'py>,
        gravity: [f64; 3],
    ) -> PyResult<Array<'py>> {
        let forces = forces.as_slice()?.to_vec();
        let found = self.look(|tree| {
            fits(tree, &forces)?;
            let found = tree.forward_dynamics(&forces, gravity.into());
            found.ok_or_else(|| Trouble::new("something in the tree has no inertia"))
        })?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// Six rows: velocity of the point, angular velocity.
    fn jacobian<'py>(&self, py: Python<'py>, body: usize, point: [f64; 3]) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| {
            let columns = tree.jacobian(BodyId(body), point.into());
            let row =
                |part: usize, axis: usize| columns.iter().map(move |column| column[part][axis]);
            (0..6).flat_map(|at| row(at / 3, at % 3)).collect()
        })
    }

    fn jacobian_rate<'py>(
        &self,
        py: Python<'py>,
        body: usize,
        point: [f64; 3],
    ) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| {
            let change = tree.jacobian_rate(BodyId(body), point.into());
            change.iter().flat_map(|part| part.to_array()).collect()
        })
    }

    fn center_jacobian<'py>(&self, py: Python<'py>) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| {
            let columns = tree.center_jacobian();
            (0..3).flat_map(|axis| columns.iter().map(move |column| column[axis])).collect()
        })
    }

    fn generalised_force<'py>(
        &self,
        py: Python<'py>,
        body: usize,
        point: [f64; 3],
        force: [f64; 3],
        torque: [f64; 3],
    ) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| {
            tree.generalised_force(BodyId(body), point.into(), force.into(), torque.into())
        })
    }

    /// Position and rotation w, x, y, z of a body's frame.
    fn pose<'py>(&self, py: Python<'py>, body: usize) -> PyResult<Array<'py>> {
        self.numbers(py, |tree| {
            let pose = tree.pose(BodyId(body));
            let (place, turn) = (pose.position, pose.orientation);
            vec![place.x, place.y, place.z, turn.w, turn.x, turn.y, turn.z]
        })
    }

    /// How far a body stays from where it is wanted.
    #[pyo3(signature = (body, point, place, orientation, tolerance, iterations))]
    fn reach(
        &self,
        body: usize,
        point: [f64; 3],
        place: [f64; 3],
        orientation: Option<[f64; 4]>,
        tolerance: f64,
        iterations: usize,
    ) -> PyResult<f64> {
        let turn = |[w, x, y, z]: [f64; 4]| DQuat::from_xyzw(x, y, z, w).normalize();
        let wanted = Reach {
            orientation: orientation.map(turn),
            tolerance,
            iterations,
            ..Reach::new(BodyId(body), DVec3::from_array(point), DVec3::from_array(place))
        };
        self.look(|tree| Ok(tree.reach(&wanted)))
    }
}
