//! Writing FCLib's layout: what is written comes back, or is refused.

use std::fs;

use hdf5_pure::File;
use stickslip_linalg::SparseMatrix;
use stickslip_problems::files;
use stickslip_solve::{FactoredForm, Inertia, Kind, Problem, ProblemData, Rolling};

use crate::support::{AWKWARD, assert_same, contact, data, examples, factors, repository};

/// A problem whose rows already are in FCLib's order, with awkward numbers.
fn ordered(storage: impl FnOnce(Vec<f64>) -> ProblemData) -> ProblemData {
    let mut data = storage(AWKWARD[6..].iter().map(|value| value / 1e200).collect());
    data.contacts = vec![contact(0, &[1, 2], 0.1), contact(3, &[4, 5], 0.0)];
    data.lo.fill(f64::NEG_INFINITY);
    (data.lo[0], data.lo[3]) = (0.0, 0.0);
    data.x0 = Some(vec![-0.0, 0.1, 0.0, 1e-310, 0.5, 1.0 / 3.0]);
    data.solution = Some(vec![1.0, -0.0, 0.1, 0.2, 0.3, 5e-324]);
    data
}

fn round_trip(problem: &Problem, ending: &str) -> (Problem, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("p.{ending}"));
    files::write(problem, &path).unwrap_or_else(|error| panic!("{error}"));
    let back = files::read(&path).unwrap_or_else(|error| panic!("{error}"));
    (back, fs::read(&path).expect("bytes"))
}

#[test]
fn local_problems_survive_to_the_bit() {
    let dense: Vec<f64> = (0..36).map(|at| (at as f64 * 1.7).cos()).collect();
    let matrix = SparseMatrix::from_dense(6, 6, &dense);
    let data = ordered(|b| ProblemData::assembled("Käse \"1\"", Kind::Ncp, matrix, b));
    let problem = Problem::new(data).expect("well formed");
    for ending in ["hdf5", "h5", "HDF5"] {
        let (back, bytes) = round_trip(&problem, ending);
        assert_same(back.data(), problem.data());
        assert_eq!(bytes, round_trip(&problem, ending).1, "the same bytes every time");
    }
    // Compliance has no place in the global layout.
    let data = ordered(|b| ProblemData::factored("soft", Kind::Ncp, factors(), b));
    let problem = Problem::new(data).expect("well formed");
    let (back, _) = round_trip(&problem, "h5");
    assert_eq!(back.data().factored, None);
    let expected = ProblemData {
        matrix: Some(problem.matrix().clone()),
        factored: None,
        ..problem.data().clone()
    };
    assert_same(back.data(), &expected);
}

/// Rows in FCLib's order with rolling: N, T (), R (, R2).
fn rolling(rows: usize, storage: impl FnOnce(Vec<f64>) -> ProblemData) -> ProblemData {
    let size = 2 * (2 * rows + 1);
    let mut data = storage((0..size).map(|at| (at as f64 * 0.9).sin()).collect());
    data.lo.fill(f64::NEG_INFINITY);
    for (index, mu) in [0.3, 0.05].into_iter().enumerate() {
        let normal = index * (2 * rows + 1);
        data.lo[normal] = 0.0;
        let tangents: Vec<usize> = (normal + 1..=normal + 2 * rows).collect();
        let mut contact = contact(normal, &tangents, 0.5);
        contact.section.rolling = Some(Rolling { rows, mu, radius: None });
        data.contacts.push(contact);
    }
    data
}

