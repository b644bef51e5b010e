//! Reading FCLib's layout. The files are built here array by array with the
//! HDF5 library alone, and what they mean is computed here densely.

use std::path::PathBuf;

use hdf5_pure::{FileBuilder, GroupBuilder};
use stickslip_problems::files;
use stickslip_solve::{Kind, Problem};
use tempfile::TempDir;

use crate::support::contact;

/// How FCLib stores a matrix.
#[derive(Clone, Copy, Debug)]
enum Storage {
    Triplets,
    Columns,
    Rows,
}

/// A row-major dense matrix under `name`; zeros are left out.
fn put_matrix(group: &mut GroupBuilder, name: &str, cols: usize, dense: &[f64], storage: Storage) {
    let rows = dense.len() / cols;
    let mut entries: Vec<(usize, usize, f64)> = (0..rows)
        .flat_map(|row| (0..cols).map(move |col| (row, col)))
        .map(|(row, col)| (row, col, dense[row * cols + col]))
        .filter(|entry| entry.2 != 0.0)
        .collect();
    let starts = |line: &dyn Fn(&(usize, usize, f64)) -> usize, lines: usize| -> Vec<i32> {
        (0..=lines).map(|at| entries.iter().filter(|it| line(it) < at).count() as i32).collect()
    };
    let (nz, p, by_column) = match storage {
        Storage::Triplets => (entries.len() as i32, vec![], false),
        Storage::Columns => (-1, starts(&|entry| entry.1, cols), true),
        Storage::Rows => (-2, starts(&|entry| entry.0, rows), false),
    };
    if by_column {
        entries.sort_by_key(|entry| (entry.1, entry.0));
    }
    let list = |index: &dyn Fn(&(usize, usize, f64)) -> usize| -> Vec<i32> {
        entries.iter().map(|entry| index(entry) as i32).collect()
    };
    let (i, p) = match storage {
        Storage::Triplets => (list(&|entry| entry.0), list(&|entry| entry.1)),
        Storage::Columns => (list(&|entry| entry.0), p),
        Storage::Rows => (list(&|entry| entry.1), p),
    };
    let mut target = group.create_group(name);
    for (key, value) in
        [("m", rows as i32), ("n", cols as i32), ("nz", nz), ("nzmax", entries.len() as i32)]
    {
        target.create_dataset(key).with_i32_data(&[value]);
    }
    let x: Vec<f64> = entries.iter().map(|entry| entry.2).collect();
    target.create_dataset("i").with_i32_data(&i);
    target.create_dataset("p").with_i32_data(&p);
    target.create_dataset("x").with_f64_data(&x);
    group.add_group(target.finish());
}

fn put_vectors(group: &mut GroupBuilder, vectors: &[(&str, &[f64])]) {
    let mut target = group.create_group("vectors");
    for (name, values) in vectors {
        target.create_dataset(name).with_f64_data(values);
    }
    group.add_group(target.finish());
}

fn spacedim(group: &mut GroupBuilder, dimension: i32) {
    group.create_dataset("spacedim").with_i32_data(&[dimension]);
}

/// A file with one group `layout`, filled by `fill`.
fn file_with(layout: &str, fill: impl FnOnce(&mut GroupBuilder)) -> (TempDir, PathBuf) {
    let mut builder = FileBuilder::new();
    let mut group = builder.create_group(layout);
    fill(&mut group);
    builder.add_group(group.finish());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene-7.hdf5");
    builder.write(&path).expect("written");
    (folder, path)
}

