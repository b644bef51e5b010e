//! The verdicts on the page `docs/results.md`, which a full run wrote, beside those of
//! the quick runs that are tested here. Where the two differ, `differences.txt`
//! says why: experiment, quick verdict, published verdict, reason.

use std::collections::BTreeMap;
use std::path::PathBuf;

use stickslip_experiments::registry;

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Name and verdict of every line of the table of results.
fn published(results: &str) -> BTreeMap<&str, &str> {
    results
        .lines()
        .filter_map(|line| {
            let rest = line.strip_prefix("| [")?.split_once(".md#")?.1;
            let (name, rest) = rest.split_once(") | ")?;
            Some((name, rest.split(" | ").nth(2)?))
        })
        .collect()
}

#[test]
fn published_verdicts_are_those_tested_or_differ_for_a_reason() {
    let results = read("../../docs/results.md");
    let differences = read("tests/verdicts/differences.txt");
    let explained: Vec<[&str; 4]> = differences
        .lines()
        .map(|line| {
            let parts: Vec<&str> = line.splitn(4, " | ").collect();
            parts.try_into().unwrap_or_else(|_| panic!("four parts: {line}"))
        })
        .collect();
    let published = published(&results);
    assert!(published.len() > 40, "{published:?}");
    let mut unexplained = Vec::new();
    for (name, full) in published {
        if registry::find(name).is_ok_and(|experiment| experiment.is_our_own()) {
            continue;
        }
        let kept = read(&format!("tests/verdicts/kept/{name}.txt"));
        let quick = kept.lines().next().unwrap_or_default();
        let told = |it: &&[&str; 4]| it[..3] == [name, quick, full] && !it[3].is_empty();
        if quick != full && !explained.iter().any(|it| told(&it)) {
            unexplained.push(format!("{name} | {quick} | {full} | "));
        }
    }
    assert!(unexplained.is_empty(), "say why in differences.txt:\n{}", unexplained.join("\n"));
}
