//! One boxed contact solved exactly, by all its cases (Preclik et al., §3.1).
//!
//! The contact separates, x = 0 and wₙ ≥ 0; or wₙ = 0 with each tangent free
//! (w_t = 0), at μ xₙ (w_t ≤ 0) or at −μ xₙ (w_t ≥ 0), which is substituted
//! into the equations. Of the 2·3·3 cases those with xₙ = 0 are one and the
//! same, since then x_t = 0 too: ten remain.

use crate::problem::ContactBlock;

/// A violation below this share of the velocities in play is rounding.
const ROUNDING: f64 = 1e-10;

/// The x with w = A x + c complementary to 0 ≤ xₙ, |x_t| ≤ μ xₙ; `None` when
/// no case holds. Of several cases the one that is violated least.
pub fn solve(block: &ContactBlock, c: [f64; 3], mu: f64) -> Option<[f64; 3]> {
    let scale = c.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let mut best = (violation(-c[0]), [0.0; 3]);
    let patterns = 3_usize.pow(block.size as u32 - 1);
    for pattern in 0..patterns {
        // −1, 0, 1: at the lower bound, free, at the upper bound.
        let sides = [0.0, (pattern % 3) as f64 - 1.0, (pattern / 3) as f64 - 1.0];
        if let Some(x) = solve_case(block, c, mu, sides) {
            let violated = case_violation(block, c, mu, sides, x);
            if violated < best.0 {
                best = (violated, x);
            }
        }
    }
    (best.0 <= ROUNDING * scale).then_some(best.1)
}

fn violation(excess: f64) -> f64 {
    excess.max(0.0)
}

/// Solves wₙ = 0 and w_t = 0 of the free tangents by elimination.
fn solve_case(block: &ContactBlock, c: [f64; 3], mu: f64, sides: [f64; 3]) -> Option<[f64; 3]> {
    let mut unknown = [0; 3];
    let mut count = 0;
    for row in 0..block.size {
        if sides[row] == 0.0 {
            unknown[count] = row;
            count += 1;
        }
    }
    let mut system = [[0.0; 4]; 3];
    for (i, &row) in unknown[..count].iter().enumerate() {
        for (j, &column) in unknown[..count].iter().enumerate() {
            system[i][j] = block.entries[row][column];
        }
        for column in (0..block.size).filter(|&column| sides[column] != 0.0) {
            system[i][0] += block.entries[row][column] * sides[column] * mu;
        }
        system[i][3] = -c[row];
    }
    let solution = eliminate(&mut system, count)?;
    let mut x = [0.0; 3];
    for (&row, value) in unknown[..count].iter().zip(solution) {
        x[row] = value;
    }
    for row in (1..block.size).filter(|&row| sides[row] != 0.0) {
        x[row] = sides[row] * mu * x[0];
    }
    Some(x)
}

/// Gauss' elimination with row pivoting; the right-hand side is column 3.
fn eliminate(system: &mut [[f64; 4]; 3], count: usize) -> Option<[f64; 3]> {
    for step in 0..count {
        let pivot = (step..count)
            .max_by(|&a, &b| system[a][step].abs().total_cmp(&system[b][step].abs()))?;
        if system[pivot][step] == 0.0 {
            return None;
        }
        system.swap(step, pivot);
        for row in step + 1..count {
            let factor = system[row][step] / system[step][step];
            for column in (step..count).chain([3]) {
                system[row][column] -= factor * system[step][column];
            }
        }
    }
    let mut x = [0.0; 3];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| system[row][column] * x[column]).sum();
        x[row] = (system[row][3] - known) / system[row][row];
    }
    x.iter().all(|value| value.is_finite()).then_some(x)
}

/// By how much, as a velocity, x breaks the inequalities of its case.
fn case_violation(block: &ContactBlock, c: [f64; 3], mu: f64, sides: [f64; 3], x: [f64; 3]) -> f64 {
    let mut worst = violation(-x[0]) * block.entries[0][0];
    for row in 1..block.size {
        let w: f64 = c[row]
            + (0..block.size).map(|column| block.entries[row][column] * x[column]).sum::<f64>();
        let excess = if sides[row] == 0.0 {
            (x[row].abs() - mu * x[0]) * block.entries[row][row]
        } else {
            sides[row] * w
        };
        worst = worst.max(violation(excess));
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(entries: [[f64; 3]; 3]) -> ContactBlock {
        ContactBlock { size: 3, entries }
    }

    #[test]
    fn each_case_has_its_solution() {
        let a = block([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]);
        assert_eq!(solve(&a, [1.0, 5.0, 5.0], 0.5), Some([0.0; 3]));
        assert_eq!(solve(&a, [-4.0, 1.0, -2.0], 0.5), Some([4.0, -0.5, 1.0]));
        assert_eq!(solve(&a, [-4.0, 10.0, -2.0], 0.5), Some([4.0, -2.0, 1.0]));
        assert_eq!(solve(&a, [-4.0, 10.0, -20.0], 0.5), Some([4.0, -2.0, 2.0]));
    }

    #[test]
    fn slip_pushes_on_the_normal() {
        // A_nt = ½: xₙ + ½ x_t = 4 with x_t = −½ xₙ gives xₙ = 16/3.
        let a = block([[1.0, 0.5, 0.0], [0.5, 2.0, 0.0], [0.0, 0.0, 2.0]]);
        let x = solve(&a, [-4.0, 20.0, 0.0], 0.5).expect("one case holds");
        assert!((x[0] - 16.0 / 3.0).abs() < 1e-12 && (x[1] + 8.0 / 3.0).abs() < 1e-12);
    }

    /// A_nn − μ A_nt < 0: sliding would jam the contact, so it sticks with an
    /// impulse far above the load (Painlevé).
    #[test]
    fn a_jammed_contact_sticks() {
        let a = block([[1.0, 3.0, 0.0], [3.0, 10.0, 0.0], [0.0, 0.0, 1.0]]);
        let x = solve(&a, [-1.0, 9.0, 0.0], 0.5).expect("one case holds");
        assert!((x[0] - 37.0).abs() < 1e-10 && (x[1] + 12.0).abs() < 1e-10);
    }

    #[test]
    fn without_a_solution_there_is_none() {
        let a = block([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(solve(&a, [-1.0, 0.0, 0.0], 0.5), None);
    }
}