fn read_with(layout: &str, fill: impl FnOnce(&mut GroupBuilder)) -> Problem {
    let (_folder, path) = file_with(layout, fill);
    files::read(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn message_with(layout: &str, fill: impl FnOnce(&mut GroupBuilder)) -> String {
    let (_folder, path) = file_with(layout, fill);
    files::read(&path).expect_err("broken").to_string()
}

/// Unsymmetric, so that a swapped index shows.
const W: [f64; 9] = [2.0, 0.25, 0.0, -1.0, 3.0, 0.5, 0.0, 0.75, 4.0];

#[test]
fn three_storages_mean_the_same_matrix() {
    for storage in [Storage::Triplets, Storage::Columns, Storage::Rows] {
        let problem = read_with("fclib_local", |group| {
            spacedim(group, 3);
            put_matrix(group, "W", 3, &W, storage);
            put_vectors(group, &[("q", &[-1.0, 0.5, 0.1]), ("mu", &[0.3])]);
        });
        assert_eq!(problem.matrix().to_dense(), W, "{storage:?}");
        assert_eq!((problem.name(), problem.kind()), ("scene-7", Kind::Ncp));
        assert_eq!(problem.b(), [-1.0, 0.5, 0.1]);
        assert_eq!(problem.contacts(), [contact(0, &[1, 2], 0.3)]);
        assert_eq!(problem.lo(), [0.0, f64::NEG_INFINITY, f64::NEG_INFINITY]);
        assert_eq!(problem.hi(), [f64::INFINITY; 3]);
    }
}

#[test]
fn the_plane_has_one_tangent_per_contact() {
    let w = [1.0, 0.0, 0.0, 0.5, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.5, 0.0, 0.0, 2.0];
    let problem = read_with("fclib_local", |group| {
        spacedim(group, 2);
        put_matrix(group, "W", 4, &w, Storage::Rows);
        put_vectors(group, &[("q", &[0.0; 4]), ("mu", &[0.3, 0.4])]);
    });
    assert_eq!(problem.contacts(), [contact(0, &[1], 0.3), contact(2, &[3], 0.4)]);
}

#[test]
fn local_bilateral_rows_are_free_rows_at_the_end() {
    let (v, r) = ([1.0, 0.0, 0.0, 5.0, 6.0, 0.0], [7.0, 0.5, 0.25, 8.0]);
    let problem = read_with("fclib_local", |group| {
        spacedim(group, 3);
        put_matrix(group, "W", 3, &W, Storage::Rows);
        put_matrix(group, "V", 2, &v, Storage::Columns);
        put_matrix(group, "R", 2, &r, Storage::Triplets);
        put_vectors(group, &[("q", &[1.0, 2.0, 3.0]), ("mu", &[0.3]), ("s", &[4.0, 5.0])]);
    });
    #[rustfmt::skip]
    let expected = [
        2.0, 0.25, 0.0, 1.0, 0.0,
        -1.0, 3.0, 0.5, 0.0, 5.0,
        0.0, 0.75, 4.0, 6.0, 0.0,
        1.0, 0.0, 6.0, 7.0, 0.5,
        0.0, 5.0, 0.0, 0.25, 8.0,
    ];
    assert_eq!(problem.matrix().to_dense(), expected);
    assert_eq!(problem.b(), [1.0, 2.0, 3.0, 4.0, 5.0]);
    assert_eq!(problem.lo()[3..], [f64::NEG_INFINITY; 2]);
    assert_eq!(problem.contacts().len(), 1);
}

/// x with m x = right by Gaussian elimination with row pivoting.
fn solve_dense(m: &[f64], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let (mut m, mut x) = (m.to_vec(), right.to_vec());
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| m[i * n + k].abs().total_cmp(&m[j * n + k].abs()));
        let pivot = pivot.expect("k < n");
        (0..n).for_each(|j| m.swap(k * n + j, pivot * n + j));
        x.swap(k, pivot);
        for i in k + 1..n {
            let scale = m[i * n + k] / m[k * n + k];
            (k..n).for_each(|j| m[i * n + j] -= scale * m[k * n + j]);
            x[i] -= scale * x[k];
        }
    }
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|j| m[k * n + j] * x[j]).sum();
        x[k] = (x[k] - sum) / m[k * n + k];
    }
    x
}

