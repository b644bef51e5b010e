//! §7, zero eigenvalues: dense problems that are more and more singular.

use stickslip_problems::generate::{LegacyDenseOptions, RightHandSide, legacy_dense};

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Request, Status};

use super::states::{End, Rules, State, end};
use super::{DOCUMENT, Judged, fischer, minimum_map, pgs, psor};
use crate::claim::{Quotation, Weight, decided};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-zero-eigenvalues",
    document: DOCUMENT,
    artefact: "§7, zero eigenvalues",
    title: "Final states on singular dense problems",
    agreement: "Fischer ends in relative convergence more often than the minimum map; both Newton \
        methods end in a local minimum or without descent more often the more eigenvalues are \
        zero; PGS and PSOR reach their limit in every run.",
    deviations: "100 rows: the document does not say how many",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

const RULES: Rules = Rules { relative: 1e-4, absolute: 1e-2, limit: 100 };
const ROWS: usize = 100;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let shares: &[f64] = context.choose(&[0.1, 0.5, 0.9], &[0.05, 0.1, 0.25, 0.5, 0.75, 0.9]);
    let problems = context.choose(4, 100);
    let methods = [fischer("approximation", "")?, minimum_map("")?, pgs()?, psor(1.4)?];
    let others = OTHERS.map(|strategy| fischer(strategy, ""));
    let lemke = Way::new("Lemke", "lemke", "")?;
    let mut findings = Findings::default();
    let mut done = 0;
    for rhs in [RightHandSide::Legacy, RightHandSide::Solvable] {
        let published = rhs == RightHandSide::Legacy;
        let mut ends: Vec<Vec<Vec<End>>> = Vec::new();
        let mut of_others: [Vec<End>; 3] = Default::default();
        let mut solvable = Vec::new();
        for &share in shares {
            let mut of_share = vec![Vec::new(); methods.len()];
            let mut with_solution = 0;
            for at in 0..problems {
                context.at(done, 2 * shares.len() * problems, "singular problems");
                done += 1;
                let options =
                    LegacyDenseOptions { size: ROWS, singular: share, rhs, ..Default::default() };
                let problem = legacy_dense(context.seed + at as u64, &options)?;
                for (method, ends) in methods.iter().zip(&mut of_share) {
                    ends.push(end(method, &problem, RULES)?);
                }
                for (method, ends) in others.iter().zip(&mut of_others).filter(|_| published) {
                    let method = method
                        .as_ref()
                        .map_err(|error| ExperimentError::Missing(error.to_string()))?;
                    ends.push(end(method, &problem, RULES)?);
                }
                // On semidefinite problems a ray of Lemke's method proves that
                // there is no solution.
                let pivoted = lemke.solve(&problem, &Request::default())?;
                with_solution += usize::from(pivoted.status == Status::Converged);
            }
            solvable.push(with_solution);
            ends.push(of_share);
        }
        let name = if published { "published" } else { "repaired" };
        findings.tables.push(table(name, (shares, &solvable), &methods, &ends));
        findings.plots.push(figure(name, shares, &methods, &ends));
        if published {
            judge_published(&mut findings, &ends);
            let all = |method: usize| -> Vec<End> {
                ends.iter().flat_map(|of_share| of_share[method].iter().copied()).collect()
            };
            findings.tables.push(strategies(&all(0), &of_others, &all(1)));
            judge_strategies(&mut findings, &all(0), &of_others, &all(1));
        } else {
            judge_repaired(&mut findings, &ends);
        }
    }
    findings.setting("rows", ROWS);
    findings.setting("problems for each share", problems);
    findings.setting("relative tolerance", RULES.relative);
    findings.setting("absolute tolerance", RULES.absolute);
    findings.setting("most iterations", RULES.limit);
    findings.note(
        "The published right-hand side leaves most singular problems without a solution (last \
         column: where Lemke's method ends in a ray there is none), so that no method can converge \
         on them. The same matrices with a right-hand side that has one are in the second table.",
    );
    Ok(findings)
}

fn share_of(ends: &[End], state: State) -> f64 {
    ends.iter().filter(|end| end.state == state).count() as f64 / ends.len().max(1) as f64
}

/// Share of the runs of a method, over all shares of zero eigenvalues.
fn overall(ends: &[Vec<Vec<End>>], method: usize, state: State) -> f64 {
    let all: Vec<End> = ends.iter().flat_map(|of_share| of_share[method].iter().copied()).collect();
    share_of(&all, state)
}

