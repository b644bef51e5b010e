//! What the documents prove or report of these methods.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Kind, OptionValues, Problem, ProblemData, Request, Start, Status};

use crate::samples::{attempt, contact, dense, gap, generated, product, solve};

fn sweeps(count: usize) -> Request {
    Request { tolerance: Some(0.0), max_iterations: Some(count), ..Request::default() }
}

#[test]
fn psor_without_relaxation_is_pgs_to_the_bit() {
    for problem in dense(3).into_iter().chain(contact(3, "coupled")) {
        for count in [1, 7] {
            let pgs = solve("pgs", &[], &sweeps(count), &problem);
            let psor = solve("psor", &["relaxation=1"], &sweeps(count), &problem);
            assert_eq!(pgs.x, psor.x, "{}", problem.name());
            let relaxed = solve("psor", &[], &sweeps(count), &problem);
            assert_ne!(pgs.x, relaxed.x, "{}", problem.name());
        }
    }
}

/// ½ xᵀA x + bᵀx, from A alone.
fn objective(problem: &Problem, x: &[f64]) -> f64 {
    let product = product(problem, x);
    x.iter().zip(product.iter().zip(problem.b())).map(|(x, (ax, b))| x * (0.5 * ax + b)).sum()
}

/// Erleben 2013, Eq 57–58. Only the start, which is far off, and the last iterate
/// are measured, so that the last one comes back wherever it is the better one.
#[test]
fn the_objective_never_rises() {
    for problem in dense(4).into_iter().chain(contact(4, "frozen")) {
        let bounds = problem.lo().iter().zip(problem.hi());
        let far: Vec<f64> = bounds.map(|(lo, hi)| 100.0_f64.clamp(*lo, *hi)).collect();
        for relaxation in ["0.1", "0.5", "1.0", "1.4", "1.9", "1.99"] {
            let setting = format!("relaxation={relaxation}");
            let (mut last, mut moved) = (objective(&problem, &far), 0);
            for count in 1..=25 {
                let start = Start { x: Some(far.clone()), labels: None };
                let request = Request { start, ..sweeps(count) };
                let swept = solve("psor", &[&setting, "check_every=1000"], &request, &problem);
                let place = format!("{} at {relaxation}, sweep {count}", problem.name());
                moved += usize::from(swept.x != far);
                let now = objective(&problem, &swept.x);
                assert!(
                    swept.x == far || now <= last + 1e-13 * last.abs(),
                    "{place}: {last} to {now}"
                );
                last = if swept.x == far { last } else { now };
            }
            assert!(moved >= 20, "{} at {relaxation}: {moved}", problem.name());
        }
    }
}

/// Erleben 2013, Fig 4: xᵀ|A x + b| after 50 sweeps is least at about 1.4.
#[test]
fn the_best_relaxation_on_the_fluid_problem_is_about_1_4() {
    let factors = [0.6, 1.0, 1.2, 1.4, 1.6, 1.8];
    let mut sums = [0.0; 6];
    for seed in 0..3 {
        let problem = generated("legacy-fluid", seed, &["grid=10"]);
        assert_eq!(problem.size(), 1000);
        for (sum, factor) in sums.iter_mut().zip(factors) {
            let setting = format!("relaxation={factor}");
            let outcome = solve("psor", &[&setting], &sweeps(50), &problem);
            let merit: f64 = outcome.x.iter().zip(&outcome.w).map(|(x, w)| x * w.abs()).sum();
            *sum += merit.log10() / 3.0;
        }
    }
    for (factor, sum) in factors.iter().zip(sums) {
        println!("relaxation {factor}: 1e{sum:.1}");
    }
    assert!(sums.iter().all(|&sum| sum >= sums[3]));
}

#[test]
fn body_velocities_and_the_matrix_give_the_same_sweep() {
    for problem in contact(5, "coupled") {
        let bodies = solve("pgs", &["access=bodies"], &sweeps(40), &problem);
        let matrix = solve("pgs", &["access=matrix"], &sweeps(40), &problem);
        assert!(gap(&bodies.x, &matrix.x) < 1e-12, "{}", problem.name());
    }
}

