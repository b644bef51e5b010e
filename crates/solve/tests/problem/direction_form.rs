//! Friction in directions against the printed matrix, assembled by loops.

use std::f64::consts::TAU;

use stickslip_problems::generate;
use stickslip_solve::sets::Directions;
use stickslip_solve::{
    DirectionForm, Kind, OptionValues, Outcome, Problem, ProblemData, ProblemError, Request,
    Residuals, Section, SectionShape, Status, registry,
};

/// A heap whose contacts have polygons with K corners, in factors or assembled.
fn heap(seed: u64, corners: usize, assembled: bool, radius: Option<f64>) -> Problem {
    let settings = OptionValues::parse(["bodies=2", "compliance=1e-3"]).expect("key=value");
    let generator = generate::find("pile").expect("listed");
    let pile = generator.generate(seed, &settings).expect("a pile");
    let mut data = ProblemData { kind: Kind::Ncp, ..pile.data().clone() };
    let directions = Directions::new(corners).expect("even");
    for contact in &mut data.contacts {
        contact.section =
            Section { shape: SectionShape::Polygon(directions), radius, rolling: None };
    }
    if assembled {
        data.matrix = Some(pile.matrix().clone());
        data.factored = None;
    }
    Problem::new(data).expect("well formed")
}

/// Erleben 2013, Eq 27, with the rows of a contact kept together: n, λ₁ … λ_K,
/// and all β last.
fn printed(problem: &Problem, corners: usize) -> Vec<Vec<f64>> {
    let contacts = problem.contacts().len();
    let b = problem.matrix().to_dense();
    let n = problem.size();
    let rows = contacts * (1 + corners);
    let place = |row: usize| {
        // The row of the given problem, or a mix of two of them.
        let (contact, within) = (row / (1 + corners), row % (1 + corners));
        let rows = &problem.contacts()[contact];
        if within == 0 {
            return vec![(rows.normal, 1.0)];
        }
        let (sine, cosine) = (TAU * (within - 1) as f64 / corners as f64).sin_cos();
        vec![(rows.tangents[0], cosine), (rows.tangents[1], sine)]
    };
    let mut matrix = vec![vec![0.0; rows + contacts]; rows + contacts];
    for i in 0..rows {
        for j in 0..rows {
            for (row, p) in place(i) {
                for (column, q) in place(j) {
                    matrix[i][j] += p * b[row * n + column] * q;
                }
            }
        }
    }
    for contact in 0..contacts {
        let (first, slack) = (contact * (1 + corners), rows + contact);
        matrix[slack][first] = problem.contacts()[contact].mu;
        for direction in first + 1..=first + corners {
            matrix[direction][slack] = 1.0;
            matrix[slack][direction] = -1.0;
        }
    }
    matrix
}

#[test]
fn the_matrix_is_the_printed_one() {
    for (corners, assembled) in [(4, false), (6, false), (6, true)] {
        let problem = heap(1, corners, assembled, None);
        let form = DirectionForm::new(&problem).expect("polygons");
        let expected = printed(&problem, corners);
        let size = expected.len();
        assert_eq!(form.problem().size(), size);
        let dense = form.problem().matrix().to_dense();
        let (mut unit, mut column, mut row) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
        for j in 0..size {
            unit[j] = 1.0;
            form.problem().multiply(&unit, &mut column);
            form.problem().multiply_transposed(&unit, &mut row);
            unit[j] = 0.0;
            for i in 0..size {
                assert!((dense[i * size + j] - expected[i][j]).abs() < 1e-11, "{i} {j}");
                assert!((column[i] - expected[i][j]).abs() < 1e-11, "product {i} {j}");
                assert!((row[i] - expected[j][i]).abs() < 1e-11, "transposed {i} {j}");
            }
        }
        assert!(form.problem().asymmetry().is_some() && form.problem().factored().is_none());
    }
}

fn solve(name: &str, problem: &Problem) -> Outcome {
    let entry = registry::find(name).expect("registered");
    let mut solver = entry.build(&OptionValues::new()).expect("defaults");
    solver.solve(problem, &Request::default()).expect("accepted")
}

/// Solved in directions it solves the given problem, and moves as the method
/// for polygons says.
#[test]
fn solutions_in_directions_solve_the_given_problem() {
    for radius in [None, Some(0.3)] {
        for seed in 0..4 {
            let problem = heap(seed, 6, false, radius);
            let form = DirectionForm::new(&problem).expect("polygons");
            let reference = solve("cone-newton", &problem);
            assert_eq!(reference.status, Status::Converged);
            let found = solve("lemke", form.problem());
            assert_eq!(found.status, Status::Converged, "seed {seed}");
            let x = form.impulses(&found.x);
            let mut w = vec![0.0; problem.size()];
            problem.velocity(&x, &mut w);
            let residual = Residuals::measure(&problem, &x, &w).decisive();
            assert!(residual < 1e-8, "seed {seed}: {residual:e}");
            let gap = w.iter().zip(&reference.w).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(gap < 1e-5, "seed {seed}: {gap:e}");
            // The way in and back again.
            let start = form.start(&x, &w);
            let again = form.impulses(&start);
            let gap = x.iter().zip(&again).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(gap < 1e-12, "seed {seed}: {gap:e}");
            // With β, that start has the solution.
            let mut speed = vec![0.0; start.len()];
            form.problem().velocity(&start, &mut speed);
            let residual = Residuals::measure(form.problem(), &start, &speed).decisive();
            assert!(residual < 1e-7, "seed {seed}: {residual:e}");
        }
    }
}

/// Where A is known in factors it stays so (Erleben 2013, §6): neither the form nor its
/// products make A.
#[test]
fn factors_stay_factors() {
    let problem = heap(0, 6, false, None);
    let form = DirectionForm::new(&problem).expect("polygons");
    let x = vec![1.0; form.problem().size()];
    form.problem().velocity(&x, &mut vec![0.0; x.len()]);
    assert!(!form.problem().is_assembled() && !problem.is_assembled());
}

#[test]
fn other_sections_have_no_directions() {
    let polygons = heap(0, 4, false, None);
    let mut data = polygons.data().clone();
    data.contacts[1].section = Section::default();
    let error = DirectionForm::new(&Problem::new(data).expect("well formed")).expect_err("a disc");
    assert!(matches!(error, ProblemError::Contact { index: 1, .. }), "{error}");
}
