//! Questions of geometry, many at once.

use std::path::PathBuf;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use stickslip_geometry::ccd::{Kind, Method, Query, Tolerance, first_contact};
use stickslip_geometry::distance::{edge_edge, point_edge, point_triangle};
use stickslip_geometry::files;
use stickslip_geometry::glam::DVec3;
use stickslip_geometry::mesh::Surface;
use stickslip_geometry::sdf::{Field, MeshField, Sign};

use crate::exception::{Done, Exception, guarded};

type Array<'py> = Bound<'py, PyArray1<f64>>;

fn wrong(text: impl Into<String>) -> Exception {
    Exception("ArgumentError", text.into())
}

fn points(numbers: &[f64]) -> Vec<DVec3> {
    numbers.chunks_exact(3).map(DVec3::from_slice).collect()
}

/// The first times at which features touch that move from `start` to `end`,
/// four points each; NaN where they stay apart.
#[pyfunction]
pub fn ccd<'py>(
    py: Python<'py>,
    kind: &str,
    start: PyReadonlyArray1<'_, f64>,
    end: PyReadonlyArray1<'_, f64>,
    method: &str,
    delta: f64,
    separation: f64,
) -> PyResult<Array<'py>> {
    let kind = match kind {
        "vertex-face" => Kind::VertexFace,
        "edge-edge" => Kind::EdgeEdge,
        _ => return Err(wrong(format!("kind: there is no \"{kind}\"")).into()),
    };
    let method = Method::ALL.into_iter().find(|known| known.name() == method);
    let method = method.ok_or_else(|| wrong("method: inclusion, cubic or boxes is needed"))?;
    let (start, end) = (points(start.as_slice()?), points(end.as_slice()?));
    let tolerance = Tolerance { delta, separation };
    let answer = |(at, (start, end)): (usize, (&[DVec3], &[DVec3]))| -> Done<f64> {
        let four = |from: &[DVec3]| [from[0], from[1], from[2], from[3]];
        let query = Query { kind, start: four(start), end: four(end) };
        let found = first_contact(&query, method, &tolerance)
            .map_err(|error| wrong(format!("query {at}: {error}")))?;
        Ok(found.time().unwrap_or(f64::NAN))
    };
    let all = || start.chunks_exact(4).zip(end.chunks_exact(4)).enumerate().map(answer).collect();
    Ok(PyArray1::from_vec(py, py.detach(|| guarded(all))?))
}

/// Distances of features, and the weights of their points in the vector from
/// the second's nearest point to the first's: four of each.
#[pyfunction]
pub fn distance<'py>(
    py: Python<'py>,
    kind: &str,
    corners: PyReadonlyArray1<'_, f64>,
) -> PyResult<(Array<'py>, Array<'py>)> {
    let corners = points(corners.as_slice()?);
    let (mut distances, mut weights) = (Vec::new(), Vec::new());
    let mut note = |distance: f64, own: [f64; 4]| {
        distances.push(distance);
        weights.extend(own);
    };
    match kind {
        "vertex-face" => corners.chunks_exact(4).for_each(|at| {
            let found = point_triangle(at[0], [at[1], at[2], at[3]]);
            note(found.distance(), found.weights);
        }),
        "edge-edge" => corners.chunks_exact(4).for_each(|at| {
            let found = edge_edge([at[0], at[1]], [at[2], at[3]]);
            note(found.distance(), found.weights);
        }),
        "vertex-edge" => corners.chunks_exact(3).for_each(|at| {
            let found = point_edge(at[0], [at[1], at[2]]);
            note(found.distance(), found.weights);
        }),
        _ => return Err(wrong(format!("kind: there is no \"{kind}\"")).into()),
    }
    Ok((PyArray1::from_vec(py, distances), PyArray1::from_vec(py, weights)))
}

/// A surface of triangles; `stickslip.geometry.Mesh` is what people hold.
#[pyclass(frozen, module = "stickslip._stickslip")]
pub struct MeshCore {
    surface: Surface,
    field: MeshField,
}

impl MeshCore {
    fn of(surface: Surface, sign: &str) -> Done<Self> {
        let sign = match sign {
            "normal" => Sign::Normal,
            "winding" => Sign::Winding,
            _ => return Err(wrong("sign: normal or winding is needed")),
        };
        if surface.faces().is_empty() {
            return Err(wrong("faces: there are none"));
        }
        Ok(Self { field: MeshField::new(&surface, sign), surface })
    }
}

#[pymethods]
impl MeshCore {
    #[new]
    fn new(
        py: Python<'_>,
        corners: PyReadonlyArray1<'_, f64>,
        faces: Vec<[u32; 3]>,
        sign: &str,
    ) -> PyResult<Self> {
        let corners = points(corners.as_slice()?);
        let make = || {
            let made = Surface::new(corners, faces).map_err(|error| wrong(error.to_string()))?;
            Self::of(made, sign)
        };
        py.detach(|| guarded(make)).map_err(Into::into)
    }

    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, sign: &str) -> PyResult<Self> {
        let read = || {
            let failed = Exception::of("ModelFileError");
            let mesh = files::read(&path).map_err(|error| failed(&error))?;
            Self::of(mesh.into_surface().map_err(|error| failed(&error))?, sign)
        };
        py.detach(|| guarded(read)).map_err(Into::into)
    }

    fn points<'py>(&self, py: Python<'py>) -> Array<'py> {
        let numbers = self.surface.points().iter().flat_map(|point| point.to_array());
        PyArray1::from_vec(py, numbers.collect())
    }

    fn faces(&self) -> Vec<[u32; 3]> {
        self.surface.faces().to_vec()
    }

    /// Signed distances, and their gradients one after the other.
    fn sdf<'py>(
        &self,
        py: Python<'py>,
        places: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<(Array<'py>, Array<'py>)> {
        let places = points(places.as_slice()?);
        let sample = || Ok(places.iter().map(|&place| self.field.sample(place)).collect());
        let found: Vec<(f64, DVec3)> = py.detach(|| guarded(sample))?;
        let gradients = found.iter().flat_map(|(_, gradient)| gradient.to_array()).collect();
        Ok((
            PyArray1::from_vec(py, found.iter().map(|sample| sample.0).collect()),
            PyArray1::from_vec(py, gradients),
        ))
    }
}
