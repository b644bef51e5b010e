//! Every experiment is run quickly, and exactly those claims about the shape
//! fail that are known not to hold: a claim that begins to fail, or one that
//! begins to hold, is a change that somebody should know of. Claims that hang
//! on the speed of the machine are not among them.

use stickslip_experiments::registry::{self, EXPERIMENTS};
use stickslip_experiments::{Cell, Claim, Context, Findings, Verdict, Weight};

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
    found
}

fn shape(found: &Findings) -> impl Iterator<Item = &Claim> {
    found.claims.iter().filter(|claim| claim.weight == Weight::Shape)
}

/// Exactly these claims about the shape fail.
fn check(name: &str, failing: &[&str]) {
    let found = findings(name);
    assert!(shape(&found).count() > 0);
    let failed: Vec<&str> =
        shape(&found).filter(|claim| !claim.holds).map(|claim| claim.text.as_str()).collect();
    assert_eq!(failed, failing, "{:#?}", found.claims);
    assert_eq!(found.verdict() == Verdict::Disagrees, !failing.is_empty());
}

/// These claims, which do not hang on time, hold.
fn check_some(found: &Findings, holding: &[&str]) {
    for text in holding {
        let claim = found.claims.iter().find(|claim| claim.text == *text);
        assert!(claim.is_some_and(|claim| claim.holds), "{text}: {:#?}", found.claims);
    }
}

macro_rules! verdicts {
    ($($test:ident $name:literal fails [$($claim:literal),* $(,)?];)*) => {
        /// The experiments whose verdict does not hang on time.
        const TIMELESS: &[&str] = &[$($name),*];

        $(#[test]
        fn $test() {
            check($name, &[$($claim),*]);
        })*
    };
}

verdicts! {
    erleben_fig_1 "erleben-fig-1" fails ["the contact matrix is extremely sparse"];
    erleben_fig_2 "erleben-fig-2" fails [];
    erleben_fig_3 "erleben-fig-3" fails [
        "approximation always ends less accurate on fluid problems",
        "on contact problems perturbation at times needs fewer iterations than all others",
        "approximation always ends less accurate on contact problems",
    ];
    erleben_fig_4 "erleben-fig-4" fails [];
    erleben_fig_6 "erleben-fig-6" fails [];
    erleben_table_1 "erleben-table-1" fails [];
    erleben_table_2 "erleben-table-2" fails [];
    erleben_zero_eigenvalues "erleben-zero-eigenvalues" fails [
        "PGS and PSOR reach their limit in every run",
    ];
    preclik_fig_2 "preclik-fig-2" fails [
        "nonlinear Gauss–Seidel on cones is about as fast as PGS on pyramids",
    ];
    preclik_fig_3 "preclik-fig-3" fails [];
    preclik_fig_4 "preclik-fig-4" fails ["Newton's decay linearly on average"];
    course_fig_7 "course-fig-7" fails [];
    course_fig_9 "course-fig-9" fails [];
    course_fig_16 "course-fig-16" fails [];
    course_fig_17 "course-fig-17" fails [
        "ordering by impulse is on top of plain PGS on the stack",
    ];
    course_fig_20 "course-fig-20" fails [];
    course_fig_22 "course-fig-22" fails [];
    course_fig_23 "course-fig-23" fails [];
    course_fig_29 "course-fig-29" fails [];
    course_fig_30 "course-fig-30" fails [];
}

/// The others, which have a test of their own.
const TIMED: [&str; 5] =
    ["erleben-fig-5", "erleben-path", "erleben-table-3", "preclik-cost", "course-fig-21"];

/// What `theses.rs` runs.
fn is_of_the_theses(name: &str) -> bool {
    name.starts_with("ho-") || name.starts_with("lefebvre-") || name == "profile"
}

#[test]
fn every_experiment_has_a_test() {
    let mut tested: Vec<&str> = TIMELESS.iter().chain(&TIMED).copied().collect();
    let names = EXPERIMENTS.iter().map(|experiment| experiment.name);
    let mut registered: Vec<&str> = names.filter(|name| !is_of_the_theses(name)).collect();
    tested.sort_unstable();
    registered.sort_unstable();
    assert_eq!(tested, registered);
    registered.dedup();
    assert_eq!(registered.len(), tested.len(), "names are different");
}

#[test]
fn erleben_fig_5() {
    let found = findings("erleben-fig-5");
    assert_eq!(shape(&found).count(), 4);
    let seconds = found.plots[0].series.iter().flat_map(|series| &series.curves[0]);
    assert!(seconds.into_iter().all(|point| point[1] > 0.0 && point[1].is_finite()));
}

#[test]
fn erleben_path() {
    let found = findings("erleben-path");
    check_some(&found, &["Fischer–Newton rivals the pivoting solver in robustness"]);
}

#[test]
fn erleben_table_3() {
    let found = findings("erleben-table-3");
    let rates = [
        "PGS converges linearly",
        "PSOR converges linearly",
        "Min. map Newton converges quadratically",
        "Fischer–Newton converges quadratically",
    ];
    check_some(&found, &rates);
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
    assert_eq!(shape(&found).count(), 4);
}

#[test]
fn course_fig_21() {
    let found = findings("course-fig-21");
    let small = ["box stack", "heavy top", "tower", "chain"];
    let texts = small.map(|name| format!("better on the {name}, which is small or jointed"));
    check_some(&found, &texts.each_ref().map(String::as_str));
}
