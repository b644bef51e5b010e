//! `results.md`: one page for readers of the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::Report;
use super::appendix::escape;
use super::row::{Repeats, Row};
use crate::experiment::Experiment;
use crate::registry;
use crate::verdict::Verdict;

const HEAD: &str = "# Results

The tables and figures of the documents, measured anew. Each line shows the claim that its verdict \
hangs on; all claims, tables and settings are in the appendix behind the link. *Disagrees* needs a \
measured cause, and is *inconclusive* without one. Set-up says whether it is the document's. Stable \
says whether quick runs with other seeds, or again where time is measured, and at the smaller size \
end in the same verdict.

";

/// The page of all rows.
pub fn page(report: &Report, rows: &[Row], repeats: &BTreeMap<String, Repeats>) -> String {
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "- command: `{}`", report.command());
    let told = |of: fn(&Row) -> &str| {
        let different: BTreeSet<&str> = rows.iter().map(of).collect();
        Vec::from_iter(different).join("`, `")
    };
    let _ = writeln!(text, "- measured on: `{}`", told(|row| &row.machine));
    let _ = writeln!(text, "- runs (commit, effort, seed): `{}`", told(|row| &row.run));
    let known: Vec<(&Experiment, &Row)> =
        rows.iter().filter_map(|row| Some((registry::find(&row.name).ok()?, row))).collect();
    let part = |holds: &dyn Fn(&Experiment, &Row) -> bool| -> Vec<(&Experiment, &Row)> {
        known.iter().copied().filter(|(experiment, row)| holds(experiment, row)).collect()
    };
    let conjecture = |row: &Row| row.verdict == Verdict::Conjecture.name();
    let results = part(&|it, row| it.counted && !it.is_our_own() && !conjecture(row));
    let apart = part(&|it, row| !it.is_our_own() && (!it.counted || conjecture(row)));
    let own = part(&|it, _| it.is_our_own());
    let count =
        |verdict: Verdict| results.iter().filter(|(_, row)| row.verdict == verdict.name()).count();
    let tally = Verdict::COUNTED.map(|verdict| format!("{} {}", verdict.name(), count(verdict)));
    let _ = writeln!(text, "\nOf {} results: {}.", results.len(), tally.join(", "));
    for (title, rows) in [
        ("Results of the documents", results),
        ("Apart: what documents only expect, and set-ups that are not theirs", apart),
        ("Our own", own),
    ] {
        if !rows.is_empty() {
            let _ = write!(text, "\n## {title}\n\n{TABLE}");
            text.extend(rows.into_iter().map(|(it, row)| line(it, row, repeats.get(it.name))));
        }
    }
    text.push_str(WITHOUT);
    for (name, why) in &report.failed {
        let _ = writeln!(text, "\n{name} could not be done: {}", escape(why));
    }
    text
}

/// Sentences and pictures of the documents that nothing here can be held against.
const WITHOUT: &str = "
## Without an experiment, and why

- Erleben 2013, §7, PATH: it is not free, and no other code stands for it; `erleben-path` measures \
Lemke's method beside.
- Ho 2022, Table 6.4, absolute times: of another machine; they stand beside ours in the section of \
`ho-table-6-2`, and their ratios are judged.
- Preclik et al., §4, Newton's method on cones: the document does not say how it goes; \
`preclik-fig-3` has a Newton method of ours beside it.
- SIGGRAPH 2022 course, Fig. 41: a picture of the exercise's viewer. Table 2, rows on rates, \
subspaces and proximal schemes: `course-fig-20`, `course-fig-21`, `course-fig-24` and \
`erleben-fig-2` measure them. §3.1.4, what downdating saves: in `lefebvre-table-2-3`.
- SIGGRAPH 2022 course, §1.8, convex relaxation against real granular flow: its measurements are \
not in the document; `course-ccp` holds it against Coulomb's law.
";

const TABLE: &str = "| artefact | the document says | we find | verdict | cause | evidence | set-up \
                     matches | stable |\n|---|---|---|---|---|---|---|---|\n";

fn line(experiment: &Experiment, row: &Row, repeats: Option<&Repeats>) -> String {
    let stable = repeats.map_or_else(|| "not repeated".into(), |it| it.told(&row.verdict));
    let link = format!("[{}](results/{}.md#{})", row.place, experiment.chapter(), row.name);
    let verdict = if experiment.is_our_own() { "our own" } else { &row.verdict };
    let cells = [
        &link,
        &row.says,
        &row.finds,
        verdict,
        &row.cause,
        &row.evidence,
        &row.deviations,
        &stable,
    ];
    format!("| {} |\n", cells.map(escape).join(" | "))
}
