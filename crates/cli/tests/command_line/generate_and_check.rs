//! `stickslip generate`, then `stickslip check`.

use crate::{SLIDING, TWO_ROWS, Workspace};

#[test]
fn every_generator_makes_a_file_that_is_valid_and_the_same_again() {
    let workspace = Workspace::new(&[]);
    for document in workspace.run("list generators --json").json().as_array().expect("an array") {
        let name = document["name"].as_str().expect("a name");
        let made = workspace.run(&format!("generate {name} --seed 7 -o {name}.json --json"));
        assert_eq!(made.code, Some(0), "{name}: {made:?}");
        let made = made.json();
        let checked = workspace.run(&format!("check {name}.json --json"));
        assert_eq!(checked.code, Some(0), "{name}: {checked:?}");
        let checked = &checked.json()[0];
        for key in ["problem", "kind", "size", "nonzeros", "contacts"] {
            assert_eq!(made[key], checked[key], "{name}: {key}");
        }
        let first = std::fs::read(workspace.path(&format!("{name}.json"))).expect("written");
        workspace.run(&format!("generate {name} --seed 7 -o {name}.json --force"));
        let again = std::fs::read(workspace.path(&format!("{name}.json"))).expect("written");
        assert!(first == again, "{name}: the same seed gave another file");
    }
}

#[test]
fn another_seed_gives_another_problem() {
    let workspace = Workspace::new(&[]);
    let files = [7, 8].map(|seed| {
        let ran = workspace.run(&format!("generate spd --set size=5 --seed {seed} -o {seed}.json"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        std::fs::read_to_string(workspace.path(&format!("{seed}.json"))).expect("written")
    });
    assert_ne!(files[0], files[1]);
}

#[test]
fn a_generated_problem_is_told_about_and_not_overwritten() {
    let workspace = Workspace::new(&[("kept.json", TWO_ROWS)]);
    let ran = workspace.run("generate spd --set size=6 -o new.json.gz");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("6 rows") && ran.stdout.contains("new.json.gz"), "{}", ran.stdout);
    let ran = workspace.run("generate spd --set size=6 -o kept.json");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("kept.json exists already"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--force"), "{}", ran.stderr);
    assert_eq!(
        std::fs::read_to_string(workspace.path("kept.json")).expect("still there"),
        TWO_ROWS
    );
    assert_eq!(workspace.run("generate spd --set size=6 -o kept.json --force").code, Some(0));
    assert_ne!(std::fs::read_to_string(workspace.path("kept.json")).expect("there"), TWO_ROWS);
}

#[test]
fn check_tells_symmetry_and_what_the_known_solution_is_worth() {
    let right = SLIDING
        .replace("\"n\": 2", "\"n\": 2, \"solution\": [1.1111111111111112, -0.5555555555555556]");
    let wrong = SLIDING.replace("\"n\": 2", "\"n\": 2, \"solution\": [1.0, -0.5]");
    let skewed = TWO_ROWS.replace("[2, 1, 1, 2]", "[2, 1, 1.5, 2]");
    let files = [("right.json", right), ("wrong.json", wrong), ("skewed.json", skewed)];
    let workspace =
        Workspace::new(&files.each_ref().map(|(name, content)| (*name, content.as_str())));
    let ran = workspace.run("check right.json wrong.json skewed.json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.stdout.contains("its solution solves it"), "{}", ran.stdout);
    // At x = (1, −0.5): w₀ = 1 − 0.1 − 1 = −0.1.
    assert!(ran.stdout.contains("does not solve it: natural 1.00e-01 at row 0"), "{}", ran.stdout);
    assert!(ran.stdout.contains("(0, 1) and (1, 0) differ by 5.00e-01"), "{}", ran.stdout);
    let documents = workspace.run("check right.json wrong.json skewed.json --json").json();
    assert_eq!(documents[0]["solution"]["solves"], true);
    assert_eq!(documents[1]["solution"]["solves"], false);
    assert_eq!(documents[2]["symmetric"], false);
}

#[test]
fn check_goes_on_after_a_bad_file_and_the_worst_decides_the_exit_code() {
    let workspace = Workspace::new(&[("good.json", TWO_ROWS), ("bad.json", "{\"kind\": \"lcp\"}")]);
    let ran = workspace.run("check bad.json good.json");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("not valid: bad.json"), "{}", ran.stdout);
    assert!(ran.stdout.contains("good.json: valid"), "{}", ran.stdout);
    let ran = workspace.run("check bad.json missing.json good.json --json");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let valid: Vec<_> = [0, 1, 2].map(|index| ran.json()[index]["valid"].clone()).into();
    assert_eq!(valid, [false, false, true]);
}
