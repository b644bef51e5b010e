//! Islands: what is connected, and that the pieces are the whole.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::{SparseMatrix, Stencil};
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData, ProblemError, Residuals};

use crate::random;

/// Which rows a path of nonzero entries and contacts joins, by Warshall's
/// three loops.
fn reachable(problem: &ProblemData, dense: &[Vec<f64>]) -> Vec<Vec<bool>> {
    let n = dense.len();
    let mut linked: Vec<Vec<bool>> = (0..n)
        .map(|i| (0..n).map(|j| i == j || dense[i][j] != 0.0 || dense[j][i] != 0.0).collect())
        .collect();
    for contact in &problem.contacts {
        for i in contact.rows() {
            for j in contact.rows() {
                linked[i][j] = true;
            }
        }
    }
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                linked[i][j] |= linked[i][k] && linked[k][j];
            }
        }
    }
    linked
}

fn measure(problem: &Problem, x: &[f64]) -> Residuals {
    let mut w = vec![0.0; x.len()];
    problem.velocity(x, &mut w);
    Residuals::measure(problem, x, &w)
}

#[test]
fn islands_are_the_connected_rows() {
    let mut several = 0;
    for seed in 0..40 {
        let data = random::problem(seed, Kind::Blcp, 12, 6);
        let linked =
            reachable(&data, &random::dense_matrix(data.factored.as_ref().expect("factored")));
        let from_entries = random::assembled(&data);
        let from_factors = Problem::new(data).expect("well formed");
        for problem in [&from_factors, &from_entries] {
            let islands = problem.islands();
            let mut island_of = vec![usize::MAX; problem.size()];
            for (island, rows) in islands.iter().enumerate() {
                assert!(rows.is_sorted() && !rows.is_empty());
                for &row in rows {
                    assert_eq!(island_of[row], usize::MAX, "row {row} is on two islands");
                    island_of[row] = island;
                }
            }
            assert!(islands.windows(2).all(|pair| pair[0][0] < pair[1][0]));
            for i in 0..problem.size() {
                for j in 0..problem.size() {
                    assert_eq!(island_of[i] == island_of[j], linked[i][j], "rows {i} and {j}");
                }
            }
            several += usize::from(islands.len() > 2);
        }
    }
    assert!(several > 20, "only {several} problems fell into pieces");
}

#[test]
fn explicit_zeros_do_not_connect() {
    let mut entries =
        SparseMatrix::from_dense(3, 3, &[1.0, 5.0, 0.0, 5.0, 1.0, 7.0, 0.0, 0.0, 1.0]);
    for value in entries.values_mut() {
        *value = if *value == 5.0 { 0.0 } else { *value };
    }
    let data = ProblemData::assembled("zeros", Kind::Lcp, entries, vec![1.0; 3]);
    // The entry (1, 2) connects although (2, 1) is zero.
    assert_eq!(Problem::new(data).expect("an lcp").islands(), [vec![0], vec![1, 2]]);
}

#[test]
fn the_pieces_measure_like_the_whole() {
    for (seed, kind) in (0..24).zip([Kind::Blcp, Kind::Ncp, Kind::Ccp].into_iter().cycle()) {
        let mut data = random::problem(seed, kind, 12, 6);
        let mut random = ChaCha8Rng::seed_from_u64(100 + seed);
        let x: Vec<f64> = data.b.iter().map(|_| random.random_range(-1.0..1.0)).collect();
        data.x0 = Some(x.clone());
        let from_entries = random::assembled(&data);
        let from_factors = Problem::new(data).expect("well formed");
        for whole in [&from_factors, &from_entries] {
            let expected = measure(whole, &x);
            let (mut natural, mut energy, mut contacts) = (0f64, 0.0, 0);
            let mut w = vec![0.0; whole.size()];
            whole.velocity(&x, &mut w);
            for rows in whole.islands() {
                let piece = whole.island(rows).expect("an island");
                let part = piece.data().x0.as_ref().expect("carried along");
                assert!(rows.iter().zip(part).all(|(&row, &value)| x[row] == value));
                let mut piece_w = vec![0.0; rows.len()];
                piece.velocity(part, &mut piece_w);
                for (&row, value) in rows.iter().zip(&piece_w) {
                    assert!((w[row] - value).abs() < 1e-13, "row {row}");
                }
                let found = measure(&piece, part);
                natural = natural.max(found.natural.value);
                energy += found.energy_mean * rows.len() as f64;
                contacts += piece.contacts().len();
                for contact in piece.contacts() {
                    assert!(whole.contacts().iter().any(|other| {
                        other.mu == contact.mu
                            && other.rows().eq(contact.rows().map(|row| rows[row]))
                    }));
                }
            }
            assert_eq!(contacts, whole.contacts().len());
            assert!((natural - expected.natural.value).abs() < 1e-13);
            let mean = energy / whole.size() as f64;
            assert!((mean - expected.energy_mean).abs() < 1e-13 * (1.0 + mean));
        }
    }
}

