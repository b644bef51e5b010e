//! Nonsmooth Newton inside a proximal loop.
//!
//! A is often singular (rigid bodies with redundant contacts), and Newton's
//! method alone cycles there. Each proximal step solves the same laws on
//! A + ρ D with b − ρ D c, c the last iterate: regular, and near c. As ρ
//! shrinks with success the steps become plain Newton steps; where one fails,
//! ρ grows.

use super::linear::BlockEquations;
use super::map::{Piece, linearise};
use super::state::State;

/// The equations at one point: F, its laws and pieces, and ‖D F‖.
struct Evaluation<const N: usize> {
    map: Vec<f64>,
    equations: Vec<BlockEquations<N>>,
    pieces: Vec<Piece>,
    error: f64,
}

/// What stopped a run of Newton steps.
enum End {
    /// The best iterate is good enough for the whole problem.
    Done,
    /// The shifted problem is solved, after so many steps.
    Solved(Vec<f64>, usize),
    /// Neither.
    Failed,
}

/// Newton steps within one proximal step.
const MAX_STEPS: usize = 30;
/// Steps without a smaller ‖D F‖ that end it.
const PATIENCE: usize = 6;
/// ‖D F‖/‖b‖ at which the shifted problem counts as solved.
const SOLVED: f64 = 1e-13;
/// Where rounding may keep F from becoming smaller.
const NEARLY_SOLVED: f64 = 1e-9;
/// ρ lies between these.
const WEIGHTS: (f64, f64) = (1e-12, 1e6);

/// The pieces in force at x.
pub fn pieces<const N: usize>(state: &State<'_, N>, x: &[f64], w: &[f64]) -> Vec<Piece> {
    let kind = state.problem.kind();
    let piece = |block: &super::blocks::Block<N>| {
        linearise(kind, block, block.gather(x), block.gather(w)).piece
    };
    state.blocks.iter().map(piece).collect()
}

/// Up to `steps` Newton steps from `x` on the problem itself, the matrix alone
/// being shifted by ρ D. For a point whose pieces are right or nearly so.
pub fn polish<const N: usize>(
    state: &mut State<'_, N>,
    mut x: Vec<f64>,
    steps: usize,
    weight: f64,
) {
    let mut w = vec![0.0; x.len()];
    for _ in 0..steps {
        if state.exhausted() {
            return;
        }
        state.velocity(&x, &mut w);
        let evaluation = evaluate(state, &x, &w);
        if !step(state, &evaluation, weight, &mut x) {
            return;
        }
        state.velocity(&x, &mut w);
        let error = state.note(&x, &w);
        if error <= state.tolerance || error.is_nan() {
            return;
        }
    }
}

/// The proximal loop from the best iterate, beginning with the weight ρ.
pub fn proximal<const N: usize>(state: &mut State<'_, N>, mut weight: f64) {
    let mut centre = state.best().1.clone();
    let mut floor = 0.0;
    while !state.done() && !state.exhausted() && weight <= WEIGHTS.1 {
        match shifted(state, &centre, weight) {
            // Without a step no weight changes anything: rounding has the last word.
            End::Done | End::Solved(_, 0) => return,
            End::Solved(next, steps) => {
                centre = next;
                let factor: f64 = match steps {
                    0..=5 => 0.1,
                    6..=14 => 0.3,
                    _ => 1.0,
                };
                // Not below where the last attempt failed, for a while.
                weight = (factor * weight).max(floor).max(WEIGHTS.0);
                floor *= 0.5;
            }
            End::Failed => {
                floor = 1.5 * weight;
                weight *= 4.0;
            }
        }
    }
}

/// Newton's method on the laws with w = A x + b + ρ D (x − c), from c.
fn shifted<const N: usize>(state: &mut State<'_, N>, centre: &[f64], weight: f64) -> End {
    let mut x = centre.to_vec();
    let mut w = vec![0.0; x.len()];
    state.velocity(&x, &mut w);
    let mut evaluation = evaluate(state, &x, &w);
    let (mut least, mut idle) = (f64::INFINITY, 0);
    for steps in 0..MAX_STEPS {
        if evaluation.error <= SOLVED * state.size {
            return End::Solved(x, steps);
        }
        if state.exhausted() || !step(state, &evaluation, weight, &mut x) {
            return End::Failed;
        }
        state.velocity(&x, &mut w);
        if state.note(&x, &w) <= state.tolerance {
            return End::Done;
        }
        for block in &state.blocks {
            for &row in block.rows() {
                w[row] += weight * block.scale * (x[row] - centre[row]);
            }
        }
        let next = evaluate(state, &x, &w);
        if next.error.is_nan() {
            return End::Failed;
        }
        let settled = next.pieces == evaluation.pieces && next.error >= 0.5 * evaluation.error;
        if settled && next.error <= NEARLY_SOLVED * state.size {
            return End::Solved(x, steps + 1);
        }
        if next.error < least {
            (least, idle) = (next.error, 0);
        } else {
            idle += 1;
            if idle > PATIENCE {
                return End::Failed;
            }
        }
        evaluation = next;
    }
    End::Failed
}

fn evaluate<const N: usize>(state: &State<'_, N>, x: &[f64], w: &[f64]) -> Evaluation<N> {
    let kind = state.problem.kind();
    let mut evaluation = Evaluation {
        map: vec![0.0; x.len()],
        equations: Vec::with_capacity(state.blocks.len()),
        pieces: Vec::with_capacity(state.blocks.len()),
        error: 0.0,
    };
    for block in &state.blocks {
        let found = linearise(kind, block, block.gather(x), block.gather(w));
        block.scatter(found.value, &mut evaluation.map);
        evaluation.equations.push(found.equations);
        evaluation.pieces.push(found.piece);
        evaluation.error +=
            found.value.map(|value| (block.scale * value).powi(2)).iter().sum::<f64>();
    }
    evaluation.error = evaluation.error.sqrt();
    evaluation
}

/// One Newton step; whether there was a finite one.
fn step<const N: usize>(
    state: &mut State<'_, N>,
    evaluation: &Evaluation<N>,
    weight: f64,
    x: &mut [f64],
) -> bool {
    state.counts.iterations += 1;
    state.counts.factorisations += 1;
    if state.system.factor(&state.blocks, &evaluation.equations, weight).is_err() {
        return false;
    }
    let mut direction: Vec<f64> = evaluation.map.iter().map(|value| -value).collect();
    state.system.solve(&state.blocks, &mut direction);
    for (value, step) in x.iter_mut().zip(&direction) {
        *value += step;
    }
    x.iter().all(|value| value.is_finite())
}
