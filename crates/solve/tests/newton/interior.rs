//! The interior point method's path, step by step, against the whole of its
//! equations written out: x, both multipliers and both distances as unknowns,
//! where the method eliminates all but x.

use stickslip_solve::{Kind, Problem, Request, Start};

use crate::brute_force::eliminate;
use crate::samples::{distance, generated, solve_from};

/// Where a path is: x, and the multipliers y ≥ 0 of x ≥ lo and z ≥ 0 of x ≤ hi.
struct Point {
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
}

/// Changes of the same.
type Step = Point;

fn velocity(problem: &Problem, x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let a = problem.matrix().to_dense();
    (0..n).map(|i| problem.b()[i] + (0..n).map(|j| a[i * n + j] * x[j]).sum::<f64>()).collect()
}

impl Point {
    /// x − lo and hi − x.
    fn gaps(&self, problem: &Problem, row: usize) -> [f64; 2] {
        [self.x[row] - problem.lo()[row], problem.hi()[row] - self.x[row]]
    }

    /// All products s y and t z of finite bounds, after a share of a step.
    fn products(&self, problem: &Problem, step: Option<(&Step, f64)>) -> Vec<f64> {
        let mut all = Vec::new();
        for row in 0..self.x.len() {
            let [s, t] = self.gaps(problem, row);
            let (dx, dy, dz) = step.map_or((0.0, 0.0, 0.0), |(step, share)| {
                (share * step.x[row], share * step.y[row], share * step.z[row])
            });
            let sides = [(s + dx, self.y[row] + dy), (t - dx, self.z[row] + dz)];
            all.extend(sides.iter().filter(|side| side.0.is_finite()).map(|side| side.0 * side.1));
        }
        all
    }

    /// A Δx − Δy + Δz = −(A x + b − y + z), y Δx + s Δy = σμ − s y − δs δy and
    /// −z Δx + t Δz = σμ − t z − δt δz, δ being the predictor's changes.
    fn direction(&self, problem: &Problem, centre: f64, predicted: Option<&Step>) -> Step {
        let n = self.x.len();
        let (a, w) = (problem.matrix().to_dense(), velocity(problem, &self.x));
        let mut rows = vec![vec![0.0; 3 * n]; 3 * n];
        let mut right = vec![0.0; 3 * n];
        for row in 0..n {
            rows[row][..n].copy_from_slice(&a[row * n..(row + 1) * n]);
            (rows[row][n + row], rows[row][2 * n + row]) = (-1.0, 1.0);
            right[row] = -(w[row] - self.y[row] + self.z[row]);
            let [s, t] = self.gaps(problem, row);
            let second = predicted
                .map_or((0.0, 0.0), |step| (step.x[row] * step.y[row], -step.x[row] * step.z[row]));
            (rows[n + row][row], rows[n + row][n + row]) = (self.y[row], s);
            right[n + row] = centre - s * self.y[row] - second.0;
            (rows[2 * n + row][row], rows[2 * n + row][2 * n + row]) = (-self.z[row], t);
            right[2 * n + row] = centre - t * self.z[row] - second.1;
            for (at, gap) in [(n + row, s), (2 * n + row, t)] {
                // Without a bound there is no multiplier.
                if gap.is_infinite() {
                    rows[at] = vec![0.0; 3 * n];
                    (rows[at][at], right[at]) = (1.0, 0.0);
                }
            }
        }
        let all = eliminate(rows, right).expect("regular");
        Point { x: all[..n].to_vec(), y: all[n..2 * n].to_vec(), z: all[2 * n..].to_vec() }
    }

    /// The longest share of a step, at most 1, that leaves all positive.
    fn longest(&self, problem: &Problem, step: &Step) -> f64 {
        let mut longest = 1.0_f64;
        for row in 0..self.x.len() {
            let [s, t] = self.gaps(problem, row);
            let dx = step.x[row];
            for (value, change) in
                [(s, dx), (t, -dx), (self.y[row], step.y[row]), (self.z[row], step.z[row])]
            {
                if change < 0.0 && value.is_finite() {
                    longest = longest.min(-value / change);
                }
            }
        }
        longest
    }

