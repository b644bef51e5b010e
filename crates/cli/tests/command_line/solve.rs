//! `stickslip solve`.

use crate::{SLIDING, TWO_ROWS, Workspace, numbers};

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (left, right) in found.iter().zip(expected) {
        assert!((left - right).abs() < 1e-9, "{found:?} is not {expected:?}");
    }
}

#[test]
fn json_has_the_promised_shape_and_the_right_numbers() {
    let workspace = Workspace::new(&[("p.json", TWO_ROWS)]);
    let ran = workspace.run("solve p.json --solver murty --json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 1);
    let document = ran.json();
    assert_eq!(document["problem"], "two-rows");
    assert_eq!(document["solver"], "murty");
    assert_eq!(document["status"], "converged");
    assert_eq!(document["kind"], "lcp");
    assert_eq!(document["size"], 2);
    assert_eq!(document["bounds"], "coupled");
    for count in ["iterations", "inner_iterations", "pivots"] {
        assert!(document[count].is_u64(), "{count}: {document}");
        assert_eq!(document[count], document["counts"][count]);
    }
    for count in ["products", "factorisations", "active_set_changes"] {
        assert!(document["counts"][count].is_u64(), "{count}: {document}");
    }
    assert!(document["time_s"].as_f64().expect("a time") > 0.0);
    assert!(document["figures"].is_object());
    assert!((document["tolerance"].as_f64().expect("a tolerance") - 4e-9).abs() < 1e-20);
    assert!(document.get("coupled_natural").is_none());
    let (x, w) = (numbers(&document["x"]), numbers(&document["w"]));
    assert_close(&x, &[1.5, 0.0]);
    assert_close(&w, &[0.0, 2.5]);
    // For 0 ≤ x the natural map is min(x, w).
    let natural = x.iter().zip(&w).map(|(x, w)| x.min(*w).abs()).fold(0.0, f64::max);
    assert_eq!(document["residual"]["natural"].as_f64(), Some(natural));
    for key in ["natural_row", "energy_mean", "energy_max", "fischer"] {
        assert!(document["residual"][key].is_number(), "{key}: {document}");
    }
}

#[test]
fn text_tells_the_same() {
    let workspace = Workspace::new(&[("p.json", TWO_ROWS)]);
    let ran = workspace.run("solve p.json --solver murty");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    for part in ["two-rows: lcp, 2 rows, 4 entries", "murty", "converged", "1.500000", "2.500000"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert_eq!(workspace.run("solve p.json --solver murty --quiet").stdout, "converged\n");
}

#[test]
fn without_a_name_some_solver_is_chosen() {
    let ran = Workspace::new(&[("p.json", TWO_ROWS)]).run("solve p.json --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_close(&numbers(&ran.json()["x"]), &[1.5, 0.0]);
}

/// The same contact in the three modes. Coupled: see [`SLIDING`]. Normal first:
/// x₀ = 1 without friction, so x₁ = −0.5, then x₀ = 1.1, where ±0.55 was due.
/// Fixed: −3 ≤ x₁ ≤ 3 lets it stick: A x = −b gives x = (1.4, −2.2)/0.96.
#[test]
fn friction_bounds_are_coupled_or_frozen_as_asked() {
    let workspace = Workspace::new(&[("p.json", SLIDING)]);
    let coupled = workspace.run("solve p.json --solver enumerate --json").json();
    assert_close(&numbers(&coupled["x"]), &[10.0 / 9.0, -5.0 / 9.0]);
    assert!(coupled.get("coupled_natural").is_none());

    let frozen =
        workspace.run("solve p.json --solver enumerate --bounds normal-first --json").json();
    assert_eq!(frozen["status"], "converged");
    assert_eq!(frozen["problem"], "sliding");
    assert_close(&numbers(&frozen["x"]), &[1.1, -0.5]);
    assert_close(&[frozen["coupled_natural"].as_f64().expect("a number")], &[0.05]);
    assert_eq!(frozen["preliminary"]["status"], "converged");

    let fixed = workspace.run("solve p.json --solver enumerate --bounds fixed --json").json();
    assert_close(&numbers(&fixed["x"]), &[1.4 / 0.96, -2.2 / 0.96]);

    let text = workspace.run("solve p.json --solver enumerate --bounds normal-first").stdout;
    assert!(text.contains("coupled natural   5.00e-02"), "{text}");
}

/// The cone of the same contact with a second tangent that nothing pulls: its
/// section gets the radius μ·1 of the frictionless solve, so x₁ = −0.5 and
/// x₀ = 1 + 0.2 · 0.5, where the cone itself asks for −x₁ = x₀/2 = 5/9.
#[test]
fn a_frictionless_solve_fixes_the_size_of_cones() {
    let cone = r#"{"kind": "ncp", "n": 3,
        "A": {"rows": [0, 0, 1, 1, 2], "cols": [0, 1, 0, 1, 2], "vals": [1, 0.2, 0.2, 1, 1]},
        "b": [-1, 2, 0], "contacts": [{"normal": 0, "tangents": [1, 2], "mu": 0.5}]}"#;
    let workspace = Workspace::new(&[("cone.json", cone)]);
    for solver in ["cone-ip", "nonlinear-gs"] {
        let command = format!("solve cone.json --solver {solver} --tol 1e-10 --json");
        let coupled = workspace.run(&command).json();
        assert_close(&numbers(&coupled["x"]), &[10.0 / 9.0, -5.0 / 9.0, 0.0]);
        let fixed = workspace.run(&format!("{command} --bounds normal-first")).json();
        assert_eq!(fixed["status"], "converged", "{solver}");
        assert_close(&numbers(&fixed["x"]), &[1.1, -0.5, 0.0]);
        assert_eq!(fixed["preliminary"]["status"], "converged");
    }
    let refused = workspace.run("solve cone.json --bounds fixed");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("lo and hi of boxed problems"), "{}", refused.stderr);
}

#[test]
fn a_solve_that_does_not_converge_exits_with_1_and_says_what_to_try() {
    // 0 ≤ x ⊥ −x − 1 ≥ 0 has no solution.
    let none =
        r#"{"kind": "lcp", "n": 1, "A": {"rows": [0], "cols": [0], "vals": [-1]}, "b": [-1]}"#;
    let workspace = Workspace::new(&[("none.json", none)]);
    let ran = workspace.run("solve none.json --solver enumerate");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("`stickslip compare none.json`"), "{}", ran.stdout);
    let ran = workspace.run("solve none.json --solver enumerate --json");
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.json()["status"], "unsolvable");
    assert!(ran.json()["residual"]["natural"].as_f64().expect("a number") > 0.1);
}