fn judge_published(findings: &mut Findings, ends: &[Vec<Vec<End>>]) {
    let relative = [0, 1].map(|method| overall(ends, method, State::Relative));
    findings
        .claim(
            Weight::Shape,
            "Fischer reaches relative convergence more often than the minimum map",
            format!(
                "{:.0} % against {:.0} % of all runs",
                100.0 * relative[0],
                100.0 * relative[1]
            ),
            relative[0] > relative[1],
        )
        .quoting(
            "§7",
            "We observe that overall Fischer–Newton method seems better at reaching \
                 relative convergence whereas the minimum map Newton is less successful.",
        );
    let trouble = |of_share: Option<&Vec<Vec<End>>>, method: usize| {
        of_share.map_or(f64::NAN, |of_share| {
            let ends = &of_share[method];
            share_of(ends, State::LocalMinimum) + share_of(ends, State::NonDescent)
        })
    };
    let pairs = [0, 1].map(|method| [trouble(ends.first(), method), trouble(ends.last(), method)]);
    let told = |[few, many]: [f64; 2]| format!("{:.0} % and {:.0} %", 100.0 * few, 100.0 * many);
    let more = pairs.iter().all(|[few, many]| many > few);
    findings
        .ruled(
            Weight::Shape,
            "both Newton methods end in a local minimum or without descent more often at the \
             highest share than at the lowest",
            format!("Fischer {} of the runs, the minimum map {}", told(pairs[0]), told(pairs[1])),
            decided(pairs.as_flattened(), more),
        )
        .quoting(
            "§7",
            "For large ratios of zero eigenvalues we clearly see that both Newton methods get \
             into trouble. A high number of zero eigenvalues cause ill conditioning or even \
             singularity of the Newton equations and result in a local minimum or a non descent \
             iterate.",
        )
        .changed("2026-11-18", "half of the runs was a bar of our own; the text compares ratios");
    let limit = [2, 3].map(|method| overall(ends, method, State::MaxIterations));
    findings
        .claim(
            Weight::Shape,
            "PGS and PSOR reach their limit in every run",
            format!("{:.0} % and {:.0} %", 100.0 * limit[0], 100.0 * limit[1]),
            limit == [1.0, 1.0],
        )
        .quoting(
            "§7",
            "In all test runs the PGS and PSOR methods ends up reaching their maximum iteration \
             limit.",
        )
        .changed(
            "2026-11-18",
            "the best iterate, x = 0, stood behind the last sweep and ended runs as absolute",
        );
}

/// The strategies of Fischer–Newton beside approximation.
const OTHERS: [&str; 3] = ["random", "zero", "perturbation"];

/// Final states of all strategies over all shares of zero eigenvalues.
fn strategies(approximation: &[End], others: &[Vec<End>; 3], minimum: &[End]) -> Table {
    let mut columns = vec![Column::words("method")];
    columns.extend(State::ALL.map(|state| Column::numbers(state.name()).of("%")));
    let title = "Final states by strategy, all shares together, published right-hand side";
    let mut table = Table::new("strategies", title, columns);
    let names = ["approximation"].into_iter().chain(OTHERS).chain(["minimum map"]);
    let all = [approximation].into_iter().chain(others.iter().map(Vec::as_slice));
    for (name, ends) in names.zip(all.chain([minimum])) {
        let shares = State::ALL.map(|state| Cell::fixed(100.0 * share_of(ends, state), 0));
        table.row([name.into()].into_iter().chain(shares));
    }
    table
}

/// The ends of the strategy *approximation*, of the others, and of the minimum map.
fn judge_strategies(
    findings: &mut Findings,
    approximation: &[End],
    others: &[Vec<End>; 3],
    minimum: &[End],
) {
    let converged =
        |ends: &[End]| share_of(ends, State::Relative) + share_of(ends, State::Absolute);
    let own = converged(approximation);
    let rest = others.each_ref().map(|ends| converged(ends));
    let told = rest.map(|share| format!("{:.0}", 100.0 * share)).join(", ");
    findings
        .claim(
            Weight::Shape,
            "approximation converges more often on semidefinite problems than the other strategies",
            format!("{:.0} % of the runs against {told}", 100.0 * own),
            rest.iter().all(|&share| own > share),
        )
        .quotes(TRIALS)
        .changed("2026-11-18", "this sentence had no claim");
    // Half of the sum of all differences of shares: 0 where they are alike, 1 at most.
    let apart = |ends: &[End]| {
        let gap = |state| (share_of(ends, state) - share_of(minimum, state)).abs();
        0.5 * State::ALL.map(gap).iter().sum::<f64>()
    };
    let (own, rest) = (apart(approximation), others.each_ref().map(|ends| apart(ends)));
    let told = rest.map(|apart| format!("{:.0}", 100.0 * apart)).join(", ");
    findings
        .claim(
            Weight::Shape,
            "the other strategies end as the minimum map does: in 80 % of the runs, and more often \
             than approximation",
            format!("{told} % of the runs end otherwise, approximation's {:.0} %", 100.0 * own),
            rest.iter().all(|&apart| apart <= 0.2 && apart < own),
        )
        .quotes(TRIALS)
        .changed("2026-11-18", "this sentence had no claim");
}

const TRIALS: Quotation = Quotation {
    place: "§7",
    sentence: "In our initial trial runs we have observed that the approximate strategy works \
               better for PSD problems whereas the other strategies behave similar to the minimum \
               map Newton method.",
};