    /// Mehrotra's step: σ is the cube of the share of μ that the predictor leaves.
    fn advance(&mut self, problem: &Problem, corrects: bool) {
        let mean = |all: Vec<f64>| all.iter().sum::<f64>() / all.len() as f64;
        let predictor = self.direction(problem, 0.0, None);
        let length = self.longest(problem, &predictor);
        let now = mean(self.products(problem, None));
        let then = mean(self.products(problem, Some((&predictor, length))));
        let centre = (then / now).powi(3) * now;
        let step = self.direction(problem, centre, corrects.then_some(&predictor));
        let longest = self.longest(problem, &step);
        let length = if longest < 1.0 { 0.995 * longest } else { 1.0 };
        for (value, change) in
            [(&mut self.x, &step.x), (&mut self.y, &step.y), (&mut self.z, &step.z)]
        {
            value.iter_mut().zip(change).for_each(|(value, change)| *value += length * change);
        }
    }
}

/// Definite and skewed matrices, half-lines and boxes.
fn problems() -> Vec<Problem> {
    let mut all = Vec::new();
    for seed in 0..4 {
        for boxed in ["boxed=false", "boxed=true"] {
            let problem = generated("spd", seed, &["size=6", "condition=30", boxed]);
            let mut data = problem.data().clone();
            let mut entries = problem.matrix().to_dense();
            for row in 1..6 {
                entries[row * 6] += 0.2;
                entries[row] -= 0.2;
            }
            let skewed = stickslip_linalg::SparseMatrix::from_dense(6, 6, &entries);
            (data.matrix, data.kind, data.solution) = (Some(skewed), Kind::Blcp, None);
            all.extend([Problem::new(data).expect("well formed"), problem]);
        }
    }
    all
}

#[test]
fn steps_are_those_of_predictor_and_corrector() {
    for problem in problems() {
        // Multipliers begin at |w| of the given start, and not below a tenth of the largest.
        let given = vec![0.1; 6];
        let w = velocity(&problem, &given);
        let least = 0.1 * w.iter().fold(0.0_f64, |most, w| most.max(w.abs()));
        let forces: Vec<f64> = w.iter().map(|w| w.abs().max(least)).collect();
        for corrects in [true, false] {
            let request = Request {
                max_iterations: Some(6),
                history: true,
                iterates: true,
                tolerance: Some(1e-12),
                start: Start { x: Some(given.clone()), labels: None },
            };
            let option = format!("corrector={corrects}");
            let outcome = solve_from("interior-point", &[&option], &request, &problem);
            let side = |bounds: &[f64]| {
                let finite = bounds.iter().zip(&forces);
                finite.map(|(bound, y)| if bound.is_finite() { *y } else { 0.0 }).collect()
            };
            let (y, z) = (side(problem.lo()), side(problem.hi()));
            let mut point = Point { x: outcome.history[0].x.clone(), y, z };
            for found in &outcome.history[1..] {
                point.advance(&problem, corrects);
                let gap = distance(&found.x, &point.x);
                let place = format!("{}, {option}, step {}", problem.name(), found.iteration);
                assert!(gap < 1e-8, "{place}: {gap:e}");
            }
            assert!(outcome.history.len() > 4, "{}", problem.name());
        }
    }
}

/// What the corrector is for: fewer steps to the same accuracy.
#[test]
fn the_corrector_saves_steps() {
    let steps = |option: &str| {
        let of = |seed| {
            let problem = generated("spd", seed, &["size=60", "condition=1e4", "boxed=true"]);
            let request = Request { tolerance: Some(1e-10), ..Request::default() };
            solve_from("interior-point", &[option], &request, &problem).counts.iterations
        };
        (0..6).map(of).sum::<usize>()
    };
    let (with, without) = (steps("corrector=true"), steps("corrector=false"));
    println!("interior-point: {with} steps with the corrector, {without} without");
    assert!(5 * with <= 4 * without, "{with} and {without}");
}