#[test]
fn the_history_is_a_table_of_iterations() {
    let workspace = Workspace::new(&[("p.json", TWO_ROWS)]);
    let ran = workspace.run("solve p.json --solver murty --history h.csv --quiet");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let csv = std::fs::read_to_string(workspace.path("h.csv")).expect("written");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("iteration,time_s,residual,changes"));
    let last = lines.next_back().expect("a point");
    let residual: f64 = last.split(',').nth(2).expect("four columns").parse().expect("a number");
    assert!(residual <= 4e-9, "{csv}");
}

#[test]
fn threads_change_no_bit() {
    let workspace = Workspace::new(&[]);
    workspace.run("generate pile --seed 1 --set bodies=700 --set shape=sphere -o pile.json");
    let solve = |threads: &str| {
        let line = "solve pile.json --solver pgs --set ordering=colouring --max-iter 5 --json";
        let ran = workspace.run(&format!("{line} --threads {threads}"));
        assert_eq!(ran.code, Some(1), "{}", ran.stderr);
        numbers(&ran.json()["x"])
    };
    let one = solve("1");
    assert!(one.iter().any(|&x| x > 0.0));
    assert_eq!(one, solve("3"));
}

/// Twelve rows are shown one by one, more are not.
#[test]
fn few_rows_are_shown() {
    let problem = |rows: usize| {
        let places: Vec<usize> = (0..rows).collect();
        let ones = vec![1; rows];
        format!(
            r#"{{"kind": "lcp", "n": {rows}, "b": {ones:?},
                "A": {{"rows": {places:?}, "cols": {places:?}, "vals": {ones:?}}}}}"#
        )
    };
    let workspace = Workspace::new(&[("few.json", &problem(12)), ("many.json", &problem(13))]);
    let shown = |file: &str| {
        let text = workspace.run(&format!("solve {file}")).stdout;
        text.lines().filter(|line| line.ends_with("0.000000   1.000000")).count()
    };
    assert_eq!((shown("few.json"), shown("many.json")), (12, 0));
}
