//! No line of any table is wider than the terminal.

use crate::{Ran, SLIDING, TWO_ROWS, Workspace, command};

/// Every command that prints tables.
const COMMANDS: [&str; 16] = [
    "list scenes",
    "list solvers",
    "list solvers --verbose",
    "list solver bpp",
    "list preconditioners",
    "list friction",
    "list experiments",
    "list generators",
    "list generators --verbose",
    "run stack --steps 3",
    "run stack --steps 1 --friction cone",
    "solve two.json",
    "solve sliding.json --solver jacobi --max-iter 1",
    "compare two.json sliding.json",
    "compare sliding.json --bounds normal-first --solvers bpp,murty,pgs",
    "experiment course-fig-9",
];

fn print(workspace: &Workspace, line: &str, columns: Option<&str>) -> String {
    let mut command = command(workspace.0.path(), line);
    match columns {
        Some(columns) => command.env("COLUMNS", columns),
        None => command.env_remove("COLUMNS"),
    };
    let ran = Ran::from(command.output().expect("the binary runs"));
    assert!(ran.code.is_some_and(|code| code < 2), "{line}: {ran:?}");
    ran.stdout
}

#[test]
fn tables_are_as_wide_as_asked_and_80_columns_where_nobody_says() {
    let workspace = Workspace::new(&[("two.json", TWO_ROWS), ("sliding.json", SLIDING)]);
    for line in COMMANDS {
        for (columns, width) in [(None, 80), (Some("60"), 60), (Some("110"), 110)] {
            // Text of one column a letter: the tables of the program have no other.
            for each in print(&workspace, line, columns).lines() {
                assert!(each.chars().count() <= width, "{line}: {} > {width}: {each}", each.len());
            }
        }
    }
}

/// What is wrapped is still all there.
#[test]
fn nothing_is_lost_in_a_narrow_terminal() {
    let workspace = Workspace::new(&[("two.json", TWO_ROWS)]);
    let words = |text: &str| -> Vec<String> {
        let mut words: Vec<_> = text.split_whitespace().map(String::from).collect();
        words.retain(|word| !word.starts_with('─'));
        words.sort();
        words
    };
    for line in ["list scenes", "list solvers", "list experiments"] {
        let (wide, narrow) =
            (print(&workspace, line, Some("1000")), print(&workspace, line, Some("80")));
        assert_eq!(words(&wide), words(&narrow), "{line}");
    }
    let narrow = print(&workspace, "compare two.json", Some("80"));
    for head in ["status", "iterations", "pivots", "time", "natural", "fischer", "energy", "note"] {
        assert!(narrow.contains(head), "{head}: {narrow}");
    }
}

/// What follows from other parameters is not offered, and numbers are short.
#[test]
fn scenes_offer_what_can_be_chosen() {
    let workspace = Workspace::new(&[]);
    let text = print(&workspace, "list scenes", Some("1000"));
    let line = |name: &str| {
        let found = text.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
        found.unwrap_or_else(|| panic!("no {name} in {text}")).to_owned()
    };
    // knuckle_x and the tip of the offshore crane follow from its angles.
    assert!(line("offshore").contains("boom=") && !line("offshore").contains("knuckle_x"));
    assert!(!line("winch").contains("lean="), "{}", line("winch"));
    for word in text.split_whitespace().filter(|word| word.contains('=')) {
        assert!(word.len() < 24, "{word}");
    }
    let document = workspace.run("list scene offshore --json").json();
    assert!(document["parameters"]["knuckle_x"].is_number());
    assert!(document["derived"].as_array().is_some_and(|list| list.contains(&"tip_y".into())));
}
