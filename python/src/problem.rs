//! Complementarity problems and their solvers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stickslip_linalg::SparseMatrix;
use stickslip_problems::files;
use stickslip_solve::{
    FactoredForm, FrictionContact, HistoryPoint, Inertia, Kind, Label, OptionValues, Outcome,
    Problem, ProblemData, Request, Start, registry,
};

use crate::engine::PATIENCE;
use crate::exception::{Done, Exception, guarded};
use crate::pool;

/// A matrix as it comes from Python: "csr", "csc" or "coo", its shape, two
/// arrays of indices and the values.
type Matrix<'py> = (
    String,
    usize,
    usize,
    PyReadonlyArray1<'py, i64>,
    PyReadonlyArray1<'py, i64>,
    PyReadonlyArray1<'py, f64>,
);

fn wrong(text: String) -> Exception {
    Exception("ProblemError", text)
}

fn matrix(name: &str, given: &Matrix<'_>) -> PyResult<SparseMatrix> {
    let (form, rows, cols, first, second, values) = given;
    let indices = |array: &PyReadonlyArray1<'_, i64>| -> PyResult<Vec<usize>> {
        let find = |(at, &index): (usize, &i64)| {
            usize::try_from(index)
                .map_err(|_| wrong(format!("{name}: index {at} is {index}")).into())
        };
        array.as_slice()?.iter().enumerate().map(find).collect()
    };
    let (first, second, values) = (indices(first)?, indices(second)?, values.as_slice()?);
    let made = match form.as_str() {
        "csr" => SparseMatrix::from_csr(*rows, *cols, &first, &second, values),
        "csc" => SparseMatrix::from_csc(*rows, *cols, &first, &second, values),
        _ => SparseMatrix::from_coordinates(*rows, *cols, &first, &second, values),
    };
    made.map_err(|error| wrong(format!("{name}: {error}")).into())
}

/// A checked problem; `stickslip.Problem` is what people hold.
#[pyclass(frozen, module = "stickslip._stickslip")]
pub struct ProblemCore(Arc<Problem>);

#[pymethods]
impl ProblemCore {
    /// From a matrix A, or from J, M⁻¹ and the diagonal C.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "called from one place with names")]
    fn make(
        name: String,
        kind: &str,
        a: Option<Matrix<'_>>,
        factors: Option<(Matrix<'_>, Matrix<'_>, PyReadonlyArray1<'_, f64>)>,
        b: PyReadonlyArray1<'_, f64>,
        lo: Option<PyReadonlyArray1<'_, f64>>,
        hi: Option<PyReadonlyArray1<'_, f64>>,
        contacts: Vec<(usize, Vec<usize>, f64)>,
    ) -> PyResult<Self> {
        let kind = Kind::from_name(kind).ok_or_else(|| wrong(format!("no kind \"{kind}\"")))?;
        let b = b.as_slice()?.to_vec();
        let mut data = match (a, factors) {
            (Some(a), _) => ProblemData::assembled(name, kind, matrix("A", &a)?, b),
            (None, Some((jacobian, inverse_mass, compliance))) => {
                let form = FactoredForm {
                    jacobian: matrix("J", &jacobian)?,
                    inertia: Inertia::from_inverse(matrix("Minv", &inverse_mass)?),
                    compliance: compliance.as_slice()?.to_vec(),
                };
                ProblemData::factored(name, kind, form, b)
            }
            (None, None) => return Err(wrong("there is neither A nor J".into()).into()),
        };
        // As in problem files: only tangents have no lower bound by themselves.
        for row in contacts.iter().flat_map(|contact| &contact.1) {
            if let Some(lo) = data.lo.get_mut(*row) {
                *lo = f64::NEG_INFINITY;
            }
        }
        data.contacts = contacts
            .into_iter()
            .map(|(normal, tangents, mu)| FrictionContact {
                normal,
                tangents,
                mu,
                section: Default::default(),
            })
            .collect();
        if let Some(lo) = lo {
            data.lo = lo.as_slice()?.to_vec();
        }
        if let Some(hi) = hi {
            data.hi = hi.as_slice()?.to_vec();
        }
        let made = guarded(|| Problem::new(data).map_err(|error| wrong(error.to_string())));
        Ok(Self(Arc::new(made?)))
    }

    /// A problem file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let read = || files::read(&path).map_err(|error| wrong(error.to_string()));
        Ok(Self(Arc::new(py.detach(|| guarded(read))?)))
    }

    /// A problem file in memory, as JSON.
    #[staticmethod]
    fn from_json(text: &str, name: &str) -> PyResult<Self> {
        let read = || files::read_json(text, name).map_err(|error| wrong(error.to_string()));
        Ok(Self(Arc::new(guarded(read)?)))
    }

    fn to_json(&self) -> String {
        files::to_json(&self.0)
    }

