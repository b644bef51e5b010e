//! Contacts in K directions with a slack: blocks of K + 2 rows, staggering and
//! semi-staggering.

use stickslip_problems::generate;
use stickslip_solve::sets::Directions;
use stickslip_solve::{
    DirectionForm, FrictionContact, Kind, OptionValues, Problem, ProblemData, Request, Section,
    SectionShape, Status, all_solutions,
};

use crate::samples::{attempt, gap, generated, solve};

/// A heap of contacts with hexagons, in directions; every bound follows its
/// normal, or has the given size.
fn heap(seed: u64, radius: Option<f64>) -> DirectionForm {
    let settings = OptionValues::parse(["bodies=3", "compliance=1e-2", "mu=0.3"]).expect("pairs");
    let pile = generate::find("pile").expect("listed").generate(seed, &settings).expect("a pile");
    let mut data = ProblemData { kind: Kind::Ncp, ..pile.data().clone() };
    let shape = SectionShape::Polygon(Directions::new(6).expect("even"));
    for contact in &mut data.contacts {
        contact.section = Section { shape: shape.clone(), radius, rolling: None };
    }
    DirectionForm::new(&Problem::new(data).expect("well formed")).expect("polygons")
}

#[test]
fn contacts_are_found_by_their_slacks() {
    // All normals, the directions of each contact, all slacks.
    let problem = generated("stewart-trinkle", 2, &["bodies=2", "directions=5"]);
    let contacts = problem.size() / 7;
    let found = problem.slack_contacts();
    assert_eq!(found.len(), contacts);
    for (at, contact) in found.iter().enumerate() {
        assert_eq!((contact.normal, contact.slack), (Some(at), 6 * contacts + at));
        let first = contacts + 5 * at;
        assert_eq!(contact.directions, (first..first + 5).collect::<Vec<_>>());
    }
    // In factors, with fixed bounds, and where there are none.
    for radius in [None, Some(0.2)] {
        let form = heap(1, radius);
        let found = form.problem().slack_contacts();
        assert_eq!(8 * found.len(), form.problem().size());
        assert!(found.iter().all(|contact| contact.normal.is_some() == radius.is_none()));
    }
    assert!(generated("spd", 1, &["size=5"]).slack_contacts().is_empty());
    // A row of zeros is no slack, nor one that others see.
    let problem = generated("stewart-trinkle", 2, &["bodies=1"]);
    let count = problem.slack_contacts().len();
    let slack = problem.size() - 1;
    let mut triplets = problem.matrix().to_triplets();
    triplets.push(0, slack, 0.5);
    let matrix = stickslip_linalg::SparseMatrix::from_triplets(slack + 1, slack + 1, &triplets);
    let data = ProblemData { matrix: Some(matrix), ..problem.data().clone() };
    let seen = Problem::new(data).expect("well formed").slack_contacts();
    assert_eq!(seen.len(), count - 1);
}

/// A β has the bounds 0 and ∞, and of two with the same directions one is taken.
#[test]
fn slacks_are_bounded_below_alone_and_share_nothing() {
    let problem = generated("stewart-trinkle", 2, &["bodies=1"]);
    let (count, size) = (problem.slack_contacts().len(), problem.size());
    let mut data = ProblemData { kind: Kind::Blcp, ..problem.data().clone() };
    data.hi[size - 1] = 5.0;
    let bounded = Problem::new(data).expect("well formed");
    assert_eq!(bounded.slack_contacts().len(), count - 1);
    let mut triplets = problem.matrix().to_triplets();
    for (column, value) in problem.matrix().row(size - 1).filter(|entry| entry.1 != 0.0) {
        triplets.push(size, column, value);
        triplets.push(column, size, if value < 0.0 { -value } else { 0.0 });
    }
    triplets.push(size, size, 0.0);
    let matrix = stickslip_linalg::SparseMatrix::from_triplets(size + 1, size + 1, &triplets);
    let b = [problem.b(), &[0.0]].concat();
    let twice = Problem::new(ProblemData::assembled("twice", Kind::Lcp, matrix, b));
    assert_eq!(twice.expect("well formed").slack_contacts().len(), count);
}

/// What an island of rows keeps of a problem with a border: its entries of A.
#[test]
fn rows_of_a_bordered_problem_keep_their_border() {
    let form = heap(0, None);
    let whole = form.problem();
    let contact = &whole.slack_contacts()[0];
    let rows: Vec<usize> = contact.rows().collect();
    let part = whole.island(&rows).expect("rows");
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in rows.iter().enumerate() {
            assert_eq!(part.matrix().get(i, j), whole.matrix().get(row, column), "{i} {j}");
        }
    }
    assert_eq!(part.matrix().get(7, 1), -1.0);
}

