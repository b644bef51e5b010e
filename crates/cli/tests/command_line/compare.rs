//! `stickslip compare`.

use crate::{SLIDING, TWO_ROWS, Workspace};

#[test]
fn one_table_per_problem_with_a_line_per_solver() {
    let workspace = Workspace::new(&[("a.json", TWO_ROWS), ("b.json", SLIDING)]);
    let ran = workspace.run("compare a.json b.json --solvers enumerate,murty --repeat 3");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let heads: Vec<_> = ran.stdout.lines().filter(|line| line.contains("energy max")).collect();
    assert_eq!(heads.len(), 2, "{}", ran.stdout);
    for name in ["enumerate", "murty"] {
        let lines = ran.stdout.lines().filter(|line| line.trim_start().starts_with(name));
        assert_eq!(lines.count(), 2, "{}", ran.stdout);
    }
    // Columns line up: the right edge of "time" is the same in head and rows.
    for table in ran.stdout.split("\n\n").filter(|part| part.contains("energy max")) {
        let mut lines = table.lines();
        let head = lines.next().expect("a head");
        let edge = head[..head.find("time").expect("a time") + 4].chars().count();
        for line in lines.skip(1).filter(|line| line.contains("converged")) {
            let upto: String = line.chars().take(edge).collect();
            assert!(upto.trim_end().ends_with('s'), "{line}");
        }
    }
}

#[test]
fn json_tells_every_run_and_every_refusal() {
    let large =
        r#"{"kind": "blcp", "n": 30, "A": {"rows": ROWS, "cols": ROWS, "vals": ONES}, "b": ONES}"#
            .replace("ROWS", &format!("{:?}", (0..30).collect::<Vec<_>>()))
            .replace("ONES", &format!("{:?}", [1; 30]));
    let workspace = Workspace::new(&[("large.json", &large), ("two.json", TWO_ROWS)]);
    let ran =
        workspace.run("compare large.json two.json --solvers murty,enumerate --repeat 4 --json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let document = ran.json();
    let problem = &document["problems"][0];
    assert_eq!(problem["problem"], "large");
    assert_eq!(problem["nonzeros"], 30);
    assert_eq!(problem["results"][0]["solver"], "murty");
    assert_eq!(problem["results"][0]["status"], "converged");
    assert_eq!(problem["refused"][0]["solver"], "enumerate");
    let times = crate::numbers(&problem["results"][0]["times_s"]);
    assert_eq!(times.len(), 4);
    let median = problem["results"][0]["time_s"].as_f64().expect("a time");
    let least = times.iter().copied().fold(f64::INFINITY, f64::min);
    let most = times.iter().copied().fold(0.0, f64::max);
    assert!(least <= median && median <= most, "{problem}");
    assert_eq!(document["problems"][1]["results"].as_array().map(Vec::len), Some(2));

    let text = workspace.run("compare large.json --solvers murty,enumerate").stdout;
    let refusal = text.split("not run:").nth(1).expect("a list of refusals");
    assert!(refusal.contains("enumerate takes at most"), "{text}");
}

#[test]
fn by_default_every_solver_is_tried() {
    let workspace = Workspace::new(&[("p.json", TWO_ROWS)]);
    let known = workspace.run("list solvers --json").json().as_array().map(Vec::len);
    let problem = &workspace.run("compare p.json --json").json()["problems"][0];
    let tried = ["results", "refused"].map(|key| problem[key].as_array().map_or(0, Vec::len));
    assert_eq!(Some(tried[0] + tried[1]), known);
    for result in problem["results"].as_array().expect("results") {
        assert_eq!(result["status"], "converged", "{result}");
    }
}

#[test]
fn the_plot_is_a_drawing_with_a_curve_or_point_per_solver() {
    let strange = TWO_ROWS.replace("two-rows", "<two> & rows");
    let workspace = Workspace::new(&[("p.json", &strange)]);
    let ran = workspace.run("compare p.json --solvers enumerate,murty --plot out.svg");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let svg = std::fs::read_to_string(workspace.path("out.svg")).expect("written");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for part in ["&lt;two&gt; &amp; rows", ">murty</text>", ">enumerate</text>", ">seconds</text>"]
    {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    // Two solvers end in two panels and stand in the legend.
    assert_eq!(svg.matches("<circle").count(), 6, "{svg}");
    assert_eq!(workspace.names(), ["out.svg", "p.json"]);
}

#[test]
fn a_problem_that_no_solver_takes_does_not_cost_the_results_of_the_others() {
    let cone = r#"{"name": "cone", "kind": "ncp", "n": 2,
        "A": {"rows": [0, 1], "cols": [0, 1], "vals": [1, 1]}, "b": [-1, 0],
        "contacts": [{"normal": 0, "tangents": [1], "mu": 0.5}]}"#;
    let workspace = Workspace::new(&[("a.json", TWO_ROWS), ("cone.json", cone)]);
    let ran = workspace.run("compare a.json cone.json --solvers murty --plot p.svg --json");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let problems = &ran.json()["problems"];
    assert_eq!(problems[0]["results"][0]["status"], "converged");
    assert_eq!(problems[1]["results"].as_array().map(Vec::len), Some(0));
    assert_eq!(problems[1]["refused"][0]["solver"], "murty");
    let text = workspace.run("compare a.json cone.json --solvers murty").stdout;
    assert!(text.contains("converged") && text.contains("not ncp"), "{text}");
}

/// The problems are those that `run` would dump, by name and size.
#[test]
fn a_scene_gives_the_problems_of_its_steps() {
    let workspace = Workspace::new(&[]);
    let ran =
        workspace.run("compare --scene stack --steps 60 --samples 2 --solvers bpp,pgs --json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let document = ran.json();
    let names: Vec<_> = document["problems"].as_array().expect("a list").iter().collect();
    assert_eq!(names.len(), 2);
    for (problem, step) in names.iter().zip([30, 60]) {
        assert_eq!(problem["problem"], format!("stack step {step}"));
        assert_eq!(problem["results"][0]["status"], "converged");
    }
    let dumped = workspace.run("run stack --steps 60 --dump-problems d --every 60 --json");
    assert_eq!(dumped.code, Some(0), "{dumped:?}");
    let again = workspace.run("compare d/step-000060-island-0000.json --solvers bpp --json").json();
    assert_eq!(again["problems"][0]["nonzeros"], names[1]["nonzeros"]);

    for (wrong, says) in [
        ("compare", "required"),
        ("compare --scene stick", "stack"),
        ("compare --scene sphere-on-box --steps 3", "nothing touches"),
        ("compare --steps 3", "--scene"),
    ] {
        let ran = workspace.run(wrong);
        assert_eq!(ran.code, Some(2), "{wrong}: {ran:?}");
        assert!(ran.stderr.contains(says), "{wrong}: {}", ran.stderr);
    }
}
