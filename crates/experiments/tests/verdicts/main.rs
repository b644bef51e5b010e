//! Every experiment is run quickly, and what it measures is held against what
//! it measured before (see `kept`): the verdict, whether each claim holds, and
//! the numbers that decide. Whatever begins to hold, to fail or to measure
//! something else is a change that somebody should know of.

mod kept;
mod published;

use std::path::PathBuf;

use stickslip_experiments::registry::{self, EXPERIMENTS};
use stickslip_experiments::{Context, Findings, Weight};
use stickslip_report::Cell;

/// Runs an experiment, and checks what every one owes its readers.
fn findings(name: &str) -> Findings {
    let experiment = registry::find(name).expect("registered");
    let found =
        (experiment.run)(&Context::quick()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(!found.tables.is_empty() && !found.settings.is_empty());
    for table in &found.tables {
        assert!(!table.rows.is_empty(), "{}", table.name);
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
    }
    for plot in &found.plots {
        assert!(!plot.series.is_empty(), "{}", plot.name);
        let panels = plot.panels.len();
        assert!(plot.series.iter().all(|series| series.curves.len() == panels), "{}", plot.name);
    }
    assert!(!found.claims.is_empty());
    for claim in found.claims.iter().filter(|claim| claim.weight != Weight::Aside) {
        let quotes = claim.quotation.is_some() || experiment.is_our_own();
        assert!(quotes, "{name} does not quote what it tests: {}", claim.text);
    }
    let context = Context { seed: 7, ..Context::quick() };
    if experiment.seeded && !experiment.timed {
        let other = (experiment.run)(&context).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_ne!(found.tables, other.tables, "{name} says that seeds matter, and they do not");
    }
    kept::compare(name, &found);
    found
}

macro_rules! verdicts {
    ($($test:ident $name:literal)*) => {
        /// The experiments that are tested.
        const TESTED: &[&str] = &[$($name),*];

        $(#[test]
        fn $test() {
            findings($name);
        })*
    };
}

verdicts! {
    erleben_fig_1 "erleben-fig-1"
    erleben_fig_2 "erleben-fig-2"
    erleben_fig_3 "erleben-fig-3"
    erleben_fig_4 "erleben-fig-4"
    erleben_fig_6 "erleben-fig-6"
    erleben_table_1 "erleben-table-1"
    erleben_table_2 "erleben-table-2"
    erleben_zero_eigenvalues "erleben-zero-eigenvalues"
    erleben_liquid_walls "erleben-liquid-walls"
    erleben_liquid_convergence "erleben-liquid-convergence"
    erleben_liquid_solvers "erleben-liquid-solvers"
    preclik_fig_2 "preclik-fig-2"
    preclik_fig_3 "preclik-fig-3"
    preclik_fig_4 "preclik-fig-4"
    preclik_friction "preclik-friction"
    preclik_hybrid "preclik-hybrid"
    preclik_convex "preclik-convex"
    preclik_shapes "preclik-shapes"
    course_fig_7 "course-fig-7"
    course_fig_9 "course-fig-9"
    course_fig_16 "course-fig-16"
    course_fig_17 "course-fig-17"
    course_fig_18 "course-fig-18"
    course_r_factors "course-r-factors"
    course_table_4 "course-table-4"
    course_fig_20 "course-fig-20"
    course_fig_22 "course-fig-22"
    course_fig_23 "course-fig-23"
    course_fig_24 "course-fig-24"
    course_fig_29 "course-fig-29"
    course_fig_30 "course-fig-30"
    course_fig_32 "course-fig-32"
    course_fig_33 "course-fig-33"
    course_fig_34 "course-fig-34"
    course_fig_35 "course-fig-35"
    course_fig_37 "course-fig-37"
    course_fig_39 "course-fig-39"
    course_fig_40 "course-fig-40"
    course_table_5 "course-table-5"
    course_ccd "course-ccd"
    course_ccp "course-ccp"
    course_fig_43 "course-fig-43"
    course_table_2 "course-table-2"
    course_table_3 "course-table-3"
    ho_table_6_1 "ho-table-6-1"
    ho_table_6_2 "ho-table-6-2"
    ho_table_6_5 "ho-table-6-5"
    ho_fig_6_1 "ho-fig-6-1"
    ho_fig_6_2 "ho-fig-6-2"
    ho_fig_6_4 "ho-fig-6-4"
    ho_fig_6_5 "ho-fig-6-5"
    ho_fig_6_6 "ho-fig-6-6"
    ho_extrapolation "ho-extrapolation"
    lefebvre_table_2_2 "lefebvre-table-2-2"
    lefebvre_table_2_3 "lefebvre-table-2-3"
    lefebvre_table_2_4 "lefebvre-table-2-4"
    lefebvre_table_3_1 "lefebvre-table-3-1"
    lefebvre_fig_2_3 "lefebvre-fig-2-3"
    lefebvre_fig_2_4 "lefebvre-fig-2-4"
    lefebvre_fig_2_5 "lefebvre-fig-2-5"
    lefebvre_fig_4_1 "lefebvre-fig-4-1"
    lefebvre_threshold "lefebvre-threshold"
    lefebvre_motions "lefebvre-motions"
    profile "profile"
    accuracy "accuracy"
    erleben_fig_5 "erleben-fig-5"
    erleben_path "erleben-path"
    erleben_table_3 "erleben-table-3"
    course_fig_21 "course-fig-21"
}

/// Those that have a test of their own.
const OTHERS: [&str; 1] = ["preclik-cost"];

#[test]
fn every_experiment_has_a_test() {
    let mut tested: Vec<&str> = TESTED.iter().chain(&OTHERS).copied().collect();
    let mut registered: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
    tested.sort_unstable();
    registered.sort_unstable();
    assert_eq!(tested, registered);
    registered.dedup();
    assert_eq!(registered.len(), tested.len(), "names are different");
}

/// The document's reason for the cost of CPG is its second product with A.
#[test]
fn preclik_cost() {
    let found = findings("preclik-cost");
    let products = |row: usize| match found.tables[0].rows[row][3] {
        Cell::Number(value, _) => value,
        _ => f64::NAN,
    };
    assert!(products(1) > 1.5 * products(0), "{} and {}", products(1), products(0));
}

/// Whatever makes claims shows made-up findings that turn every one of them.
#[test]
fn every_file_with_claims_turns_them() {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    let (mut seen, mut without) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // Where claims are kept and judged as such, there is no document.
            let own = ["findings.rs", "verdict.rs"].iter().any(|name| path.ends_with(name));
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if own || ![".claim(", ".ruled("].iter().any(|call| text.contains(call)) {
                continue;
            }
            seen += 1;
            if !text.contains("fn every_claim_can_fail") {
                without.push(path);
            }
        }
    }
    assert!(seen > 60, "{seen}");
    assert!(without.is_empty(), "nothing turns the claims of {without:?}");
}
