//! Derivatives over a run of many steps.
//!
//! With x_{k+1} = f(x_k, p) and a loss L = Σ l_k(x_k), the adjoint a_k = (∂f/∂x)ᵀ a_{k+1} + ∂l_k/∂x
//! goes backwards, and dL/dp = Σ (∂f/∂p)ᵀ a_{k+1}. States are saved every ⌈√n⌉ steps and the steps
//! between are made again, to the same bits, so that memory grows with √n (Griewank 1992).

use super::{DerivativeError, Input, Matrix, StepDerivatives};
use crate::model::ModelError;
use crate::simulation::Simulation;
use crate::state::State;

/// A run whose derivatives are wanted.
#[derive(Clone, Debug, Default)]
pub struct Rollout {
    /// Number of steps.
    pub steps: usize,
    /// What the run depends on besides its initial state.
    pub inputs: Vec<Input>,
}

/// A loss and its derivatives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gradient {
    /// The sum of all losses.
    pub loss: f64,
    /// By the initial state, in the coordinates of [`StepDerivatives`].
    pub state: Vec<f64>,
    /// By the inputs, which are the same in all steps.
    pub inputs: Vec<f64>,
    /// By the inputs of each step.
    pub steps: Vec<Vec<f64>>,
    /// Rows at a border of their set in all steps.
    pub borders: usize,
}

/// A loss at one moment: its value, and its derivatives in the coordinates of
/// [`StepDerivatives`].
pub type Loss = (f64, Vec<f64>);

impl Rollout {
    /// Runs, and goes back. Before step k, counted from 0, `act` may tell motors and push; it
    /// is asked twice, and must do the same both times. After so many steps `loss` says what the
    /// state costs, if anything: it is asked once after each step, in ascending order within
    /// pieces of the run, the last of which comes first. The simulation ends where the run does.
    pub fn gradient(
        &self,
        simulation: &mut Simulation,
        mut act: impl FnMut(usize, &mut Simulation) -> Result<(), ModelError>,
        mut loss: impl FnMut(usize, &Simulation) -> Option<Loss>,
    ) -> Result<Gradient, DerivativeError> {
        let stride = (self.steps as f64).sqrt().ceil().max(1.0) as usize;
        let mut saved: Vec<State> = Vec::new();
        for step in 0..self.steps {
            if step % stride == 0 {
                saved.push(simulation.state().clone());
            }
            act(step, simulation)?;
            simulation.step()?;
        }
        let end = simulation.state().clone();
        let mut gradient = Gradient {
            inputs: vec![0.0; self.inputs.len()],
            steps: vec![Vec::new(); self.steps],
            ..Gradient::default()
        };
        let mut adjoint: Option<Vec<f64>> = None;
        for (piece, begin) in saved.into_iter().enumerate().rev() {
            let first = piece * stride;
            let last = (first + stride).min(self.steps);
            simulation.restore(begin)?;
            let mut done: Vec<(StepDerivatives, Option<Loss>)> = Vec::with_capacity(last - first);
            for step in first..last {
                act(step, simulation)?;
                let (_, derivatives) = simulation.step_derivatives(&self.inputs)?;
                refuse_history(step, &derivatives)?;
                done.push((derivatives, loss(step + 1, simulation)));
            }
            for (step, (derivatives, loss)) in (first..last).zip(done).rev() {
                let adjoint = adjoint.get_or_insert_with(|| vec![0.0; derivatives.size()]);
                if let Some((value, slope)) = loss {
                    gradient.loss += value;
                    adjoint.iter_mut().zip(slope).for_each(|(sum, slope)| *sum += slope);
                }
                let mut own = vec![0.0; self.inputs.len()];
                *adjoint = derivatives.reverse(adjoint, &mut own);
                gradient.inputs.iter_mut().zip(&own).for_each(|(sum, value)| *sum += value);
                gradient.steps[step] = own;
                gradient.borders += derivatives.borders.len();
            }
        }
        gradient.state = adjoint.unwrap_or_default();
        simulation.restore(end)?;
        Ok(gradient)
    }

    /// Runs, and carries ∂(state)/∂(inputs) along: for few inputs. After each step `each` sees
    /// the number of steps done and the derivatives by the inputs.
    pub fn forward(
        &self,
        simulation: &mut Simulation,
        mut act: impl FnMut(usize, &mut Simulation) -> Result<(), ModelError>,
        mut each: impl FnMut(usize, &Simulation, &Matrix),
    ) -> Result<(), DerivativeError> {
        let mut changes: Vec<Vec<f64>> = vec![Vec::new(); self.inputs.len()];
        for step in 0..self.steps {
            act(step, simulation)?;
            let (_, derivatives) = simulation.step_derivatives(&self.inputs)?;
            refuse_history(step, &derivatives)?;
            let mut columns = Matrix::zeros(derivatives.size(), self.inputs.len());
            for (at, change) in changes.iter_mut().enumerate() {
                change.resize(derivatives.size(), 0.0);
                let mut input = vec![0.0; self.inputs.len()];
                input[at] = 1.0;
                *change = derivatives.forward(change, &input);
                change.iter().enumerate().for_each(|(row, value)| columns.set(row, at, *value));
            }
            each(step + 1, simulation, &columns);
        }
        Ok(())
    }
}

/// A step that looks back depends on more than the state before it, but for the first of a run,
/// whose history is given.
fn refuse_history(step: usize, derivatives: &StepDerivatives) -> Result<(), DerivativeError> {
    if step == 0 || !derivatives.looks_back {
        return Ok(());
    }
    let reason = format!(
        "rounds in step {step} look back at the step before it, through which a run is not \
         followed; take accuracy = \"off\""
    );
    Err(DerivativeError::Step { reason })
}