const WAYS: [(&str, &[&str]); 6] = [
    ("block-pgs", &[]),
    ("block-pgs", &["blocks=joints"]),
    ("block-pgs", &["directions=enumerate", "sweep=symmetric"]),
    ("staggered", &[]),
    ("staggered", &["directions=interior-point"]),
    ("staggered", &["half_iterations=2", "inner=pgs", "directions=block-pgs"]),
];

/// With one contact all solutions can be enumerated: w is that of one of them.
#[test]
fn one_contact_is_solved_as_enumeration_does() {
    for seed in 0..6 {
        let whole = generated("stewart-trinkle", seed, &["bodies=1", "directions=4"]);
        let rows: Vec<usize> = whole.slack_contacts()[0].rows().collect();
        let problem = whole.island(&rows).expect("rows");
        let all = all_solutions(&problem, 1e-9).expect("six rows");
        for (solver, options) in WAYS {
            let request = Request { tolerance: Some(1e-10), ..Request::default() };
            let found = solve(solver, options, &request, &problem);
            assert_eq!(found.status, Status::Converged, "{solver} {options:?}, seed {seed}");
            // All K + 2 rows are one block.
            assert!(solver != "block-pgs" || found.counts.iterations == 1, "{options:?}");
            // Directions may share their load otherwise, and β with them.
            let speeds = |x: &[f64]| {
                let mut w = vec![0.0; x.len()];
                problem.velocity(&[&x[..5], &[0.0]].concat(), &mut w);
                w[..5].to_vec()
            };
            let own = speeds(&found.x);
            let near = all.iter().map(|x| gap(&speeds(x), &own)).fold(f64::INFINITY, f64::min);
            assert!(near < 1e-8, "{solver} {options:?}, seed {seed}: {near:e}");
        }
    }
}

#[test]
fn heaps_are_solved_to_the_residual() {
    for seed in 0..3 {
        let form = heap(seed, None);
        for (solver, options) in WAYS {
            if options.contains(&"directions=enumerate") {
                continue;
            }
            let request = Request {
                tolerance: Some(1e-8),
                max_iterations: Some(20_000),
                ..Request::default()
            };
            let found = solve(solver, options, &request, form.problem());
            let residual = found.residuals.decisive();
            let iterations = found.counts.iterations;
            println!("{solver} {options:?}, seed {seed}: {iterations} iterations, {residual:e}");
            // No proof says that turns come to rest: with interior points not all do.
            if !options.contains(&"directions=interior-point") {
                assert_eq!(found.status, Status::Converged, "{solver} {options:?}, seed {seed}");
            }
        }
    }
}

/// The nearest point of {λ ≥ 0, Σλ ≤ r}, by bisection of its shift.
fn project(values: &mut [f64], radius: f64) {
    let total = |shift: f64| values.iter().map(|value| (value - shift).max(0.0)).sum::<f64>();
    let mut shift = 0.0;
    if total(0.0) > radius {
        let (mut low, mut high) = (0.0, values.iter().copied().fold(0.0, f64::max));
        for _ in 0..200 {
            shift = 0.5 * (low + high);
            if total(shift) > radius { low = shift } else { high = shift }
        }
    }
    values.iter_mut().for_each(|value| *value = (*value - shift).max(0.0));
}

