//! Bad input: exit code 2, one clear sentence, nothing on standard output and
//! nothing left behind.

use crate::{TWO_ROWS, Workspace};

/// Files that are wrong in one way each, and what must be said about them.
fn wrong_files() -> Vec<(&'static str, String, &'static str)> {
    let change = |from: &str, to: &str| {
        let changed = TWO_ROWS.replace(from, to);
        assert_ne!(changed, TWO_ROWS, "{from}");
        changed
    };
    vec![
        ("empty.json", String::new(), "empty.json"),
        ("cut.json", TWO_ROWS[..60].into(), "cut.json"),
        ("list.json", "[1, 2]".into(), "list.json"),
        ("nan.json", change("[-3, 1]", "[-3, NaN]"), "nan.json"),
        ("huge.json", change("[-3, 1]", "[-3, 1e999]"), "b"),
        ("short.json", change("[-3, 1]", "[-3]"), "b"),
        ("sizes.json", change("\"n\": 2", "\"n\": 3"), "3"),
        ("text.json", change("[-3, 1]", "[-3, \"1\"]"), "b"),
        ("outside.json", change("\"rows\": [0, 0, 1, 1]", "\"rows\": [0, 0, 1, 7]"), "7"),
        ("negative.json", change("\"rows\": [0, 0, 1, 1]", "\"rows\": [0, 0, 1, -1]"), "-1"),
        ("ragged.json", change("[2, 1, 1, 2]", "[2, 1, 1]"), "vals"),
        ("key.json", change("\"b\"", "\"bee\": 1, \"b\""), "bee"),
        ("kind.json", change("\"lcp\"", "\"qp\""), "qp"),
        ("bounds.json", change("\"b\"", "\"lo\": [1, 0], \"b\""), "row 0"),
        ("bytes.json", "{\"n\u{0}".into(), "bytes.json"),
        ("notes.txt", "not a problem".into(), "notes.txt"),
    ]
}

#[test]
fn wrong_files_are_refused_with_their_name_and_the_place() {
    for (name, content, place) in wrong_files() {
        let workspace = Workspace::new(&[(name, &content)]);
        for line in ["solve FILE --json --history h.csv", "compare FILE --json --plot p.svg"] {
            let ran = workspace.run(&line.replace("FILE", name));
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{name}: {ran:?}");
            assert!(ran.stderr.starts_with("error: "), "{name}: {}", ran.stderr);
            assert!(ran.stderr.contains(name) && ran.stderr.contains(place), "{}", ran.stderr);
            assert!(ran.stderr.lines().count() <= 3, "{name}: {}", ran.stderr);
        }
        assert_eq!(workspace.names(), [name], "something was left behind");
        let expected = if name == "notes.txt" { 2 } else { 1 };
        assert_eq!(workspace.run(&format!("check {name}")).code, Some(expected), "{name}");
    }
}