#[test]
fn rolling_survives_in_both_layouts() {
    for rows in [1, 2] {
        let size = 2 * (2 * rows + 1);
        let dense: Vec<f64> = (0..size * size).map(|at| (at as f64 * 1.7).cos()).collect();
        let matrix = SparseMatrix::from_dense(size, size, &dense);
        let data = rolling(rows, |b| ProblemData::assembled("rolls", Kind::Ncp, matrix.clone(), b));
        let local = Problem::new(data).expect("well formed");
        let (back, bytes) = round_trip(&local, "hdf5");
        assert_same(back.data(), local.data());
        let hdf5 = File::from_bytes(bytes).expect("HDF5");
        assert_eq!(hdf5.root().groups().expect("groups"), ["fclib_local_rolling"]);
        let read = |path: &str| hdf5.dataset(path).expect(path).read_f64().expect(path);
        assert_eq!(read("fclib_local_rolling/vectors/mu_r"), [0.3, 0.05]);
        let rows_of = hdf5.dataset("fclib_local_rolling/spacedim").expect("there");
        assert_eq!(rows_of.read_i64().expect("integers"), [2 * rows as i64 + 1]);
        // A body of as many freedoms as there are rows.
        let factored = FactoredForm {
            jacobian: matrix.clone(),
            inertia: Inertia::from_inverse(SparseMatrix::diagonal_matrix(&vec![0.5; size])),
            compliance: vec![0.0; size],
        };
        let data = rolling(rows, |b| ProblemData::factored("rigid", Kind::Ncp, factored, b));
        let global = Problem::new(data).expect("well formed");
        let (back, bytes) = round_trip(&global, "hdf5");
        let groups = File::from_bytes(bytes).expect("HDF5").root().groups().expect("groups");
        assert_eq!(groups, ["fclib_global_rolling"]);
        assert_eq!(back.contacts(), global.contacts());
        // Everything but the inverted mass is exact.
        for (left, right) in back.matrix().to_dense().iter().zip(global.matrix().to_dense()) {
            assert!((left - right).abs() < 1e-14, "{left} {right}");
        }
    }
}

#[test]
fn rolling_that_the_library_does_not_know_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let matrix = SparseMatrix::diagonal_matrix(&[1.0; 10]);
    let refused = |change: &dyn Fn(&mut ProblemData)| {
        let mut data =
            rolling(2, |b| ProblemData::assembled("rolls", Kind::Ncp, matrix.clone(), b));
        change(&mut data);
        let problem = Problem::new(data).expect("well formed");
        let error = files::write(&problem, &folder.path().join("p.hdf5")).expect_err("refused");
        error.to_string()
    };
    let fixed = refused(&|data| {
        data.contacts[1].section.rolling = Some(Rolling { rows: 2, mu: 0.1, radius: Some(0.2) });
    });
    assert!(fixed.contains("contacts[1] has another section than a disc"), "{fixed}");
    let without = refused(&|data| {
        data.contacts[0].section.rolling = None;
        data.contacts[0].tangents.truncate(2);
    });
    assert!(without.contains("contacts[1] has 4 tangents and contacts[0] has 2"), "{without}");
}

#[test]
fn rigid_factors_survive_as_a_global_problem() {
    let rigid = FactoredForm { compliance: vec![0.0; 6], ..factors() };
    let data = ordered(|b| ProblemData::factored("rigid", Kind::Ncp, rigid, b));
    let problem = Problem::new(data).expect("well formed");
    let (back, bytes) = round_trip(&problem, "hdf5");
    let hdf5 = File::from_bytes(bytes).expect("HDF5");
    assert_eq!(hdf5.root().groups().expect("groups"), ["fclib_global", "solution", "guesses"]);
    let factored = back.factored().expect("still in factors");
    assert_eq!(factored.freedoms(), 6, "the fixed freedom is dropped");
    assert_eq!(back.data().matrix, None);
    let (left, right) = (problem.matrix().to_dense(), back.matrix().to_dense());
    for (left, right) in left.iter().zip(right) {
        assert!((left - right).abs() < 1e-14, "{left} {right}");
    }
    // Everything but the inverted mass is exact.
    let expected = ProblemData { factored: Some(factored.clone()), ..problem.data().clone() };
    assert_same(back.data(), &expected);
    // FCLib's equations hold for what was stored: M v = H r, u = Hᵀ v + w.
    let read = |path: &str| hdf5.dataset(path).expect(path).read_f64().expect(path);
    let (v, u, w) = (read("solution/v"), read("solution/u"), read("fclib_global/vectors/w"));
    for row in 0..6 {
        let reached: f64 = factored.jacobian.row(row).map(|(dof, value)| value * v[dof]).sum();
        assert!((reached + w[row] - u[row]).abs() < 1e-14);
    }
}

