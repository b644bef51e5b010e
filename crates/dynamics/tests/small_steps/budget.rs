//! A budget bounds sub-steps by counted work.

use stickslip_dynamics::{Settings, StepReport, StepperKind};

use crate::support::{heap, run, settings};

fn with(budget: Option<f64>) -> Settings {
    Settings { budget, ..settings() }
}

/// One that suffices changes no bit, and one that does not is reported.
#[test]
fn a_budget_bounds_the_sub_steps_and_says_so() {
    let steps = |budget: Option<f64>| -> (Vec<StepReport>, u64) {
        let mut simulation = heap(60, with(budget));
        run(&mut simulation, 0.3);
        let reports = (0..10).map(|_| simulation.step().unwrap()).collect();
        (reports, simulation.state().hash())
    };
    let (free, hash) = steps(None);
    let (ample, same) = steps(Some(1.0));
    assert_eq!(hash, same);
    assert!(free.iter().chain(&ample).all(|report| report.budgeted == 0));
    let all = |reports: &[StepReport]| reports.iter().map(|it| it.substeps).sum::<usize>();
    let none = steps(Some(1e-7)).0;
    assert!(none.iter().all(|report| report.budgeted == 1 && report.substeps == 1));
    // A wider one buys more, and something between the least and what is needed.
    let bought: Vec<_> = [1e-4, 2e-4, 4e-4, 8e-4, 1.6e-3].map(|it| steps(Some(it)).0).into();
    let counts: Vec<usize> = bought.iter().map(|reports| all(reports)).collect();
    assert!(
        counts.iter().any(|&count| 2 * all(&none) < count && 2 * count < all(&free)),
        "{counts:?}"
    );
    for reports in bought.iter().filter(|reports| all(reports) < all(&free)) {
        assert!(reports.iter().any(|report| report.budgeted == 1), "{counts:?}");
    }
}

/// By counts, not by a clock: the same bits with any number of threads.
#[test]
fn a_budget_is_the_same_on_every_machine() {
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = heap(200, with(Some(3e-3)));
            run(&mut simulation, 0.2);
            simulation.state().hash()
        })
    };
    assert_eq!(hash(1), hash(3));
}

/// Steps that a budget lets miss are not taken exactly, which would cost more.
#[test]
fn islands_keep_their_small_steps_under_a_budget() {
    let auto = |budget| Settings { stepper: StepperKind::Auto, ..with(budget) };
    let mut simulation = heap(60, auto(Some(5e-5)));
    let reports: Vec<_> = (0..60).map(|_| simulation.step().unwrap()).collect();
    assert!(reports.iter().any(|report| !report.is_accurate() && report.budgeted > 0));
    let exact = |report: &&StepReport| report.orders.small == 0 && report.budgeted > 0;
    assert_eq!(reports.iter().filter(exact).count(), 0);
}