/// Preclik et al., §3.1: on spheres, where the block of a contact is diagonal,
/// rows one by one are contacts one by one. Boxes show the difference.
#[test]
fn contacts_of_spheres_need_no_blocks() {
    let problems = contact(6, "coupled");
    for (problem, same) in [(&problems[2], true), (&problems[1], false)] {
        let rows = solve("pgs", &[], &sweeps(5), problem);
        let blocks = solve("block-pgs", &[], &sweeps(5), problem);
        let gap = gap(&rows.x, &blocks.x);
        println!("{}: {gap:e}", problem.name());
        assert_eq!(gap < 1e-12, same, "{}: {gap:e}", problem.name());
    }
}

/// SIGGRAPH 2022 course, §3.2.4: one block is a direct solve, one block per
/// row is a plain sweep.
#[test]
fn the_extremes_of_blocks() {
    let problem = &contact(7, "coupled")[0];
    let units = problem.contacts().len();
    let together = format!("blocks={}", vec!["0"; units].join(","));
    let outcome = solve("block-pgs", &[&together], &Request::default(), problem);
    assert_eq!((outcome.status, outcome.counts.iterations), (Status::Converged, 1));
    let problem = &dense(7)[3];
    let apart: Vec<String> = (0..problem.size()).map(|row| row.to_string()).collect();
    let apart = format!("blocks={}", apart.join(","));
    let blocks = solve("block-pgs", &[&apart], &sweeps(9), problem);
    assert_eq!(blocks.x, solve("pgs", &[], &sweeps(9), problem).x);
}

/// Conjugate gradients by the book: ‖r‖∞ before each iteration.
fn conjugate_gradients(problem: &Problem, iterations: usize) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut r: Vec<f64> = problem.b().iter().map(|b| -b).collect();
    let mut p = r.clone();
    let mut norms = Vec::new();
    for _ in 0..iterations {
        norms.push(r.iter().fold(0.0, |largest: f64, r| largest.max(r.abs())));
        let product = product(problem, &p);
        let squared = dot(&r, &r);
        let alpha = squared / dot(&p, &product);
        r.iter_mut().zip(&product).for_each(|(r, product)| *r -= alpha * product);
        let beta = dot(&r, &r) / squared;
        p.iter_mut().zip(&r).for_each(|(p, r)| *p = r + beta * *p);
    }
    norms
}

/// Preclik et al., §3.2: without active bounds `cpg` is the method of conjugate
/// gradients, and needs one product an iteration.
#[test]
fn cpg_without_bounds_is_cg() {
    let source = generated("spd", 8, &["size=40", "condition=50"]);
    let n = source.size();
    let data = source.data().clone();
    let problem = Problem::new(ProblemData {
        kind: Kind::Blcp,
        lo: vec![f64::NEG_INFINITY; n],
        hi: vec![f64::INFINITY; n],
        solution: None,
        ..data
    })
    .expect("an equation");
    let expected = conjugate_gradients(&problem, 16);
    let request = Request { history: true, ..sweeps(15) };
    let outcome = solve("cpg", &[], &request, &problem);
    assert_eq!(outcome.history.len(), 16);
    for (point, expected) in outcome.history.iter().zip(&expected) {
        assert!((point.residual / expected - 1.0).abs() < 1e-8, "{point:?}, {expected}");
    }
    let outcome = solve("cpg", &[], &Request::default(), &problem);
    assert_eq!(outcome.status, Status::Converged);
    assert!(outcome.counts.iterations <= n + 5, "{:?}", outcome.counts);
    // The first w, one an iteration, one for each measurement.
    let measurements = 35;
    assert!(outcome.counts.products <= 1 + outcome.counts.iterations + measurements);
}

/// Erleben 2013, §4.1: the frictional lcp has zeros on its diagonal.
#[test]
fn a_zero_diagonal_is_refused() {
    let problem = generated("stewart-trinkle", 0, &[]);
    for solver in ["jacobi", "pgs", "psor", "nncg"] {
        let refusal = attempt(solver, &OptionValues::new(), &Request::default(), &problem);
        let message = refusal.expect_err("no diagonal").to_string();
        assert!(
            message.starts_with(&format!("{solver} divides by the diagonal of A")),
            "{message}"
        );
    }
    let diagonal = SparseMatrix::diagonal_matrix(&[1.0, 0.0]);
    let data = ProblemData::assembled("zero", Kind::Lcp, diagonal, vec![-1.0, 1.0]);
    let problem = Problem::new(data).expect("an lcp");
    // Blocks of single rows divide by it as well.
    for solver in ["pgs-sm", "block-pgs"] {
        let refusal = attempt(solver, &OptionValues::new(), &Request::default(), &problem);
        assert!(refusal.expect_err("no diagonal").to_string().contains("entry 1 is 0"));
    }
    // Methods that never divide by it solve the problem.
    for solver in ["pgd", "cpg", "staggered"] {
        let outcome = solve(solver, &[], &Request::default(), &problem);
        assert_eq!((outcome.status, outcome.x), (Status::Converged, vec![1.0, 0.0]), "{solver}");
    }
}