    /// Writes a problem file in the format of its ending.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let write = || files::write(&self.0, &path).map_err(|error| wrong(error.to_string()));
        py.detach(|| guarded(write)).map_err(Into::into)
    }

    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind().name()
    }

    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    #[getter]
    fn stored(&self) -> usize {
        self.0.stored()
    }

    /// Normal row, tangent rows and μ of every contact.
    fn contacts(&self) -> Vec<(usize, Vec<usize>, f64)> {
        let each = self.0.contacts().iter();
        each.map(|contact| (contact.normal, contact.tangents.clone(), contact.mu)).collect()
    }

    /// "b", "lo" or "hi".
    fn vector<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let numbers = match name {
            "b" => self.0.b(),
            "lo" => self.0.lo(),
            "hi" => self.0.hi(),
            _ => return Err(wrong(format!("there is no vector \"{name}\"")).into()),
        };
        Ok(PyArray1::from_slice(py, numbers))
    }

    /// Starts of rows, columns and values of A.
    #[expect(clippy::type_complexity, reason = "unpacked at once in Python")]
    fn matrix<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>) {
        let matrix = self.0.matrix();
        let indices =
            |all: &[usize]| PyArray1::from_vec(py, all.iter().map(|&at| at as i64).collect());
        let (starts, columns) = (indices(matrix.row_starts()), indices(matrix.column_indices()));
        (starts, columns, PyArray1::from_slice(py, matrix.values()))
    }
}

/// What is asked of a solve.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Asked {
    options: BTreeMap<String, String>,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    start: Option<Vec<f64>>,
    history: bool,
    threads: Option<usize>,
}

/// Solves a problem; the dictionary is for `stickslip.Result`. Ctrl-C ends the
/// wait, not the method, which goes on to its own end unseen.
#[pyfunction]
pub fn solve<'py>(
    py: Python<'py>,
    problem: &ProblemCore,
    solver: String,
    asked: Asked,
) -> PyResult<Bound<'py, PyDict>> {
    let Asked { options, tolerance, max_iterations, start, history, threads } = asked;
    let values = options.iter().fold(OptionValues::new(), |all, (key, value)| all.set(key, value));
    let problem = Arc::clone(&problem.0);
    let request = Request {
        tolerance,
        max_iterations,
        start: Start { x: start, labels: None },
        history,
        ..Request::default()
    };
    let work = move || -> Done<Outcome> {
        let refused = Exception::of("Refusal");
        let entry = registry::find(&solver).map_err(|error| refused(&error))?;
        let mut solver = entry.build(&values).map_err(|error| refused(&error))?;
        pool::of(threads, || Ok(solver.solve(&problem, &request)?))
    };
    let outcome = patiently(py, work)??;
    describe(py, &outcome)
}

/// Runs in a thread of its own and looks for Ctrl-C meanwhile.
fn patiently<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Done<T> + Send + 'static,
) -> PyResult<Done<T>> {
    py.detach(|| {
        let (sender, done) = channel();
        std::thread::spawn(move || sender.send(guarded(work)));
        loop {
            match done.recv_timeout(PATIENCE) {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(Err(Exception::new("the solver has ended without a result")));
                }
            }
        }
    })
}

fn describe<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("solver", outcome.solver)?;
    fields.set_item("status", outcome.status.name())?;
    fields.set_item("x", PyArray1::from_slice(py, &outcome.x))?;
    fields.set_item("w", PyArray1::from_slice(py, &outcome.w))?;
    let labels = outcome.labels.as_ref().map(|labels| {
        let byte = |label: &Label| match label {
            Label::Free => 0_i64,
            Label::Lower => -1,
            Label::Upper => 1,
        };
        PyArray1::from_vec(py, labels.iter().map(byte).collect())
    });
    fields.set_item("labels", labels)?;
    let residuals = &outcome.residuals;
    let measures = PyDict::new(py);
    measures.set_item("natural", residuals.natural.value)?;
    measures.set_item("worst_row", residuals.natural.row)?;
    measures.set_item("fischer", residuals.fischer.map(|worst| worst.value))?;
    measures.set_item("energy_mean", residuals.energy_mean)?;
    measures.set_item("energy_max", residuals.energy_max.value)?;
    measures.set_item("relative", residuals.relative)?;
    fields.set_item("residuals", measures)?;
    fields.set_item("tolerance", outcome.tolerance)?;
    fields.set_item("time_s", outcome.time_s)?;
    let counts = PyDict::new(py);
    counts.set_item("iterations", outcome.counts.iterations)?;
    counts.set_item("inner_iterations", outcome.counts.inner_iterations)?;
    counts.set_item("products", outcome.counts.products)?;
    counts.set_item("factorisations", outcome.counts.factorisations)?;
    counts.set_item("pivots", outcome.counts.pivots)?;
    fields.set_item("counts", counts)?;
    let history = |part: fn(&HistoryPoint) -> f64| {
        PyArray1::from_vec(py, outcome.history.iter().map(part).collect())
    };
    fields.set_item("history_iteration", history(|point| point.iteration as f64))?;
    fields.set_item("history_time", history(|point| point.time_s))?;
    fields.set_item("history_residual", history(|point| point.residual))?;
    Ok(fields)
}

/// Name, family, summary, kinds it takes, whether it takes friction bounds
/// that follow the normal, whether it needs symmetry, and options (key,
/// default, sentence).
type SolverTuple = (
    &'static str,
    &'static str,
    &'static str,
    Vec<&'static str>,
    bool,
    bool,
    Vec<(&'static str, String, &'static str)>,
);

/// Every solver.
#[pyfunction]
pub fn solvers() -> Vec<SolverTuple> {
    let each = registry::SOLVERS.iter().map(|entry| {
        let options = (entry.options)();
        (
            entry.name,
            entry.family,
            entry.summary,
            entry.accepts.kinds.iter().map(|kind| kind.name()).collect(),
            entry.accepts.coupled,
            entry.accepts.symmetric,
            options.into_iter().map(|option| (option.key, option.default, option.help)).collect(),
        )
    });
    each.collect()
}
