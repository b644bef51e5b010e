//! Table 1: in which states the methods end.

use stickslip_problems::generate::RightHandSide;
use stickslip_report::{Cell, Column, Table};

use super::states::{End, Rules, State, end};
use super::{DOCUMENT, contact_with, fischer, fluid_with, minimum_map, pgs, psor};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-table-1",
    document: DOCUMENT,
    artefact: "Table 1",
    title: "Robustness on fluid and contact problems",
    agreement: "On fluid problems every method converges absolutely; on contact problems Fischer \
        does and the minimum map ends without descent.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Tolerances of Tables 1 and 2.
pub const RULES: Rules = Rules { relative: 1e-6, absolute: 1e-3, limit: 100 };

/// All ends of one method on one kind of problem.
pub struct Batch {
    /// "fluid" or "contact".
    pub kind: &'static str,
    /// The method.
    pub method: String,
    /// One end for each problem.
    pub ends: Vec<End>,
}

impl Batch {
    /// How many ended so.
    pub fn count(&self, state: State) -> usize {
        self.ends.iter().filter(|end| end.state == state).count()
    }
}

/// Runs all methods on so many problems of each kind, with that right-hand side.
pub fn batches(
    context: &Context,
    problems: usize,
    rhs: RightHandSide,
) -> Result<Vec<Batch>, ExperimentError> {
    let batch = |kind, method: String| Batch { kind, method, ends: Vec::new() };
    let on_fluid = [fischer("perturbation", "")?, minimum_map("")?, pgs()?, psor(1.4)?];
    let on_contact = [fischer("perturbation", "")?, minimum_map("")?];
    let mut all: Vec<Batch> =
        on_fluid.iter().map(|each| batch("fluid", each.way.name.clone())).collect();
    all.extend(on_contact.iter().map(|each| batch("contact", each.way.name.clone())));
    for at in 0..problems {
        context.at(at, problems, "problems");
        let seed = context.seed + at as u64;
        let liquid = fluid_with(seed, 10, rhs)?;
        let touching = contact_with(seed, 30, rhs)?;
        let (fluid_batches, contact_batches) = all.split_at_mut(on_fluid.len());
        for (method, batch) in on_fluid.iter().zip(fluid_batches) {
            batch.ends.push(end(method, &liquid, RULES)?);
        }
        for (method, batch) in on_contact.iter().zip(contact_batches) {
            batch.ends.push(end(method, &touching, RULES)?);
        }
    }
    Ok(all)
}

/// How many of 100 the document has in a state.
fn printed(batch: &Batch) -> State {
    match (batch.kind, batch.method.as_str()) {
        ("contact", "Min. map") => State::NonDescent,
        _ => State::Absolute,
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let problems = context.choose(6, 100);
    let mut findings = Findings::default();
    for rhs in [RightHandSide::Legacy, RightHandSide::Solvable] {
        let published = rhs == RightHandSide::Legacy;
        let all = batches(context, problems, rhs)?;
        let (name, title) = if published {
            ("legacy", "Final states, published right-hand side")
        } else {
            ("solvable", "Final states, repaired right-hand side")
        };
        findings.tables.push(table(name, title, &all, published));
        if published {
            judge(&mut findings, &all);
        }
    }
    findings.setting("problems of each kind", problems);
    findings.setting("rows", "1000 and 180");
    findings.setting("relative tolerance", RULES.relative);
    findings.setting("absolute tolerance", RULES.absolute);
    findings.setting("most iterations", RULES.limit);
    Ok(findings)
}

fn table(name: &str, title: &str, all: &[Batch], published: bool) -> Table {
    let mut columns = vec![Column::words("problem"), Column::words("method")];
    columns.extend(State::ALL.map(|state| Column::numbers(state.name())));
    columns.push(Column::words("printed"));
    columns.push(Column::numbers("largest natural residual"));
    let mut table = Table::new(name, title, columns);
    for batch in all {
        let printed =
            if published { format!("100 % {}", printed(batch).name()) } else { String::new() };
        let worst = batch.ends.iter().map(|end| end.natural).fold(0.0, f64::max);
        let counts = State::ALL.map(|state| Cell::count(batch.count(state)));
        let row = [batch.kind.into(), batch.method.clone().into()].into_iter().chain(counts);
        table.row(row.chain([printed.into(), Cell::scientific(worst)]));
    }
    table
}

/// All runs of every method end as printed.
fn judge(findings: &mut Findings, all: &[Batch]) {
    for batch in all {
        let (expected, problems) = (printed(batch), batch.ends.len());
        findings
            .claim(
                Weight::Shape,
                format!("{} on {} problems: {}", batch.method, batch.kind, expected.name()),
                format!("{} of {problems}", batch.count(expected)),
                batch.count(expected) == problems,
            )
            .quoting(
                "§7",
                "The minimum map Newton method does not work at all for contact problems. We \
                 observe that the rest of the methods are robust for this test setup.",
            );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |fluid, contact: State, turned: Option<State>| {
            let batch = |kind, method: &str, state| {
                let end = |state| End { state, iterations: 1, natural: 0.0 };
                let mut ends = vec![end(state); 5];
                ends.extend(turned.map(end));
                Batch { kind, method: method.into(), ends }
            };
            let all = [batch("fluid", "PGS", fluid), batch("contact", "Min. map", contact)];
            judged(|findings| judge(findings, &all))
        };
        // One run in six that ends otherwise is enough.
        let turned = found(State::Absolute, State::NonDescent, Some(State::Stagnation));
        turns(&found(State::Absolute, State::NonDescent, None), &[turned]);
    }
}