/// Two sweeps of Gauss–Seidel in the order that the natural map, or the impulse,
/// had at the beginning of each, by loops of its own.
#[test]
fn orders_that_follow_x_put_the_largest_first() {
    let problem = crate::samples::generated("spd", 5, &["size=7", "condition=50"]);
    let (a, b) = (problem.matrix().to_dense(), problem.b());
    let n = b.len();
    for (ordering, by_impulse) in [("ordering=greedy", false), ("ordering=impulse", true)] {
        let mut x = vec![0.0_f64; n];
        for _ in 0..2 {
            let w = |row: usize, x: &[f64]| {
                b[row] + (0..n).map(|at| a[row * n + at] * x[at]).sum::<f64>()
            };
            let key =
                |row: usize| if by_impulse { x[row].abs() } else { x[row].min(w(row, &x)).abs() };
            let keys: Vec<f64> = (0..n).map(key).collect();
            let mut order: Vec<usize> = (0..n).collect();
            order.sort_by(|&one, &two| keys[two].partial_cmp(&keys[one]).expect("numbers"));
            for row in order {
                x[row] = (x[row] - w(row, &x) / a[row * n + row]).max(0.0);
            }
        }
        let request = Request { max_iterations: Some(2), history: true, ..Request::default() };
        let request = Request { iterates: true, ..request };
        let outcome = solve("pgs", &[ordering], &request, &problem);
        let found = &outcome.history[2].x;
        assert!(gap(found, &x) < 1e-12, "{ordering}: {found:?} and {x:?}");
        let natural = solve("pgs", &[], &request, &problem);
        assert!(gap(found, &natural.history[2].x) > 1e-6, "{ordering} does nothing");
    }
}

/// Contacts are visited by the largest of their rows, and to know how far these are off
/// costs a product for every sweep.
#[test]
fn contacts_are_ordered_by_their_largest_row() {
    let problem = generated("pile", 4, &["bodies=4", "mu=0.4", "compliance=0.05"]);
    let (a, b, n) = (problem.matrix().to_dense(), problem.b(), problem.size());
    let mut products = Vec::new();
    for (ordering, by_impulse) in [("ordering=greedy", false), ("ordering=impulse", true)] {
        let mut x = vec![0.0_f64; n];
        let w =
            |row: usize, x: &[f64]| b[row] + (0..n).map(|at| a[row * n + at] * x[at]).sum::<f64>();
        for _ in 0..3 {
            let key = |normal: usize, row: usize| {
                let most = problem.contacts().iter().find(|it| it.normal == normal);
                let most = most.expect("its contact").mu * x[normal].max(0.0);
                let (lo, hi) = if row == normal { (0.0, f64::INFINITY) } else { (-most, most) };
                match by_impulse {
                    true => x[row].abs(),
                    false => (x[row] - hi).max((x[row] - lo).min(w(row, &x))).abs(),
                }
            };
            let mut order: Vec<(f64, usize)> = (problem.contacts().iter().enumerate())
                .map(|(at, it)| (it.rows().map(|row| key(it.normal, row)).fold(0.0, f64::max), at))
                .collect();
            order.sort_by(|one, two| two.0.partial_cmp(&one.0).expect("numbers"));
            for (_, at) in order {
                let contact = &problem.contacts()[at];
                for row in contact.rows() {
                    let trial = x[row] - w(row, &x) / a[row * n + row];
                    let most = contact.mu * x[contact.normal];
                    let is_normal = row == contact.normal;
                    x[row] = if is_normal { trial.max(0.0) } else { trial.clamp(-most, most) };
                }
            }
        }
        let request =
            Request { max_iterations: Some(3), history: true, iterates: true, ..sweeps(3) };
        let outcome = solve("pgs", &[ordering], &request, &problem);
        let found = gap(&outcome.history[3].x, &x);
        assert!(found < 1e-12, "{ordering}: {found:e}");
        products.push(outcome.counts.products);
    }
    assert_eq!(products[0], products[1] + 3);
}
