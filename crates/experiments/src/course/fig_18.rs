//! Fig. 18: blocks by layers along gravity, as shock propagation has them.
//!
//! The figure is a picture of motion. What its text says of the method can be
//! measured: layers as blocks let an impulse go up and down a structure fast.

use std::collections::VecDeque;

use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Problem, Residuals};

use super::DOCUMENT;
use super::structures::{STACK, TOWER, WALL};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, first_below};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-18",
    document: DOCUMENT,
    artefact: "Fig. 18",
    title: "Gauss–Seidel over layers along gravity",
    agreement: "With the layers of a structure as blocks a residual of 1e-4 of the first takes at \
                most half the sweeps that contact by contact takes.",
    deviations: "scenes are not told",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Residuals are counted down to this share of the first one.
const SHARE: f64 = 1e-4;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let limit = context.choose(400, 4000);
    let mut table = Table::new(
        "sweeps",
        format!("Sweeps to {SHARE:e} of the first residual"),
        [
            Column::words("structure"),
            Column::numbers("layers"),
            Column::numbers("contact by contact"),
            Column::numbers("layer by layer"),
        ],
    );
    let mut pairs = Vec::new();
    for (at, structure) in [STACK, WALL, TOWER].into_iter().enumerate() {
        context.at(at, 3, structure.name);
        let problem = structure.problem(context.seed)?;
        let layers = layers(&problem)?;
        let list: Vec<String> = layers.iter().map(usize::to_string).collect();
        let nothing = vec![0.0; problem.size()];
        let first = Residuals::measure(&problem, &nothing, problem.b()).decisive();
        let sweeps = |blocks: &str| {
            let way = Way::new(structure.name, "block-pgs", &format!("blocks={blocks}"))?;
            let history = way.residuals(&problem, limit, SHARE * first)?.history;
            Ok::<_, ExperimentError>(first_below(&history, SHARE * first))
        };
        let pair = [sweeps("contact")?, sweeps(&list.join(","))?];
        table.row([
            structure.name.into(),
            Cell::count(layers.iter().max().map_or(0, |most| most + 1)),
            Cell::optional(pair[0], Cell::count),
            Cell::optional(pair[1], Cell::count),
        ]);
        pairs.push((structure.name, pair));
    }
    let mut findings = Findings::default();
    judge(&mut findings, &pairs, limit);
    findings.tables.push(table);
    findings.setting("most sweeps", limit);
    findings.setting("blocks of layers are solved by", "bpp");
    findings.note(
        "A contact belongs to the layer of the lower of its bodies, counted in contacts from the \
         ground. The detail that the figure shows cannot be measured.",
    );
    Ok(findings)
}

/// The layer of every contact: how many contacts its lower body is from the ground.
fn layers(problem: &Problem) -> Result<Vec<usize>, ExperimentError> {
    let Some(factored) = problem.factored() else {
        return Err(ExperimentError::Missing("a structure has no bodies".into()));
    };
    let bodies_of: Vec<Vec<usize>> = problem
        .contacts()
        .iter()
        .map(|contact| {
            let columns = factored.jacobian.row(contact.normal);
            let mut bodies: Vec<usize> = columns.map(|(column, _)| column / 6).collect();
            bodies.dedup();
            bodies
        })
        .collect();
    let count = bodies_of.iter().flatten().max().map_or(0, |most| most + 1);
    let mut heights = vec![usize::MAX; count];
    let mut queue = VecDeque::new();
    for bodies in &bodies_of {
        if let [lowest] = bodies[..]
            && heights[lowest] == usize::MAX
        {
            heights[lowest] = 1;
            queue.push_back(lowest);
        }
    }
    while let Some(body) = queue.pop_front() {
        for bodies in bodies_of.iter().filter(|bodies| bodies.contains(&body)) {
            for &other in bodies {
                if heights[other] == usize::MAX {
                    heights[other] = heights[body] + 1;
                    queue.push_back(other);
                }
            }
        }
    }
    let layer = |bodies: &Vec<usize>| match bodies[..] {
        [_] => 0,
        _ => bodies.iter().map(|&body| heights[body]).min().unwrap_or(0),
    };
    Ok(bodies_of.iter().map(layer).collect())
}

/// Sweeps contact by contact and layer by layer, none beyond the limit.
fn judge(findings: &mut Findings, pairs: &[(&str, [Option<usize>; 2])], limit: usize) {
    for &(name, pair) in pairs {
        let told = |count: Option<usize>| {
            count.map_or_else(|| format!("more than {limit}"), |count| count.to_string())
        };
        let ruling = match pair {
            [Some(single), Some(layered)] if 2 * layered <= single => Ruling::Holds,
            [None, Some(layered)] if 2 * layered <= limit => Ruling::Holds,
            [None, None] => Ruling::Open,
            _ => Ruling::Fails,
        };
        findings
            .ruled(
                Weight::Shape,
                format!("{name}: layers as blocks need at most half the sweeps"),
                format!("{} against {}", told(pair[1]), told(pair[0])),
                ruling,
            )
            .quoting(
                "§3.2.4",
                "This allows for fast propagation of shocks in the up-down gravitational \
                 direction.",
            );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn a_stack_has_a_layer_under_each_box() {
        let problem = STACK.problem(0).expect("a stack");
        let layers = layers(&problem).expect("bodies");
        let expected: Vec<usize> = (0..problem.contacts().len()).map(|at| at / 4).collect();
        assert_eq!(layers, expected);
    }

    #[test]
    fn every_claim_can_fail() {
        let found = |single, layered| {
            judged(|findings| judge(findings, &[("stack", [single, layered])], 400))
        };
        turns(&found(Some(300), Some(20)), &[found(Some(300), Some(200))]);
        turns(&found(None, Some(200)), &[found(None, None)]);
    }
}