/// A global problem of one contact and one bilateral row on `freedoms` with
/// the mass matrix `m`: it must read as A = Jᵀ… computed densely.
fn check_global(m: &[f64], freedoms: usize, storage: Storage, factored: bool) {
    let wave = |at: usize| if at % 3 == 2 { 0.0 } else { ((at * at) as f64 * 0.7).sin() };
    let h: Vec<f64> = (0..3 * freedoms).map(wave).collect();
    let g: Vec<f64> = (0..freedoms).map(|at| wave(at + 1)).collect();
    let f: Vec<f64> = (0..freedoms).map(|at| wave(at + 5)).collect();
    let problem = read_with("fclib_global", |group| {
        spacedim(group, 3);
        put_matrix(group, "M", freedoms, m, storage);
        put_matrix(group, "H", 3, &h, storage);
        put_matrix(group, "G", 1, &g, storage);
        put_vectors(group, &[("f", &f), ("w", &[1.0, 2.0, 3.0]), ("b", &[4.0]), ("mu", &[0.5])]);
    });
    assert_eq!(problem.data().factored.is_some(), factored);
    assert_eq!(problem.data().matrix.is_none(), factored);
    let row = |at: usize| -> Vec<f64> {
        (0..freedoms).map(|dof| if at < 3 { h[3 * dof + at] } else { g[dof] }).collect()
    };
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>();
    for i in 0..4 {
        for j in 0..4 {
            let expected = dot(&row(i), &solve_dense(m, &row(j)));
            let found = problem.matrix().get(i, j);
            assert!((found - expected).abs() < 1e-12, "A[{i}, {j}]: {found} {expected}");
        }
        let expected = (i + 1) as f64 + dot(&row(i), &solve_dense(m, &f));
        assert!((problem.b()[i] - expected).abs() < 1e-12, "b[{i}]");
    }
    assert_eq!(problem.lo(), [0.0, f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY]);
    assert_eq!(problem.contacts(), [contact(0, &[1, 2], 0.5)]);
}

#[test]
fn a_global_problem_with_small_blocks_keeps_its_factors() {
    let mut m = vec![0.0; 25];
    for (row, col, value) in
        [(0, 0, 2.0), (1, 1, 3.0), (1, 4, 1.0), (4, 1, 1.0), (4, 4, 2.0), (2, 2, 0.5), (3, 3, 9.0)]
    {
        m[5 * row + col] = value;
    }
    for storage in [Storage::Triplets, Storage::Columns, Storage::Rows] {
        check_global(&m, 5, storage, true);
    }
}

#[test]
fn a_mass_matrix_that_is_large_or_unsymmetric_is_eliminated() {
    check_global(&[2.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.5, 0.0, 3.0], 3, Storage::Columns, false);
    let n = 140;
    let mut chain = vec![0.0; n * n];
    for at in 0..n {
        chain[at * n + at] = 4.0;
        if at > 0 {
            (chain[at * n + at - 1], chain[(at - 1) * n + at]) = (-1.0, -1.0);
        }
    }
    check_global(&chain, n, Storage::Rows, false);
}

#[test]
fn a_singular_mass_matrix_is_refused() {
    for m in [[1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 2.0, 4.0]] {
        let message = message_with("fclib_global", |group| {
            spacedim(group, 2);
            put_matrix(group, "M", 2, &m, Storage::Rows);
            put_matrix(group, "H", 2, &[1.0, 0.0, 0.0, 1.0], Storage::Rows);
            put_vectors(group, &[("f", &[0.0; 2]), ("w", &[0.0; 2]), ("mu", &[0.5])]);
        });
        assert!(message.contains("fclib_global/M is not invertible"), "{message}");
    }
}

#[test]
fn solutions_and_guesses_are_found_and_zeros_mean_no_solution() {
    let with = |r: [f64; 3]| {
        let mut builder = FileBuilder::new();
        let mut group = builder.create_group("fclib_local");
        spacedim(&mut group, 3);
        put_matrix(&mut group, "W", 3, &W, Storage::Rows);
        put_vectors(&mut group, &[("q", &[0.0; 3]), ("mu", &[0.3])]);
        let mut info = group.create_group("info");
        info.create_dataset("title").with_ascii_strings(&["titled"]).expect("short");
        group.add_group(info.finish());
        builder.add_group(group.finish());
        let mut solution = builder.create_group("solution");
        solution.create_dataset("r").with_f64_data(&r);
        solution.create_dataset("u").with_f64_data(&[9.0; 3]);
        builder.add_group(solution.finish());
        let mut guesses = builder.create_group("guesses");
        guesses.create_dataset("number_of_guesses").with_i32_data(&[2]);
        for name in ["1", "2"] {
            let mut guess = guesses.create_group(name);
            let value: f64 = name.parse().expect("a number");
            guess.create_dataset("r").with_f64_data(&[value; 3]);
            guesses.add_group(guess.finish());
        }
        builder.add_group(guesses.finish());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("p.h5");
        builder.write(&path).expect("written");
        files::read(&path).expect("read")
    };
    let problem = with([1.0, 0.25, 0.0]);
    assert_eq!(problem.data().solution, Some(vec![1.0, 0.25, 0.0]));
    assert_eq!(problem.data().x0, Some(vec![1.0; 3]));
    assert_eq!(problem.name(), "titled");
    assert_eq!(with([0.0; 3]).data().solution, None);
}

