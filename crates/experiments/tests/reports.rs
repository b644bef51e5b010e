//! What is written of findings, whatever their text.

use stickslip_experiments::report::{
    Document, Finished, Machine, Repeats, Report, Row, html, page, summary, text, write,
};
use stickslip_experiments::{Effort, Experiment, Findings, Origin, Weight, registry};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

const STRANGE: Experiment = Experiment {
    name: "strange",
    document: "A & B <2000>",
    artefact: "Fig. 1",
    title: "Text with <tags>, | bars & \"quotes\"",
    agreement: "It survives.",
    deviations: "a | b",
    seeded: true,
    timed: false,
    counted: true,
    run: |_| Ok(Findings::default()),
};

fn report() -> Report {
    let mut findings = Findings::default();
    findings.claim(Weight::Shape, "a < b", "1 < 2", true);
    findings.claim(Weight::Value, "b | c", "3", false);
    findings.setting("n", 7);
    findings.note("a note with <b>");
    let columns = [Column::words("who | what"), Column::numbers("t").of("s")];
    let mut table = Table::new("numbers", "A table", columns);
    table.row([Cell::from("x, y"), Cell::fixed(0.125, 1)]);
    table.row([Cell::from("z"), Cell::fixed(f64::NAN, 1)]);
    findings.tables.push(table);
    findings.plots.push(Plot {
        name: "curve".into(),
        title: "A curve & more".into(),
        subtitle: String::new(),
        panels: vec![Panel::new(Axis::even("x"), Axis::decades("y"))],
        series: vec![
            Series::new("one <1>", 0, vec![[0.0, 1.0], [1.0, 0.0], [2.0, f64::NAN]])
                .marked(Marks::All),
            Series::new("empty", 1, Vec::new()).marked(Marks::End),
        ],
    });
    Report {
        jobs: 1,
        machine: Machine { processor: "<cpu>".into(), cores: 2, commit: "abc".into() },
        effort: Effort::Full,
        seed: 4,
        finished: vec![Finished { experiment: &STRANGE, findings, seconds: 1.25 }],
        failed: vec![("other", "it | broke <off>".into())],
        repeats: Vec::new(),
    }
}

#[test]
fn the_page_is_whole_and_holds_everything() {
    let page = html(&report());
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in [
        "Text with &lt;tags&gt;, | bars &amp; &quot;quotes&quot;",
        "href=\"#strange\"",
        "id=\"strange\"",
        "class=\"badge shape\">agrees in shape",
        "<li class=\"holds\">(shape) a &lt; b",
        "<li class=\"off\">(value) b | c",
        "&lt;cpu&gt;",
        "stickslip experiment all --full --seed 4",
        "not done: it | broke &lt;off&gt;",
        "a note with &lt;b&gt;",
        "one &lt;1&gt;",
        "<td class=\"right\">0.1</td>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for open in ["section", "table", "figure", "svg", "ul", "nav", "main"] {
        let [begins, ends] = [format!("<{open}"), format!("</{open}>")];
        assert_eq!(page.matches(&begins).count(), page.matches(&ends).count(), "{open}");
    }
    assert!(!page.contains("<tags>") && !page.contains("<b>") && !page.contains("<1>"));
}

/// A report of a registered experiment, whose rows a page is made of.
fn registered(claims: impl Fn(&mut Findings)) -> Report {
    let experiment = registry::find("erleben-fig-1").expect("registered");
    let mut findings = report().finished.remove(0).findings;
    findings.claims.clear();
    claims(&mut findings);
    Report { finished: vec![Finished { experiment, findings, seconds: 1.0 }], ..report() }
}

fn rows(report: &Report) -> Vec<Row> {
    report.finished.iter().map(|finished| Row::of(report, finished)).collect()
}