fn judge_repaired(findings: &mut Findings, ends: &[Vec<Vec<End>>]) {
    let methods = ends.first().map_or(0, Vec::len);
    let share = (0..methods).map(|method| overall(ends, method, State::Absolute)).sum::<f64>()
        / methods.max(1) as f64;
    findings.claim(
        Weight::Aside,
        "with a right-hand side that has a solution nearly all runs converge absolutely",
        format!("{:.0} %", 100.0 * share),
        share > 0.9,
    );
}

fn table(
    name: &str,
    (shares, solvable): (&[f64], &[usize]),
    methods: &[Judged],
    ends: &[Vec<Vec<End>>],
) -> Table {
    let mut columns = vec![Column::numbers("zero eigenvalues").of("%"), Column::words("method")];
    columns.extend(State::ALL.map(|state| Column::numbers(state.name())));
    columns.push(Column::numbers("largest natural residual"));
    columns.push(Column::numbers("with a solution (Lemke)"));
    let mut table = Table::new(name, format!("Final states, {name} right-hand side"), columns);
    for ((share, solvable), of_share) in shares.iter().zip(solvable).zip(ends) {
        for (method, ends) in methods.iter().zip(of_share) {
            let count = |state| Cell::count(ends.iter().filter(|end| end.state == state).count());
            let worst = ends.iter().map(|end| end.natural).fold(0.0, f64::max);
            let row = [Cell::fixed(100.0 * share, 0), method.way.name.clone().into()];
            let row = row.into_iter().chain(State::ALL.map(count));
            table.row(row.chain([Cell::scientific(worst), Cell::count(*solvable)]));
        }
    }
    table
}

fn figure(name: &str, shares: &[f64], methods: &[Judged], ends: &[Vec<Vec<End>>]) -> Plot {
    let converged =
        |ends: &[End]| 100.0 * (share_of(ends, State::Absolute) + share_of(ends, State::Relative));
    let series = |(look, method): (usize, &Judged)| {
        let points = shares.iter().zip(ends);
        let points = points.map(|(share, of_share)| [100.0 * share, converged(&of_share[look])]);
        Series::new(method.way.name.clone(), look, points.collect()).marked(Marks::All)
    };
    Plot {
        name: name.into(),
        title: format!("Runs that end in relative or absolute convergence, {name} right-hand side"),
        subtitle: format!("dense semidefinite problems with {ROWS} rows"),
        panels: vec![Panel::new(Axis::even("zero eigenvalues (%)"), Axis::even("runs (%)"))],
        series: methods.iter().enumerate().map(series).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Ruling::{self, Fails, Holds};
    use crate::turned::{judged, turns};

    /// Ten runs of every method at a low and at a high share, by their states.
    fn rulings(low: [State; 4], high: [State; 4]) -> Vec<Ruling> {
        let of = |states: [State; 4]| -> Vec<Vec<End>> {
            let end = |state| End { state, iterations: 1, natural: 0.0 };
            states.map(|state| vec![end(state); 10]).into()
        };
        let mut findings = Findings::default();
        judge_published(&mut findings, &[of(low), of(high)]);
        findings.claims.iter().map(|claim| claim.ruling).collect()
    }

    #[test]
    fn every_claim_can_fail() {
        use State::{Absolute, LocalMinimum, MaxIterations, NonDescent, Relative};
        let low = [Relative, Absolute, MaxIterations, MaxIterations];
        let high = [LocalMinimum, NonDescent, MaxIterations, MaxIterations];
        assert_eq!(rulings(low, high), [Holds, Holds, Holds]);
        let swapped = [Absolute, Relative, MaxIterations, MaxIterations];
        assert_eq!(rulings(swapped, high), [Fails, Holds, Holds]);
        assert_eq!(rulings(low, low), [Holds, Fails, Holds]);
        let swept = [LocalMinimum, NonDescent, Absolute, MaxIterations];
        assert_eq!(rulings(low, swept), [Holds, Holds, Fails]);
    }

    #[test]
    fn strategies_can_be_alike_and_apart() {
        use State::{LocalMinimum, NonDescent, Relative};
        let ends = |state| vec![End { state, iterations: 1, natural: 0.0 }; 10];
        let found = |own, others| {
            judged(|findings| {
                let others = [ends(others), ends(others), ends(others)];
                judge_strategies(findings, &ends(own), &others, &ends(NonDescent));
            })
        };
        let turned = found(NonDescent, LocalMinimum);
        turns(&found(Relative, NonDescent), &[turned]);
    }

    #[test]
    fn what_is_beside_can_fail() {
        let found = |state| {
            let ends = vec![vec![vec![End { state, iterations: 1, natural: 0.0 }; 10]; 2]];
            judged(|findings| judge_repaired(findings, &ends))
        };
        turns(&found(State::Absolute), &[found(State::Stagnation)]);
    }
}