#[test]
fn wrong_arguments_are_refused_and_say_what_would_fit() {
    let cone = r#"{"name": "cone", "kind": "ncp", "n": 3,
        "A": {"rows": [0, 1, 2], "cols": [0, 1, 2], "vals": [1, 1, 1]}, "b": [-1, 0, 0],
        "contacts": [{"normal": 0, "tangents": [1, 2], "mu": 0.5}]}"#;
    let skewed = TWO_ROWS.replace("[2, 1, 1, 2]", "[0, 1, 1.5, 0]");
    let files = [("p.json", TWO_ROWS), ("cone.json", cone), ("skewed.json", skewed.as_str())];
    let workspace = Workspace::new(&files);
    std::fs::create_dir(workspace.path("folder.json")).expect("a folder");
    let before = workspace.names();
    let cases = [
        ("solve missing.json", "missing.json"),
        ("solve folder.json", "folder.json"),
        ("solve", "PROBLEM"),
        ("solve p.json --solver mutry", "did you mean \"murty\"?"),
        ("solve p.json --solver murty --set strat=lower", "did you mean \"start\"?"),
        ("solve p.json --solver murty --set start=sideways", "start=sideways"),
        ("solve p.json --solver murty --set start", "key=value"),
        ("solve p.json --tol -1", "> 0"),
        ("solve p.json --tol 0", "> 0"),
        ("solve p.json --tol NaN", "> 0"),
        ("solve p.json --tol small", "> 0"),
        ("solve p.json --max-iter 0", "≥ 1"),
        ("solve p.json --max-iter -5", "≥ 1"),
        ("solve p.json --threads 0", "≥ 1"),
        ("compare p.json --threads -7", "≥ 1"),
        ("solve p.json --bounds loose", "normal-first"),
        ("solve p.json --history h.txt", ".csv"),
        ("solve p.json --history p.json", ".csv"),
        ("solve p.json --history nowhere/h.csv", "nowhere"),
        ("solve cone.json --solver murty", "not ncp"),
        ("solve cone.json --bounds fixed", "ncp"),
        ("sovle p.json", "solve"),
        ("solve p.json --frobnicate", "--frobnicate"),
        ("compare", "PROBLEM"),
        ("compare p.json missing.json", "missing.json"),
        ("compare p.json --solvers murty,dantzick", "dantzick"),
        ("compare p.json --solvers murty,", "\"\""),
        ("compare cone.json --solvers murty,enumerate", "none of the solvers takes cone"),
        ("compare p.json --plot p.png", ".svg"),
        ("compare p.json --plot p.json", ".svg"),
        ("compare p.json --plot nowhere/p.svg", "nowhere"),
        ("compare p.json --repeat 0", "≥ 1"),
        ("generate wal -o w.json", "did you mean \"wall\"?"),
        ("generate spd", "--output"),
        ("generate spd -o q.xyz", "q.xyz"),
        ("generate spd -o nowhere/q.json", "nowhere"),
        ("generate spd -o folder.json", "folder.json"),
        ("generate spd -o folder.json --force", "folder.json"),
        ("generate spd --seed -1 -o q.json", "-1"),
        ("generate spd --seed x -o q.json", "x"),
        ("generate spd --set size=0 -o q.json", "size=0"),
        ("generate spd --set sise=4 -o q.json", "did you mean \"size\"?"),
        ("generate spd --set size=99999999999 -o q.json", "size=99999999999"),
        ("list", "solvers"),
        ("list solver nobody", "nobody"),
        ("list generator nobody", "nobody"),
        ("check", "FILE"),
    ];
    for (line, said) in cases {
        let ran = workspace.run(line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{line}: {ran:?}");
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
        assert_eq!(workspace.names(), before, "{line}: something was left behind");
    }
    assert_eq!(std::fs::read_to_string(workspace.path("p.json")).expect("there"), TWO_ROWS);
}

#[test]
fn check_of_what_cannot_be_read_exits_with_2() {
    let workspace = Workspace::new(&[]);
    for line in ["check missing.json", "check ."] {
        let ran = workspace.run(line);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stdout.contains("cannot be read"), "{ran:?}");
    }
}

#[test]
fn an_error_comes_with_a_hint_what_to_do_next() {
    let workspace = Workspace::new(&[("p.json", TWO_ROWS)]);
    for line in [
        "solve missing.json",
        "solve p.json --solver murty --set a=b",
        "generate spd --set a=b -o x.json",
    ] {
        let ran = workspace.run(line);
        assert!(ran.stderr.contains("\n  hint: "), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_graphics_card_that_is_not_there_is_told_in_one_sentence() {
    let workspace = Workspace::new(&[]);
    let ran = workspace.run("run granular-boxes --device gpu:99 --steps 1 --json");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.starts_with("error: no graphics card can be used: "), "{ran:?}");
    assert_eq!(ran.stderr.trim_end().lines().count(), 1, "{ran:?}");
    for (line, said) in [
        ("run granular-boxes --device tpu --steps 1", "is not cpu, gpu, gpu:N or auto"),
        ("run granular-boxes --device gpu --stepper barrier --steps 1", "not barrier steps"),
        ("run tower --device gpu --solver bpp --steps 1", "no kernel for the solver \"bpp\""),
        ("run chain --device gpu --steps 1", "no kernel for"),
    ] {
        let ran = workspace.run(line);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(said), "{ran:?}");
    }
    let ran = workspace.run("run tower --device auto --steps 1 --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
}
