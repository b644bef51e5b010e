//! Derivatives of steps and runs as arrays.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use stickslip_dynamics::{Contacts, DerivativeError, Input, Rollout, Simulation, StepDerivatives};

use crate::engine::{Engine, set_controls};
use crate::exception::{Done, Exception};
use crate::report::StepReport;

type Array<'py> = Bound<'py, PyArray1<f64>>;

/// Rows, columns and values of A, and B row after row.
type Sides<'py> = (Places<'py>, Places<'py>, Array<'py>, Array<'py>);
type Places<'py> = Bound<'py, PyArray1<i64>>;

/// The bodies of the state, A and B, rows at a border, contacts that were lost, whether the step
/// looked back, and A and B with the rows at a border held and at their bounds.
type Matrices<'py> = (Vec<usize>, Sides<'py>, Vec<String>, usize, bool, Option<[Sides<'py>; 2]>);

/// By the inputs, by those of each step, by the initial state (12 of each body), borders.
type Slopes<'py> = (Array<'py>, Array<'py>, Array<'py>, usize);

impl From<DerivativeError> for Exception {
    fn from(error: DerivativeError) -> Self {
        match error {
            DerivativeError::Failed(error) => error.into(),
            DerivativeError::Wrong(error) => error.into(),
            other => Self("DerivativeError", other.to_string()),
        }
    }
}

fn inputs(simulation: &Simulation, names: &[String]) -> Done<Vec<Input>> {
    let named = names.iter().map(|name| simulation.input(name));
    Ok(named.collect::<Result<_, _>>()?)
}

fn sides<'py>(py: Python<'py>, derivatives: &StepDerivatives) -> Sides<'py> {
    let entries = derivatives.entries();
    let places = |place: fn(&(usize, usize, f64)) -> usize| {
        PyArray1::from_vec(py, entries.iter().map(|entry| place(entry) as i64).collect())
    };
    (
        places(|entry| entry.0),
        places(|entry| entry.1),
        PyArray1::from_vec(py, entries.iter().map(|entry| entry.2).collect()),
        PyArray1::from_slice(py, derivatives.by_inputs().values()),
    )
}

fn arrays<'py>(py: Python<'py>, derivatives: &StepDerivatives) -> Matrices<'py> {
    (
        derivatives.bodies.iter().map(|body| body.0).collect(),
        sides(py, derivatives),
        derivatives.borders.iter().map(ToString::to_string).collect(),
        derivatives.lost,
        derivatives.looks_back,
        derivatives.sides.as_ref().map(|both| [&both[0], &both[1]].map(|side| sides(py, side))),
    )
}

#[pymethods]
impl Engine {
    /// One step with its derivatives by the state and by inputs of these names.
    fn step_derivatives<'py>(
        &self,
        py: Python<'py>,
        names: Vec<String>,
    ) -> PyResult<(StepReport, Matrices<'py>)> {
        let (report, derivatives) = self.work(py, |inner| {
            let inputs = inputs(&inner.simulation, &names)?;
            let (report, derivatives) = inner.simulation.step_derivatives(&inputs)?;
            inner.note(&report)?;
            Ok((StepReport::new(&report, &inner.simulation), derivatives))
        })?;
        Ok((report, arrays(py, &derivatives)))
    }

    /// The derivatives of the step that would be next; whether contacts hold in it.
    fn linearize<'py>(
        &self,
        py: Python<'py>,
        names: Vec<String>,
        holds: bool,
    ) -> PyResult<Matrices<'py>> {
        let contacts = if holds { Contacts::Held } else { Contacts::Free };
        let derivatives = self.work(py, |inner| {
            let inputs = inputs(&inner.simulation, &names)?;
            Ok(inner.simulation.linearize(&inputs, contacts)?)
        })?;
        Ok(arrays(py, &derivatives))
    }

    /// The gradient of a loss over the next steps, from its slopes by 12 coordinates of every
    /// body at the beginning and after every step. `controls` has a value for every control in
    /// every step.
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        names: Vec<String>,
        controls: Option<PyReadonlyArray1<'py, f64>>,
        slopes: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Slopes<'py>> {
        let slopes = slopes.as_slice()?.to_vec();
        let controls = controls.map(|all| all.as_slice().map(<[f64]>::to_vec)).transpose()?;
        let (gradient, state) = self.work(py, |inner| {
            let simulation = &mut inner.simulation;
            let bodies = simulation.model().bodies().len();
            let moving: Vec<usize> =
                (0..bodies).filter(|&at| simulation.model().bodies()[at].is_dynamic()).collect();
            let steps = (slopes.len() / (12 * bodies.max(1))).saturating_sub(1);
            let count = simulation.controls().len();
            let rollout = Rollout { steps, inputs: inputs(simulation, &names)? };
            let slope = |step: usize| -> Vec<f64> {
                let of = |half: usize| {
                    let slopes = &slopes;
                    moving.iter().flat_map(move |&body| {
                        let first = 12 * (step * bodies + body) + 6 * half;
                        slopes[first..first + 6].iter().copied()
                    })
                };
                of(0).chain(of(1)).collect()
            };
            let act = |step: usize, simulation: &mut Simulation| match &controls {
                Some(all) => set_controls(simulation, &all[count * step..count * (step + 1)])
                    .map_err(|Exception(_, reason)| stickslip_dynamics::ModelError::Setting {
                        key: "controls",
                        reason,
                    }),
                None => Ok(()),
            };
            let loss = |step: usize, _: &Simulation| Some((0.0, slope(step)));
            let mut gradient = rollout.gradient(simulation, act, loss)?;
            gradient.state.resize(12 * moving.len(), 0.0);
            let begin = slope(0);
            let mut state = vec![0.0; 12 * bodies];
            for (at, &body) in moving.iter().enumerate() {
                for coordinate in 0..12 {
                    let (half, own) = (coordinate / 6, coordinate % 6);
                    let place = 6 * (half * moving.len() + at) + own;
                    state[12 * body + coordinate] = gradient.state[place] + begin[place];
                }
            }
            Ok((gradient, state))
        })?;
        let array = |values: &[f64]| PyArray1::from_slice(py, values);
        Ok((
            array(&gradient.inputs),
            array(&gradient.steps.concat()),
            array(&state),
            gradient.borders,
        ))
    }
}