#[test]
fn rows_are_put_into_fclibs_order() {
    // Free row 0, then the contact (2; 3, 1).
    let dense = [5.0, 0.1, 0.2, 0.3, 0.1, 6.0, 0.4, 0.5, 0.2, 0.7, 7.0, 0.6, 0.3, 0.5, 0.8, 8.0];
    let matrix = SparseMatrix::from_dense(4, 4, &dense);
    let mut data = ProblemData::assembled("jumbled", Kind::Ncp, matrix, vec![0.0, 1.0, 2.0, 3.0]);
    data.contacts = vec![contact(2, &[3, 1], 0.5)];
    data.lo = vec![f64::NEG_INFINITY, 0.0, 0.0, -2.0];
    data.solution = Some(vec![10.0, 11.0, 12.0, 13.0]);
    let problem = Problem::new(data.clone()).expect("well formed");
    let (back, _) = round_trip(&problem, "hdf5");
    let order = [2, 3, 1, 0];
    for (new_row, row) in order.into_iter().enumerate() {
        for (new_col, col) in order.into_iter().enumerate() {
            assert_eq!(back.matrix().get(new_row, new_col), dense[4 * row + col]);
        }
    }
    assert_eq!(back.b(), [2.0, 3.0, 1.0, 0.0]);
    assert_eq!(back.data().solution, Some(vec![12.0, 13.0, 11.0, 10.0]));
    assert_eq!(back.contacts(), [contact(0, &[1, 2], 0.5)]);
    // The same in factors goes through G.
    let jacobian = SparseMatrix::from_dense(4, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    let inverse_mass = SparseMatrix::from_dense(2, 2, &[0.5, 0.0, 0.0, 0.25]);
    let inertia = Inertia::from_inverse(inverse_mass);
    let factored = FactoredForm { jacobian, inertia, compliance: vec![0.0; 4] };
    data = ProblemData { matrix: None, factored: Some(factored), ..data };
    let problem = Problem::new(data).expect("well formed");
    let (back, bytes) = round_trip(&problem, "hdf5");
    assert!(File::from_bytes(bytes).expect("HDF5").dataset("fclib_global/G/x").is_ok());
    for (new_row, row) in order.into_iter().enumerate() {
        for (new_col, col) in order.into_iter().enumerate() {
            let (left, right) =
                (back.matrix().get(new_row, new_col), problem.matrix().get(row, col));
            assert!((left - right).abs() < 1e-13, "{left} {right}");
        }
    }
}

#[test]
fn files_of_the_collection_survive_to_the_bit() {
    for path in [
        repository("problems").join("table-s1-nc0013-nds4-k00260.hdf5"),
        data("wall-s1-nc0089-nds16-k00040.hdf5"),
        data("boxstack-s1-nc0040-nds10-k00080.hdf5"),
    ] {
        let problem = files::read(&path).expect("read");
        assert_same(round_trip(&problem, "hdf5").0.data(), problem.data());
        assert_same(round_trip(&problem, "json.gz").0.data(), problem.data());
    }
}

#[test]
fn what_fclib_cannot_say_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |problem: &Problem| {
        let path = folder.path().join("p.hdf5");
        let error = files::write(problem, &path).expect_err("cannot be said").to_string();
        assert!(!path.exists() && error.contains("p.hdf5: "), "{error}");
        error
    };
    for problem in examples().iter().filter(|it| it.kind() != Kind::Ncp) {
        assert!(refused(problem).contains(&format!("kind ncp only, not {}", problem.kind())));
    }
    let matrix =
        || SparseMatrix::from_dense(3, 3, &[2.0, 0.25, 0.0, -1.0, 3.0, 0.5, 0.0, 0.75, 4.0]);
    let make = |change: &dyn Fn(&mut ProblemData)| {
        let mut data = ProblemData::assembled("p", Kind::Ncp, matrix(), vec![0.0; 3]);
        change(&mut data);
        Problem::new(data).expect("well formed")
    };
    assert!(refused(&make(&|_| {})).contains("at least one contact"));
    let boxed = make(&|data| data.contacts = vec![contact(0, &[1], 0.5)]);
    assert!(refused(&boxed).contains("row 2 has the bounds [0, inf]"));
    let unsymmetric = make(&|data| {
        data.contacts = vec![contact(0, &[1], 0.5)];
        data.lo[2] = f64::NEG_INFINITY;
    });
    assert!(refused(&unsymmetric).contains("A is not symmetric between rows 1 and 2"));
    let five = SparseMatrix::identity(5);
    let mut data = ProblemData::assembled("p", Kind::Ncp, five, vec![0.0; 5]);
    data.contacts = vec![contact(0, &[1], 0.5), contact(2, &[3, 4], 0.5)];
    let mixed = Problem::new(data).expect("well formed");
    assert!(refused(&mixed).contains("contacts[1] has 2 tangents and contacts[0] has 1"));
}
