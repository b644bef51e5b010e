//! The experiments of the two pivoting theses and the profile, run quickly:
//! exactly those claims about the shape fail that are known not to hold. Claims
//! that hang on the clock, or on the chaos of a wrapping chain, are left out: neither a
//! busy machine nor another processor may fail a test.

use stickslip_experiments::{Context, Findings, Weight, registry};

fn findings(name: &str) -> Findings {
    let experiment = registry::find(name).expect("registered");
    (experiment.run)(&Context::quick()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What every experiment owes its readers.
fn check_form(name: &str, findings: &Findings) {
    assert!(!findings.tables.is_empty() && !findings.settings.is_empty(), "{name}");
    for table in &findings.tables {
        assert!(!table.rows.is_empty(), "{name}: {}", table.name);
        for row in &table.rows {
            assert_eq!(row.len(), table.columns.len(), "{name}: {}", table.name);
        }
    }
    for plot in &findings.plots {
        assert!(!plot.series.is_empty(), "{name}: {}", plot.name);
        for series in &plot.series {
            assert_eq!(series.curves.len(), plot.panels.len(), "{name}: {}", plot.name);
        }
    }
    assert!(findings.claims.iter().any(|claim| claim.weight == Weight::Shape), "{name}");
}

macro_rules! experiments {
    ($($test:ident $name:literal fails [$($claim:literal),*] timed [$($timed:literal),*];)*) => {
        /// All of them.
        const NAMES: &[&str] = &[$($name),*];

        $(#[test]
        fn $test() {
            let findings = findings($name);
            check_form($name, &findings);
            let timed: &[&str] = &[$($timed),*];
            for text in timed {
                assert!(findings.claims.iter().any(|claim| claim.text == *text), "{text}");
            }
            let failed: Vec<&str> = findings
                .claims
                .iter()
                .filter(|claim| claim.weight == Weight::Shape && !claim.holds)
                .map(|claim| claim.text.as_str())
                .filter(|text| !timed.contains(text))
                .collect();
            let expected: &[&str] = &[$($claim),*];
            assert_eq!(failed, expected, "{:#?}", findings.claims);
        })*
    };
}

experiments! {
    ho_table_6_1 "ho-table-6-1" fails ["rocks: A is ill-conditioned"] timed [];
    ho_table_6_2 "ho-table-6-2" fails [] timed [];
    ho_table_6_5 "ho-table-6-5" fails [] timed [];
    ho_fig_6_1 "ho-fig-6-1" fails [] timed [];
    ho_fig_6_2 "ho-fig-6-2" fails [] timed [];
    ho_fig_6_4 "ho-fig-6-4" fails [] timed [];
    ho_fig_6_5 "ho-fig-6-5" fails [] timed [];
    ho_fig_6_6 "ho-fig-6-6" fails []
        timed ["with d = 5 the chain slips no less than without regularisation"];
    lefebvre_table_2_2 "lefebvre-table-2-2" fails [] timed [];
    lefebvre_table_2_3 "lefebvre-table-2-3" fails [] timed ["the skyline makes downdating faster"];
    lefebvre_table_2_4 "lefebvre-table-2-4" fails [] timed [];
    lefebvre_table_3_1 "lefebvre-table-3-1" fails [] timed ["the cache makes downdating slower"];
    lefebvre_fig_2_3 "lefebvre-fig-2-3" fails [] timed [];
    lefebvre_fig_2_4 "lefebvre-fig-2-4" fails [] timed [
        "100 rows: downdating pays the less the more rows are tight",
        "200 rows: downdating pays the less the more rows are tight",
        "300 rows: downdating pays the less the more rows are tight"
    ];
    lefebvre_fig_2_5 "lefebvre-fig-2-5" fails [] timed [];
    lefebvre_fig_4_1 "lefebvre-fig-4-1" fails [] timed [];
    profile "profile" fails [] timed [
        "bpp solves every box problem of the scenes",
        "no solver solves more symmetric box problems than bpp",
        "cone-ip solves every cone problem of the scenes",
        "no solver solves more symmetric cone problems than cone-ip"
    ];
}

#[test]
fn every_experiment_of_the_theses_has_a_test() {
    let registered = registry::EXPERIMENTS.iter().map(|experiment| experiment.name);
    let of_the_theses = |name: &&str| {
        name.starts_with("ho-") || name.starts_with("lefebvre-") || *name == "profile"
    };
    let mut registered: Vec<&str> = registered.filter(of_the_theses).collect();
    let mut tested = NAMES.to_vec();
    registered.sort_unstable();
    tested.sort_unstable();
    assert_eq!(tested, registered);
}