/// x ≥ 0 and w ≥ 0 chosen complementary, b made to fit.
#[test]
fn a_known_solution_solves_every_piece() {
    for seed in 0..10 {
        let mut data = random::problem(seed, Kind::Lcp, 12, 6);
        data.contacts.clear();
        let dense = random::dense_matrix(data.factored.as_ref().expect("factored"));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let n = data.b.len();
        let signed: Vec<f64> = (0..n).map(|_| random.random_range(-1.0..1.0)).collect();
        let x: Vec<f64> = signed.iter().map(|value| value.max(0.0)).collect();
        for row in 0..n {
            let product: f64 = (0..n).map(|col| dense[row][col] * x[col]).sum();
            data.b[row] = (-signed[row]).max(0.0) - product;
        }
        data.solution = Some(x);
        let whole = Problem::new(data).expect("an lcp");
        for rows in whole.islands() {
            let piece = whole.island(rows).expect("an island");
            let solution = piece.data().solution.clone().expect("carried along");
            assert!(measure(&piece, &solution).natural.value < 1e-13);
        }
    }
}

#[test]
fn a_piece_keeps_only_the_freedoms_it_touches() {
    let data = random::problem(3, Kind::Blcp, 12, 4);
    let whole = Problem::new(data).expect("well formed");
    for rows in whole.islands() {
        let piece = whole.island(rows).expect("an island");
        let factored = piece.factored().expect("still in factors");
        for freedom in 0..factored.freedoms() {
            assert!((0..rows.len()).any(|row| factored.jacobian.get(row, freedom) != 0.0));
        }
        let all = whole.factored().expect("factored").freedoms();
        assert!(factored.freedoms() < all);
    }
}

#[test]
fn rows_come_in_the_order_asked_for_and_wrong_ones_are_refused() {
    let a = SparseMatrix::from_dense(3, 3, &[1.0, 4.0, 5.0, 4.0, 2.0, 6.0, 5.0, 6.0, 3.0]);
    let mut data = ProblemData::assembled("three", Kind::Blcp, a, vec![10.0, 20.0, 30.0]);
    data.contacts.push(FrictionContact {
        normal: 2,
        tangents: vec![0],
        mu: 0.5,
        ..FrictionContact::default()
    });
    let whole = Problem::new(data).expect("well formed");
    let piece = whole.island(&[2, 0]).expect("a whole contact");
    assert_eq!(piece.matrix().to_dense(), [3.0, 5.0, 5.0, 1.0]);
    assert_eq!(piece.b(), [30.0, 10.0]);
    assert_eq!(
        piece.contacts(),
        [FrictionContact { normal: 0, tangents: vec![1], mu: 0.5, ..FrictionContact::default() }]
    );
    assert!(whole.island(&[1]).expect("no contact").contacts().is_empty());
    let wrong: [(&[usize], &str); 4] = [
        (&[], "no rows"),
        (&[1, 3], "row 3 cannot be extracted: the problem has 3 rows"),
        (&[1, 1], "row 1 cannot be extracted: it is listed twice"),
        (&[1, 2], "contacts[0]: row 0 is not among the rows"),
    ];
    for (rows, message) in wrong {
        let error: ProblemError = whole.island(rows).expect_err(message);
        assert!(error.to_string().contains(message), "{error} is not: {message}");
    }
}

/// Two pools beside a dry column: their islands are grids again, and nobody has
/// formed a matrix.
#[test]
fn islands_of_a_grid_are_grids() {
    let stencil =
        Stencil::new(&[5, 4], |cell| cell % 5 != 2, |axis, cell| (1 + axis + cell) as f64);
    let n = stencil.size();
    let b = (0..n).map(|row| (row as f64).sin()).collect();
    let data = ProblemData::without_matrix("pools", Kind::Lcp, b);
    let problem = Problem::on_stencil(data, stencil).expect("well formed");
    let parts = problem.separated().expect("two problems");
    assert_eq!(problem.islands().iter().map(Vec::len).collect::<Vec<_>>(), [8, 8]);
    assert!(!problem.is_assembled());
    let x: Vec<f64> = (0..n).map(|row| (0.7 * row as f64).cos()).collect();
    let whole = measure(&problem, &x).natural.value;
    let of_parts = parts.iter().zip(problem.islands()).map(|(part, rows)| {
        assert!(part.stencil().is_some() && !part.is_assembled());
        let x: Vec<f64> = rows.iter().map(|&row| x[row]).collect();
        measure(part, &x).natural.value
    });
    assert_eq!(of_parts.fold(0.0, f64::max), whole);
}