#[test]
fn a_broken_file_names_the_array() {
    type Change = fn(&mut GroupBuilder);
    fn whole_except(group: &mut GroupBuilder, part: &str, change: Change) {
        for name in ["spacedim", "W", "vectors"] {
            match name {
                _ if name == part => change(group),
                "spacedim" => spacedim(group, 3),
                "W" => put_matrix(group, "W", 3, &W, Storage::Rows),
                _ => put_vectors(group, &[("q", &[0.0; 3]), ("mu", &[0.3])]),
            }
        }
    }
    fn raw(group: &mut GroupBuilder, sizes: [i32; 3], i: &[i32], p: &[i32], x: &[f64]) {
        let mut target = group.create_group("W");
        for (key, value) in ["m", "n", "nz"].into_iter().zip(sizes) {
            target.create_dataset(key).with_i32_data(&[value]);
        }
        target.create_dataset("i").with_i32_data(i);
        target.create_dataset("p").with_i32_data(p);
        target.create_dataset("x").with_f64_data(x);
        group.add_group(target.finish());
    }
    let cases: [(&str, Change, &str); 16] = [
        ("spacedim", |_| (), "fclib_local/spacedim is missing"),
        ("spacedim", |group| spacedim(group, 5), "fclib_local/spacedim is 5"),
        ("vectors", |_| (), "fclib_local/vectors/q is missing"),
        ("vectors", |it| put_vectors(it, &[("q", &[0.0; 3])]), "fclib_local/vectors/mu is missing"),
        ("vectors", |it| put_vectors(it, &[("q", &[0.0; 3]), ("mu", &[])]), "mu has 0 entries"),
        (
            "vectors",
            |it| put_vectors(it, &[("q", &[0.0, f64::NAN, 0.0]), ("mu", &[0.5])]),
            "b[1] is NaN",
        ),
        ("vectors", |it| put_vectors(it, &[("q", &[0.0; 3]), ("mu", &[-1.0])]), "contacts[0]: mu"),
        ("W", |_| (), "fclib_local/W/m is missing"),
        ("W", |it| _ = it.create_dataset("W").with_i32_data(&[1]), "fclib_local/W"),
        ("W", |it| put_matrix(it, "W", 2, &[1.0; 4], Storage::Rows), "fclib_local/W/m is 2"),
        ("W", |it| raw(it, [3, 3, -7], &[], &[], &[]), "fclib_local/W/nz is -7"),
        ("W", |it| raw(it, [3, 3, -2], &[], &[0, 0, 0], &[]), "fclib_local/W/p has 3 entries"),
        ("W", |it| raw(it, [3, 3, -2], &[0], &[0, 1, 0, 1], &[1.0]), "fclib_local/W/p[2] is 0"),
        ("W", |it| raw(it, [3, 3, -2], &[0], &[0, 1, 1, 9], &[1.0]), "fclib_local/W/p[3] is 9"),
        ("W", |it| raw(it, [3, 3, -1], &[-4], &[0, 1, 1, 1], &[1.0]), "fclib_local/W/i[0] is -4"),
        ("W", |it| raw(it, [3, 3, 2], &[0, 1], &[0, 3], &[1.0, 2.0]), "fclib_local/W/p[1] is 3"),
    ];
    for (part, change, expected) in cases {
        let message = message_with("fclib_local", |group| whole_except(group, part, change));
        assert!(message.contains("scene-7.hdf5: "), "{message}");
        assert!(message.contains(expected), "\"{expected}\" is not in: {message}");
    }
    let message = message_with("fclib_other", |group| spacedim(group, 5));
    let expected = "none of the groups fclib_local, fclib_global, fclib_local_rolling";
    assert!(message.contains(expected), "{message}");
    let message = message_with("fclib_local_rolling", |group| {
        whole_except(group, "spacedim", |group| spacedim(group, 4));
    });
    let expected = "fclib_local_rolling/spacedim is 4 but must be 3 or 5 with rolling";
    assert!(message.contains(expected), "{message}");
    let message = message_with("fclib_local_rolling", |group| whole_except(group, "", |_| {}));
    assert!(message.contains("fclib_local_rolling/vectors/mu_r is missing"), "{message}");
}