#[test]
fn the_page_has_a_line_for_each_experiment_with_its_cause_and_whether_it_is_stable() {
    let report = registered(|findings| {
        findings.claim(Weight::Shape, "a | b", "1", true);
        findings.claim(Weight::Shape, "c", "2", false).because(Origin::Document, "seen", true);
    });
    let verdicts = ["disagrees", "agrees"].map(String::from).to_vec();
    let repeats = Repeats { over: "seed".into(), verdicts, run: String::new() };
    let repeats = [("erleben-fig-1".to_owned(), repeats)].into_iter().collect();
    let page = page(&report, &rows(&report), &repeats);
    let line = page.lines().find(|line| line.contains("#erleben-fig-1")).expect("a line");
    assert!(
        line.contains("| c | 2 | disagrees | document | seen | yes | seed: no (disagrees, agrees)"),
        "{line}"
    );
    assert!(page.contains("Of 1 results: agrees 0") && page.contains("disagrees 1"), "{page}");
    assert!(page.contains("`abc, full, seed 4`"), "the commit stands in the head: {page}");
    // A page that is made elsewhere tells where its rows were measured.
    let elsewhere = Machine { processor: "elsewhere".into(), ..report.machine.clone() };
    let page = stickslip_experiments::report::page(
        &Report { machine: elsewhere, ..report.clone() },
        &rows(&report),
        &repeats,
    );
    assert!(page.contains("`<cpu>, 2 cores`") && !page.contains("elsewhere"), "{page}");
}

#[test]
fn a_conjecture_stands_apart_from_the_tally() {
    let report = registered(|findings| {
        findings.claim(Weight::Conjecture, "could", "1", false);
    });
    let page = page(&report, &rows(&report), &Default::default());
    assert!(page.contains("Of 0 results") && page.contains("## Apart"), "{page}");
}

#[test]
fn a_sentence_is_quoted_once_in_a_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let twice = registered(|findings| {
        findings.claim(Weight::Shape, "a", "1", true).quoting("§1", "So it is.");
        findings.claim(Weight::Shape, "b", "2", true).quoting("§1", "So it is.");
    });
    write(&twice, folder.path()).expect("written");
    let text = std::fs::read_to_string(folder.path().join("results/erleben-2013.md"));
    let text = text.expect("an appendix");
    assert_eq!(text.matches("So it is.").count(), 1, "{text}");
    assert!(text.contains("> as quoted above (§1)"), "{text}");
    assert!(text.contains("| who \\| what | t (s) |\n|---|---:|\n| x, y | 0.1 |\n"), "{text}");
    assert!(text.contains("![A curve & more](erleben-fig-1-curve.svg)"), "{text}");
}

#[test]
fn a_terminal_gets_tables_claims_and_the_verdict() {
    let said = text(&report(), 200);
    for part in
        [" holds  (shape) a < b: 1 < 2", " off    (value) b | c: 3", "agrees in shape", "not done"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(summary(&report(), 200).lines().count(), 4);
}

#[test]
fn numbers_that_are_none_become_null_in_json() {
    let report = report();
    let document = serde_json::to_value(Document::new(&report)).expect("a document");
    let experiment = &document["experiments"][0];
    assert_eq!(experiment["verdict"], "agrees-in-shape");
    assert_eq!(experiment["reason"], "1 of 2 claims hold; not: b | c (3)");
    assert_eq!(experiment["tables"][0]["rows"][0], serde_json::json!(["x, y", 0.125]));
    assert!(experiment["tables"][0]["rows"][1][1].is_null());
    assert_eq!(document["failed"][0]["name"], "other");
}

#[test]
fn all_files_are_written_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    write(&report(), &folder.path().join("new")).expect("written");
    let names = |path: &str| {
        let entries = std::fs::read_dir(folder.path().join(path)).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("new"), ["results", "results.html", "results.json", "results.md"]);
    assert_eq!(
        names("new/results"),
        ["rows", "strange-curve.csv", "strange-curve.svg", "strange-numbers.csv"]
    );
    let table = std::fs::read_to_string(folder.path().join("new/results/strange-numbers.csv"));
    assert_eq!(table.expect("a table"), "who | what,t (s)\n\"x, y\",0.125\nz,NaN\n");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("file"), "").expect("a file");
    let error = write(&report(), &folder.path().join("file/deep")).expect_err("no folder there");
    assert!(error.to_string().contains("file/deep"), "{error}");
}
