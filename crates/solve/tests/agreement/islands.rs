//! Two scenes that do not touch are two problems.

use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{
    FactoredForm, FrictionContact, Inertia, Kind, OptionValues, Problem, ProblemData, Refusal,
    Request, Status, registry,
};

use crate::measure::distance;
use crate::roster::{generated, pivoting, solve};

/// Both matrices on one diagonal.
fn block_diagonal(first: &SparseMatrix, second: &SparseMatrix) -> SparseMatrix {
    let mut triplets = Triplets::new();
    for (matrix, down, right) in [(first, 0, 0), (second, first.rows(), first.cols())] {
        for row in 0..matrix.rows() {
            matrix.row(row).for_each(|(col, value)| triplets.push(down + row, right + col, value));
        }
    }
    let (rows, cols) = (first.rows() + second.rows(), first.cols() + second.cols());
    SparseMatrix::from_triplets(rows, cols, &triplets)
}

/// The rows of both scenes, those of the first one first.
fn beside(first: &Problem, second: &Problem) -> Problem {
    let (one, two) = (first.factored().expect("a scene"), second.factored().expect("a scene"));
    let form = FactoredForm {
        jacobian: block_diagonal(&one.jacobian, &two.jacobian),
        inertia: Inertia::from_inverse(block_diagonal(
            one.inertia.inverse(),
            two.inertia.inverse(),
        )),
        compliance: [&one.compliance[..], &two.compliance].concat(),
    };
    let b = [first.b(), second.b()].concat();
    let mut data = ProblemData::factored("both", Kind::Blcp, form, b);
    data.lo = [first.lo(), second.lo()].concat();
    data.hi = [first.hi(), second.hi()].concat();
    let shift = first.size();
    data.contacts = first.contacts().to_vec();
    data.contacts.extend(second.contacts().iter().map(|contact| FrictionContact {
        normal: contact.normal + shift,
        tangents: contact.tangents.iter().map(|row| row + shift).collect(),
        mu: contact.mu,
        ..FrictionContact::default()
    }));
    Problem::new(data).expect("two scenes")
}

#[test]
fn two_walls_apart_are_solved_as_each_alone() {
    for bounds in ["bounds=frozen", "bounds=coupled"] {
        let small = ["bricks=4", "columns=2", "compliance=1e-3", bounds];
        let (first, second) = (generated("wall", 3, &small), generated("wall", 4, &small));
        let both = beside(&first, &second);
        let rows: Vec<usize> = (0..both.size()).collect();
        let (left, right) = rows.split_at(first.size());
        let islands = both.islands();
        assert!(islands.len() >= 2);
        assert!(islands.iter().all(|island| {
            island.iter().all(|row| left.contains(row))
                || island.iter().all(|row| right.contains(row))
        }));
        for entry in pivoting() {
            if entry.accepts.check(entry.name, &both).is_err() {
                continue;
            }
            let runs = [&first, &second, &both].map(|problem| solve(entry.name, &[], problem));
            if entry.name == "bpp" || bounds == "bounds=frozen" {
                assert!(runs.iter().all(|run| run.status == Status::Converged), "{}", entry.name);
            }
            if runs.iter().all(|run| run.status == Status::Converged) {
                let apart = [&runs[0].x[..], &runs[1].x].concat();
                let gap = distance(&runs[2].x, &apart);
                assert!(gap <= 1e-8, "{}, {bounds}: {gap:e}", entry.name);
            }
        }
        // Cut out again, the islands give the same impulses.
        let whole = solve("bpp", &[], &both);
        for island in islands {
            let part = solve("bpp", &[], &both.island(island).expect("an island"));
            let expected: Vec<f64> = island.iter().map(|&row| whole.x[row]).collect();
            assert_eq!(part.status, Status::Converged);
            assert!(distance(&part.x, &expected) <= 1e-8);
        }
    }
}

/// M⁻¹ may be unsymmetric by rounding beside its largest entry; an island of
/// light bodies alone may then be no problem. That is said, not passed over.
#[test]
fn an_island_that_is_no_problem_of_its_own_is_refused() {
    let heavy = 1e6;
    let inverse_mass = [heavy, 0.0, 0.0, 0.0, 1.0, 1e-4, 0.0, 0.0, 1.0];
    let form = FactoredForm {
        jacobian: SparseMatrix::from_dense(3, 3, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0]),
        inertia: Inertia::from_inverse(SparseMatrix::from_dense(3, 3, &inverse_mass)),
        compliance: vec![1e-3; 3],
    };
    let b = vec![-1.0, -1.0, 1.0];
    let problem = Problem::new(ProblemData::factored("uneven", Kind::Blcp, form, b))
        .expect("symmetric beside its largest entry");
    assert_eq!(problem.islands().len(), 2);
    for name in ["bpp", "bpp-pcg", "pgcg"] {
        let entry = registry::find(name).expect("registered");
        let mut solver = entry.build(&OptionValues::new()).expect("defaults");
        let refused = solver.solve(&problem, &Request::default()).expect_err("an unsymmetric part");
        assert!(matches!(refused, Refusal::Unfit { .. }), "{name}: {refused}");
        assert!(refused.to_string().contains("not symmetric"), "{name}: {refused}");
    }
}

/// Enough rows that islands are shared out among threads.
#[test]
fn the_number_of_threads_does_not_show() {
    let options = ["boxes=300", "height=3", "compliance=1e-4", "bounds=frozen"];
    let problem = generated("stacks", 2, &options);
    assert!(problem.size() > 3000 && problem.islands().len() == 100);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        let found = pool.install(|| solve("bpp", &[], &problem));
        (found.x, found.labels, found.counts, found.figures)
    };
    let alone = run(1);
    assert!(alone.0.iter().any(|&value| value != 0.0));
    for threads in [2, 4] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}