/// Erleben 2013, Eq 112: with fixed bounds the problem is a quadratic program
/// over budgets, here minimised by projected gradients on dense arrays.
#[test]
fn with_fixed_bounds_it_is_the_quadratic_program() {
    for seed in 0..2 {
        let radius = 0.05;
        let form = heap(seed, Some(radius));
        let problem = form.problem();
        let contacts = problem.slack_contacts();
        let size = problem.size();
        let dense = problem.matrix().to_dense();
        let is_slack = |row: usize| contacts.iter().any(|contact| contact.slack == row);
        let rows: Vec<usize> = (0..size).filter(|&row| !is_slack(row)).collect();
        let most = rows
            .iter()
            .map(|&row| rows.iter().map(|&column| dense[row * size + column].abs()).sum::<f64>())
            .fold(0.0, f64::max);
        let velocity = |x: &[f64], row: usize| {
            problem.b()[row]
                + rows.iter().map(|&column| dense[row * size + column] * x[column]).sum::<f64>()
        };
        // Nesterov's momentum, begun anew every hundred steps.
        let (mut x, mut last) = (vec![0.0; size], vec![0.0; size]);
        for step in 0..20_000 {
            let weight = (step % 100) as f64 / ((step % 100) as f64 + 3.0);
            let ahead: Vec<f64> = x.iter().zip(&last).map(|(x, l)| x + weight * (x - l)).collect();
            last.clone_from(&x);
            for &row in &rows {
                x[row] = (ahead[row] - velocity(&ahead, row) / most).max(0.0);
            }
            for contact in &contacts {
                let first = contact.directions[0];
                let mut values: Vec<f64> = contact
                    .directions
                    .iter()
                    .map(|&row| ahead[row] - velocity(&ahead, row) / most)
                    .collect();
                project(&mut values, radius);
                x[first..first + values.len()].copy_from_slice(&values);
            }
        }
        let reference: Vec<f64> = rows.iter().map(|&row| velocity(&x, row)).collect();
        for (solver, options) in WAYS {
            if options.contains(&"directions=enumerate") {
                continue;
            }
            let request = Request { tolerance: Some(1e-9), ..Request::default() };
            let found = solve(solver, options, &request, problem);
            let own: Vec<f64> = rows.iter().map(|&row| velocity(&found.x, row)).collect();
            let off = gap(&own, &reference);
            println!("{solver} {options:?}, seed {seed}: {}, {off:e}", found.status);
            // Halves that are cut short crawl, and may be given up on before the end.
            if !options.contains(&"half_iterations=2") {
                assert_eq!(found.status, Status::Converged, "{solver} {options:?}, seed {seed}");
                assert!(off < 1e-6, "{solver} {options:?}, seed {seed}: {off:e}");
            }
        }
    }
}

/// One sweep over the normals, one over the tangents inside ±μ xₙ, into which
/// they are brought first, by loops.
#[test]
fn semi_staggering_takes_turns_in_sweeps() {
    let problem = generated("pile", 4, &["bodies=4", "mu=0.4", "compliance=0.05"]);
    let (a, b, n) = (problem.matrix().to_dense(), problem.b(), problem.size());
    let mut x = vec![0.0_f64; n];
    let step = |x: &mut Vec<f64>, row: usize, bound: [f64; 2]| {
        let w = b[row] + (0..n).map(|at| a[row * n + at] * x[at]).sum::<f64>();
        x[row] = (x[row] - w / a[row * n + row]).clamp(bound[0], bound[1]);
    };
    for _ in 0..3 {
        for contact in problem.contacts() {
            step(&mut x, contact.normal, [0.0, f64::INFINITY]);
        }
        for contact in problem.contacts() {
            let bound = contact.mu * x[contact.normal];
            contact.tangents.iter().for_each(|&row| x[row] = x[row].clamp(-bound, bound));
        }
        for contact in problem.contacts() {
            let bound = contact.mu * x[contact.normal];
            contact.tangents.iter().for_each(|&row| step(&mut x, row, [-bound, bound]));
        }
    }
    let request =
        Request { max_iterations: Some(3), iterates: true, history: true, ..Request::default() };
    let found = solve("staggered", &["inner=pgs", "half_iterations=1"], &request, &problem);
    // Two sweeps a turn.
    assert_eq!(found.counts.inner_iterations, 6);
    let last = &found.history.iter().find(|point| point.iteration == 3).expect("a turn").x;
    assert!(gap(last, &x) < 1e-12, "{:e}", gap(last, &x));
}

/// Halves keep their index sets from turn to turn: near the end each takes one step.
#[test]
fn halves_remember_their_sets() {
    let problem = generated("pile", 4, &["bodies=4", "mu=0.4", "compliance=0.05"]);
    let run = |turns: Option<usize>| {
        let request = Request { max_iterations: turns, ..Request::default() };
        solve("staggered", &["inner=bpp-full"], &request, &problem)
    };
    let whole = run(None);
    assert_eq!(whole.status, Status::Converged);
    let turns = whole.counts.iterations;
    let before = run(Some(turns - 1)).counts.inner_iterations;
    assert_eq!(whole.counts.inner_iterations - before, 2, "{turns} turns");
}

/// What a half is refused for is the refusal of the whole.
#[test]
fn a_half_that_is_refused_is_told() {
    let entries = [2.0, 0.0, 0.3, 0.0, 2.0, 0.0, -0.3, 0.0, 2.0];
    let matrix = stickslip_linalg::SparseMatrix::from_dense(3, 3, &entries);
    let mut data = ProblemData::assembled("skew", Kind::Blcp, matrix, vec![-1.0, 0.5, 0.5]);
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1], mu: 0.5, ..Default::default() }];
    let problem = Problem::new(data).expect("well formed");
    let refused = attempt("staggered", &OptionValues::new(), &Request::default(), &problem);
    let refusal = refused.expect_err("unsymmetric").to_string();
    assert!(refusal.starts_with("bpp needs a symmetric A"), "{refusal}");
}
